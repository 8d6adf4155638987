//! Opening matches at `/matches`, and the next match of the same players at `/matches/{id}/rematch`.

use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::{Caller, ClientSecret, Entered, Presented};
use crate::access::secret::random_id;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, Body, ClientLanguage, NotedQuery, Problem, ProblemKind};
use crate::idempotency::{IdempotencyKey, REPLAYED};
use crate::matches::judged::{judge_by_weight, weight};
use crate::matches::match_response::{self, DetailQuery, Presentation};
use crate::matches::service::MatchService;
use crate::openapi::{
    AlreadyHere, BodyErrors, CreatedAnswer, ExternalIdTaken, Refused, RoleErrors, TooMany,
    Unauthorized,
};
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::bounded_json;
use overtrick_match::document::{Detail, read_json};
use overtrick_match::ledger::{Labels, Match, MatchId, Opening, Role};
use overtrick_match::play::{State, next_document, object_of};
use overtrick_store::{Idempotency, StoreError};

/// How long a repeated request for a rematch returns the keys of the next match.
const KEYS_RETURNED: Duration = Duration::from_mins(10);

/// The keys of a match, one for each role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MatchKeys)]
pub struct Keys {
    /// The key to watch the match.
    pub view: String,
    /// The key to record hands.
    pub score: String,
    /// The key to direct the match.
    pub direct: String,
}

/// A newly opened match.
#[derive(Debug, Clone)]
pub struct Created {
    /// Its id.
    pub id: MatchId,
    /// Its first keys.
    pub keys: Keys,
    /// The match as it was opened.
    pub played: Arc<Match>,
    /// Whether an earlier request with the same idempotency key opened it.
    pub is_repeated: bool,
}

impl MatchService {
    /// Opens a match from a document, which may already have hands. An `id` in the document is ignored.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the document, or if it is too large;
    /// [`ServiceError::KeyReused`] for the idempotency key; store errors.
    pub async fn create(
        &self,
        document: &Json,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let document = document.clone();
        let read = (0, || Ok(document));
        self.create_read(read, Opening::default(), None, idempotency)
            .await
    }

    /// Like [`MatchService::create`], for a document that is not yet parsed, with its weight, its labels and
    /// the client that opens the match. Only programs and the administrator may set an external id.
    ///
    /// # Errors
    /// Same as [`MatchService::create`]; [`ServiceError::Refused`] for an external id from any other caller;
    /// [`StoreError::ExternalIdTaken`].
    pub async fn create_read(
        &self,
        (weight, document): (
            usize,
            impl FnOnce() -> Result<Json, Faults> + Send + 'static,
        ),
        opening: Opening,
        caller: Option<&Caller>,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let labels = &opening.labels;
        let is_program = caller.is_some_and(Caller::is_program);
        if labels.external_id.is_some() && !is_program {
            let refused = Finding::rule("external-id-of-programs", "/external_id", args![]);
            return Err(Faults::from(refused).into());
        }
        let id = random_id(self.random())?;
        let (now, day) = (self.clock().now(), self.clock().day());
        let begin = move || -> Result<Match, Faults> {
            let mut document = document()?;
            // Without `played_on`, the match would have the day in UTC.
            if let Json::Object(entries) = &mut document
                && entries.iter().all(|(key, _)| key != "played_on")
                && day != now.day()
            {
                entries.push(("played_on".to_owned(), day.into()));
            }
            Match::begin(&id, &document, opening, now, Role::Direct)
        };
        let played = judge_by_weight(weight, begin).await??;
        match self.append(played, None, idempotency.cloned(), None).await {
            Ok(played) => Ok(self.created(played, false)),
            // The same request may have been carried out meanwhile.
            Err(
                error @ (ServiceError::InProgress
                | ServiceError::Store(StoreError::ExternalIdTaken)),
            ) => self.opened_before(idempotency).await?.ok_or(error),
            Err(error) => Err(error),
        }
    }

    /// Returns the match that an earlier request with the same mark opened.
    async fn opened_before(
        &self,
        mark: Option<&Idempotency>,
    ) -> Result<Option<Created>, ServiceError> {
        let played = self.replayed(mark).await?;
        Ok(played.map(|played| self.created(played, true)))
    }

    /// Returns a newly opened match with its first keys.
    fn created(&self, played: Arc<Match>, is_repeated: bool) -> Created {
        let id = played.id().clone();
        Created {
            keys: self.first_keys(&id),
            id,
            played,
            is_repeated,
        }
    }

    /// Opens another match of the same players under the same house rules. The next dealer deals first, and a
    /// remaining pot is carried over. Watchers of the match are notified of the new one.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller may not score the match; otherwise the same as [`MatchService::create`].
    pub async fn rematch(
        &self,
        id: &str,
        caller: &Caller,
        client: Option<&str>,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let before = self.read(id).await?;
        if self.role_in(&before, caller)? < Role::Score {
            return Err(ServiceError::Forbidden);
        }
        let document = next_document(&before)?;
        let opening = Opening {
            client: client.map(str::to_owned),
            ..Opening::default()
        };
        let read = (0, || Ok(document));
        let created = self.create_read(read, opening, None, idempotency).await?;
        self.note_next(before.id(), &created.id).await;
        Ok(created)
    }
}

/// A newly opened match with its keys.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedMatch)]
pub struct OpenedMatch<'a> {
    /// The match.
    #[serde(flatten)]
    pub state: State,
    /// A key for each role; absent if the caller is not entitled to the keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<&'a Keys>,
    /// The number of seconds by which the clock that wrote the log was ahead; absent up to five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ahead: Option<u64>,
}

/// The options for opening a match.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CreateQuery {
    /// How much of the result to return: `standings` for only the standings, `scores` for the points of every
    /// hand too, `full` for everything
    detail: Option<Detail>,
    /// The unique id of the match in another program. Setting it requires a program key that may score, or
    /// the administrator's token
    #[param(max_length = 200)]
    external_id: Option<String>,
    /// Data that a program stores with the match: a JSON object of strings, numbers, Booleans and nulls
    #[param(max_length = 4096)]
    metadata: Option<String>,
}

/// Open a match from a match document, which may already have hands.
///
/// Repeating a request with its `Idempotency-Key` opens no second match. The keys are returned again to the
/// caller who opened the match: a program, or a client with the same `Overtrick-Client`. Others get 409.
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
    let external_id = query.external_id.map(Json::Text);
    let labels = Labels::read(external_id.as_ref(), metadata.as_ref())?;
    // The faults of the query are reported first, because reporting them requires no key.
    let Presented(caller) = caller?;
    let (key, client) = (key?, client?);
    let detail = query.detail.unwrap_or(Detail::Full);
    let presentation = Presentation { language, detail };
    let scope = client.scope(caller.as_ref());
    let scoped = scope.as_deref().unwrap_or("nobody");
    let mark = key.unscoped(&body.0).map(|key| key.of_creation(scoped));
    let matches = &service.matches;
    let created = match matches.opened_before(mark.as_ref()).await? {
        Some(before) => before,
        None => {
            let limits = &service.limits;
            limits.check_new_match(&request, body.0.len())?;
            let opening = Opening {
                labels,
                client: client.secret().map(str::to_owned),
            };
            let read = (weight(&body.0), move || Ok(body.json()?));
            let created = matches.create_read(read, opening, caller.as_ref(), mark.as_ref());
            created.await?
        }
    };
    if created.is_repeated && scope.is_none() {
        return Err(Problem::new(ProblemKind::AlreadyHere).worded("already-here-opened", args![]));
    }
    let Created { keys, played, .. } = &created;
    let (keys, is_repeated) = (Some(keys), created.is_repeated);
    answer(&service, played, presentation, is_repeated, keys, None)
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
) -> Answer {
    let (presentation, client, id) = (presentation?, client?, &entered.id);
    let service = &entered.service;
    let scope = format!(
        "rematch/{id}/{}/{}",
        entered.role.word(),
        entered.caller.scope()
    );
    let mark = key?.mark(&scope, &body.0);
    let matches = &service.matches;
    let created = match matches.opened_before(mark.as_ref()).await? {
        Some(before) => before,
        None => {
            object_of(&[], body.entries()?)?;
            service.limits.check_new_match(&request, 0)?;
            let created = matches.rematch(id, &entered.caller, client.secret(), mark.as_ref());
            created.await?
        }
    };
    // Several clients may have the same key of the previous match. While the next match is new, all of them
    // get its keys; later, only the client that opened it gets them.
    let opened = created.played.events().first().map(|event| event.at);
    let is_new = opened.is_some_and(|at| at >= matches.clock().now().before(KEYS_RETURNED));
    let is_entitled = !created.is_repeated || is_new || client.opened(&created.played);
    let keys = Some(&created.keys).filter(|_| is_entitled);
    let (played, is_repeated) = (&created.played, created.is_repeated);
    answer(service, played, presentation, is_repeated, keys, None)
}

/// Returns the answer for a match opened by this or an earlier request, with its address and its keys.
pub fn answer(
    service: &Service,
    played: &Match,
    presentation: Presentation,
    is_repeated: bool,
    keys: Option<&Keys>,
    clock_ahead: Option<u64>,
) -> Answer {
    let (presentation, text) = match_response::stored(played, presentation, |state| {
        let opened = OpenedMatch {
            state,
            keys,
            clock_ahead,
        };
        bounded_json(&opened, MAX_ANSWER_BYTES)
    })?;
    let base = &service.settings.base_path;
    let location = format!("{base}/api/v1/matches/{}", played.id());
    let mut builder = match_response::tagged(StatusCode::CREATED, played, presentation);
    builder
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    if is_repeated {
        builder.insert_header(REPLAYED);
    }
    Ok(match_response::as_json(builder, text))
}
