//! `/webhooks/{id}/deliveries`: finished and waiting deliveries of a webhook.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::problem::{ProblemKind, shortened};
use crate::http::query::{Parameters, number, word};
use crate::http::request;
use crate::openapi::responses::{BadRequest, Forbidden, NotAcceptable, NotFound, Unauthorized};
use crate::webhooks::endpoints::{MOST, USUAL, entered};
use crate::webhooks::message_id;
use overtrick_core::args;
use overtrick_match::ledger::MatchId;
use overtrick_store::Delivery;
use overtrick_store::DeliveryState;
use overtrick_store::Webhook;

/// A delivery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Delivery)]
struct DeliveryReport {
    /// The number of attempts.
    attempts: u32,
    /// Why the last attempt got no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
    /// Its id, sent to the receiver as `webhook-id`.
    id: String,
    /// The time of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    last_at: Option<String>,
    /// The match.
    #[serde(rename = "match")]
    of: MatchId,
    /// The time of the next attempt; absent while it waits for an earlier delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    next_at: Option<String>,
    /// Its state. A `failed` delivery is not tried again automatically.
    state: DeliveryState,
    /// The HTTP status of the last attempt's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    status: Option<u16>,
    /// The type of the event.
    #[serde(rename = "type")]
    kind: String,
    /// The version of the match after the change.
    version: u64,
}

impl DeliveryReport {
    fn of(webhook: &Webhook, delivery: Delivery) -> DeliveryReport {
        DeliveryReport {
            attempts: delivery.attempts,
            error: delivery.error,
            id: message_id(webhook, delivery.position),
            last_at: delivery.last_at.map(|at| at.to_string()),
            of: delivery.match_id,
            next_at: delivery.due_at.map(|at| at.to_string()),
            state: delivery.state,
            status: delivery.status,
            kind: delivery.kind,
            version: delivery.version,
        }
    }
}

/// A page of the list of deliveries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryList)]
struct DeliveryList {
    /// Newest first.
    deliveries: Vec<DeliveryReport>,
    /// The `after` of the next page; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
}

/// List the webhook's deliveries: those waiting, and those that ended in the last seven days.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "listDeliveries",
    params(("id" = String, Path, description = "The webhook"),
           ("after" = Option<String>, Query, description = "The id that the part comes after", max_length = 128),
           ("state" = Option<DeliveryState>, Query, description = "How far they have come"),
           ("limit" = Option<u8>, Query, description = "How many at most", minimum = 1, maximum = 100)),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "A part of the list", body = DeliveryList),
    BadRequest, Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn deliveries(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    request::accepts(&request, "application/json")?;
    let mut parameters = Parameters::of(&request, &["after", "state", "limit"])?;
    let states = DeliveryState::ALL.iter();
    let states: Vec<_> = states.map(|state| (state.word(), *state)).collect();
    let state = parameters.read("state", |text| word(text, &states));
    let limit = parameters.read("limit", |text| number(text, 1, MOST));
    let (webhook, _) = entered(&request, &service, &id).await?;
    let before = parameters.read("after", |after| {
        let unknown = || ("unknown-delivery", args![found: shortened(after)]);
        position(&webhook, after).ok_or_else(unknown)
    });
    parameters.finish()?;
    let limit = limit.unwrap_or(USUAL);
    let found = service.matches.deliveries(&webhook, before, state, limit);
    let found = found.await?;
    let last = found.last().filter(|_| found.len() == limit);
    let next = last.map(|last| message_id(&webhook, last.position));
    let deliveries = found.into_iter();
    let deliveries = deliveries.map(|delivery| DeliveryReport::of(&webhook, delivery));
    let deliveries = deliveries.collect();
    Ok(HttpResponse::Ok().json(DeliveryList { deliveries, next }))
}

/// The position encoded in a webhook's message id.
fn position(webhook: &Webhook, id: &str) -> Option<u64> {
    let position = id.rsplit_once('_')?.1.parse().ok()?;
    (message_id(webhook, position) == id).then_some(position)
}

/// Repeat a delivery with the same id. It is sent before waiting deliveries of the same match.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/deliveries/{delivery}/replay", tag = "webhooks",
    operation_id = "replayDelivery",
    params(("id" = String, Path, description = "The webhook"), ("delivery" = String, Path, description = "The delivery")),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "It waits to be delivered"),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn replay(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let (id, delivery) = path.into_inner();
    let (webhook, caller) = entered(&request, &service, &id).await?;
    let position = position(&webhook, &delivery).ok_or(ProblemKind::NotFound)?;
    let replayed = service.matches.replay_delivery(&webhook, position, &caller);
    replayed.await?;
    Ok(HttpResponse::NoContent().finish())
}
