//! `/matches`, `/matches/{id}` and `/matches/{id}/rematch`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::version::if_match;
use crate::http::{read, request};
use crate::idempotency::header as idempotency;
use crate::idempotency::in_progress::Replayed;
use crate::matches::created::{Created, Keys};
use crate::matches::detail::Presentation;
use crate::matches::match_reader::View;
use crate::matches::request::Caller;
use crate::matches::{detail, index_query, match_response};
use crate::openapi::parameters::{
    AtLeast, DetailQuery, FilterQuery, IdempotencyKey, IfMatch, IfNoneMatch, LabelQuery, ListQuery,
    MatchPath,
};
use crate::openapi::responses::{
    BadRequest, BodyErrors, Cached, CreatedAnswer, ExternalIdTaken, Forbidden, KeyErrors,
    MatchAnswer, NotAcceptable, Refused, RoleErrors, TooMany, Unauthorized, VersionErrors,
};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::read_json;
use overtrick_match::ledger::Labels;
use overtrick_match::ledger::Role;
use overtrick_match::ledger::{LARGEST_METADATA, Ledger, MatchId};
use overtrick_match::play::State;
use overtrick_store::Idempotency;
use overtrick_store::ListedMatch;
use overtrick_store::MatchOrder;

/// A newly opened match with its keys.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedMatch)]
pub struct OpenedMatch<'a> {
    #[serde(flatten)]
    state: State,
    /// A key for each role. Repeated requests return them for ten minutes after the match was opened, and
    /// later only if the caller directs the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    keys: Option<&'a Keys>,
}

/// Open a match from a match document, which may already have hands.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", operation_id = "createMatch",
    params(DetailQuery, IdempotencyKey, LabelQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, Refused, ExternalIdTaken, TooMany,
))]
pub async fn create(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let presentation = Presentation::of(&request, language)?;
    let labels = labels(&request)?;
    let is_operator = caller::is_operator(&request, &service)?;
    let mark = idempotency::key(&request, &body)?.map(|key| {
        let client = service.limits.payer(&request).to_string();
        key.of_creation(if is_operator { "operator" } else { &client })
    });
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, presentation).await;
    }
    if !is_operator {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, body.0.len())?;
    }
    let (bytes, matches) = (body.0.len(), service.matches.clone());
    let document = move || -> Result<Json, Faults> {
        matches.check_text(&body.0)?;
        Ok(body.json()?)
    };
    let matches = &service.matches;
    let caller = presented(&request, &service);
    let read = (bytes, document);
    let created = matches.create_read(read, labels, caller.as_ref(), mark.as_ref());
    let created = created.await?;
    answer(&service, &created.ledger, Some(&created.keys), presentation)
}

/// The labels of a new match.
fn labels(request: &HttpRequest) -> Result<Labels, Problem> {
    let names = ["external_id", "metadata"];
    // Other parameters were ignored in earlier versions, so they are not refused now.
    let mut parameters = Parameters::among_others(request, &names, LARGEST_METADATA)?;
    let external_id = parameters.text("external_id").map(Json::Text);
    let metadata = parameters.read("metadata", |text| {
        read_json(text).map_err(|fault| (fault.code, fault.args))
    });
    parameters.finish()?;
    Ok(Labels::read(external_id.as_ref(), metadata.as_ref())?)
}

/// Open another match of the same players under the same house rules. The next dealer deals first.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "matches", operation_id = "rematch",
    params(MatchPath, DetailQuery, IdempotencyKey), security(("key" = ["score"])), responses(
    CreatedAnswer, BodyErrors, RoleErrors, TooMany,
))]
pub async fn rematch(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let (role, _) = caller::enter(&request, &service, &id).await?;
    let presentation = Presentation::of(&request, language)?;
    let mark = idempotency::mark(&request, &format!("rematch/{id}"), &body)?;
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, presentation).await;
    }
    read::object(&[], body.entries()?)?;
    if role < Role::Admin {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, 0)?;
    }
    let caller = caller::caller_of(&request, &service)?;
    let created = service.matches.rematch(&id, &caller, mark.as_ref());
    let created = created.await?;
    answer(&service, &created.ledger, Some(&created.keys), presentation)
}

/// The match that an earlier request with the same mark opened: a request of the same client, or of any
/// client if the match was just opened or the caller has a key of it.
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

/// The answer to a repeated request that opened a match. It has the keys while the match is new, and later if
/// the caller directs it.
async fn before_answer(
    request: &HttpRequest,
    service: &Service,
    before: &Created,
    presentation: Presentation,
) -> Answer {
    let mut keys = Some(&before.keys);
    if !service.matches.is_just_created(before) {
        let role = match presented(request, service) {
            Some(caller) => service.matches.enter(before.id.as_str(), &caller).await,
            None => Err(ServiceError::Unauthorized),
        };
        keys = keys.filter(|_| role.is_ok_and(|(role, _)| role >= Role::Direct));
    }
    let mut answer = answer(service, &before.ledger, keys, presentation)?;
    let (name, value) = idempotency::REPLAYED;
    answer.headers_mut().insert(name, value);
    Ok(answer)
}

/// The caller that a request's key stands for.
fn presented(request: &HttpRequest, service: &Service) -> Option<Caller> {
    caller::caller_of(request, service).ok()
}

/// The answer to opening a match: its address and its keys.
pub fn answer(
    service: &Service,
    ledger: &Ledger,
    keys: Option<&Keys>,
    presentation: Presentation,
) -> Answer {
    let body = OpenedMatch {
        state: match_response::of(ledger, presentation)?,
        keys,
    };
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/matches/{}", ledger.id());
    let mut builder = match_response::tagged(StatusCode::CREATED, ledger, presentation);
    Ok(builder
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body))
}

/// Read the current match: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(MatchPath, AtLeast, DetailQuery, IfNoneMatch), security(("key" = ["view"])), responses(
    MatchAnswer, Cached, BadRequest, KeyErrors,
))]
pub async fn get(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id, "application/json").await?;
    let view = view.in_detail(&request, detail::requested(&request)?);
    view.answer(|builder| {
        match_response::written(
            builder,
            &match_response::of(&view.ledger, view.presentation())?,
        )
    })
}

/// Reopen an expired match under its id and with its keys, from the same document.
///
/// Operators can let unused matches expire. A phone that was offline has the document and a key of its match:
/// the game, its edition, the players and the house rules must be the same; hands are left out and recorded
/// afterwards. A match that has not expired is returned as it is.
#[utoipa::path(put, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "openAgain",
    params(MatchPath, DetailQuery), security(("key" = ["score"])),
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
    let presentation = Presentation::of(&request, language)?;
    let caller = caller::caller_of(&request, &service)?;
    if !caller.is_admin() {
        service.limits.count_write(&request, body.0.len())?;
    }
    service.matches.check_text(&body.0)?;
    if body.0.is_empty() {
        return Err(Finding::shape("missing-field", "/game", args![]).into());
    }
    let document = body.json()?;
    let opened = service.matches.open_again(&id, &caller, &document).await?;
    match_response::answer(&opened.ledger, presentation)
}

/// Delete the match and everything stored about it.
#[utoipa::path(delete, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "deleteMatch",
    params(MatchPath, IfMatch), security(("key" = ["direct"])), responses(
    (status = 204, description = "It is no more"),
    VersionErrors, RoleErrors,
))]
pub async fn delete(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    caller::enter(&request, &service, &id).await?;
    let language = request::language(request.headers());
    let caller = caller::caller_of(&request, &service)?;
    let precondition = if_match(&request);
    let deleted = service.matches.delete(&id, &caller, &precondition).await;
    match_response::changed(&service, &id, language, deleted).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A page of the list of all matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchList)]
struct MatchList {
    /// The `cursor` of the next page; `null` for the last page.
    #[schema(required)]
    cursor: Option<String>,
    /// The ids of the damaged matches on this page: their stored data differs from what was recorded. Nothing
    /// else about them is shown here; the administrator can read what is still readable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
    /// In the requested order.
    matches: Vec<Listed>,
    /// The `after` of the next page if the order is by id; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Whether a match continues.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ListedStatus {
    /// The match continues.
    Open,
    /// The match is over.
    Finished,
}

/// A match in the list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedMatch)]
struct Listed {
    /// When it last changed.
    changed_at: String,
    /// When it was opened.
    created_at: String,
    /// The day it was played, or else opened.
    day: String,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// The game's id.
    game: String,
    /// Its id.
    id: MatchId,
    /// Metadata set by a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = overtrick_match::play::metadata_schema)]
    metadata: Option<Json>,
    /// Its players, in seat order.
    players: Vec<String>,
    /// Whether it continues.
    status: ListedStatus,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
}

impl Listed {
    fn of(listed: ListedMatch) -> Listed {
        let metadata = listed.metadata.as_deref();
        Listed {
            changed_at: listed.summary.changed_at.to_string(),
            created_at: listed.summary.created_at.to_string(),
            day: listed.day,
            external_id: listed.external_id,
            game: listed.summary.game,
            id: listed.summary.id,
            metadata: metadata.and_then(|json| serde_json::from_str(json).ok()),
            players: listed.players,
            status: if listed.complete {
                ListedStatus::Finished
            } else {
                ListedStatus::Open
            },
            title: listed.title,
            version: listed.summary.version,
        }
    }
}

/// List all matches of the instance, or those that match the filters, by id or latest day first. For the
/// administrator and for programs.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(FilterQuery, ListQuery),
    security(("key" = ["read"])), responses(
    (status = 200, description = "A part of the list", body = MatchList),
    BadRequest, Unauthorized, Forbidden, NotAcceptable,
))]
pub async fn list(request: HttpRequest, service: Data<Service>) -> Answer {
    request::accepts(&request, "application/json")?;
    caller::whole_instance(&request, &service, Role::View)?;
    let query = index_query::list(&request)?;
    let matches = service.matches.find(&query).await?;
    let last = matches.last().filter(|_| matches.len() == query.limit);
    let by_id = matches!(query.order, MatchOrder::Id(_));
    let next = last.filter(|_| by_id).map(|last| last.id.clone());
    let cursor = last.map(|last| index_query::cursor(&query.order, last));
    let damaged = matches.iter().filter(|one| one.listed.is_none());
    let damaged: Vec<String> = damaged.map(|one| one.id.clone()).collect();
    if !damaged.is_empty() {
        tracing::error!(?damaged, "matches of a list are damaged");
    }
    let matches = matches.into_iter().filter_map(|one| one.listed);
    let matches = matches.map(Listed::of).collect();
    Ok(HttpResponse::Ok().json(MatchList {
        cursor,
        damaged,
        matches,
        next,
    }))
}
