//! `/matches`, `/matches/{id}` and `/matches/{id}/rematch`: opening, listing, reading, deleting.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use validator::Validate;

use crate::access::caller::ClientSecret;
use crate::access::caller::{Entered, Presented, ReadsAll};
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::{NotedQuery, Query};
use crate::http::request::ClientLanguage;
use crate::http::version::IfMatch;
use crate::idempotency::{IdempotencyKey, REPLAYED, Replayed};
use crate::matches::create::{Created, Keys};
use crate::matches::index_query::ListQuery;
use crate::matches::judged::weight;
use crate::matches::match_reader::View;
use crate::matches::match_response::{DetailQuery, Presentation, detail_schema};
use crate::matches::{index_query, match_response};
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{
    AlreadyHere, AnswerTooLarge, BadRequest, BodyErrors, Cached, CreatedAnswer, ExternalIdTaken,
    Forbidden, KeyErrors, MatchAnswer, Refused, RoleErrors, TooMany, Unauthorized, VersionErrors,
};
use overtrick_core::json::Json;
use overtrick_core::judging::Standing;
use overtrick_core::wire::words;
use overtrick_core::{Seat, args, openapi};
use overtrick_match::document::{Detail, StandingReport, Status, read_json};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Labels, Match, MatchId, Opening};
use overtrick_match::play::{State, object_of};
use overtrick_store::{FoundMatch, Idempotency, ListedMatch, MatchQuery};

/// A newly opened match with its keys.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedMatch)]
pub struct OpenedMatch<'a> {
    /// The match.
    #[serde(flatten)]
    pub state: State,
    /// A key for each role. Repeated requests return them for ten minutes after the match was opened, and
    /// later only if the caller directs the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<&'a Keys>,
    /// By how many seconds the clock that wrote the log was ahead, if more than five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ahead: Option<u64>,
}

/// Open a match from a match document, which may already have hands.
///
/// A request that is repeated with its `Idempotency-Key` opens no second match, and returns the keys again to the
/// caller who opened it: a program, or the client that sends the same `Overtrick-Client`. Others get 409.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", operation_id = "createMatch",
    params(CreateQuery, IdempotencyKey, ClientSecret),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    CreatedAnswer, BodyErrors, Unauthorized, Refused, AlreadyHere, ExternalIdTaken, TooMany,
))]
pub async fn create(
    body: Body,
    NotedQuery { query, mut faults }: NotedQuery<CreateQuery>,
    ClientLanguage(language): ClientLanguage,
    caller: Result<Presented, Problem>,
    (key, client): (
        Result<IdempotencyKey, Problem>,
        Result<ClientSecret, Problem>,
    ),
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let mut metadata = None;
    if let Some(text) = &query.metadata {
        match read_json(text) {
            Ok(read) => metadata = Some(read),
            Err(fault) => faults.refuse("metadata", fault.code, fault.args),
        }
    }
    faults.finish()?;
    let labels = Labels::read(
        query.external_id.map(Json::Text).as_ref(),
        metadata.as_ref(),
    )?;
    // The faults of the query come first: the answer to them needs no key.
    let Presented(caller) = caller?;
    let (key, client) = (key?, client?);
    let detail = query.detail.unwrap_or(Detail::Full);
    let presentation = Presentation { language, detail };
    let scope = client.scope(caller.as_ref());
    let of = scope.as_deref().unwrap_or("nobody");
    let mark = key.unscoped(&body.0).map(|key| key.of_creation(of));
    let created = match created_before(&service, mark.as_ref()).await? {
        Some(before) => before,
        None => {
            let limits = &service.limits;
            limits.check_new_match(&request, body.0.len())?;
            let opening = Opening {
                labels,
                client: client.secret().map(str::to_owned),
            };
            let read = (weight(&body.0), move || Ok(body.json()?));
            let matches = &service.matches;
            let created = matches.create_read(read, opening, caller.as_ref(), mark.as_ref());
            created.await?
        }
    };
    if created.is_repeated && scope.is_none() {
        return Err(Problem::new(ProblemKind::AlreadyHere).saying("already-here-opened", args![]));
    }
    created_answer(&service, &created, Some(&created.keys), presentation)
}

/// How a match is opened.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CreateQuery {
    /// How much of the result the answer has: `standings` are the places alone, `scores` the points of every hand too,
    /// `full` is everything
    #[param(schema_with = detail_schema, required = false)]
    detail: Option<Detail>,
    /// What a program calls the match; no other match may have it. It takes a key for programs that may
    /// score, or the administrator's token
    #[param(max_length = 200)]
    external_id: Option<String>,
    /// What a program notes of the match: a JSON object of texts, numbers, flags and `null`
    #[param(max_length = 4096)]
    metadata: Option<String>,
}

/// Open another match of the same players under the same house rules. The next dealer deals first.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "matches", operation_id = "rematch",
    params(Entered, DetailQuery, IdempotencyKey, ClientSecret), security(("key" = ["score"])), responses(
    CreatedAnswer, BodyErrors, RoleErrors, TooMany,
))]
pub async fn rematch(
    body: Body,
    presentation: Result<Presentation, Problem>,
    (key, client): (
        Result<IdempotencyKey, Problem>,
        Result<ClientSecret, Problem>,
    ),
    entered: Entered,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let (presentation, client, id) = (presentation?, client?, &entered.id);
    let scope = format!(
        "rematch/{id}/{}/{}",
        entered.role.word(),
        entered.caller.scope()
    );
    let mark = key?.mark(&scope, &body.0);
    let created = match created_before(&service, mark.as_ref()).await? {
        Some(before) => before,
        None => {
            object_of(&[], body.entries()?)?;
            service.limits.check_new_match(&request, 0)?;
            let matches = &service.matches;
            let created = matches.rematch(id, &entered.caller, client.secret(), mark.as_ref());
            created.await?
        }
    };
    // Others may have the same key of the match before: the keys of the next one are returned while it is new, and
    // later to the client that opened it.
    let is_entitled = !created.is_repeated
        || service.matches.is_just_created(&created)
        || client.opened(&created.played);
    let keys = Some(&created.keys).filter(|_| is_entitled);
    created_answer(&service, &created, keys, presentation)
}

/// The match that an earlier request with the same mark opened.
async fn created_before(
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<Created>, Problem> {
    let before = service.matches.replayed(mark).await?;
    Ok(before.and_then(|before| match before {
        Replayed::Created(created) => Some(created),
        Replayed::Changed(_) => None,
    }))
}

/// The answer with a match that was opened now, or by an earlier request.
fn created_answer(
    service: &Service,
    created: &Created,
    keys: Option<&Keys>,
    presentation: Presentation,
) -> Answer {
    let opened = |state| OpenedMatch {
        state,
        keys,
        clock_ahead: None,
    };
    let mut answer = answer(service, &created.played, presentation, opened)?;
    if created.is_repeated {
        let (name, value) = REPLAYED;
        answer.headers_mut().insert(name, value);
    }
    Ok(answer)
}

/// The answer to opening a match: its address and its keys.
pub fn answer<'a>(
    service: &Service,
    played: &Match,
    presentation: Presentation,
    opened: impl Fn(State) -> OpenedMatch<'a>,
) -> Answer {
    let (presentation, text) = match_response::stored(played, presentation, opened)?;
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/matches/{}", played.id());
    let mut builder = match_response::tagged(StatusCode::CREATED, played, presentation);
    builder
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(match_response::as_json(builder, text))
}

words! {
    /// What is read of a match.
    pub enum MatchDetail {
        /// The standings and the winners.
        Standings = "standings",
        /// Also the points of every hand.
        Scores = "scores",
        /// Everything.
        Full = "full",
        /// The match document alone, as a file.
        Document = "document",
    }
}

impl MatchDetail {
    /// The level of detail of the result; `None` if there is none.
    fn of_result(self) -> Option<Detail> {
        Detail::from_word(self.word())
    }
}

/// What is read of a match.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadQuery {
    /// How much of the match: `standings` are the places alone, `scores` the points of every hand too, `full` is
    /// everything
    #[param(schema_with = match_detail_schema, required = false)]
    detail: Option<MatchDetail>,
}

/// The levels of detail of a state. `document` is for the page's download: it answers a file, not a state.
fn match_detail_schema() -> ObjectBuilder {
    openapi::words(Detail::WORDS.iter().copied()).default(Some(Detail::Full.word().into()))
}

/// Read the current match: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(MatchPath, ReadQuery, IfNoneMatch), security(("key" = ["view"])), responses(
    MatchAnswer, Cached, BadRequest, KeyErrors, AnswerTooLarge,
))]
pub async fn get(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let mut view = View::load(&request, &service, &id).await?;
    let Query(ReadQuery { detail }) = Query::from_request(&request)?;
    let Some(detail) = detail.unwrap_or(MatchDetail::Full).of_result() else {
        let document = |builder| match_response::written(builder, &view.played.written_document());
        return view.answer(document);
    };
    view.presentation.detail = detail;
    view.answer(|builder| {
        let state = match_response::build(&view.played, view.presentation)?;
        match_response::written(builder, &state)
    })
}

/// Delete the match and everything stored about it.
#[utoipa::path(delete, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "deleteMatch",
    params(Entered, IfMatch), security(("key" = ["direct"])), responses(
    (status = 204, description = "The match is deleted"),
    VersionErrors, RoleErrors,
))]
pub async fn delete(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    Entered { id, caller, .. }: Entered,
    service: Data<Service>,
) -> Answer {
    let deleted = service.matches.delete(&id, &caller, &precondition).await;
    match_response::changed(&service, &id, language, deleted).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A page of the list of all matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchList)]
struct MatchList {
    /// The ids of the damaged matches on this page: their stored data differs from what was recorded. Nothing
    /// else about them is shown here; the administrator can read what is still readable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
    /// In the requested order.
    matches: Vec<Listed>,
    /// The `cursor` of the next page; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
}

impl MatchList {
    /// The part that was found for a query.
    fn new(matches: Vec<FoundMatch>, query: &MatchQuery, language: &Language) -> MatchList {
        let last = matches.last().filter(|_| matches.len() == query.limit);
        let next = last.map(|last| index_query::cursor(&query.order, last));
        let damaged = matches.iter().filter(|one| one.listed.is_none());
        let damaged: Vec<String> = damaged.map(|one| one.id.clone()).collect();
        if !damaged.is_empty() {
            tracing::error!(?damaged, "matches of a list are damaged");
        }
        let matches = matches.into_iter().filter_map(|one| one.listed);
        MatchList {
            damaged,
            matches: matches.map(|one| Listed::new(one, language)).collect(),
            next,
        }
    }
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
    /// What an own game is called, in the language of the request if its definition says that; absent for other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_name: Option<String>,
    /// Its id.
    id: MatchId,
    /// Metadata set by a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = overtrick_match::play::metadata_schema)]
    metadata: Option<Json>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    /// Its players, in seat order.
    players: Vec<String>,
    /// The ranks of its players, best first.
    standings: Vec<StandingReport>,
    /// Whether it continues.
    status: Status,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
}

impl Listed {
    fn new(listed: ListedMatch, language: &Language) -> Listed {
        let listing = listed.listing;
        let metadata = listing.metadata.as_deref();
        let standings = Standing::rank_all(&listed.totals, listing.lowest_wins, &[]);
        let name = |seat: Seat| {
            listed
                .players
                .get(seat.index())
                .map_or("", |name| name)
                .into()
        };
        Listed {
            standings: StandingReport::new(standings, name),
            location: listing.location,
            changed_at: listed.summary.changed_at.to_string(),
            created_at: listed.summary.created_at.to_string(),
            day: listing.day,
            external_id: listing.external_id,
            game: listed.summary.game,
            game_name: listed.called.map(|name| language.named(&name)),
            id: listed.summary.id,
            metadata: metadata.and_then(|json| serde_json::from_str(json).ok()),
            players: listed.players,
            status: if listing.complete {
                Status::Complete
            } else {
                Status::InProgress
            },
            title: listing.title,
            version: listed.summary.version,
        }
    }
}

/// List all matches of the instance, or those that match the filters, by id or latest day first. For the
/// administrator and for programs.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(ListQuery),
    security(("key" = ["read"])), responses(
    (status = 200, description = "A page of the list", body = MatchList),
    BadRequest, Unauthorized, Forbidden,
))]
pub async fn list(
    ClientLanguage(language): ClientLanguage,
    ReadsAll(()): ReadsAll,
    Query(query): Query<ListQuery>,
    service: Data<Service>,
) -> Answer {
    let query = MatchQuery::from(query);
    let matches = service.matches.find(&query).await?;
    let list = MatchList::new(matches, &query, language);
    match_response::written(in_language(language), &list)
}
