//! `/version`: the versions of program and API.

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::Answer;
use crate::http::etag;
use crate::http::request::AcceptsJson;
use crate::matches::match_response;
use crate::openapi::parameters::IfNoneMatch;
use crate::openapi::responses::Cached;
use overtrick_games as games;

/// The compatibility rules for clients, for the OpenAPI document.
pub const PROMISE: &str = "Within a version of the API, paths, methods, fields, words, codes of faults and types of \
    problems keep their meaning; new ones come at any time, so leave out what you do not know. What has to go is announced \
    a year before at least: as deprecated here, and in each answer by the headers Deprecation (RFC 9745) and Sunset \
    (RFC 8594).";

/// The versions of the service.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Version)]
struct Versions {
    /// The API version, as in its paths.
    api: &'static str,
    /// The games, each with the edition by which new matches are scored.
    games: Vec<GameEdition>,
    /// The version of the program.
    version: &'static str,
}

/// The edition of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameEdition {
    /// The edition by which new matches are scored; a match keeps its own edition.
    #[schema(minimum = 1)]
    edition: i64,
    /// The game's id.
    id: &'static str,
}

/// The versions of the program and the API, and the edition of every game.
#[utoipa::path(get, path = "/api/v1/version", tag = "games", operation_id = "version",
    params(IfNoneMatch), responses(
    (status = 200, description = "The versions", body = Versions),
    Cached,
))]
pub async fn version(_: AcceptsJson, request: HttpRequest) -> Answer {
    let games = games::all().iter().map(|entry| GameEdition {
        edition: entry.facts.edition,
        id: entry.facts.id,
    });
    let version = match_response::json(&Versions {
        api: "v1",
        games: games.collect(),
        version: env!("CARGO_PKG_VERSION"),
    })?;
    let mut builder = HttpResponse::Ok();
    builder.content_type(ContentType::json());
    Ok(etag::answer(&request, builder, version))
}
