//! `/matches`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::errors::problem;
use super::problem::{Kind, Problem};
use super::request::{self, Body};
use super::responses::{Guarded, Keyed, Known, Sent, Versioned};
use super::state::State;
use super::version::if_match;
use super::{Service, access, idempotency, read, state, views};
use crate::rules::args;
use crate::service::{Created, Keys, MatchSummary, Replayed, Role};

/// Open a match from a match document; it may have hands already.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", operation_id = "createMatch",
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 201, description = "=Created"),
    Sent,
    (status = 422, description = "=Problem"),
    (status = 429, description = "=Problem"),
))]
pub async fn create(
    request: HttpRequest,
    service: Data<Service>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let mark = idempotency::mark(&request, "create", &body)?;
    if let Some(mark) = &mark
        && let Some(Replayed::Created(before)) =
            service.matches.replayed(mark).await.map_err(problem)?
    {
        return created(&request, &service, &before);
    }
    if !access::by_administrator(&request, &service) {
        service
            .limits
            .count_creation(service.limits.client_of(&request))?;
    }
    let document = body.json()?;
    let made = service
        .matches
        .create(&document, mark.as_ref())
        .await
        .map_err(problem)?;
    created(&request, &service, &made)
}

/// A match that was opened, with its keys.
#[derive(Serialize)]
struct Opened<'a> {
    #[serde(flatten)]
    state: State,
    keys: &'a Keys,
}

/// The answer to whoever opened a match: where it is, and its keys.
fn created(
    request: &HttpRequest,
    service: &Service,
    made: &Created,
) -> Result<HttpResponse, Problem> {
    let language = request::language(request.headers());
    let body = Opened {
        state: State::of(&made.ledger, language)?,
        keys: &made.keys,
    };
    let place = format!("{}/api/v1/matches/{}", service.settings.base_path, made.id);
    Ok(state::tagged(StatusCode::CREATED, &made.ledger, language)
        .insert_header((header::LOCATION, place))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body))
}

/// Open another match of the same players under the same house rules; the next dealer deals.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "matches", operation_id = "rematch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 201, description = "=Created"),
    Sent, Guarded,
    (status = 429, description = "=Problem"),
))]
pub async fn rematch(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let role = access::caller(&request, &service, &id, Role::Score).await?;
    let mark = idempotency::mark(&request, &format!("rematch/{id}"), &body)?;
    if let Some(mark) = &mark
        && let Some(Replayed::Created(before)) =
            service.matches.replayed(mark).await.map_err(problem)?
    {
        return created(&request, &service, &before);
    }
    read::object(&[], body.entries()?)?;
    if role < Role::Admin {
        service
            .limits
            .count_creation(service.limits.client_of(&request))?;
    }
    let made = service
        .matches
        .rematch(&id, mark.as_ref())
        .await
        .map_err(problem)?;
    created(&request, &service, &made)
}

/// The match as it stands: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "=State"),
    Known, Keyed,
))]
pub async fn read(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) =
        views::load(&request, &service, &id, "application/json").await?;
    match known {
        Some(known) => Ok(known),
        None => state::answer(&ledger, language),
    }
}

/// Delete the match and all that is known of it.
#[utoipa::path(delete, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "deleteMatch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 204, description = "It is no more"),
    Versioned, Guarded,
))]
pub async fn delete(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    access::caller(&request, &service, &id, Role::Direct).await?;
    let language = request::language(request.headers());
    match service.matches.delete(&id, &if_match(&request)).await {
        Ok(()) => {}
        Err(error) => return Err(state::too_late(&service, &id, error, language).await),
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Which part of the list of all matches is asked for.
#[derive(Debug, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// The id that the part comes after.
    #[validate(length(max = 64))]
    after: Option<String>,
    /// How many matches it has at most.
    #[validate(range(min = 1, max = 100))]
    limit: Option<usize>,
}

/// All matches of the instance, in the order of their ids; for its administrator only.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(("after" = Option<String>, Query, description = "The id that the part comes after"),
           ("limit" = Option<u8>, Query, description = "How many at most", minimum = 1, maximum = 100)), responses(
    (status = 200, description = "A part of the list", content_type = "application/json", body = ref("#/components/schemas/Matches")),
    (status = 400, description = "=Problem"),
    (status = 401, description = "=Problem"),
    (status = 403, description = "=Problem"),
    (status = 406, description = "=Problem"),
))]
pub async fn list(request: HttpRequest, service: Data<Service>) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    access::administrator(&request, &service)?;
    let refuse = || Problem::new(Kind::BadRequest).saying(args![name: "query".to_owned()]);
    let asked = Query::<Listing>::from_query(request.query_string()).map_err(|_| refuse())?;
    asked.validate().map_err(|_| refuse())?;
    let limit = asked.limit.unwrap_or(50);
    let found = service
        .matches
        .list(asked.after.as_deref(), limit)
        .await
        .map_err(problem)?;
    let next = found
        .last()
        .filter(|_| found.len() == limit)
        .map(|last| last.id.as_str());
    let matches: Vec<Value> = found.iter().map(listed).collect();
    Ok(HttpResponse::Ok().json(json!({ "matches": matches, "next": next })))
}

fn listed(found: &MatchSummary) -> Value {
    json!({
        "id": found.id, "game": found.game, "version": found.version,
        "created_at": found.created_at, "changed_at": found.changed_at,
    })
}
