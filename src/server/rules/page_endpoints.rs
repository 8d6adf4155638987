//! `/games` and `/games/{game}`: the rules of the games as pages.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};

use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::static_text::OwnText;
use crate::http::{csp, static_text};
use crate::openapi::endpoint::Endpoint;
use crate::rules::endpoints::find;
use crate::rules::page as rules;
use overtrick_games as games;
use overtrick_match::lang::Language;

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/games", list),
        Endpoint::page("/games/rules.css", style),
        Endpoint::page("/games/find.js", script),
        Endpoint::page("/games/{game}", page),
    ]
}

static STYLE: LazyLock<OwnText> = LazyLock::new(|| OwnText::of(rules::STYLE));
static SCRIPT: LazyLock<OwnText> = LazyLock::new(|| OwnText::of(rules::SCRIPT));

/// Every page by game and language; the list has an empty game. There are few, and they never change.
static PAGES: LazyLock<HashMap<(&str, &str), OwnText>> = LazyLock::new(|| {
    let mut pages = HashMap::new();
    for language in Language::tags().filter_map(Language::find) {
        let all = games::all().iter();
        let all = all.map(|entry| (entry.facts.id, rules::page(entry, language)));
        for (game, page) in all.chain([("", rules::list(language))]) {
            match page {
                Ok(page) => drop(pages.insert((game, language.tag()), OwnText::of(page))),
                Err(error) => tracing::error!(game, error, "the rules cannot be shown"),
            }
        }
    }
    pages
});

/// The list of the games.
async fn list(request: HttpRequest) -> Answer {
    answer(&request, "")
}

/// The rules of a game.
async fn page(request: HttpRequest, game: Path<String>) -> Answer {
    answer(&request, find(&game)?.facts.id)
}

async fn style(request: HttpRequest) -> HttpResponse {
    STYLE.answer(&request, static_text::CSS, csp::page)
}

async fn script(request: HttpRequest) -> HttpResponse {
    SCRIPT.answer(&request, static_text::JAVASCRIPT, csp::page)
}

fn answer(request: &HttpRequest, game: &'static str) -> Answer {
    let page = PAGES.get(&(game, static_text::language(request).tag()));
    let page = page.ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(page.answer(request, static_text::HTML, csp::page))
}
