//! `/games`: the games and their rules.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::{Answer, ClientLanguage, Problem, ProblemKind, etag, in_language};
use crate::openapi::{BadRequest, Cached, GamePath, IfNoneMatch, NotFound};
use overtrick_core::args;
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::GameSummary;
use overtrick_match::play::GameText;
use overtrick_match::schema;

/// All games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameList)]
struct Games {
    /// All games, in a fixed order.
    games: Vec<GameSummary>,
}

/// List the games.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", operation_id = "listGames",
    params(IfNoneMatch), responses(
    (status = 200, description = "Every game", body = Games),
    Cached, BadRequest,
))]
pub async fn list(ClientLanguage(language): ClientLanguage, request: HttpRequest) -> Answer {
    let games = games::all().iter();
    let games = games.map(|entry| GameSummary::new(entry.facts, language));
    let games = Games {
        games: games.collect(),
    };
    etag::json(&request, in_language(language), &games)
}

/// Show a game: its rules, house rules and irregularities, the form of its records, and the JSON Schemas of
/// options and records.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games", operation_id = "getGame",
    params(GamePath, IfNoneMatch), responses(
    (status = 200, description = "The game", body = GameText),
    Cached, NotFound,
))]
pub async fn one(
    ClientLanguage(language): ClientLanguage,
    request: HttpRequest,
    game: Path<String>,
) -> Answer {
    let game = GameText::new(find(&game)?, language);
    etag::json(&request, in_language(language), &game)
}

/// Show the JSON Schema of a game's match document, for editors.
#[utoipa::path(get, path = "/api/v1/games/{game}/schema.json", tag = "games", operation_id = "getSchema",
    params(GamePath, IfNoneMatch), responses(
    (status = 200, description = "The schema", content_type = "application/schema+json", body = Object),
    Cached, NotFound,
))]
pub async fn document_schema(request: HttpRequest, game: Path<String>) -> Answer {
    let schema = schema::whole_document(find(&game)?.facts);
    let mut builder = HttpResponse::Ok();
    builder.content_type("application/schema+json");
    let bytes = schema.to_string().into_bytes();
    Ok(etag::answer(&request, builder, bytes))
}

/// Finds the game with this id or name, in any spelling.
///
/// # Errors
/// 404.
pub fn find(id: &str) -> Result<&'static Entry, Problem> {
    let unknown = || Problem::new(ProblemKind::NotFound).with_args(args![found: id.to_owned()]);
    games::meant(id).ok_or_else(unknown)
}
