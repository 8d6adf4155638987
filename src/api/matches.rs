//! `/matches`, `/matches/{id}` and `/matches/{id}/rematch`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::parameters::{IdempotencyKey, IfMatch, IfNoneMatch, MatchPath};
use super::responses::{
    BadRequest, BodyErrors, Cached, CreatedAnswer, Forbidden, KeyErrors, MatchAnswer,
    NotAcceptable, Refused, RoleErrors, TooMany, Unauthorized, VersionErrors,
};
use super::service::Service;
use super::state::State;
use super::views::View;
use super::{access, idempotency, state};
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::version::if_match;
use crate::http::{read, request};
use crate::lang::Language;
use crate::ledger::MatchId;
use crate::rules::args;
use crate::service::{Created, Idempotency, Keys, Replayed, Role};

/// A match that was opened, with its keys.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedMatch)]
pub struct OpenedMatch<'a> {
    #[serde(flatten)]
    state: State,
    /// A key for each role.
    keys: &'a Keys,
}

/// Open a match from a match document; it may have hands already.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", operation_id = "createMatch",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Refused, TooMany,
))]
pub async fn create(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let mark = idempotency::mark(&request, "create", &body)?;
    if let Some(before) = created_before(&service, mark.as_ref()).await? {
        return answer(&service, &before, language);
    }
    if access::administrator(&request, &service).is_err() {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, body.0.len())?;
    }
    let document = body.json()?;
    let created = service.matches.create(&document, mark.as_ref());
    answer(&service, &created.await?, language)
}

/// Open another match of the same players under the same house rules; the next dealer deals.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "matches", operation_id = "rematch",
    params(MatchPath, IdempotencyKey), security(("key" = ["score"])), responses(
    CreatedAnswer, BodyErrors, RoleErrors, TooMany,
))]
pub async fn rematch(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let (role, _) = access::enter(&request, &service, &id).await?;
    let mark = idempotency::mark(&request, &format!("rematch/{id}"), &body)?;
    if let Some(before) = created_before(&service, mark.as_ref()).await? {
        return answer(&service, &before, language);
    }
    read::object(&[], body.entries()?)?;
    if role < Role::Admin {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, 0)?;
    }
    let created = service.matches.rematch(&id, mark.as_ref());
    answer(&service, &created.await?, language)
}

/// The match that an earlier request with the same mark opened.
async fn created_before(
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<Created>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    match service.matches.replayed(mark).await? {
        Some(Replayed::Created(before)) => Ok(Some(before)),
        _ => Ok(None),
    }
}

/// The answer to whoever opened a match: where it is, and its keys.
fn answer(service: &Service, created: &Created, language: &'static Language) -> Answer {
    let body = OpenedMatch {
        state: State::of(&created.ledger, language)?,
        keys: &created.keys,
    };
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/matches/{}", created.id);
    let mut builder = state::tagged(StatusCode::CREATED, &created.ledger, language);
    Ok(builder
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body))
}

/// The match as it stands: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(MatchPath, IfNoneMatch), security(("key" = ["view"])), responses(
    MatchAnswer, Cached, KeyErrors,
))]
pub async fn get(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id, "application/json").await?;
    view.answer(|builder| state::written(builder, &State::of(&view.ledger, view.language)?))
}

/// Delete the match and all that is known of it.
#[utoipa::path(delete, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "deleteMatch",
    params(MatchPath, IfMatch), security(("key" = ["direct"])), responses(
    (status = 204, description = "It is no more"),
    VersionErrors, RoleErrors,
))]
pub async fn delete(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    access::enter(&request, &service, &id).await?;
    let language = request::language(request.headers());
    let deleted = service.matches.delete(&id, &if_match(&request)).await;
    state::changed(&service, &id, language, deleted).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The query of the list of all matches.
#[derive(Debug, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// The id that the part comes after.
    #[validate(length(max = 64))]
    after: Option<String>,
    /// The most matches of the part.
    #[validate(range(min = 1, max = 100))]
    limit: Option<usize>,
}

/// A part of the list of all matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Matches)]
struct MatchList {
    /// In the order of their ids.
    matches: Vec<ListedMatch>,
    /// The `after` of the next part; `null` if this is the last one.
    #[schema(required)]
    next: Option<MatchId>,
}

/// A match in the list.
#[derive(Debug, Serialize, ToSchema)]
struct ListedMatch {
    /// When it last changed.
    changed_at: String,
    /// When it was opened.
    created_at: String,
    /// The game's id.
    game: String,
    /// Its id.
    id: MatchId,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
}

/// All matches of the instance, in the order of their ids; for its administrator only.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(("after" = Option<String>, Query, description = "The id that the part comes after"),
           ("limit" = Option<u8>, Query, description = "How many at most", minimum = 1, maximum = 100)),
    security(("key" = ["admin"])), responses(
    (status = 200, description = "A part of the list", body = MatchList),
    BadRequest, Unauthorized, Forbidden, NotAcceptable,
))]
pub async fn list(request: HttpRequest, service: Data<Service>) -> Answer {
    request::accepts(&request, "application/json")?;
    access::administrator(&request, &service)?;
    let refuse =
        || Problem::new(ProblemKind::BadRequest).with_args(args![name: "query".to_owned()]);
    let query = Query::<ListQuery>::from_query(request.query_string()).map_err(|_| refuse())?;
    query.validate().map_err(|_| refuse())?;
    let limit = query.limit.unwrap_or(50);
    let matches = service.matches.list(query.after.as_deref(), limit).await?;
    let last = matches.last().filter(|_| matches.len() == limit);
    let next = last.map(|last| last.id.clone());
    let matches = matches.into_iter().map(|summary| ListedMatch {
        changed_at: summary.changed_at.to_string(),
        created_at: summary.created_at.to_string(),
        game: summary.game,
        id: summary.id,
        version: summary.version,
    });
    let matches = matches.collect();
    Ok(HttpResponse::Ok().json(MatchList { matches, next }))
}
