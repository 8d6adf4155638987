//! `/verify`: a page that checks a result in the browser.

use std::collections::BTreeMap;
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

static STYLE: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(verify_page::STYLE, static_text::CSS));
static SCRIPT: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(verify_page::SCRIPT, static_text::JAVASCRIPT));

/// The page by language tag.
static PAGES: LazyLock<BTreeMap<&str, OwnText>> = LazyLock::new(|| {
    let languages = Language::tags().filter_map(Language::find);
    static_text::pages(languages.map(|language| (language.tag(), verify_page::page(language))))
});

async fn page(request: HttpRequest) -> Answer {
    let page = PAGES.get(static_text::language(&request).tag());
    let page = page.ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(page.answer_in_language(&request, csp::checking))
}

async fn script(request: HttpRequest) -> HttpResponse {
    SCRIPT.answer(&request, csp::page)
}

async fn style(request: HttpRequest) -> HttpResponse {
    STYLE.answer(&request, csp::page)
}
