//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service. Its page is Swagger UI, from
//! the archive in its crate; `/docs/guide` is for webmasters.

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;

use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::precompressed::Body;
use crate::http::problem::ProblemKind;
use crate::http::{csp, precompressed, request};
use crate::openapi::endpoint::Endpoint;
use crate::openapi::{document as openapi, guide, problems_page};

const BUNDLE_PATH: &[u8] = b"/dist/swagger-ui-bundle.js";
const STYLE_PATH: &[u8] = b"/dist/swagger-ui.css";

// Copied, so that the program does not contain the rest of the archive.
static BUNDLE: [u8; archived(BUNDLE_PATH).bytes.len()] = copied(archived(BUNDLE_PATH).bytes);
static STYLE: [u8; archived(STYLE_PATH).bytes.len()] = copied(archived(STYLE_PATH).bytes);
static BUNDLE_ENTRY: Archived = archived(BUNDLE_PATH).without_bytes();
static STYLE_ENTRY: Archived = archived(STYLE_PATH).without_bytes();

/// A file in the archive.
struct Archived {
    /// Its deflated contents.
    bytes: &'static [u8],
    /// The checksum of its uncompressed contents.
    checksum: u32,
    /// The size of its uncompressed contents.
    size: u32,
}

impl Archived {
    const fn without_bytes(self) -> Archived {
        Archived { bytes: &[], ..self }
    }
}

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
        Endpoint::page("/docs/{name:.*}", file),
    ]
}

/// A text of the documentation, with the digest that identifies its version.
struct Text<'a> {
    content: Cow<'a, str>,
    digest: String,
    media: &'static str,
}

impl<'a> Text<'a> {
    fn of(text: impl Into<Cow<'a, str>>, media: &'static str) -> Text<'a> {
        let content = text.into();
        let digest = Sha256::digest(content.as_bytes());
        Text {
            content,
            digest: URL_SAFE_NO_PAD.encode(&digest[..16]),
            media,
        }
    }

    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        self.prepared(request, |_| {})
    }

    /// The answer with additional headers.
    fn prepared(
        &self,
        request: &HttpRequest,
        prepare: impl FnOnce(&mut HttpResponseBuilder),
    ) -> HttpResponse {
        let file = precompressed::File {
            body: Body::Text(self.content.as_bytes().into()),
            digest: &self.digest,
            media: self.media,
        };
        precompressed::answer(request, file, prepare)
    }
}

const MARKDOWN: &str = "text/markdown; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The descriptions of the kinds of problems, as Markdown.
const PROBLEMS: &str = include_str!("../../../openapi/problems.md");

static PROBLEMS_MARKDOWN: LazyLock<Text<'_>> = LazyLock::new(|| Text::of(PROBLEMS, MARKDOWN));
static PROBLEMS_PAGE: LazyLock<Text<'_>> =
    LazyLock::new(|| Text::of(problems_page::page(PROBLEMS), HTML));
static OPENAPI: LazyLock<Text<'_>> =
    LazyLock::new(|| Text::of(openapi::text(), "application/json"));
static GUIDE: LazyLock<Text<'_>> = LazyLock::new(|| Text::of(guide::page(), HTML));
static INDEX: LazyLock<Text<'_>> =
    LazyLock::new(|| Text::of(include_str!("../../../templates/docs/index.html"), HTML));
static START: LazyLock<Text<'_>> =
    LazyLock::new(|| Text::of(include_str!("../../../templates/docs/start.js"), SCRIPT));

/// The descriptions of the kinds of problems: a page, to whose sections the types of problems link, or its
/// Markdown.
async fn problems(request: HttpRequest) -> HttpResponse {
    let media = request::preferred_type(request.headers(), &["text/html", "text/markdown"]);
    let mut answer = match media {
        Some("text/markdown") => PROBLEMS_MARKDOWN.answer(&request),
        _ => PROBLEMS_PAGE.answer(&request),
    };
    let vary = header::HeaderValue::from_static("accept");
    answer.headers_mut().append(header::VARY, vary);
    answer
}

/// The OpenAPI document, with the base path of the service.
async fn openapi_json(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let base_path = &service.settings.base_path;
    if base_path.is_empty() {
        return OPENAPI.answer(&request);
    }
    let text = || openapi::text_under(base_path);
    Text::of(service.openapi.get_or_init(text), "application/json").answer(&request)
}

/// Redirects the documentation's address without its trailing slash.
async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "docs/"))
        .finish()
}

/// A file of the documentation page; without a name, the page itself.
async fn file(request: HttpRequest, name: Path<String>) -> Answer {
    let archived = |bytes: &'static [u8], of: &Archived, media| {
        let digest = format!("{:08x}{:x}", of.checksum, of.size);
        let file = precompressed::File {
            body: Body::Deflated(bytes, of.checksum, of.size),
            digest: &digest,
            media,
        };
        precompressed::answer(&request, file, |_| {})
    };
    Ok(match name.as_str() {
        "" | "index.html" => INDEX.answer(&request),
        // It uses the style and fonts of the other pages.
        "guide" => GUIDE.prepared(&request, |builder| {
            csp::page(builder);
        }),
        "start.js" => START.answer(&request),
        "swagger-ui-bundle.js" => archived(&BUNDLE, &BUNDLE_ENTRY, SCRIPT),
        "swagger-ui.css" => archived(&STYLE, &STYLE_ENTRY, "text/css; charset=utf-8"),
        _ => return Err(ProblemKind::NotFound.into()),
    })
}

const fn copied<const N: usize>(bytes: &[u8]) -> [u8; N] {
    match bytes.first_chunk() {
        Some(bytes) => *bytes,
        None => panic!("a file is shorter than it is"),
    }
}

/// The file of the archive whose path has this ending.
///
/// The archive is a ZIP file. Each file has a header of 30 bytes (checksum at 14, compressed size at 18,
/// uncompressed size at 22, lengths of the path and of an extra field at 26 and 28), followed by path, extra
/// field and contents.
const fn archived(end_of_path: &[u8]) -> Archived {
    let mut rest = SWAGGER_UI_VENDORED;
    while let Some((header, after)) = rest.split_first_chunk::<30>() {
        let size = number(header, 18) as usize;
        let path = u16::from_le_bytes([header[26], header[27]]) as usize;
        let extra = u16::from_le_bytes([header[28], header[29]]) as usize;
        let (path, after) = after.split_at(path);
        let (bytes, after) = after.split_at(extra).1.split_at(size);
        if ends_with(path, end_of_path) {
            return Archived {
                bytes,
                checksum: number(header, 14),
                size: number(header, 22),
            };
        }
        rest = after;
    }
    panic!("the archive has no such file")
}

const fn number(header: &[u8; 30], at: usize) -> u32 {
    u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
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
