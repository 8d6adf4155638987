//! `/embed/matches/{id}`: a published match in a frame of any website, readable without scripts.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::board::{Board, Place, published};
use super::csp;
use super::theme::{Theme, bad, parts};
use crate::api::Service;
use crate::api::problem::{Kind, Problem};
use crate::api::request;
use crate::document::Status;
use crate::lang::Language;
use crate::rules::{Points, args};

#[derive(Template)]
#[template(path = "embed/frame.html")]
struct Frame<'a> {
    tag: &'a str,
    heading: &'a str,
    theme: String,
    board: Option<&'a Board>,
    state: String,
    rows: Vec<Row<'a>>,
    won: Option<String>,
    /// The address of the frame itself, for visitors without scripts.
    again: &'a str,
    labels: Labels,
}

struct Row<'a> {
    leads: bool,
    place: String,
    player: &'a str,
    last: String,
    total: Points,
}

/// The texts of a frame around a match.
struct Labels {
    standings: String,
    place: String,
    player: String,
    last: String,
    total: String,
    reload: String,
    by: String,
}

/// The live standings of a published match, for an `<iframe>`; 404 with a sentence, if it is not
/// published.
pub async fn frame(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (theme, language) = asked(&request)?;
    let (mut answer, page) = match published(&service, &id).await {
        Ok(ledger) => {
            let board = Board::of(&ledger, language)?;
            (
                HttpResponse::Ok(),
                shown(&board, &theme, language, &request),
            )
        }
        Err(problem) if problem.kind() == Kind::NotShown => {
            (HttpResponse::NotFound(), hidden(&theme, language))
        }
        Err(problem) => return Err(problem),
    };
    let page = page.map_err(|_| Problem::new(Kind::Internal))?;
    csp::public(&mut answer);
    Ok(answer.content_type("text/html; charset=utf-8").body(page))
}

/// The theme and the language that the frame's address asks for.
fn asked(request: &HttpRequest) -> Result<(Theme, &'static Language), Problem> {
    let (mut theme, mut language) = (Theme::default(), request::language(request.headers()));
    for (name, value) in parts(request)? {
        match name.as_str() {
            "lang" => language = Language::find(&value).ok_or_else(|| bad("lang"))?,
            name => theme.take(name, &value)?,
        }
    }
    Ok((theme, language))
}

fn shown(
    board: &Board,
    theme: &Theme,
    language: &Language,
    request: &HttpRequest,
) -> askama::Result<String> {
    let again = request
        .uri()
        .path_and_query()
        .map_or("", |path| path.as_str());
    Frame {
        tag: language.tag(),
        heading: board.title.as_deref().unwrap_or(&board.name),
        theme: theme.query(),
        board: Some(board),
        state: state(board, language),
        rows: board
            .standings
            .iter()
            .map(|place| row(place, board, language))
            .collect(),
        won: won(board, language),
        again,
        labels: Labels::of(language),
    }
    .render()
}

fn hidden(theme: &Theme, language: &Language) -> askama::Result<String> {
    Frame {
        tag: language.tag(),
        heading: &language.text("embed", "not-shown"),
        theme: theme.query(),
        board: None,
        state: language.text("embed", "how"),
        rows: Vec::new(),
        won: None,
        again: "",
        labels: Labels::of(language),
    }
    .render()
}

fn row<'a>(place: &'a Place, board: &Board, language: &Language) -> Row<'a> {
    Row {
        leads: place.rank == 1 && board.hands > 0,
        place: language.ordinal(place.rank),
        player: &place.player,
        last: place.last.map_or_else(
            || language.text("embed", "none"),
            |points| language.signed(points),
        ),
        total: place.total,
    }
}

/// How far the match is.
fn state(board: &Board, language: &Language) -> String {
    let key = match (board.status, board.playing) {
        (Status::Complete, _) => "complete",
        (_, Some(_)) => "playing",
        (_, None) if board.hands == 0 => "not-begun",
        (_, None) => "played",
    };
    let args = args![hands: board.hands, playing: board.playing.unwrap_or_default()];
    language.format("embed", key, &args)
}

fn won(board: &Board, language: &Language) -> Option<String> {
    let names: Vec<String> = board.winners.iter().map(ToString::to_string).collect();
    let args = args![count: names.len(), winners: names];
    (!board.winners.is_empty()).then(|| language.format("embed", "won", &args))
}

impl Labels {
    fn of(language: &Language) -> Labels {
        let text = |key| language.text("embed", key);
        Labels {
            standings: text("standings"),
            place: text("place"),
            player: text("player"),
            last: text("last"),
            total: text("total"),
            reload: text("reload"),
            by: text("by"),
        }
    }
}

/// What keeps a frame as the match is now.
pub async fn script() -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    csp::public(&mut answer);
    answer
        .content_type("text/javascript; charset=utf-8")
        .body(include_str!("../../templates/embed/live.js"))
}
