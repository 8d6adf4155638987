//! `/matches/{id}/codes/{role}` and `/joins`: short codes by which another phone joins a match.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Entered;
use crate::access::match_keys::role_with_key;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::join_codes::service::{JoinCode, Joined};
use crate::openapi::parameters::RolePath;
use crate::openapi::responses::{BodyErrors, NotFound, RoleErrors, TooMany};
use overtrick_match::ledger::Role;

/// A request to join a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JoinRequest {
    /// The code
    #[validate(required)]
    code: Option<String>,
}

/// Make a code by which another phone joins the match in a role. The role's previous code stops working.
#[utoipa::path(post, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "makeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 200, description = "The code", body = JoinCode),
    RoleErrors,
))]
pub async fn make(
    entered: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let Entered { played, caller, .. } = &entered;
    let role = role_up_to(&path.1, entered.role)?;
    let code = service.matches.make_code(played.id(), role, caller).await?;
    Ok(secret(code))
}

/// Revoke the code of a role. Phones that joined with it keep their key.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "revokeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 204, description = "The role has no code now"),
    RoleErrors,
))]
pub async fn take_away(
    entered: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let Entered { played, caller, .. } = &entered;
    let role = role_up_to(&path.1, entered.role)?;
    let revoked = service.matches.revoke_code(played.id(), role, caller);
    revoked.await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The role in a path, if it is not above the caller's.
///
/// # Errors
/// 404 if there is no such role; 403 if it is above the caller's.
fn role_up_to(word: &str, by: Role) -> Result<Role, Problem> {
    let role = role_with_key(word)?;
    let may = role <= by;
    may.then_some(role)
        .ok_or_else(|| ProblemKind::Forbidden.into())
}

/// Exchange a join code for its match and a key.
///
/// A right code is always accepted. Wrong codes are limited to 10 an hour for one client.
#[utoipa::path(post, path = "/api/v1/joins", tag = "internal", operation_id = "join",
    request_body = JoinRequest, responses(
    (status = 200, description = "The match, and the key", body = Joined),
    BodyErrors, NotFound, TooMany,
))]
pub async fn join(body: Body, request: HttpRequest, service: Data<Service>) -> Answer {
    let JoinRequest { code } = body.read()?;
    let joined = service.matches.join(&code.unwrap_or_default()).await;
    if joined == Err(ServiceError::UnknownCode) {
        service.limits.check_wrong_code(&request)?;
    }
    Ok(secret(joined?))
}

/// An answer that nobody stores on the way.
fn secret(body: impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body)
}
