//! The files of the page, which are embedded in the program.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use actix_web::web::Bytes;
use rust_embed::RustEmbed;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::assets::bundle::BUNDLES;
use crate::assets::forms::FORMS;
use crate::assets::{forms, words};
use crate::http::file::{Body, CSS, File, HTML, JAVASCRIPT, short};
use overtrick_games as games;
use overtrick_own::{PRESETS, read_file};

/// The path of the page itself.
pub const INDEX: &str = "index.html";
/// The path of the script that lists the files that the service worker stores.
pub const SHELL: &str = "shell.js";
/// The path of the web app manifest.
pub const MANIFEST: &str = "manifest.webmanifest";
/// Another path of the page; its only one if the service shows a list at its own address.
pub const PLAY: &str = "play";
/// The worker that checks results; it compiles the rules, as the page does.
pub const JUDGE: &str = "js/engine/judge-worker.js";
/// The media type of a font.
pub const FONT: &str = "font/woff2";
const PICTURE: &str = "image/png";
/// Suffixes of files that the page does not need offline.
const NOT_IN_SHELL: [&str; 3] = [".png", ".txt", "sw.js"];

/// The digest of all files and texts; it changes when any byte of them does.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for name in names() {
        all.update(name.as_bytes());
        all.update(embedded_digest(&name).unwrap_or_default());
    }
    for text in words::all()
        .chain([FORMS.as_str(), &OWN_GAMES_TEXT])
        .chain(BUNDLES.files.iter().map(|(_, text)| text.as_str()))
    {
        all.update(text.as_bytes());
    }
    for module in WASM_MODULES {
        all.update(&module.file.digest);
    }
    short(&all.finalize())
});

/// The paths of all generated files, relative to the page; they are generated when first read.
pub fn made() -> impl Iterator<Item = String> {
    let texts = [forms::PATH, OWN_GAMES, SHELL]
        .into_iter()
        .chain(WASM_MODULES.map(|module| module.path))
        .chain(BUNDLES.paths());
    words::paths().chain(texts.map(str::to_owned))
}

/// The paths of all files needed offline, relative to the page.
pub fn stored() -> impl Iterator<Item = Cow<'static, str>> {
    let is_stored = |name: &str| !NOT_IN_SHELL.iter().any(|end| name.ends_with(end));
    names()
        .filter(move |name| is_stored(name) && !BUNDLES.holds(name))
        .chain(words::paths().map(Cow::Owned))
        .chain(BUNDLES.paths().map(Cow::Borrowed))
        .chain([forms::PATH, OWN_GAMES].map(Cow::from))
}

/// Pages stored for offline use after the page itself, apart from the rules of each game.
const TEXTS: [&str; 7] = [
    "games",
    "games/rules.css",
    "games/find.js",
    "style.css",
    "verify",
    "verify/check.js",
    "verify/verify.css",
];

/// The file at a path relative to the page, if there is one.
pub fn file(path: &str) -> Option<File> {
    if path == SHELL {
        return Some(shell("./"));
    }
    let media = media(path);
    if let Some(module) = WASM_MODULES.iter().find(|module| module.path == path) {
        return Some(module.file.clone());
    }
    let text = match path {
        forms::PATH => Some(FORMS.as_str()),
        OWN_GAMES => Some(OWN_GAMES_TEXT.as_str()),
        _ => words::find(path),
    };
    if let Some(text) = text.or_else(|| BUNDLES.find(path)) {
        return Some(File::text(text, media));
    }
    let bytes = embedded(path)?;
    let bytes = match std::str::from_utf8(&bytes) {
        Ok(script) if media == JAVASCRIPT => Bytes::from(without_comments(script)),
        _ => match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        },
    };
    let is_compressed = [FONT, PICTURE].contains(&media);
    let body = if is_compressed {
        Body::Compressed
    } else {
        Body::Text
    };
    Some(File {
        digest: short(&embedded_digest(path)?),
        body: body(bytes),
        media,
    })
}

/// Whether a request's path is one of the page's, under the base path.
pub fn is_of_the_page(path: &str, base: &str) -> bool {
    static PATHS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let names = names().map(String::from);
        made().chain(names).chain([PLAY.to_owned()]).collect()
    });
    match path.strip_prefix(base) {
        Some("" | "/") => true,
        Some(own) => own.strip_prefix('/').is_some_and(|own| PATHS.contains(own)),
        None => false,
    }
}

/// The variant of a file for a page at [`PLAY`] only, if it has one.
pub fn file_beside_list(path: &str) -> Option<File> {
    match path {
        SHELL => Some(shell(PLAY)),
        MANIFEST => {
            let bytes = embedded(path)?;
            let start = "\"start_url\": \"./\"";
            let text = std::str::from_utf8(&bytes).ok()?;
            let text = text.replace(start, &format!("\"start_url\": \"{PLAY}\""));
            Some(File::text(text, media(path)))
        }
        _ => file(path),
    }
}

/// The list of files that the service worker stores for a page at this path.
fn shell(page: &str) -> File {
    let version = match page {
        PLAY => format!("{}-{PLAY}", *VERSION),
        _ => VERSION.clone(),
    };
    let games = games::all().iter();
    let games = games.map(|entry| format!("games/{}", entry.facts.id));
    let texts = TEXTS.map(str::to_owned).into_iter().chain(games);
    let texts: Vec<String> = texts.collect();
    let script = shell_script(&version, page, &texts);
    File {
        digest: version,
        ..File::text(script, media(SHELL))
    }
}

/// The script with the files that the service worker stores for the page at a path: at once those that it needs, later
/// the modules and these texts.
pub fn shell_script(version: &str, page: &str, texts: &[String]) -> String {
    let files = stored().map(|name| match &*name {
        INDEX => page.into(),
        _ => name,
    });
    let shell = json!({
        "version": version, "files": files.collect::<Vec<_>>(), "page": page,
        "later": { "engine": RULES.path, "printer": PRINTER.path, "texts": texts },
    });
    format!("self.SHELL = {shell};\n")
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => HTML,
        Some("css") => CSS,
        Some("js") => JAVASCRIPT,
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => PICTURE,
        Some("woff2") => FONT,
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A module.
#[derive(Debug)]
pub struct Module {
    /// Its path, relative to the page.
    pub path: &'static str,
    file: LazyLock<File>,
}

impl Module {
    /// A module that is compressed already.
    fn file(packed: &'static [u8]) -> File {
        File {
            body: Body::Brotli(packed),
            digest: short(&Sha256::digest(packed)),
            media: "application/wasm",
        }
    }
}

/// The rules, which the page fetches when it is otherwise idle.
pub static RULES: Module = Module {
    path: "overtrick.wasm",
    file: LazyLock::new(|| {
        Module::file(include_bytes!("../../../templates/wasm/overtrick.wasm.br"))
    }),
};
/// The PDF printer, which the page fetches for the first PDF.
pub static PRINTER: Module = Module {
    path: "overtrick-pdf.wasm",
    file: LazyLock::new(|| {
        Module::file(include_bytes!(
            "../../../templates/wasm/overtrick-pdf.wasm.br"
        ))
    }),
};
/// Both modules.
pub static WASM_MODULES: [&Module; 2] = [&RULES, &PRINTER];

/// The path of the definitions, relative to the page.
const OWN_GAMES: &str = "own-games.json";

/// The definitions as a list in JSON, in the order in which they are offered.
static OWN_GAMES_TEXT: LazyLock<String> = LazyLock::new(|| {
    let files = PRESETS.iter().filter_map(|(_, text)| read_file(text).ok());
    let definitions: Vec<_> = files.map(|file| file.json).collect();
    serde_json::to_string(&definitions).unwrap_or_default()
});

#[derive(RustEmbed)]
#[folder = "../../templates/web"]
struct Files;

/// The paths of all embedded files, relative to the page.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

/// The contents of an embedded file.
pub fn embedded(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// The digest of an embedded file.
fn embedded_digest(name: &str) -> Option<[u8; 32]> {
    Files::get(name).map(|file| file.metadata.sha256_hash())
}

/// A script in which lines that contain only comments are emptied, which saves a fifth of its size. Line
/// numbers stay those of the repository. No string in the page's scripts spans lines.
pub fn without_comments(script: &str) -> String {
    let mut is_inside = false;
    let mut bare = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        let is_block = is_inside || text.starts_with("/*");
        let is_comment = text.starts_with("//")
            || is_block && text.find("*/").is_none_or(|end| end + 2 == text.len());
        is_inside = is_block && !text.contains("*/");
        if !is_comment {
            bare.push_str(line);
        }
        bare.push('\n');
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::json::Json;

    #[test]
    fn every_file_has_a_type() {
        for name in names() {
            assert_ne!(media(&name), "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn every_preset_is_served_sound() {
        let Ok(Json::List(served)) = serde_json::from_str(&OWN_GAMES_TEXT) else {
            panic!("no list: {}", *OWN_GAMES_TEXT);
        };
        let ids: Vec<String> = served
            .iter()
            .map(|definition| overtrick_own::read(definition).unwrap().id().to_owned())
            .collect();
        let known: Vec<&str> = PRESETS.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, known);
    }

    #[test]
    fn lines_of_comment_are_emptied_and_no_other() {
        let script =
            "// one\n/**\n * two\n */\nlet a = 1; // three\n  /** four */\n/* five */ a += 1;\n";
        let bare = "\n\n\n\nlet a = 1; // three\n\n/* five */ a += 1;\n";
        assert_eq!(without_comments(script), bare);
    }
}
