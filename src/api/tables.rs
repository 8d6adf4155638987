//! Help at the table: who deals first, and Brink Bid's dice.

use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::ask::{self, Body};
use super::chance;
use super::games::in_language;
use super::problem::Problem;
use super::scores::read;
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::rules::{Finding, Table, args};

/// The most players that are drawn among: no game has more seats.
const MOST_PLAYERS: usize = 16;

const DRAW: &[Field] = &[Field::required("players", Holds::List(&Holds::Text))];

/// Draw for dealer: the players in an order that is random, the first of whom deals.
#[utoipa::path(post, path = "/api/v1/draws", tag = "table", operation_id = "draw",
    request_body(content = ref("#/components/schemas/DrawRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Drawn at random", content_type = "application/json", body = ref("#/components/schemas/Draw")),
    (status = 400, description = "=Problem"),
    (status = 406, description = "=Problem"),
    (status = 413, description = "=Problem"),
    (status = 415, description = "=Problem"),
    (status = 422, description = "=Problem"),
))]
pub async fn draws(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    ask::accepts(&request, "application/json")?;
    let language = ask::language(request.headers());
    let asked = read(DRAW, body.entries()?)?;
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
    for place in (1..order.len()).rev() {
        order.swap(place, chance::below(place + 1)?);
    }
    Ok(in_language(language).json(json!({
        "dealer": order.first(), "order": order, "random": true,
        "text": language.say("service", "drawn", &args![dealer: order.first().cloned().unwrap_or_default()]),
    })))
}

/// Roll Brink Bid's three dice, every face of a die as likely as any other.
#[utoipa::path(post, path = "/api/v1/rolls", tag = "table", operation_id = "roll", responses(
    (status = 200, description = "Rolled at random; put it into the hand's dice", content_type = "application/json", body = ref("#/components/schemas/Roll")),
    (status = 406, description = "=Problem"),
))]
pub async fn rolls(request: HttpRequest) -> Result<HttpResponse, Problem> {
    ask::accepts(&request, "application/json")?;
    let language = ask::language(request.headers());
    let mut dice = serde_json::Map::new();
    for field in crate::games::brink_bid::DICE {
        let face = match field.kind {
            Holds::Word(words) => json!(chance::pick(words)?),
            Holds::Int(least, most) => json!(chance::pick(&(least..=most).collect::<Vec<i64>>())?),
            _ => continue,
        };
        dice.insert(field.name.to_owned(), face);
    }
    Ok(in_language(language).json(json!({
        "game": "brink-bid", "dice": dice, "random": true, "text": language.text("service", "rolled"),
    })))
}
