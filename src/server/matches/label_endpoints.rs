//! `/matches/{id}/metadata`: the labels of a match, which are its external id and metadata.

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

/// Set the external id and the metadata of the match. Metadata has up to 32 texts, numbers, flags and `null`,
/// in 4096 bytes of JSON.
///
/// Fields absent from the body stay unchanged; `null` removes a field. Labels are not part of the match
/// document. Setting an external id takes an API key or the administrator's token; directors may set ids that
/// begin with their match's id and a slash.
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
    entered.check_write(body.0.len()).await?;
    let order = read::object(LABELS, body.entries()?)?;
    let (external_id, metadata) = (order.get("external_id"), order.get("metadata"));
    let sent = Labels::read(external_id, metadata)?;
    let labels = |before: &Labels| merged(&order, &sent, before);
    let Entered { id, caller, .. } = entered;
    let labeled = service.matches.label(&id, &precondition, &caller, labels);
    let labeled = labeled.await;
    let played = match_response::changed(&service, &id, language, labeled).await?;
    match_response::answer(&played, language)
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
