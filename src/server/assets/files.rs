//! The files of the page, which are embedded in the program.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::assets::bundle::BUNDLES;
use crate::assets::embedded::{names, short, without_comments};
use crate::assets::modules::{PRINTER, RULES};
use crate::assets::{embedded, forms, modules, presets, words};
use overtrick_games as games;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const WASM: &str = "application/wasm";
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
/// Media types of files that are compressed already.
const COMPRESSED: [&str; 2] = ["font/woff2", "image/png"];
/// Suffixes of files that the page does not need offline.
const NOT_IN_SHELL: [&str; 3] = [".png", ".txt", "sw.js"];

/// A file of the page as it is served.
#[derive(Debug, Clone)]
pub struct PageFile {
    /// Its contents.
    pub body: Cow<'static, [u8]>,
    /// The digest of its contents, as text.
    pub digest: String,
    /// Its media type.
    pub media: &'static str,
}

impl PageFile {
    /// Whether it is a font.
    pub fn is_font(&self) -> bool {
        self.media == "font/woff2"
    }

    /// Whether it is a WebAssembly module, compressed with Brotli.
    pub fn is_module(&self) -> bool {
        self.media == WASM
    }

    /// Whether its format is compressed already.
    pub fn is_compressed(&self) -> bool {
        COMPRESSED.contains(&self.media)
    }
}

/// The digest of all files and texts; it changes when any byte of them does.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for name in names() {
        all.update(name.as_bytes());
        all.update(embedded::digest(&name).unwrap_or_default());
    }
    for text in words::all()
        .chain([forms::text(), presets::text()])
        .chain(BUNDLES.all())
    {
        all.update(text.as_bytes());
    }
    for module in modules::ALL {
        all.update(module.digest().as_bytes());
    }
    short(&all.finalize())
});

/// The paths of all generated files, relative to the page; they are generated when first read.
pub fn made() -> impl Iterator<Item = String> {
    let texts = [forms::PATH, presets::PATH, SHELL]
        .into_iter()
        .chain(modules::ALL.map(|module| module.path))
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
        .chain([forms::PATH, presets::PATH].map(Cow::from))
}

/// Files stored for offline use after the page itself: the rules module, the rules texts, and the PDF module.
fn later() -> serde_json::Value {
    let pages = games::all().iter();
    let pages = pages.map(|entry| format!("games/{}", entry.facts.id));
    let looks = [
        "games",
        "games/rules.css",
        "games/find.js",
        "style.css",
        "verify",
        "verify/check.js",
        "verify/verify.css",
    ];
    let texts: Vec<String> = looks.map(str::to_owned).into_iter().chain(pages).collect();
    json!({ "engine": RULES.path, "printer": PRINTER.path, "texts": texts })
}

/// The file at a path relative to the page, if there is one.
pub fn file(path: &str) -> Option<PageFile> {
    if path == SHELL {
        return Some(shell("./"));
    }
    let media = media(path);
    if let Some(module) = modules::find(path) {
        return Some(PageFile {
            body: module.packed.into(),
            digest: module.digest().to_owned(),
            media,
        });
    }
    let text = match path {
        forms::PATH => Some(forms::text()),
        presets::PATH => Some(presets::text()),
        _ => words::find(path),
    };
    if let Some(text) = text.or_else(|| BUNDLES.find(path)) {
        return Some(PageFile {
            body: text.as_bytes().into(),
            digest: short(&Sha256::digest(text.as_bytes())),
            media,
        });
    }
    let bytes = embedded::bytes(path)?;
    let body = match std::str::from_utf8(&bytes) {
        Ok(script) if media == SCRIPT => without_comments(script).into_bytes().into(),
        _ => bytes,
    };
    Some(PageFile {
        digest: short(&embedded::digest(path)?),
        body,
        media,
    })
}

/// Whether a request's path is one of the page's, under the base path.
pub fn is_of_the_page(path: &str, base: &str) -> bool {
    let is_file = |name: &str| {
        name == SHELL
            || name == PLAY
            || name == forms::PATH
            || name == presets::PATH
            || modules::find(name).is_some()
            || BUNDLES.find(name).is_some()
            || name.starts_with("words/")
            || embedded::bytes(name).is_some()
    };
    match path.strip_prefix(base) {
        Some("" | "/") => true,
        Some(own) => own.strip_prefix('/').is_some_and(is_file),
        None => false,
    }
}

/// The variant of a file for a page at [`PLAY`] only, if it has one.
pub fn file_beside_list(path: &str) -> Option<PageFile> {
    match path {
        SHELL => Some(shell(PLAY)),
        MANIFEST => {
            let bytes = embedded::bytes(path)?;
            let start = "\"start_url\": \"./\"";
            let text = std::str::from_utf8(&bytes).ok()?;
            let text = text.replace(start, &format!("\"start_url\": \"{PLAY}\""));
            Some(PageFile {
                digest: short(&Sha256::digest(text.as_bytes())),
                body: text.into_bytes().into(),
                media: media(path),
            })
        }
        _ => file(path),
    }
}

/// The list of files that the service worker stores, with its version, for a page at this path.
fn shell(page: &str) -> PageFile {
    let files: Vec<Cow<'_, str>> = stored()
        .map(|name| {
            if name == INDEX {
                page.to_owned().into()
            } else {
                name
            }
        })
        .collect();
    let version = match page {
        PLAY => format!("{}-{PLAY}", *VERSION),
        _ => VERSION.clone(),
    };
    let shell = json!({ "version": version, "files": files, "page": page, "later": later() });
    PageFile {
        body: format!("self.SHELL = {shell};\n").into_bytes().into(),
        digest: version,
        media: media(SHELL),
    }
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => SCRIPT,
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("wasm") => WASM,
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type() {
        for name in names() {
            assert_ne!(media(&name), "application/octet-stream", "{name}");
        }
    }
}
