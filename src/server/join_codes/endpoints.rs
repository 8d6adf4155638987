//! `/matches/{id}/codes/{role}` and `/joins`: short codes by which another phone joins a match.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Entered;
use crate::access::endpoints::role_with_key;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::openapi::parameters::RolePath;
use crate::openapi::responses::{BodyErrors, NotFound, RoleErrors, TooMany};
use overtrick_match::ledger::Role;
use overtrick_match::ledger::{MatchId, Timestamp};

/// A request to join a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JoinRequest {
    /// The code
    #[validate(required)]
    code: Option<String>,
}

/// A code by which a phone joins a match.
#[derive(Debug, Serialize, ToSchema)]
struct JoinCode {
    /// Eight letters and digits; small letters, spaces and hyphens are accepted when it is typed.
    code: String,
    /// The role it grants.
    role: Role,
    /// When it expires: after twelve hours.
    #[schema(value_type = String, format = DateTime)]
    until: Timestamp,
}

/// Make a code by which another phone joins the match in a role. The role's previous code stops working.
#[utoipa::path(post, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "makeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 200, description = "The code", body = JoinCode),
    RoleErrors,
))]
pub async fn make(
    Entered {
        role: by,
        played,
        caller,
        ..
    }: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let role = role_up_to(&path.1, by)?;
    let made = service.matches.make_code(played.id(), role, &caller);
    let made = made.await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(JoinCode {
            code: made.code,
            role,
            until: made.until,
        }))
}

/// Revoke the code of a role. Phones that joined with it keep their key.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "revokeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 204, description = "The role has no code now"),
    RoleErrors,
))]
pub async fn take_away(
    Entered {
        role: by,
        played,
        caller,
        ..
    }: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let role = role_up_to(&path.1, by)?;
    let revoked = service.matches.revoke_code(played.id(), role, &caller);
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

/// What a join code grants.
#[derive(Debug, Serialize, ToSchema)]
struct Joined {
    /// The match.
    #[schema(value_type = String)]
    id: MatchId,
    /// The key of the role.
    key: String,
    /// The role of the key.
    role: Role,
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
    let joined = joined?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Joined {
            id: joined.id,
            key: joined.key,
            role: joined.role,
        }))
}
