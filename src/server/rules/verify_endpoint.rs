//! `/verify`: a page that checks a result in the browser.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};

use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::static_text::OwnText;
use crate::http::{csp, static_text};
use crate::openapi::endpoint::Endpoint;
use crate::rules::verify_page;
use overtrick_match::lang::Language;

/// The endpoints of the page and its files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/verify", page),
        Endpoint::page("/verify/check.js", script),
        Endpoint::page("/verify/verify.css", style),
    ]
}

static STYLE: LazyLock<OwnText> = LazyLock::new(|| OwnText::of(verify_page::STYLE));
static SCRIPT: LazyLock<OwnText> = LazyLock::new(|| OwnText::of(verify_page::SCRIPT));

/// The page by language tag.
static PAGES: LazyLock<HashMap<&str, OwnText>> = LazyLock::new(|| {
    let mut pages = HashMap::new();
    for language in Language::tags().filter_map(Language::find) {
        match verify_page::page(language) {
            Ok(page) => drop(pages.insert(language.tag(), OwnText::of(page))),
            Err(error) => tracing::error!(error, "the page that checks results cannot be shown"),
        }
    }
    pages
});

async fn page(request: HttpRequest) -> Answer {
    let page = PAGES.get(static_text::language(&request).tag());
    let page = page.ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(page.answer(&request, static_text::HTML, csp::checking))
}

async fn script(request: HttpRequest) -> HttpResponse {
    SCRIPT.answer(&request, static_text::JAVASCRIPT, csp::page)
}

async fn style(request: HttpRequest) -> HttpResponse {
    STYLE.answer(&request, static_text::CSS, csp::page)
}
