//! The files of the page, which come with the program.

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::RustEmbed;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{csp, forms, packed, words};
use crate::api::Service;
use crate::api::problem::{Kind, Problem};
use crate::api::version::knows;

#[derive(RustEmbed)]
#[folder = "templates/web"]
struct Files;

/// Types of files that are compressed as they are.
const PACKED: [&str; 2] = ["font/woff2", "image/png"];
const SCRIPT: &str = "text/javascript; charset=utf-8";
const INDEX: &str = "index.html";
/// What the page needs no copy of to work without a network.
const NOT_IN_SHELL: [&str; 3] = [".png", ".txt", "sw.js"];

/// What of all files and words a new program may have changed, as one word.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for name in names() {
        all.update(name.as_bytes());
        all.update(Files::get(&name).map_or([0; 32], |file| file.metadata.sha256_hash()));
    }
    for text in words::all().chain([forms::text()]) {
        all.update(text.as_bytes());
    }
    short(&all.finalize())
});

/// The paths of all files, relative to the page.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

/// Whether a path is one of the page's own, under the base path.
pub fn is_of_the_page(path: &str, base: &str) -> bool {
    let is_file = |name: &str| {
        name == forms::PATH || name.starts_with("words/") || Files::get(name).is_some()
    };
    match path.strip_prefix(base) {
        Some("" | "/" | "/shell.js") => true,
        Some(own) => own.strip_prefix('/').is_some_and(is_file),
        None => false,
    }
}

/// A word that is another one as soon as a file or a word of the page is.
pub fn version() -> &'static str {
    &VERSION
}

/// The page.
pub async fn index(request: HttpRequest) -> Result<HttpResponse, Problem> {
    file(&request, INDEX)
}

/// The page's address without the slash at its end.
pub async fn to_folder(service: Data<Service>) -> HttpResponse {
    let place = format!("{}/", service.settings.base_path);
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, place))
        .finish()
}

/// A file of the page.
pub fn file(request: &HttpRequest, name: &str) -> Result<HttpResponse, Problem> {
    let found = Files::get(name).ok_or(Kind::NotFound)?;
    let tag = short(&found.metadata.sha256_hash());
    let data = match std::str::from_utf8(&found.data) {
        Ok(script) if media(name) == SCRIPT => without_comments(script).into_bytes().into(),
        _ => found.data,
    };
    let mut answer = answered(request, &tag, media(name), data);
    if PACKED.contains(&media(name)) {
        let encoding = ContentEncoding::Identity.to_header_value();
        answer
            .headers_mut()
            .insert(header::CONTENT_ENCODING, encoding);
    }
    Ok(answer)
}

/// What the service worker keeps, and under which version.
pub async fn shell(request: HttpRequest) -> HttpResponse {
    let files: Vec<Cow<'_, str>> = names()
        .filter(|name| !NOT_IN_SHELL.iter().any(|end| name.ends_with(end)))
        .map(|name| if name == INDEX { "./".into() } else { name })
        .chain(words::paths().map(Cow::Owned))
        .chain([forms::PATH.into()])
        .collect();
    let shell = json!({ "version": version(), "files": files });
    let text = format!("self.SHELL = {shell};\n");
    answered(
        &request,
        version(),
        media("shell.js"),
        text.into_bytes().into(),
    )
}

/// A file with the digest of it as its tag; 304, if the client has it.
pub fn answered(
    request: &HttpRequest,
    digest: &str,
    media: &'static str,
    body: Cow<'static, [u8]>,
) -> HttpResponse {
    let tag = format!("\"{digest}\"");
    let known = knows(request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    csp::page(&mut answer).insert_header((header::ETAG, tag));
    if known {
        return answer.finish();
    }
    answer.content_type(media);
    let wanted = !PACKED.contains(&media) && takes_brotli(request);
    match wanted.then(|| packed::packed(digest, &body)).flatten() {
        Some(small) => answer
            .insert_header((header::CONTENT_ENCODING, "br"))
            .append_header((header::VARY, "accept-encoding"))
            .body(small),
        None => answer.body(body),
    }
}

/// Whether Brotli is asked for. Whoever weighs encodings is answered by the middleware.
fn takes_brotli(request: &HttpRequest) -> bool {
    let listed = request.headers().get_all(header::ACCEPT_ENCODING);
    let mut listed = listed
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    listed.any(|encoding| encoding.trim() == "br")
}

/// The first half of a digest, which is enough to distinguish files.
pub fn short(digest: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&digest[..digest.len().min(16)])
}

/// A script with every line emptied that is only comment: a fifth of what is sent. The numbers of the
/// lines stay what they are in the repository. No text of the page's scripts spans lines.
fn without_comments(script: &str) -> String {
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
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comment_are_emptied_and_no_other() {
        let script =
            "// one\n/**\n * two\n */\nlet a = 1; // three\n  /** four */\n/* five */ a += 1;\n";
        let bare = "\n\n\n\nlet a = 1; // three\n\n/* five */ a += 1;\n";
        assert_eq!(without_comments(script), bare);
    }

    #[test]
    fn every_file_has_a_type() {
        for name in names() {
            assert_ne!(media(&name), "application/octet-stream", "{name}");
        }
    }
}
