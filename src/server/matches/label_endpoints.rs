//! `/matches/{id}/metadata`: what programs call a match, and what they note of it.

use actix_web::web::Data;

use crate::access::extractors::Entered;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::read;
use crate::http::request::AcceptsJson;
use crate::http::version::IfMatch;
use crate::matches::match_response;
use crate::openapi::responses::{
    BodyErrors, ExternalIdTaken, MatchAnswer, Refused, RoleErrors, TooMany, VersionErrors,
};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_match::ledger::Labels;

/// The fields of a request that labels a match.
pub const LABELS: &[Field] = &[
    Field::optional("external_id", Kind::Any),
    Field::optional("metadata", Kind::Any),
];

/// Set what a program calls the match, and what it notes of it: up to 32 texts, numbers, flags and
/// `null`, 4096 bytes of JSON.
///
/// What the body leaves out stays; `null` takes it away. It is no part of the match document. An external id is set
/// with a key for programs or the administrator's token; whoever directs the match has those that begin with its id
/// and a slash.
#[utoipa::path(put, path = "/api/v1/matches/{id}/metadata", tag = "matches", operation_id = "labelMatch",
    params(Entered, IfMatch), security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/LabelRequest"), content_type = "application/json"), responses(
    MatchAnswer, BodyErrors, VersionErrors, RoleErrors, Refused, ExternalIdTaken, TooMany,
))]
pub async fn label(
    body: Body,
    AcceptsJson(language): AcceptsJson,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
) -> Answer {
    entered.count_write(body.0.len())?;
    let order = read::object(LABELS, body.entries()?)?;
    let (external_id, metadata) = (order.get("external_id"), order.get("metadata"));
    let sent = Labels::read(external_id, metadata)?;
    let labels = |before: &Labels| merged(&order, &sent, before);
    let Entered { id, caller, .. } = entered;
    let labeled = service.matches.label(&id, &precondition, &caller, labels);
    let labeled = labeled.await;
    let ledger = match_response::changed(&service, &id, language, labeled).await?;
    match_response::answer(&ledger, language)
}

/// The labels that were sent, and those from before that the order leaves out.
fn merged(order: &Json, sent: &Labels, before: &Labels) -> Labels {
    let of = |field: &str| match order.get(field) {
        Some(_) => sent,
        None => before,
    };
    Labels {
        external_id: of("external_id").external_id.clone(),
        metadata: of("metadata").metadata.clone(),
    }
}
