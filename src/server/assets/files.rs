//! The page for phones: its files, which are embedded in the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use actix_web::HttpRequest;
use actix_web::web::{Data, Redirect};
use rust_embed::RustEmbed;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::app::state::Service;
use crate::assets::bundle::BUNDLES;
use crate::assets::{forms, words};
use crate::http::file::short;
use crate::http::{Answer, CSS, FONT, File, HTML, JAVASCRIPT, PICTURE, ProblemKind, csp};
use crate::openapi::Endpoint;
use crate::publish::list;
use overtrick_games as games;
use overtrick_own::{PRESETS, read_file};

pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = vec![
        Endpoint::page("", to_folder),
        Endpoint::page("/", index),
        Endpoint::page("/play", play),
    ];
    endpoints.extend(paths().map(|path| {
        let route = format!("/{path}");
        Endpoint::page(&route, move |request, service| file(request, service, path))
    }));
    endpoints
}

/// Shows the list of published matches if the settings enable it, else the page.
async fn index(request: HttpRequest, service: Data<Service>) -> Answer {
    if service.settings.public_list {
        return list::page(request, service).await;
    }
    file(request, service, INDEX).await
}

/// Shows the page at `/play`, whether or not the root shows the list of published matches.
async fn play(request: HttpRequest, service: Data<Service>) -> Answer {
    file(request, service, INDEX).await
}

/// Redirects the page's address without its trailing slash.
async fn to_folder(service: Data<Service>) -> Redirect {
    Redirect::to(format!("{}/", service.settings.base_path)).permanent()
}

/// Returns a file of the page, tagged with its digest, or 304 if the client has it.
async fn file(request: HttpRequest, service: Data<Service>, path: &str) -> Answer {
    let file = if service.settings.public_list {
        find_at_play(path)
    } else {
        find(path)
    };
    let file = file.ok_or(ProblemKind::NotFound)?;
    let headers = match path {
        INDEX | JUDGE => csp::played,
        _ if file.media == FONT => csp::font,
        _ => csp::page,
    };
    Ok(file.answer(&request, headers).await)
}

/// The path of the page itself.
pub const INDEX: &str = "index.html";
/// The path of the script with the list of files for the service worker to store.
pub const SHELL: &str = "shell.js";
/// The path of the web app manifest.
pub const MANIFEST: &str = "manifest.webmanifest";
/// The second path of the page. It is the only path if the root shows the list of published matches.
pub const PLAY: &str = "play";
/// The worker that runs the rules. Like the page, it compiles WebAssembly.
pub const JUDGE: &str = "js/engine/judge-worker.js";
/// Suffixes of files that are not stored for offline use, or are stored later.
const NOT_STORED: [&str; 5] = [".png", ".txt", ".wasm", "sw.js", SHELL];

/// The WebAssembly module with the rules. The page fetches it when idle.
pub const RULES: &str = "overtrick.wasm";
/// The WebAssembly module that makes PDFs. The page fetches it for the first PDF.
pub const PRINTER: &str = "overtrick-pdf.wasm";
const RULES_MODULE: &[u8] = include_bytes!("../../../templates/wasm/overtrick.wasm.br");
const PRINTER_MODULE: &[u8] = include_bytes!("../../../templates/wasm/overtrick-pdf.wasm.br");
/// The path of the custom games in the gallery.
const OWN_GAMES: &str = "own-games.json";

/// All files of the page, by path relative to the page. Each file is made on first use.
static FILES: LazyLock<BTreeMap<String, OnceLock<Option<File>>>> = LazyLock::new(|| {
    let made = [forms::PATH, OWN_GAMES, SHELL, RULES, PRINTER].into_iter();
    let made = made.chain(BUNDLES.files.keys().copied()).map(str::to_owned);
    let paths = names().map(String::from).chain(words::paths()).chain(made);
    paths.map(|path| (path, OnceLock::new())).collect()
});

/// The digest of all files. It changes if any byte of any file changes.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for path in paths().filter(|path| *path != SHELL) {
        all.update(path);
        all.update(find(path).map_or("", |file| &file.digest));
    }
    short(&all.finalize())
});

/// Returns the paths of all files, relative to the page.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.keys().map(String::as_str)
}

/// Returns the paths of all files needed offline, relative to the page.
pub fn stored() -> impl Iterator<Item = &'static str> {
    let is_stored = |path: &&str| !NOT_STORED.iter().any(|end| path.ends_with(end));
    paths().filter(move |path| is_stored(path) && !BUNDLES.contains(path))
}

/// Files that are stored for offline use after the page, in addition to the rules of each game.
const TEXTS: [&str; 7] = [
    "games",
    "games/rules.css",
    "games/find.js",
    "style.css",
    "verify",
    "verify/check.js",
    "verify/verify.css",
];

/// Returns the file at a path relative to the page, if there is one.
pub fn find(path: &str) -> Option<&'static File> {
    FILES.get(path)?.get_or_init(|| read(path)).as_ref()
}

/// Reads or makes the file at a path.
fn read(path: &str) -> Option<File> {
    let media = media(path);
    Some(match path {
        RULES => File::from_brotli(RULES_MODULE, media),
        PRINTER => File::from_brotli(PRINTER_MODULE, media),
        SHELL => shell("./"),
        forms::PATH => File::new(forms::text(), media),
        OWN_GAMES => File::new(own_games(), media),
        path => {
            let bundle = BUNDLES.files.get(path).cloned();
            if let Some(text) = bundle.or_else(|| words::find(path)) {
                return Some(File::new(text, media));
            }
            let bytes = embedded(path)?;
            if media == JAVASCRIPT {
                let script = without_comments(&String::from_utf8_lossy(&bytes));
                return Some(File::new(script, media));
            }
            match bytes {
                Cow::Borrowed(bytes) => File::new(bytes, media),
                Cow::Owned(bytes) => File::new(bytes, media),
            }
        }
    })
}

/// Whether a request's path, without the base path, is the path of a page file.
pub fn is_page_file(path: &str, base: &str) -> bool {
    match path.strip_prefix(base) {
        Some("" | "/") => true,
        Some(own) => {
            let own = own.strip_prefix('/');
            own.is_some_and(|own| own == PLAY || FILES.contains_key(own))
        }
        None => false,
    }
}

/// Returns the file at a path if the page is only at [`PLAY`].
fn find_at_play(path: &str) -> Option<&'static File> {
    static SHELL_OF_PLAY: LazyLock<File> = LazyLock::new(|| shell(PLAY));
    static MANIFEST_OF_PLAY: LazyLock<File> = LazyLock::new(|| {
        let manifest = embedded(MANIFEST).unwrap_or_default();
        let start = "\"start_url\": \"./\"";
        let own = format!("\"start_url\": \"{PLAY}\"");
        let manifest = String::from_utf8_lossy(&manifest).replace(start, &own);
        File::new(manifest, media(MANIFEST))
    });
    match path {
        SHELL => Some(&SHELL_OF_PLAY),
        MANIFEST => Some(&MANIFEST_OF_PLAY),
        path => find(path),
    }
}

/// Returns the script with the list of files for the service worker to store, for a page at this path.
fn shell(page: &str) -> File {
    let version = match page {
        PLAY => format!("{}-{PLAY}", *VERSION),
        _ => VERSION.clone(),
    };
    let games = games::all().iter();
    let games = games.map(|entry| format!("games/{}", entry.facts.id));
    let texts = TEXTS.map(str::to_owned).into_iter().chain(games);
    let texts: Vec<String> = texts.collect();
    File::new(shell_script(&version, page, &texts), media(SHELL))
}

/// Returns the script with the list of files for the service worker to store, for a page at this path. The
/// worker stores the files of the page first, and the WebAssembly modules and `texts` later.
pub fn shell_script(version: &str, page: &str, texts: &[String]) -> String {
    let files = stored().map(|path| if path == INDEX { page } else { path });
    let shell = json!({
        "version": version, "files": files.collect::<Vec<_>>(), "page": page,
        "later": { "engine": RULES, "printer": PRINTER, "texts": texts },
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
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Returns the custom games in the gallery as a JSON array, in the order in which the page shows them.
fn own_games() -> String {
    let files = PRESETS.iter().filter_map(|(_, text)| read_file(text).ok());
    let definitions: Vec<_> = files.map(|file| file.json).collect();
    serde_json::to_string(&definitions).unwrap_or_default()
}

#[derive(RustEmbed)]
#[folder = "../../templates/web"]
struct Files;

/// Returns the paths of all embedded files, relative to the page.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

/// Returns the contents of an embedded file.
pub fn embedded(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// Returns a script in which comment lines are empty, which makes it a fifth smaller. Line numbers stay the
/// same. Does not support strings that span lines; the page's scripts have none.
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
    fn every_served_preset_is_valid() {
        let Ok(Json::List(served)) = serde_json::from_str(&own_games()) else {
            panic!("no list: {}", own_games());
        };
        let ids: Vec<String> = served
            .iter()
            .map(|definition| overtrick_own::read(definition).unwrap().id().to_owned())
            .collect();
        let expected: Vec<&str> = PRESETS.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn only_comment_lines_are_emptied() {
        let script =
            "// one\n/**\n * two\n */\nlet a = 1; // three\n  /** four */\n/* five */ a += 1;\n";
        let bare = "\n\n\n\nlet a = 1; // three\n\n/* five */ a += 1;\n";
        assert_eq!(without_comments(script), bare);
    }
}
