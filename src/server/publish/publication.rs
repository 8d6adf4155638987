//! `/matches/{id}/publication`: publishing a match.

use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Entered;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::version::IfMatch;
use crate::matches::change::Precondition;
use crate::matches::match_response;
use crate::matches::match_response::{DetailQuery, Presentation};
use crate::openapi::responses::{BodyErrors, MatchAnswer, RoleErrors, TooMany, VersionErrors};
use overtrick_match::ledger::PublishedPart;

/// A request to publish a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishRequest {
    /// The part of the match that everybody may see
    part: Option<PublishedPart>,
}

/// Publish the match: everybody can see it at `/matches/{id}`, and any website can embed it from
/// `/embed/matches/{id}`.
///
/// Without a body, or with `{"part": "standings"}`, only the standings are public; with `{"part": "sheet"}`,
/// every hand and its scoring.
#[utoipa::path(put, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "publishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])),
    request_body = PublishRequest, responses(
    MatchAnswer, VersionErrors, RoleErrors, BodyErrors, TooMany,
))]
pub async fn publish(
    body: Body,
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
) -> Answer {
    let PublishRequest { part } = body.read()?;
    let part = Some(part.unwrap_or_default());
    set_published(&service, &entered, &precondition, part, presentation).await
}

/// Withdraw the publication of the match.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "unpublishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])), responses(
    MatchAnswer, VersionErrors, RoleErrors, TooMany,
))]
pub async fn unpublish(
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
) -> Answer {
    set_published(&service, &entered, &precondition, None, presentation).await
}

async fn set_published(
    service: &Service,
    entered: &Entered,
    precondition: &Precondition,
    part: Option<PublishedPart>,
    presentation: Presentation,
) -> Answer {
    entered.check_write(0)?;
    let id = &entered.id;
    let set = service
        .matches
        .publish(id, precondition, part, &entered.caller);
    let played = match_response::changed(service, id, presentation, set.await).await?;
    match_response::answer(&played, presentation)
}
