//! `/matches/{id}/changes` and `/check`: recording, correcting and undoing, and trying a change out.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::unreadable_version;
use crate::http::request;
use crate::http::version::if_match;
use crate::idempotency::header as idempotency;
use crate::matches::change::Asked;
use crate::matches::detail::Presentation;
use crate::matches::request::{ChangeRequest, Precondition};
use crate::matches::{match_response, prefer};
use crate::openapi::parameters::{DetailQuery, IdempotencyKey, IfMatch, MatchPath, Prefer};
use crate::openapi::responses::{
    BodyErrors, CheckedAnswer, MatchAnswer, MinimalAnswer, Refused, RoleErrors, TooMany,
    VersionErrors,
};
use overtrick_match::lang::Language;
use overtrick_match::ledger::Ledger;
use overtrick_match::play;

/// Change a match: record a hand, set the hand being played, correct, void, undo, redo, finish, reopen,
/// adjust, rename, substitute, erase a person, describe.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(MatchPath, DetailQuery, IfMatch, IdempotencyKey, Prefer), security(("key" = ["view"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, MinimalAnswer, BodyErrors, VersionErrors, RoleErrors, Refused, TooMany,
))]
pub async fn changes(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let caller = caller::caller_of(&request, &service)?;
    let precondition = if_match(&request);
    let headers = idempotency::key(&request, &body)
        .and_then(|key| Ok((key, Presentation::of(&request, language)?)));
    let (idempotency, presentation) = match headers {
        Ok(headers) => headers,
        Err(unreadable) => {
            caller::enter(&request, &service, &id).await?;
            return Err(match &precondition {
                Precondition::Unreadable(found) => unreadable.after(unreadable_version(found)),
                _ => unreadable,
            });
        }
    };
    if !caller.is_admin() {
        service.limits.count_write(&request, body.0.len())?;
    }
    let asked = ChangeRequest {
        caller,
        precondition,
        idempotency,
    };
    let change = asked_change(&service, body, language);
    let changed = service.matches.change_once(&id, asked, change).await;
    let (ledger, is_replayed) =
        match_response::changed(&service, &id, presentation, changed).await?;
    let is_minimal = prefer::wants_minimal(request.headers());
    let status = if is_minimal {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::OK
    };
    let mut builder = match_response::tagged(status, &ledger, presentation);
    if is_replayed {
        builder.insert_header(idempotency::REPLAYED);
    }
    if is_minimal {
        return Ok(builder.insert_header(prefer::APPLIED).finish());
    }
    match_response::written(builder, &match_response::of(&ledger, presentation)?)
}

/// Show the effect of a change without recording it.
#[utoipa::path(post, path = "/api/v1/matches/{id}/check", tag = "matches", operation_id = "checkChange",
    params(MatchPath, DetailQuery), security(("key" = ["view"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    CheckedAnswer, BodyErrors, RoleErrors, Refused,
))]
pub async fn check(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let caller = caller::caller_of(&request, &service)?;
    let change = asked_change(&service, body, language);
    let checked = service.matches.check(&id, &caller, change).await?;
    let state = match_response::of(&checked, Presentation::of(&request, language)?)?;
    match_response::written(in_language(language), &state)
}

/// The change in a body.
fn asked_change(service: &Service, body: Body, language: &'static Language) -> Asked {
    let (bytes, matches) = (body.0.len(), service.matches.clone());
    let read = Arc::new(move |ledger: &Ledger| {
        matches.check_text(&body.0)?;
        let change = play::read(body.entries()?, ledger.game())?;
        Ok(play::with_name(change, ledger, language))
    });
    Asked { bytes, read }
}
