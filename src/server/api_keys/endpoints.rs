//! `/keys` and `/keys/{id}`: API keys, which open all matches of the instance.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Administrator;
use crate::api_keys::known::KeyOrder;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::openapi::parameters::KeyPath;
use crate::openapi::responses::{BodyErrors, Forbidden, NotFound, Refused, Unauthorized};
use overtrick_core::{Finding, args};
use overtrick_match::ledger::Timestamp;
use overtrick_store::ApiKey;
use overtrick_store::Scope;

/// A request for an API key.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProgramKeyRequest)]
pub struct KeyRequest {
    /// What the program is called
    #[validate(required)]
    #[schema(required, nullable = false, min_length = 1, max_length = 100)]
    name: Option<String>,
    /// What the key may do
    #[validate(required)]
    #[schema(required, nullable = false)]
    scope: Option<Scope>,
    /// From when on it opens nothing: a day, or a moment of RFC 3339 in UTC
    #[schema(nullable = false, example = "2027-01-31")]
    expires_at: Option<String>,
}

/// A newly made API key.
#[derive(Debug, Serialize, ToSchema)]
struct MadeProgramKey {
    #[serde(flatten)]
    about: ApiKey,
    /// The key, to be sent as a bearer token. It is shown only once: only a digest is stored.
    #[schema(pattern = "^otk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$")]
    key: String,
}

/// All API keys.
#[derive(Debug, Serialize, ToSchema)]
struct ProgramKeyList {
    /// Oldest first.
    keys: Vec<ApiKey>,
}

/// List all API keys, without the keys themselves.
#[utoipa::path(get, path = "/api/v1/keys", tag = "keys", operation_id = "listProgramKeys",
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The keys", body = ProgramKeyList),
    Unauthorized, Forbidden,
))]
pub async fn list(_: Administrator, service: Data<Service>) -> Answer {
    let keys = service.matches.program_keys();
    Ok(unstored(StatusCode::OK).json(ProgramKeyList { keys }))
}

/// Make an API key, which opens every match within its scope.
///
/// The administrator's token makes the first key; a key with scope `admin` can make others.
#[utoipa::path(post, path = "/api/v1/keys", tag = "keys", operation_id = "makeProgramKey",
    security(("key" = ["admin"])),
    request_body = KeyRequest, responses(
    (status = 201, description = "The key, which is shown once", body = MadeProgramKey),
    BodyErrors, Unauthorized, Forbidden, Refused,
))]
pub async fn make(
    body: Body,
    Administrator(caller): Administrator,
    service: Data<Service>,
) -> Answer {
    let order = order(body.read()?)?;
    let (about, key) = service.matches.make_program_key(order, &caller).await?;
    Ok(unstored(StatusCode::CREATED).json(MadeProgramKey { about, key }))
}

/// Revoke an API key. It stops working at once.
#[utoipa::path(delete, path = "/api/v1/keys/{id}", tag = "keys", operation_id = "revokeProgramKey",
    params(KeyPath),
    security(("key" = ["admin"])), responses(
    (status = 204, description = "It opens nothing any more"),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn revoke(
    Administrator(caller): Administrator,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    service.matches.revoke_program_key(&id, &caller).await?;
    Ok(unstored(StatusCode::NO_CONTENT).finish())
}

/// A response that must not be cached.
fn unstored(status: StatusCode) -> actix_web::HttpResponseBuilder {
    let mut builder = HttpResponse::build(status);
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    builder
}

/// The order of a request for a key.
///
/// # Errors
/// 422 if the expiry is not a valid time.
fn order(request: KeyRequest) -> Result<KeyOrder, Problem> {
    let expires_at = request.expires_at.map(|end| {
        let args = args![found: end.clone()];
        moment(&end).ok_or_else(|| Finding::rule("no-moment", "/expires_at", args))
    });
    Ok(KeyOrder {
        name: request.name.unwrap_or_default(),
        scope: request.scope.unwrap_or(Scope::Read),
        expires_at: expires_at.transpose()?,
    })
}

/// A time: RFC 3339 in UTC, with or without decimals, or a date for the beginning of that day.
fn moment(text: &str) -> Option<Timestamp> {
    let whole = text.strip_suffix('Z').map(|whole| format!("{whole}.000Z"));
    let forms = [
        Some(text.to_owned()),
        whole,
        Some(format!("{text}T00:00:00.000Z")),
    ];
    forms
        .into_iter()
        .flatten()
        .find_map(|form| form.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_may_be_a_day() {
        let written = |text| moment(text).map(|moment| moment.to_string());
        let day = Some("2027-01-31T00:00:00.000Z".to_owned());
        assert_eq!(written("2027-01-31"), day);
        assert_eq!(written("2027-01-31T00:00:00Z"), day);
        assert_eq!(written("2027-01-31T00:00:00.000Z"), day);
        assert_eq!(written("2027-02-30"), None);
        assert_eq!(written("tomorrow"), None);
    }
}
