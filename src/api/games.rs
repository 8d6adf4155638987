//! `/games`: what can be played, and by which rules.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::{Value, json};

use super::problem::{Kind, Problem};
use super::{request, schema};
use crate::cli::{games as listing, rules};
use crate::games;
use crate::lang::Language;
use crate::rules::{Facts, args};

/// The games.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", operation_id = "listGames", responses(
    (status = 200, description = "Every game", content_type = "application/json", body = ref("#/components/schemas/Games")),
    (status = 406, description = "=Problem"),
))]
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let games: Vec<Value> = games::all()
        .iter()
        .map(|entry| listing::as_json(entry.facts, language))
        .collect();
    Ok(in_language(language).json(json!({ "games": games })))
}

/// One game: its rules, its house rules, what can go wrong, the form of a record, and the JSON
/// Schemas of options and records.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games", operation_id = "getGame",
    params(("game" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "The game", content_type = "application/json", body = ref("#/components/schemas/Game")),
    (status = 404, description = "=Problem"),
    (status = 406, description = "=Problem"),
))]
pub async fn one(request: HttpRequest, game: web::Path<String>) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let Some(entry) = games::find(&game) else {
        return Err(Problem::new(Kind::NotFound).saying(args![found: game.into_inner()]));
    };
    Ok(in_language(language).json(described(entry.facts, language)))
}

fn described(facts: &Facts, language: &Language) -> Value {
    let mut game = rules::as_json(facts, language);
    game["players"] = json!({ "least": facts.players.0, "most": facts.players.1 });
    game["about"] = language.text("game", facts.id).into();
    game["halves"] = facts.halves.into();
    game["irregularities"] = rules::irregularities_json(facts, language);
    game["questions"] = facts
        .questions
        .iter()
        .map(|(question, fields)| json!({ "question": question, "form": schema::form(fields) }))
        .collect();
    game["form"] = schema::form(facts.record);
    let with_dialect = |mut schema: Value| {
        schema["$schema"] = schema::DIALECT.into();
        schema
    };
    game["schemas"] = json!({
        "options": with_dialect(schema::options(facts)),
        "record": with_dialect(schema::record(facts)),
        "current": with_dialect(schema::current(facts)),
    });
    game
}

/// A good answer that says its language.
pub fn in_language(language: &Language) -> actix_web::HttpResponseBuilder {
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    builder
}
