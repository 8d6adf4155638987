//! `/draws`: who deals first.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::endpoint::{Endpoint, endpoints};
use super::parameters::IdempotencyKey;
use super::responses::{BodyErrors, Refused};
use super::schema::always_true;
use super::service::Service;
use super::{idempotency, random, stored_answer};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::{read, request};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Finding, Table, args};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![draws]
}

/// The most players that are drawn among: no game has more seats.
pub const MOST_PLAYERS: usize = 16;

/// The fields of a request.
pub const DRAW: &[Field] = &[Field::required("players", Kind::List(&Kind::Text))];

/// Players in a random order.
#[derive(Debug, Serialize, ToSchema)]
struct Draw {
    /// The first of the order.
    dealer: String,
    /// All players.
    order: Vec<String>,
    /// Always true.
    #[schema(schema_with = always_true)]
    random: bool,
    /// The result in a sentence.
    text: String,
}

/// Draw for dealer: the players in an order that is random, the first of whom deals.
#[utoipa::path(post, path = "/api/v1/draws", tag = "table", operation_id = "draw",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/DrawRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Drawn at random", body = Draw),
    BodyErrors, Refused,
))]
async fn draws(
    request: HttpRequest,
    service: Data<Service>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let mark = idempotency::mark(&request, "draw", &body)?;
    if let Some(before) = stored_answer::replayed(&service, mark.as_ref()).await? {
        return Ok(before);
    }
    let order = read::object(DRAW, body.entries()?)?;
    let names: Vec<String> = order
        .get("players")
        .and_then(Json::typed)
        .unwrap_or_default();
    if names.is_empty() || names.len() > MOST_PLAYERS {
        let args = args![found: names.len(), least: 1, most: MOST_PLAYERS];
        return Err(Finding::rule("out-of-range", "/players", args).into());
    }
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let mut order: Vec<String> = table.names().iter().map(ToString::to_string).collect();
    let source = service.matches.random();
    for last in (1..order.len()).rev() {
        order.swap(last, random::below(source, last + 1)?);
    }
    let dealer = order.first().cloned().unwrap_or_default();
    let drawn = Draw {
        text: language.format("service", "drawn", &args![dealer: dealer.clone()]),
        dealer,
        order,
        random: true,
    };
    stored_answer::answer(&service, mark.as_ref(), language, &drawn).await
}
