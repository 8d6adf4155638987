//! `/matches/{id}/metadata`: the labels of a match, which are its external id and metadata.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::version::if_match;
use crate::http::{read, request};
use crate::matches::match_response;
use crate::openapi::parameters::{IfMatch, MatchPath};
use crate::openapi::responses::{
    BodyErrors, ExternalIdTaken, MatchAnswer, Refused, RoleErrors, TooMany, VersionErrors,
};
use overtrick_core::form::{Field, Kind};
use overtrick_match::ledger::Labels;
use overtrick_match::ledger::Role;

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
    params(MatchPath, IfMatch), security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/LabelRequest"), content_type = "application/json"), responses(
    MatchAnswer, BodyErrors, VersionErrors, RoleErrors, Refused, ExternalIdTaken, TooMany,
))]
pub async fn label(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let (by, _) = caller::enter(&request, &service, &id).await?;
    if by < Role::Admin {
        service.limits.count_write(&request, body.0.len())?;
    }
    let order = read::object(LABELS, body.entries()?)?;
    let (external_id, metadata) = (order.get("external_id"), order.get("metadata"));
    let sent = Labels::read(external_id, metadata)?;
    let labels = |before: &Labels| Labels {
        external_id: match external_id {
            Some(_) => sent.external_id.clone(),
            None => before.external_id.clone(),
        },
        metadata: match metadata {
            Some(_) => sent.metadata.clone(),
            None => before.metadata.clone(),
        },
    };
    let caller = caller::caller_of(&request, &service)?;
    let precondition = if_match(&request);
    let labeled = service.matches.label(&id, &precondition, &caller, labels);
    let labeled = labeled.await;
    let ledger = match_response::changed(&service, &id, language, labeled).await?;
    match_response::answer(&ledger, language)
}
