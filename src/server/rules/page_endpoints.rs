//! `/games`, `/games/{game}` and `/verify`: the rules of the games as pages, and a page that checks a result in the
//! browser.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::http::answer::Answer;
use crate::http::file::{CSS, File, JAVASCRIPT, endpoint};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{csp, file};
use crate::openapi::endpoint::Endpoint;
use crate::rules::endpoints::find;
use crate::rules::{page as rules, verify_page};
use overtrick_games as games;
use overtrick_match::lang::Language;

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/games", list),
        endpoint("/games/rules.css", rules::STYLE, CSS, csp::page),
        endpoint("/games/find.js", rules::SCRIPT, JAVASCRIPT, csp::page),
        Endpoint::page("/games/{game}", page),
        Endpoint::page("/verify", verify),
        endpoint(
            "/verify/check.js",
            verify_page::SCRIPT,
            JAVASCRIPT,
            csp::page,
        ),
        endpoint("/verify/verify.css", verify_page::STYLE, CSS, csp::page),
    ]
}

/// Every page by path and language. There are few, and they never change.
static PAGES: LazyLock<BTreeMap<(&str, &str), File>> = LazyLock::new(|| {
    let languages = Language::tags().filter_map(Language::find);
    let pages = languages.flat_map(|language| {
        let all = games::all().iter();
        let all = all.map(move |entry| (entry.facts.id, rules::page(entry, language)));
        let others = [
            (LIST, rules::list(language)),
            (VERIFY, verify_page::page(language)),
        ];
        let all = all.chain(others);
        all.map(move |(name, page)| ((name, language.tag()), page))
    });
    file::pages(pages)
});

/// The names of the pages that are not those of a game.
const LIST: &str = "/games";
const VERIFY: &str = "/verify";

/// The list of the games.
async fn list(request: HttpRequest) -> Answer {
    Ok(find_page(&request, LIST)?.answer_in_language(&request, csp::page))
}

/// The rules of a game.
async fn page(request: HttpRequest, game: Path<String>) -> Answer {
    let page = find_page(&request, find(&game)?.facts.id)?;
    Ok(page.answer_in_language(&request, csp::page))
}

/// The page that checks a result.
async fn verify(request: HttpRequest) -> Answer {
    Ok(find_page(&request, VERIFY)?.answer_in_language(&request, csp::checking))
}

fn find_page(request: &HttpRequest, name: &'static str) -> Result<&'static File, Problem> {
    let page = PAGES.get(&(name, file::language(request).tag()));
    page.ok_or_else(|| ProblemKind::Internal.into())
}
