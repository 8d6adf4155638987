//! `/draws`, `/rolls` and `/qr`: the first dealer, the dice of a game, a QR code for a link.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use crate::app::state::Service;
use crate::clock::{Random, RandomError};
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::read;
use crate::http::request::{AcceptsJson, AcceptsSvg};
use crate::idempotency::header::{IdempotencyKey, REPLAYED};
use crate::idempotency::replay::Replayed;
use crate::openapi::flag::always_true;
use crate::openapi::responses::{BodyErrors, Refused, TooMany};
use crate::table::dice;
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Facts, Finding, Table, args};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::qr as code;
use overtrick_store::{Idempotency, StoredAnswer};

/// The most players in a draw: no game has more seats.
pub const MOST_PLAYERS: usize = 16;
/// The most characters of a text for a QR code.
pub const LONGEST: usize = 500;
const SVG: &str = "image/svg+xml";

/// The fields of a request for a draw.
pub const DRAW: &[Field] = &[Field::required("players", Kind::List(&Kind::Text))];
/// The fields of a request for a roll.
pub const ROLL: &[Field] = &[Field::optional("game", Kind::Text)];
/// The fields of a request for a QR code.
pub const QR: &[Field] = &[Field::required("text", Kind::Text)];

/// Players in a random order.
#[derive(Debug, Serialize, ToSchema)]
struct Draw {
    /// The first player of the order.
    dealer: String,
    /// All players.
    order: Vec<String>,
    /// Always true.
    #[schema(schema_with = always_true)]
    random: bool,
    /// The result in a sentence.
    text: String,
}

/// Rolled dice.
#[derive(Debug, Serialize, ToSchema)]
struct Roll {
    /// The fields of a record's dice.
    #[schema(schema_with = dice)]
    dice: Map<String, Value>,
    /// The game to which the dice belong.
    game: &'static str,
    /// Always true.
    #[schema(schema_with = always_true)]
    random: bool,
    /// The result in a sentence.
    text: String,
}

/// The schema of a game's dice comes from its field table.
fn dice() -> Ref {
    Ref::from_schema_name("Dice")
}

/// Draw a random order of the players; the first one deals.
#[utoipa::path(post, path = "/api/v1/draws", tag = "table", operation_id = "draw",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/DrawRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Drawn at random", body = Draw),
    BodyErrors, Refused, TooMany,
))]
pub async fn draws(
    body: Body,
    AcceptsJson(language): AcceptsJson,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let sent = (&body, key.mark("draw", &body.0));
    by_chance(&request, &service, language, sent, DRAW, draw).await
}

/// Roll the dice of a game; every face is equally likely.
///
/// Without `game`, rolls the dice of the first game that has any.
#[utoipa::path(post, path = "/api/v1/rolls", tag = "table", operation_id = "roll",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/RollRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Rolled at random; put it into the hand's dice", body = Roll),
    BodyErrors, Refused, TooMany,
))]
pub async fn rolls(
    body: Body,
    AcceptsJson(language): AcceptsJson,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let sent = (&body, key.mark("roll", &body.0));
    by_chance(&request, &service, language, sent, ROLL, roll).await
}

/// The answer to a request for a random result. A repeated request with an idempotency key gets the same
/// answer.
async fn by_chance<T: Serialize>(
    request: &HttpRequest,
    service: &Service,
    language: &Language,
    (body, mark): (&Body, Option<Idempotency>),
    fields: &[Field],
    decide: fn(&Json, &dyn Random, &Language) -> Result<T, Problem>,
) -> Answer {
    if let Some(mark) = &mark
        && let Some(Replayed::StoredAnswer(before)) = service.matches.replayed(mark).await?
    {
        let mut answer = stored(before);
        let (name, value) = REPLAYED;
        answer.headers_mut().insert(name, value);
        return Ok(answer);
    }
    let order = read::object(fields, body.entries()?)?;
    let decided = decide(&order, service.matches.random(), language)?;
    let mut answer = StoredAnswer {
        status: 200,
        headers: vec![("content-language".to_owned(), language.tag().to_owned())],
        body: serde_json::to_vec(&decided).unwrap_or_default(),
    };
    if let Some(mark) = &mark {
        let bytes = body.0.len() + answer.body.len();
        service.limits.count_write(request, bytes)?;
        answer = service.matches.save_answer(mark, answer).await?;
    }
    Ok(stored(answer))
}

fn stored(answer: StoredAnswer) -> HttpResponse {
    let mut builder = HttpResponse::Ok();
    for header in answer.headers {
        builder.insert_header(header);
    }
    builder.content_type("application/json").body(answer.body)
}

fn draw(order: &Json, source: &dyn Random, language: &Language) -> Result<Draw, Problem> {
    let names = order.get("players").and_then(Json::typed);
    let names: Vec<String> = names.unwrap_or_default();
    if names.is_empty() || names.len() > MOST_PLAYERS {
        let args = args![found: names.len(), least: 1, most: MOST_PLAYERS];
        return Err(Finding::rule("out-of-range", "/players", args).into());
    }
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let mut order: Vec<String> = table.names().iter().map(ToString::to_string).collect();
    dice::shuffle(&mut order, source).map_err(no_chance)?;
    let dealer = order.first().cloned().unwrap_or_default();
    Ok(Draw {
        text: language.format("service", "drawn", &args![dealer: dealer.clone()]),
        dealer,
        order,
        random: true,
    })
}

fn roll(order: &Json, source: &dyn Random, language: &Language) -> Result<Roll, Problem> {
    let (facts, fields) = with_dice(order.get("game").and_then(Json::as_text))?;
    let dice = dice::roll(fields, source).map_err(no_chance)?;
    Ok(Roll {
        dice,
        game: facts.id,
        random: true,
        text: language.text("service", "rolled"),
    })
}

/// 500 if the source has no randomness.
fn no_chance(_: RandomError) -> Problem {
    Problem::new(ProblemKind::Internal)
}

/// The game with this id, or the first one with dice, and its dice.
///
/// # Errors
/// 422 if no game with dice has this id.
fn with_dice(id: Option<&str>) -> Result<(&'static Facts, &'static [Field]), Problem> {
    let games = games::all().iter();
    let mut games = games.filter_map(|entry| Some((entry.facts, entry.facts.dice?)));
    let is_asked = |(facts, _): &(&Facts, _)| id.is_none_or(|id| facts.id == id);
    games.clone().find(is_asked).ok_or_else(|| {
        let words: Vec<String> = games.by_ref().map(|(facts, _)| facts.id.into()).collect();
        let args = args![found: id.unwrap_or_default().to_owned(), words: words];
        Finding::rule("unknown-value", "/game", args).into()
    })
}

/// Draw a QR code of a text, as SVG without a fixed size. The text is sent in the body: a link with a key
/// must not be in a query, because queries are logged.
#[utoipa::path(post, path = "/api/v1/qr", tag = "table", operation_id = "qr",
    request_body(content = ref("#/components/schemas/QrRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
    BodyErrors, Refused,
))]
pub async fn qr(body: Body, _: AcceptsSvg) -> Answer {
    let order = read::object(QR, body.entries()?)?;
    let text = order.get("text").and_then(Json::as_text);
    let text = text.unwrap_or_default();
    drawable(text)?;
    let code = code::svg(text).ok_or_else(|| Problem::new(ProblemKind::Internal))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(SVG)
        .body(code))
}

/// # Errors
/// 422: the text is empty, or too long for a code.
fn drawable(text: &str) -> Result<(), Finding> {
    let length = text.chars().count();
    if length > LONGEST {
        let args = args![length: length, most: LONGEST];
        return Err(Finding::rule("text-too-long", "/text", args));
    }
    if text.is_empty() {
        return Err(Finding::rule("text-empty", "/text", args![]));
    }
    Ok(())
}
