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
use crate::http::request::AcceptsJson;
use crate::openapi::parameters::KeyPath;
use crate::openapi::responses::{
    BodyErrors, Forbidden, NotAcceptable, NotFound, Refused, Unauthorized,
};
use overtrick_core::{Finding, args};
use overtrick_match::ledger::Timestamp;
use overtrick_store::ApiKey;
use overtrick_store::Scope;

/// A request for an API key.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = ProgramKeyRequest)]
pub struct KeyRequest {
    /// What the program is called
    #[validate(required, length(max = 100))]
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

/// An API key. The key itself is shown only once, when it is made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProgramKey)]
struct KeyReport {
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// Its id, which is part of the key.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    id: String,
    /// Its name.
    name: String,
    /// When it was revoked. It stays listed for 90 days after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    revoked_at: Option<Timestamp>,
    /// What its holder may do in every match, as with a match key of that role. `read` also lists all
    /// matches; `admin` may do all that the administrator's token may.
    scope: Scope,
    /// When it was last used, to the hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
}

/// A newly made API key.
#[derive(Debug, Serialize, ToSchema)]
struct MadeProgramKey {
    #[serde(flatten)]
    about: KeyReport,
    /// The key, to be sent as a bearer token. It is shown only once: only a digest is stored.
    #[schema(pattern = "^otk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$")]
    key: String,
}

/// All API keys.
#[derive(Debug, Serialize, ToSchema)]
struct ProgramKeyList {
    /// Oldest first.
    keys: Vec<KeyReport>,
}

impl From<ApiKey> for KeyReport {
    fn from(key: ApiKey) -> KeyReport {
        KeyReport {
            created_at: key.created_at,
            expires_at: key.expires_at,
            id: key.id,
            name: key.name,
            revoked_at: key.revoked_at,
            scope: key.scope,
            used_at: key.used_at,
        }
    }
}

/// List all API keys, without the keys themselves.
#[utoipa::path(get, path = "/api/v1/keys", tag = "keys", operation_id = "listProgramKeys",
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The keys", body = ProgramKeyList),
    Unauthorized, Forbidden, NotAcceptable,
))]
pub async fn list(_: AcceptsJson, _: Administrator, service: Data<Service>) -> Answer {
    let keys = service.matches.program_keys().into_iter();
    Ok(unstored(StatusCode::OK).json(ProgramKeyList {
        keys: keys.map(KeyReport::from).collect(),
    }))
}

/// Make an API key, which opens every match within its scope.
///
/// The administrator's token makes the first key; a key with scope `admin` can make others.
#[utoipa::path(post, path = "/api/v1/keys", tag = "keys", operation_id = "makeProgramKey",
    security(("key" = ["admin"])),
    request_body = KeyRequest, responses(
    (status = 201, description = "The key, which is shown once", body = MadeProgramKey,
     headers(("Location" = String, description = "Where what is known of it is"))),
    BodyErrors, Unauthorized, Forbidden, Refused,
))]
pub async fn make(
    body: Body,
    _: AcceptsJson,
    Administrator(caller): Administrator,
    service: Data<Service>,
) -> Answer {
    let order = order(body.read()?)?;
    let (about, key) = service.matches.make_program_key(order, &caller).await?;
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/keys/{}", about.id);
    let mut builder = unstored(StatusCode::CREATED);
    builder.insert_header((header::LOCATION, location));
    let about = about.into();
    Ok(builder.json(MadeProgramKey { about, key }))
}

/// Show an API key, without the key itself.
#[utoipa::path(get, path = "/api/v1/keys/{id}", tag = "keys", operation_id = "getProgramKey",
    params(KeyPath),
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The key", body = KeyReport),
    Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn one(
    _: AcceptsJson,
    _: Administrator,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let key = service.matches.program_key(&id)?;
    Ok(unstored(StatusCode::OK).json(KeyReport::from(key)))
}

/// Replace an API key by a new one. The previous key stops working.
#[utoipa::path(post, path = "/api/v1/keys/{id}", tag = "keys", operation_id = "renewProgramKey",
    params(KeyPath),
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The new key, which is shown once", body = MadeProgramKey),
    Unauthorized, Forbidden, NotFound, NotAcceptable, Refused,
))]
pub async fn renew(
    _: AcceptsJson,
    Administrator(caller): Administrator,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let (about, key) = service.matches.renew_program_key(&id, &caller).await?;
    let about = about.into();
    Ok(unstored(StatusCode::OK).json(MadeProgramKey { about, key }))
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
