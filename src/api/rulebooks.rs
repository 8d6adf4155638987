//! `/games` and `/games/{game}`: the rules of the games, as pages to read.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::endpoint::Endpoint;
use super::games::find;
use crate::games;
use crate::http::answer::Answer;
use crate::http::csp;
use crate::http::packed::{self, Body, File};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request;
use crate::lang::Language;
use crate::web::rules;

/// The pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/games", list),
        Endpoint::page("/games/rules.css", style),
        Endpoint::page("/games/find.js", script),
        Endpoint::page("/games/{game}", page),
    ]
}

/// A text, with the digest that tells it from another version of it.
struct Text {
    content: String,
    digest: String,
}

impl Text {
    fn of(content: String) -> Text {
        let digest = Sha256::digest(content.as_bytes());
        Text {
            digest: URL_SAFE_NO_PAD.encode(&digest[..16]),
            content,
        }
    }

    fn answer(&self, request: &HttpRequest, media: &'static str) -> HttpResponse {
        let file = File {
            body: Body::Text(self.content.as_bytes().into()),
            digest: &self.digest,
            media,
        };
        packed::answer(request, file, |builder| {
            csp::page(builder).append_header((header::VARY, "accept-language"));
        })
    }
}

const HTML: &str = "text/html; charset=utf-8";

static STYLE: LazyLock<Text> = LazyLock::new(|| Text::of(rules::STYLE.to_owned()));
static SCRIPT: LazyLock<Text> = LazyLock::new(|| Text::of(rules::SCRIPT.to_owned()));

/// Every page by its game and its language, the list under no game. There are few, and none changes.
static PAGES: LazyLock<HashMap<(&str, &str), Text>> = LazyLock::new(|| {
    let mut pages = HashMap::new();
    for language in Language::tags().filter_map(Language::find) {
        let all = games::all().iter();
        let all = all.map(|entry| (entry.facts.id, rules::page(entry, language)));
        for (game, page) in all.chain([("", rules::list(language))]) {
            match page {
                Ok(page) => drop(pages.insert((game, language.tag()), Text::of(page))),
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
    STYLE.answer(&request, "text/css; charset=utf-8")
}

async fn script(request: HttpRequest) -> HttpResponse {
    SCRIPT.answer(&request, "text/javascript; charset=utf-8")
}

fn answer(request: &HttpRequest, game: &'static str) -> Answer {
    let page = PAGES.get(&(game, language(request).tag()));
    let page = page.ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(page.answer(request, HTML))
}

/// The language that `?lang=` names, or the one that the client likes best.
fn language(request: &HttpRequest) -> &'static Language {
    let parameters = request.query_string().split('&');
    let mut named = parameters.filter_map(|pair| pair.strip_prefix("lang="));
    let named = named.next().and_then(Language::find);
    named.unwrap_or_else(|| request::language(request.headers()))
}
