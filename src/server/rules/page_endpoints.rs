//! `/games` and `/games/{game}`: the rules of the games as pages.

use std::collections::BTreeMap;
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

static STYLE: LazyLock<OwnText> = LazyLock::new(|| OwnText::new(rules::STYLE, static_text::CSS));
static SCRIPT: LazyLock<OwnText> =
    LazyLock::new(|| OwnText::new(rules::SCRIPT, static_text::JAVASCRIPT));

/// Every page by game and language; the list has an empty game. There are few, and they never change.
static PAGES: LazyLock<BTreeMap<(&str, &str), OwnText>> = LazyLock::new(|| {
    let languages = Language::tags().filter_map(Language::find);
    let pages = languages.flat_map(|language| {
        let all = games::all().iter();
        let all = all.map(move |entry| (entry.facts.id, rules::page(entry, language)));
        let all = all.chain([("", rules::list(language))]);
        all.map(move |(game, page)| ((game, language.tag()), page))
    });
    static_text::pages(pages)
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
    STYLE.answer(&request, csp::page)
}

async fn script(request: HttpRequest) -> HttpResponse {
    SCRIPT.answer(&request, csp::page)
}

fn answer(request: &HttpRequest, game: &'static str) -> Answer {
    let page = PAGES.get(&(game, static_text::language(request).tag()));
    let page = page.ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(page.answer_in_language(request, csp::page))
}
