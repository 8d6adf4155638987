//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service. Its page is Swagger UI,
//! out of the archive in which its crate ships it.

use std::io::Read;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Path;
use flate2::read::DeflateDecoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;

use super::endpoint::Endpoint;
use super::openapi;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};

const INDEX: &str = include_str!("../../templates/docs/index.html");
const START: &str = include_str!("../../templates/docs/start.js");
const BUNDLE_PATH: &[u8] = b"/dist/swagger-ui-bundle.js";
const STYLE_PATH: &[u8] = b"/dist/swagger-ui.css";

// Copies, so that the rest of the archive is not a part of the program.
static BUNDLE: [u8; deflated(BUNDLE_PATH).len()] = copied(deflated(BUNDLE_PATH));
static STYLE: [u8; deflated(STYLE_PATH).len()] = copied(deflated(STYLE_PATH));

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
        Endpoint::page("/docs/{name:.*}", file),
    ]
}

/// What each kind of problem means, as Markdown.
async fn problems() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(include_str!("../../openapi/problems.md"))
}

/// The OpenAPI document.
async fn openapi_json() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(openapi::text())
}

/// The address of the documentation without the slash at its end.
async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "docs/"))
        .finish()
}

/// A file of the page; the page itself, if none is named.
async fn file(name: Path<String>) -> Answer {
    let (media, body) = match name.as_str() {
        "" | "index.html" => ("text/html; charset=utf-8", INDEX.into()),
        "start.js" => ("text/javascript; charset=utf-8", START.into()),
        "swagger-ui-bundle.js" => ("text/javascript; charset=utf-8", inflated(&BUNDLE)?),
        "swagger-ui.css" => ("text/css; charset=utf-8", inflated(&STYLE)?),
        _ => return Err(ProblemKind::NotFound.into()),
    };
    Ok(HttpResponse::Ok().content_type(media).body(body))
}

fn inflated(deflated: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut body = Vec::with_capacity(deflated.len() * 5);
    DeflateDecoder::new(deflated)
        .read_to_end(&mut body)
        .map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(body)
}

const fn copied<const N: usize>(bytes: &[u8]) -> [u8; N] {
    match bytes.first_chunk() {
        Some(bytes) => *bytes,
        None => panic!("a file is shorter than it is"),
    }
}

/// The compressed bytes of the file of the archive whose path ends so.
///
/// The archive is a ZIP file: each file's header of 30 bytes, with the size of its bytes at 18 and
/// those of its path and of an extra field at 26 and 28, then these three.
const fn deflated(end_of_path: &[u8]) -> &'static [u8] {
    let mut rest = SWAGGER_UI_VENDORED;
    while let Some((header, after)) = rest.split_first_chunk::<30>() {
        let [a, b, c, d] = [header[18], header[19], header[20], header[21]];
        let size = u32::from_le_bytes([a, b, c, d]) as usize;
        let path = u16::from_le_bytes([header[26], header[27]]) as usize;
        let extra = u16::from_le_bytes([header[28], header[29]]) as usize;
        let (path, after) = after.split_at(path);
        let (bytes, after) = after.split_at(extra).1.split_at(size);
        if ends_with(path, end_of_path) {
            return bytes;
        }
        rest = after;
    }
    panic!("the archive has no such file")
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    let Some(start) = text.len().checked_sub(end.len()) else {
        return false;
    };
    let mut index = 0;
    while index < end.len() && text[start + index] == end[index] {
        index += 1;
    }
    index == end.len()
}
