//! Help at the table: who deals first, and Brink Bid's dice.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::errors::problem;
use super::problem::Problem;
use super::request::{self, Body};
use super::responses::Sent;
use super::{Service, idempotency, random, read};
use crate::lang::Language;
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::rules::{Finding, Table, args};
use crate::service::{Idempotency, Replayed, StoredAnswer};

/// The most players that are drawn among: no game has more seats.
const MOST_PLAYERS: usize = 16;

const DRAW: &[Field] = &[Field::required("players", Holds::List(&Holds::Text))];

/// Draw for dealer: the players in an order that is random, the first of whom deals.
#[utoipa::path(post, path = "/api/v1/draws", tag = "table", operation_id = "draw",
    request_body(content = ref("#/components/schemas/DrawRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Drawn at random", content_type = "application/json", body = ref("#/components/schemas/Draw")),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn draws(
    request: HttpRequest,
    service: Data<Service>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let mark = idempotency::mark(&request, "draw", &body)?;
    if let Some(before) = kept(&service, mark.as_ref()).await? {
        return Ok(before);
    }
    let asked = read::object(DRAW, body.entries()?)?;
    let names: Vec<String> = asked
        .get("players")
        .and_then(Json::typed)
        .unwrap_or_default();
    if names.is_empty() || names.len() > MOST_PLAYERS {
        let args =
            args![found: names.len(), least: 1, most: i64::try_from(MOST_PLAYERS).unwrap_or(0)];
        return Err(Finding::rule("out-of-range", "/players", args).into());
    }
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let mut order: Vec<String> = table.names().iter().map(ToString::to_string).collect();
    let source = service.matches.random();
    for place in (1..order.len()).rev() {
        order.swap(place, random::below(source, place + 1)?);
    }
    let drawn = json!({
        "dealer": order.first(), "order": order, "random": true,
        "text": language.format("service", "drawn", &args![dealer: order.first().cloned().unwrap_or_default()]),
    });
    answer(&service, mark.as_ref(), language, &drawn).await
}

/// Roll Brink Bid's three dice, every face of a die as likely as any other.
#[utoipa::path(post, path = "/api/v1/rolls", tag = "table", operation_id = "roll", responses(
    (status = 200, description = "Rolled at random; put it into the hand's dice", content_type = "application/json", body = ref("#/components/schemas/Roll")),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn rolls(
    request: HttpRequest,
    service: Data<Service>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let mark = idempotency::mark(&request, "roll", &body)?;
    if let Some(before) = kept(&service, mark.as_ref()).await? {
        return Ok(before);
    }
    read::object(&[], body.entries()?)?;
    let source = service.matches.random();
    let mut dice = serde_json::Map::new();
    for field in crate::games::brink_bid::DICE {
        let face = match field.kind {
            Holds::Word(words) => json!(random::pick(source, words)?),
            Holds::Int(least, most) => {
                let faces: Vec<i64> = (least..=most).collect();
                json!(random::pick(source, &faces)?)
            }
            _ => continue,
        };
        dice.insert(field.name.to_owned(), face);
    }
    let rolled = json!({
        "game": "brink-bid", "dice": dice, "random": true, "text": language.text("service", "rolled"),
    });
    answer(&service, mark.as_ref(), language, &rolled).await
}

/// The answer that the same request had before.
async fn kept(
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<HttpResponse>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    match service.matches.replayed(mark).await.map_err(problem)? {
        Some(Replayed::StoredAnswer(answer)) => Ok(Some(good(&answer.headers, answer.body))),
        _ => Ok(None),
    }
}

/// An answer, which is kept where its request may come again.
async fn answer(
    service: &Service,
    mark: Option<&Idempotency>,
    language: &Language,
    chosen: &Value,
) -> Result<HttpResponse, Problem> {
    let headers = vec![("content-language".to_owned(), language.tag().to_owned())];
    let body = chosen.to_string().into_bytes();
    if let Some(mark) = mark {
        let answer = StoredAnswer {
            status: 200,
            headers: headers.clone(),
            body: body.clone(),
        };
        service
            .matches
            .save_answer(mark, &answer)
            .await
            .map_err(problem)?;
    }
    Ok(good(&headers, body))
}

fn good(headers: &[(String, String)], body: Vec<u8>) -> HttpResponse {
    let mut builder = HttpResponse::Ok();
    for (name, value) in headers {
        builder.insert_header((name.as_str(), value.as_str()));
    }
    builder.content_type("application/json").body(body)
}
