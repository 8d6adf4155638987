//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service, with the guide at `/docs/guide`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::problem::ProblemKind;
use crate::http::static_text::{CSS, HTML, JAVASCRIPT, MARKDOWN, OwnText};
use crate::http::{csp, request, static_text};
use crate::openapi::endpoint::Endpoint;
use crate::openapi::{document as openapi, guide, problems_page, reader};

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
        Endpoint::page("/docs/{name:.*}", file),
    ]
}

const JSON: &str = "application/json";

/// The descriptions of the kinds of problems, as Markdown.
const PROBLEMS: &str = include_str!("../../../openapi/problems.md");

static PROBLEMS_MARKDOWN: LazyLock<OwnText> = LazyLock::new(|| OwnText::new(PROBLEMS, MARKDOWN));
static PROBLEMS_PAGE: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(problems_page::page(PROBLEMS).unwrap_or_default(), HTML));
static OPENAPI: LazyLock<OwnText> = LazyLock::new(|| OwnText::new(openapi::text(), JSON));
static GUIDE: LazyLock<BTreeMap<String, OwnText>> =
    LazyLock::new(|| static_text::pages(guide::pages()));
static TASKS: LazyLock<BTreeMap<&str, OwnText>> =
    LazyLock::new(|| static_text::pages(reader::pages()));
static STYLE: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(include_str!("../../../templates/docs/docs.css"), CSS));
static START: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(include_str!("../../../templates/docs/start.js"), JAVASCRIPT));

/// The descriptions of the kinds of problems: a page, to whose sections the types of problems link, or its
/// Markdown.
async fn problems(request: HttpRequest) -> HttpResponse {
    let media = request::preferred_type(request.headers(), &["text/html", "text/markdown"]);
    let mut answer = match media {
        Some("text/markdown") => PROBLEMS_MARKDOWN.answer(&request, |builder| builder),
        _ => PROBLEMS_PAGE.answer(&request, csp::page),
    };
    let vary = header::HeaderValue::from_static("accept");
    answer.headers_mut().append(header::VARY, vary);
    answer
}

/// The OpenAPI document, with the base path of the service.
async fn openapi_json(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let base_path = &service.settings.base_path;
    let text = if base_path.is_empty() {
        &*OPENAPI
    } else {
        let text = || OwnText::new(openapi::text_under(base_path), JSON);
        service.openapi.get_or_init(text)
    };
    text.answer(&request, |builder| builder)
}

/// Redirects the documentation's address without its trailing slash.
async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "docs/"))
        .finish()
}

/// A page of the documentation, or one of their files; without a name, the page of all operations.
async fn file(request: HttpRequest, name: Path<String>) -> Answer {
    let text = match name.as_str() {
        "start.js" => Some(&*START),
        "docs.css" => Some(&*STYLE),
        "index.html" => TASKS.get(""),
        name => match name.strip_prefix("guide") {
            Some(page) => GUIDE.get(page),
            None => TASKS.get(name),
        },
    };
    let text = text.ok_or(ProblemKind::NotFound)?;
    Ok(text.answer(&request, csp::page))
}
