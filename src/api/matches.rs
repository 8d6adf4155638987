//! `/matches`, `/matches/{id}` and `/matches/{id}/rematch`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::parameters::{self, IdempotencyKey, IfMatch, IfNoneMatch, MatchPath};
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
use crate::service::{Caller, Created, Idempotency, Keys, Replayed, Role, ServiceError};

/// A match that was opened, with its keys.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedMatch)]
pub struct OpenedMatch<'a> {
    #[serde(flatten)]
    state: State,
    /// A key for each role. A request that is sent again is answered with them for ten minutes after
    /// the match was opened, and later only to whoever directs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    keys: Option<&'a Keys>,
}

/// Open a match from a match document; it may have hands already.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", operation_id = "createMatch",
    params(IdempotencyKey),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Refused, TooMany,
))]
pub async fn create(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let is_operator = access::administrator(&request, &service).is_ok();
    let mark = idempotency::key(&request, &body)?.map(|key| {
        let client = service.limits.client_of(&request).to_string();
        key.of_creation(if is_operator { "operator" } else { &client })
    });
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, language).await;
    }
    if !is_operator {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, body.0.len())?;
    }
    service.matches.check_text(&body.0)?;
    let document = body.json()?;
    let created = service.matches.create(&document, mark.as_ref());
    let created = created.await?;
    answer(&service, &created, Some(&created.keys), language)
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
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, language).await;
    }
    read::object(&[], body.entries()?)?;
    if role < Role::Admin {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, 0)?;
    }
    let created = service.matches.rematch(&id, mark.as_ref());
    let created = created.await?;
    answer(&service, &created, Some(&created.keys), language)
}

/// The match that an earlier request with the same mark opened: the same client's, or any client's
/// if it was just opened or the caller has a key of it.
async fn created_before(
    request: &HttpRequest,
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<Created>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    match service.matches.replayed(mark).await? {
        Some(Replayed::Created(before)) => return Ok(Some(before)),
        Some(_) => return Ok(None),
        None => {}
    }
    let before = service.matches.created_by_any(mark).await?;
    match (before, presented(request, service)) {
        (Some(before), Some(caller)) => {
            let entered = service.matches.enter(before.id.as_str(), &caller).await;
            Ok(entered.is_ok().then_some(before))
        }
        _ => Ok(None),
    }
}

/// The answer to a request that opened a match before. It has the keys while the match is new, and
/// later for whoever directs it.
async fn before_answer(
    request: &HttpRequest,
    service: &Service,
    before: &Created,
    language: &'static Language,
) -> Answer {
    let mut keys = Some(&before.keys);
    if !service.matches.is_just_created(before) {
        let role = match presented(request, service) {
            Some(caller) => service.matches.enter(before.id.as_str(), &caller).await,
            None => Err(ServiceError::Unauthorized),
        };
        keys = keys.filter(|_| role.is_ok_and(|(role, _)| role >= Role::Direct));
    }
    answer(service, before, keys, language)
}

/// Who presents a key.
fn presented(request: &HttpRequest, service: &Service) -> Option<Caller> {
    access::caller_of(request, service).ok()
}

/// The answer to whoever opened a match: where it is, and its keys.
fn answer(
    service: &Service,
    created: &Created,
    keys: Option<&Keys>,
    language: &'static Language,
) -> Answer {
    let body = OpenedMatch {
        state: State::of(&created.ledger, language)?,
        keys,
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

/// Open a match again that expired, under its id and with its keys, from the same document.
///
/// A match in which nothing was played may expire where the operator wants it so. A phone that was away
/// has its document and a key: the game, its edition, the players and the house rules must be the same;
/// hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.
#[utoipa::path(put, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "openAgain",
    params(MatchPath), security(("key" = ["score"])),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    MatchAnswer, BodyErrors, RoleErrors, Refused, TooMany,
))]
pub async fn open_again(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let caller = access::caller_of(&request, &service)?;
    if caller != Caller::Role(Role::Admin) {
        service.limits.count_write(&request, body.0.len())?;
    }
    service.matches.check_text(&body.0)?;
    let document = body.json()?;
    let opened = service.matches.open_again(&id, &caller, &document).await?;
    state::answer(&opened.ledger, language)
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
#[schema(as = MatchList)]
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
    params(parameters::ListQuery),
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
