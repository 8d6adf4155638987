//! `/rolls`: the dice of a game.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use super::endpoint::{Endpoint, endpoints};
use super::parameters::IdempotencyKey;
use super::responses::{BodyErrors, Refused};
use super::schema::always_true;
use super::service::Service;
use super::{idempotency, random, stored_answer};
use crate::games;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::{read, request};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Facts, Finding, args};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![rolls]
}

/// The fields of a request.
pub const ROLL: &[Field] = &[Field::optional("game", Kind::Text)];

/// Dice that were rolled.
#[derive(Debug, Serialize, ToSchema)]
struct Roll {
    /// The fields of a record's dice.
    #[schema(schema_with = dice)]
    dice: Map<String, Value>,
    /// The game whose dice they are.
    game: &'static str,
    /// Always true.
    #[schema(schema_with = always_true)]
    random: bool,
    /// The result in a sentence.
    text: String,
}

/// The dice of a game come from its field table.
fn dice() -> Ref {
    Ref::from_schema_name("Dice")
}

/// Roll the dice of a game, every face of a die as likely as any other.
///
/// Without `game`, the dice are those of the first game that has any.
#[utoipa::path(post, path = "/api/v1/rolls", tag = "table", operation_id = "roll",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/RollRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Rolled at random; put it into the hand's dice", body = Roll),
    BodyErrors, Refused,
))]
async fn rolls(
    request: HttpRequest,
    service: Data<Service>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let mark = idempotency::mark(&request, "roll", &body)?;
    if let Some(before) = stored_answer::replayed(&service, mark.as_ref()).await? {
        return Ok(before);
    }
    let order = read::object(ROLL, body.entries()?)?;
    let (facts, fields) = with_dice(order.get("game").and_then(Json::as_text))?;
    let source = service.matches.random();
    let mut dice = Map::new();
    for field in fields {
        let face = match field.kind {
            Kind::Word(words) => json!(random::pick(source, words)?),
            Kind::Int(least, most) => {
                json!(random::pick(source, &(least..=most).collect::<Vec<i64>>())?)
            }
            _ => continue,
        };
        dice.insert(field.name.to_owned(), face);
    }
    let rolled = Roll {
        dice,
        game: facts.id,
        random: true,
        text: language.text("service", "rolled"),
    };
    stored_answer::answer(&service, mark.as_ref(), language, &rolled).await
}

/// The game of an id, or the first one with dice, and its dice.
///
/// # Errors
/// 422: no game with dice has this id.
fn with_dice(id: Option<&str>) -> Result<(&'static Facts, &'static [Field]), Problem> {
    let mut games = games::all()
        .iter()
        .filter_map(|entry| Some((entry.facts, entry.facts.dice?)));
    let game = games
        .clone()
        .find(|(facts, _)| id.is_none_or(|id| facts.id == id));
    game.ok_or_else(|| {
        let words: Vec<String> = games
            .by_ref()
            .map(|(facts, _)| facts.id.to_owned())
            .collect();
        let args = args![found: id.unwrap_or_default().to_owned(), words: words];
        Finding::rule("unknown-value", "/game", args).into()
    })
}
