//! `/webhooks/{id}/deliveries`: finished and waiting deliveries of a webhook.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind, shortened};
use crate::http::query::{NotedQuery, query};
use crate::http::request::AcceptsJson;
use crate::http::values::{Text, Whole, word_values};
use crate::openapi::responses::{BadRequest, Forbidden, NotAcceptable, NotFound, Unauthorized};
use crate::webhooks::endpoints::{EnteredWebhook, MOST, USUAL};
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
    /// The time of the last attempt; of a `deleted` delivery, that of its end.
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
    /// Its state. A `failed` delivery is not tried again automatically, and a `deleted` one never: its match was
    /// deleted before it was accepted.
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
    fn new(webhook: &Webhook, delivery: Delivery) -> DeliveryReport {
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
    /// The `cursor` of the next page; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
}

query! {
    /// Which part of the list of deliveries is asked for.
    pub struct DeliveryQuery {
        /// Where the page begins: `next` of the page before
        cursor: Text,
        /// How far they have come
        state: DeliveryState,
        /// How many at most
        limit: Whole<1, MOST> = USUAL,
    }
}

word_values! {
    DeliveryState = Ref::from_schema_name("DeliveryState");
}

/// List the webhook's deliveries: those waiting, and those that ended in the last seven days.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "listDeliveries",
    params(EnteredWebhook, DeliveryQuery),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "A page of the list", body = DeliveryList),
    BadRequest, Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn deliveries(
    _: AcceptsJson,
    query: NotedQuery<DeliveryQuery>,
    EnteredWebhook { webhook, .. }: EnteredWebhook,
    service: Data<Service>,
) -> Answer {
    let (before, state, limit) = part(&webhook, query)?;
    let found = service.matches.deliveries(&webhook, before, state, limit);
    let found = found.await?;
    let last = found.last().filter(|_| found.len() == limit);
    let next = last.map(|last| message_id(&webhook, last.position));
    let deliveries = found.into_iter();
    let deliveries = deliveries.map(|delivery| DeliveryReport::new(&webhook, delivery));
    let deliveries = deliveries.collect();
    Ok(HttpResponse::Ok().json(DeliveryList { deliveries, next }))
}

/// The position that a part of the list of deliveries comes after, how far those of it have come, and how many
/// they are at most.
fn part(
    webhook: &Webhook,
    query: NotedQuery<DeliveryQuery>,
) -> Result<(Option<u64>, Option<DeliveryState>, usize), Problem> {
    let NotedQuery {
        asked,
        mut parameters,
    } = query;
    let after = asked.cursor.as_deref();
    let before = after.and_then(|after| position(webhook, after));
    if let (Some(after), None) = (after, before) {
        parameters.refuse(
            "cursor",
            ("unknown-delivery".into(), args![found: shortened(after)]),
        );
    }
    parameters.finish()?;
    Ok((before, asked.state, asked.limit))
}

/// The position in the id of a message to a webhook.
fn position(webhook: &Webhook, id: &str) -> Option<u64> {
    let position = id.rsplit_once('_')?.1.parse().ok()?;
    (message_id(webhook, position) == id).then_some(position)
}

/// Repeat a delivery with the same id. It is sent before waiting deliveries of the same match.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/deliveries/{delivery}/replay", tag = "webhooks",
    operation_id = "replayDelivery",
    params(EnteredWebhook, ("delivery" = String, Path, description = "The delivery")),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "It waits to be delivered"),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn replay(
    EnteredWebhook { webhook, caller }: EnteredWebhook,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let (_, delivery) = path.into_inner();
    let position = position(&webhook, &delivery).ok_or(ProblemKind::NotFound)?;
    let replayed = service.matches.replay_delivery(&webhook, position, &caller);
    replayed.await?;
    Ok(HttpResponse::NoContent().finish())
}
