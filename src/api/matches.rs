//! `/matches`, `/matches/{id}` and `/matches/{id}/rematch`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::detail::{self, Telling};
use super::parameters::{DetailQuery, IdempotencyKey, IfMatch, IfNoneMatch, MatchPath};
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
use crate::http::problem::{Problem, shortened};
use crate::http::version::if_match;
use crate::http::{read, request};
use crate::ledger::MatchId;
use crate::rules::{Faults, Finding, args, segment};
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
    params(DetailQuery, IdempotencyKey),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, Refused, TooMany,
))]
pub async fn create(request: HttpRequest, service: Data<Service>, body: Body) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let telling = Telling::of(&request, language)?;
    let is_operator = access::is_operator(&request, &service)?;
    let mark = idempotency::key(&request, &body)?.map(|key| {
        let client = service.limits.payer(&request).to_string();
        key.of_creation(if is_operator { "operator" } else { &client })
    });
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, telling).await;
    }
    if !is_operator {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, body.0.len())?;
    }
    service.matches.check_text(&body.0)?;
    let document = body.json()?;
    let created = service.matches.create(&document, mark.as_ref());
    let created = created.await?;
    answer(&service, &created, Some(&created.keys), telling)
}

/// Open another match of the same players under the same house rules; the next dealer deals.
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
    let (role, _) = access::enter(&request, &service, &id).await?;
    let telling = Telling::of(&request, language)?;
    let mark = idempotency::mark(&request, &format!("rematch/{id}"), &body)?;
    if let Some(before) = created_before(&request, &service, mark.as_ref()).await? {
        return before_answer(&request, &service, &before, telling).await;
    }
    read::object(&[], body.entries()?)?;
    if role < Role::Admin {
        service.limits.count_creation(&request)?;
        service.limits.count_write(&request, 0)?;
    }
    let created = service.matches.rematch(&id, mark.as_ref());
    let created = created.await?;
    answer(&service, &created, Some(&created.keys), telling)
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
    telling: Telling,
) -> Answer {
    let mut keys = Some(&before.keys);
    if !service.matches.is_just_created(before) {
        let role = match presented(request, service) {
            Some(caller) => service.matches.enter(before.id.as_str(), &caller).await,
            None => Err(ServiceError::Unauthorized),
        };
        keys = keys.filter(|_| role.is_ok_and(|(role, _)| role >= Role::Direct));
    }
    let mut answer = answer(service, before, keys, telling)?;
    let (name, value) = idempotency::REPLAYED;
    answer.headers_mut().insert(name, value);
    Ok(answer)
}

/// Who presents a key.
fn presented(request: &HttpRequest, service: &Service) -> Option<Caller> {
    access::caller_of(request, service).ok()
}

/// The answer to whoever opened a match: where it is, and its keys.
fn answer(service: &Service, created: &Created, keys: Option<&Keys>, telling: Telling) -> Answer {
    let body = OpenedMatch {
        state: State::of(&created.ledger, telling)?,
        keys,
    };
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/matches/{}", created.id);
    let mut builder = state::tagged(StatusCode::CREATED, &created.ledger, telling);
    Ok(builder
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body))
}

/// The match as it stands: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(MatchPath, DetailQuery, IfNoneMatch), security(("key" = ["view"])), responses(
    MatchAnswer, Cached, BadRequest, KeyErrors,
))]
pub async fn get(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id, "application/json").await?;
    let view = view.in_detail(&request, detail::asked(&request)?);
    view.answer(|builder| state::written(builder, &State::of(&view.ledger, view.telling())?))
}

/// Open a match again that expired, under its id and with its keys, from the same document.
///
/// A match in which nothing was played may expire where the operator wants it so. A phone that was away
/// has its document and a key: the game, its edition, the players and the house rules must be the same;
/// hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.
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
    let telling = Telling::of(&request, language)?;
    let caller = access::caller_of(&request, &service)?;
    if caller != Caller::Role(Role::Admin) {
        service.limits.count_write(&request, body.0.len())?;
    }
    service.matches.check_text(&body.0)?;
    let document = body.json()?;
    let opened = service.matches.open_again(&id, &caller, &document).await?;
    state::answer(&opened.ledger, telling)
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
#[derive(Debug)]
struct ListQuery {
    /// The id that the part comes after.
    after: Option<String>,
    /// The most matches of the part.
    limit: usize,
}

/// The most matches of a part of the list, and how many there are unless it says otherwise.
const MOST_LISTED: usize = 100;
const LISTED: usize = 50;
/// The most characters of an id that the list may begin after.
const LONGEST_AFTER: usize = 64;

impl ListQuery {
    /// Reads the query of a request.
    ///
    /// # Errors
    /// 400, with every parameter that is not as it should be.
    fn of(request: &HttpRequest) -> Result<ListQuery, Problem> {
        let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string());
        let unreadable = |_| Problem::bad_request(Finding::shape("query-form", "", args![]));
        let (mut after, mut limit) = (None, LISTED);
        let mut faults = Faults::new();
        for (name, text) in pairs.map_err(unreadable)?.into_inner() {
            let found = shortened(&text);
            let (code, args) = match (name.as_str(), text.parse::<usize>()) {
                ("limit", Ok(number)) if (1..=MOST_LISTED).contains(&number) => {
                    limit = number;
                    continue;
                }
                ("limit", _) => {
                    let args = args![found: found, least: 1, most: MOST_LISTED];
                    ("number-parameter", args)
                }
                ("after", _) if text.len() <= LONGEST_AFTER => {
                    after = Some(text);
                    continue;
                }
                ("after", _) => {
                    let args = args![length: text.chars().count(), most: LONGEST_AFTER];
                    ("text-too-long", args)
                }
                _ => {
                    let words = vec!["after".to_owned(), "limit".to_owned()];
                    ("unknown-parameter", args![words: words])
                }
            };
            let pointer = format!("/{}", segment(&shortened(&name)));
            faults.push(Finding::shape(code, pointer, args));
        }
        if faults.is_empty() {
            Ok(ListQuery { after, limit })
        } else {
            Err(Problem::bad_request(faults))
        }
    }
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

/// All matches of the instance, in the order of their ids: for its administrator, and for programs.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(("after" = Option<String>, Query, description = "The id that the part comes after"),
           ("limit" = Option<u8>, Query, description = "How many at most", minimum = 1, maximum = 100)),
    security(("key" = ["read"])), responses(
    (status = 200, description = "A part of the list", body = MatchList),
    BadRequest, Unauthorized, Forbidden, NotAcceptable,
))]
pub async fn list(request: HttpRequest, service: Data<Service>) -> Answer {
    request::accepts(&request, "application/json")?;
    access::whole_instance(&request, &service, Role::View)?;
    let ListQuery { after, limit } = ListQuery::of(&request)?;
    let matches = service.matches.list(after.as_deref(), limit).await?;
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
