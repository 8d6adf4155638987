//! Changing matches: recording, correcting and undoing hands, and trying a change, at `/matches/{id}/changes`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use tokio::sync::{Mutex, OwnedMutexGuard};
use validator::Validate;

use crate::access::caller::{Caller, Entered};
use crate::error::ServiceError;
use crate::http::{
    Answer, Body, ClientLanguage, IfMatch, Problem, Query, in_language, request, unreadable_version,
};
use crate::idempotency::{IdempotencyKey, REPLAYED};
use crate::matches::judged::{judge_by_weight, weight_of};
use crate::matches::list::listing_update;
use crate::matches::match_response::{self, Presentation};
use crate::matches::service::{MatchService, match_id};
use crate::openapi::{
    BodyErrors, ExternalIdTaken, MatchAnswer, MinimalAnswer, Prefer, Refused, RoleErrors, TooMany,
    VersionErrors,
};
use crate::publish::publication_update;
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, EventKind, Match, MatchId, PublishedPart, Role, Timestamp};
use overtrick_match::play;
use overtrick_store::{Append, Idempotency, StoreError};

/// The maximum number of tries of a change while other servers change the match.
const MAX_TRIES: u32 = 32;

/// A requested change. It is parsed outside the request threads.
#[derive(Clone)]
pub struct ChangeBody {
    /// Its size in bytes.
    pub bytes: usize,
    /// Parses the change, given the current match; returns the change or its faults.
    pub read: Arc<ReadChange>,
}

impl From<Change> for ChangeBody {
    /// Wraps a change that is already parsed.
    fn from(change: Change) -> ChangeBody {
        let read = Arc::new(move |_: &Match| Ok(change.clone()));
        ChangeBody { bytes: 0, read }
    }
}

type ReadChange = dyn Fn(&Match) -> Result<Change, Faults> + Send + Sync;

impl MatchService {
    /// Changes a match. The change is durable when this returns. A repeated request changes nothing and returns the
    /// match as it was after the first request.
    ///
    /// # Errors
    /// In this order: [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] for an invalid key;
    /// [`ServiceError::KeyReused`] for the idempotency key; faults in the change's form; [`ServiceError::Forbidden`]
    /// for another role; failed preconditions; every fault of the changed match; store errors.
    pub async fn change(
        &self,
        id: &str,
        request: ChangeRequest,
        change: Change,
    ) -> Result<Arc<Match>, ServiceError> {
        let changed = self.change_once(id, request, change.into()).await?;
        Ok(changed.0)
    }

    /// Like [`MatchService::change`], but parses the change after checking the caller's role. Also returns
    /// whether an earlier request made the change.
    ///
    /// # Errors
    /// Same as [`MatchService::change`].
    pub async fn change_once(
        &self,
        id: &str,
        request: ChangeRequest,
        change: ChangeBody,
    ) -> Result<(Arc<Match>, bool), ServiceError> {
        let (by, played) = self.enter(id, &request.caller).await?;
        let scope = format!("{}/{}", by.word(), request.caller.scope());
        let mark = request.idempotency.as_ref();
        let request = ChangeRequest {
            idempotency: mark.map(|mark| mark.clone().of_change(played.id(), &scope)),
            ..request
        };
        let attempt = || async {
            let error = match self.attempt(played.id(), &request, &change).await {
                Ok(played) => return Ok((played, false)),
                Err(error) => error,
            };
            // A repeated request gets its earlier answer, whatever this error is.
            let replayed = self.replayed(request.idempotency.as_ref()).await?;
            replayed.map(|played| (played, true)).ok_or(error)
        };
        self.retry(id, &request.caller, &request.precondition, attempt)
            .await
    }

    /// Tries to change a match. After a version conflict, tries again if the change may apply to any version.
    ///
    /// # Errors
    /// Errors of the last attempt. A caller whose key was just revoked does not get the current match.
    pub(crate) async fn retry<T, F: Future<Output = Result<T, ServiceError>>>(
        &self,
        id: &str,
        caller: &Caller,
        precondition: &Precondition,
        attempt: impl Fn() -> F,
    ) -> Result<T, ServiceError> {
        for _ in 0..MAX_TRIES {
            match attempt().await {
                Err(ServiceError::Conflict { .. }) if *precondition == Precondition::Any => {}
                Err(error @ ServiceError::Conflict { .. }) => {
                    self.enter(id, caller).await?;
                    return Err(error);
                }
                done => return done,
            }
        }
        Err(ServiceError::Store(StoreError::Busy))
    }

    /// Tries to change the current match.
    async fn attempt(
        &self,
        id: &MatchId,
        request: &ChangeRequest,
        change: &ChangeBody,
    ) -> Result<Arc<Match>, ServiceError> {
        let (guard, played) = self.lock(id, &request.precondition).await?;
        // The role is checked in the version that the new event follows, because another commit may have
        // revoked the caller's key.
        let by = self.role_in(&played, &request.caller)?;
        let at = request.precondition.check(played.version());
        let after = self.after(&played, &request.caller, change, by, at).await?;
        let mark = request.idempotency.clone();
        self.append(after, Some(&played), mark, Some(guard)).await
    }

    /// Returns the match after a change, without recording the change.
    ///
    /// # Errors
    /// Same as [`MatchService::change`], except errors of the idempotency key and preconditions.
    pub async fn check(
        &self,
        id: &str,
        caller: &Caller,
        change: ChangeBody,
    ) -> Result<Match, ServiceError> {
        let (by, played) = self.enter(id, caller).await?;
        self.after(&played, caller, &change, by, Ok(())).await
    }

    /// Returns the match after a change, if the caller may make it and the precondition `at` is met.
    async fn after(
        &self,
        before: &Arc<Match>,
        caller: &Caller,
        change: &ChangeBody,
        by: Role,
        at: Result<(), ServiceError>,
    ) -> Result<Match, ServiceError> {
        let (before, body) = (before.clone(), change.clone());
        let (now, is_program) = (self.clock().now(), caller.is_program());
        let work = move |before: &Match| -> Result<Match, ServiceError> {
            let change = (body.read)(before)?;
            if by < before.required_role(&change) {
                return Err(ServiceError::Forbidden);
            }
            at?;
            let after = before.after(change, now, by)?;
            // Only programs set external ids.
            if !is_program && before.labels().external_id != after.labels().external_id {
                let fault = Finding::rule("external-id-of-programs", "/external_id", args![]);
                return Err(Faults::from(fault).into());
            }
            Ok(after)
        };
        // The size of the stored match counts too, because a faulty hand causes the whole match to be judged.
        judge_by_weight(weight_of(&before, change.bytes), move || work(&before)).await?
    }

    /// Publishes a part of a match, or withdraws its publication. If nothing changes, no event is recorded.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller does not direct the match; failed preconditions; store errors.
    pub async fn publish(
        &self,
        id: &str,
        precondition: &Precondition,
        part: Option<PublishedPart>,
        caller: &Caller,
    ) -> Result<Arc<Match>, ServiceError> {
        let set = |before: &Match, now, by| {
            if before.published_part() == part {
                return Ok(None);
            }
            let mut after = before.clone();
            let withdrawn = EventKind::Unpublished {};
            let kind = part.map_or(withdrawn, |part| EventKind::Published { part });
            after.record(kind, now, by)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, caller, set).await
    }

    /// Records an event that does not change the game, for a caller who directs the match. `record` returns
    /// the match after the event, or `None` if nothing changes.
    pub(crate) async fn record(
        &self,
        id: &MatchId,
        precondition: &Precondition,
        caller: &Caller,
        record: impl Fn(&Match, Timestamp, Role) -> Result<Option<Match>, Faults>,
    ) -> Result<Arc<Match>, ServiceError> {
        let attempt = || async {
            let (guard, before) = self.lock(id, precondition).await?;
            // The role is checked in the version that the new event follows.
            let by = self.role_in(&before, caller)?;
            if by < Role::Direct {
                return Err(ServiceError::Forbidden);
            }
            precondition.check(before.version())?;
            match record(&before, self.clock().now(), by)? {
                Some(after) => self.append(after, Some(&before), None, Some(guard)).await,
                None => Ok(before),
            }
        };
        self.retry(id.as_str(), caller, precondition, attempt).await
    }

    /// Seals the last event of a match and returns it in stored form, with the names that are new since `before`.
    ///
    /// # Errors
    /// The system's random generator fails.
    pub(crate) fn sealed(
        &self,
        before: Option<&Match>,
        after: &mut Match,
    ) -> Result<Append, ServiceError> {
        let event = after.seal(before, |salts| self.random().fill(salts))?;
        let previous = after.digest_at(after.version() - 1);
        Ok(Append {
            id: after.id().clone(),
            game: after.game(),
            previous: previous.map(ToString::to_string).unwrap_or_default(),
            event,
            listing: listing_update(before, after),
            idempotency: None,
            publication: publication_update(before, after),
        })
    }

    /// Stores the last event of a match durably, with the names that are new since `before`. Caches the match and
    /// notifies its watchers. Completes even if the caller disconnects, and holds the lock until then.
    pub(crate) async fn append(
        &self,
        mut after: Match,
        before: Option<&Match>,
        idempotency: Option<Idempotency>,
        guard: Option<MatchGuard>,
    ) -> Result<Arc<Match>, ServiceError> {
        let append = Append {
            idempotency: idempotency.map(|mark| mark.stored()),
            ..self.sealed(before, &mut after)?
        };
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.append(Arc::new(after), append).await;
            drop(guard);
            written
        });
        written.await.map_err(ServiceError::other)?
    }
}

/// The versions of a match to which a change may be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Any version.
    Any,
    /// One of these versions.
    OneOf(Vec<u64>),
    /// The caller sent no version.
    Missing,
    /// The caller sent this text, which cannot be read as versions.
    Unreadable(String),
}

/// The caller of a change and its preconditions.
#[derive(Debug, Clone)]
pub struct ChangeRequest {
    /// The caller.
    pub caller: Caller,
    /// The versions to which the change may be applied.
    pub precondition: Precondition,
    /// The idempotency mark of the request.
    pub idempotency: Option<Idempotency>,
}

impl Precondition {
    /// One version.
    pub fn version(version: u64) -> Precondition {
        Precondition::OneOf(vec![version])
    }

    /// Checks the current version of a match.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], [`ServiceError::VersionNeeded`], [`ServiceError::VersionUnreadable`].
    pub fn check(&self, current: u64) -> Result<(), ServiceError> {
        match self {
            Precondition::Any => Ok(()),
            Precondition::OneOf(versions) if versions.contains(&current) => Ok(()),
            Precondition::OneOf(_) => Err(ServiceError::Conflict { current }),
            Precondition::Missing => Err(ServiceError::VersionNeeded),
            Precondition::Unreadable(found) => Err(ServiceError::VersionUnreadable(found.clone())),
        }
    }

    /// Whether the precondition has a later version than this one, which is then outdated.
    pub(crate) fn is_later(&self, version: u64) -> bool {
        matches!(self, Precondition::OneOf(versions) if versions.iter().any(|one| *one > version))
    }
}

impl ChangeRequest {
    /// Creates a request of a caller with this role, for this version of a match.
    pub fn at_version(version: u64, by: Role) -> ChangeRequest {
        ChangeRequest {
            caller: Caller::Role(by),
            precondition: Precondition::version(version),
            idempotency: None,
        }
    }
}

/// The number of locks. Two matches may share a lock by chance; changes of one then wait for the other.
const LOCKS: u64 = 4096;

/// The locks of all matches. The store decides which of two changes comes first; a lock only avoids useless
/// work for the second change.
#[derive(Debug)]
pub struct MatchLocks(Vec<Arc<Mutex<()>>>);

/// A locked match; dropping this unlocks it.
pub type MatchGuard = OwnedMutexGuard<()>;

impl Default for MatchLocks {
    fn default() -> MatchLocks {
        MatchLocks((0..LOCKS).map(|_| Arc::default()).collect())
    }
}

impl MatchLocks {
    /// Waits until a match is unlocked, and locks it.
    pub async fn lock(&self, id: &MatchId) -> MatchGuard {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let index = usize::try_from(hasher.finish() % LOCKS).unwrap_or(0);
        self.0[index].clone().lock_owned().await
    }
}

/// Change a match: record a hand, set the hand being played, correct, void, replace the definition of a custom
/// game, undo, redo, finish, reopen, adjust, rename, substitute, erase a person, describe.
///
/// `describe` also sets the external id and the metadata (up to 32 strings, numbers, Booleans and nulls in 4096 bytes
/// of JSON). This needs a director's key, and only programs may set external ids. The match document has neither.
///
/// With `dry_run=true`, nothing is recorded: the answer shows the match as it would be after the change. A
/// dry run needs no version, and does not count toward the write limit.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(Entered, ChangeQuery, IfMatch, IdempotencyKey, Prefer), security(("key" = ["score"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, MinimalAnswer, BodyErrors, VersionErrors, RoleErrors, ExternalIdTaken, Refused, TooMany,
))]
pub async fn changes(
    body: Body,
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    (key, query): (
        Result<IdempotencyKey, Problem>,
        Result<Query<ChangeQuery>, Problem>,
    ),
    entered: Entered,
    request: HttpRequest,
) -> Answer {
    let read = key.and_then(|key| Ok((key, query?.0)));
    let (key, query) = read.map_err(|unreadable| match &precondition {
        Precondition::Unreadable(found) => unreadable.with_first(unreadable_version(found)),
        _ => unreadable,
    })?;
    let detail = query.detail.unwrap_or(Detail::Full);
    let presentation = Presentation { language, detail };
    let (service, id) = (&entered.service, &entered.id);
    if query.dry_run {
        let change = change_body(body, language);
        let checked = service.matches.check(id, &entered.caller, change).await?;
        let (_, text) = match_response::stored(&checked, presentation, |state| {
            state.to_json(MAX_ANSWER_BYTES)
        })?;
        return Ok(match_response::as_json(in_language(language), text));
    }
    entered.check_write(body.0.len())?;
    let change_request = ChangeRequest {
        caller: entered.caller,
        precondition,
        idempotency: key.unscoped(&body.0),
    };
    let change = change_body(body, language);
    let changed = service.matches.change_once(id, change_request, change);
    let changed = match_response::changed(service, id, presentation, changed.await);
    let (played, is_replayed) = changed.await?;
    let mut answer = if prefers_minimal(request.headers()) {
        let mut builder = match_response::tagged(StatusCode::NO_CONTENT, &played, presentation);
        builder.insert_header(APPLIED).finish()
    } else {
        let remains = name_remains(&entered.played, &played).filter(|_| !is_replayed);
        let (presentation, text) = match_response::stored(&played, presentation, |mut state| {
            state.name_remains.clone_from(&remains);
            state.to_json(MAX_ANSWER_BYTES)
        })?;
        let builder = match_response::tagged(StatusCode::OK, &played, presentation);
        match_response::as_json(builder, text)
    };
    if is_replayed {
        answer.headers_mut().insert(REPLAYED.0, REPLAYED.1);
    }
    Ok(answer)
}

/// If the last change erased a person, returns the places that still contain the person's name.
fn name_remains(before: &Match, played: &Match) -> Option<Vec<String>> {
    match &played.events().last()?.kind {
        EventKind::Changed(Change::Erase { person, .. }) => {
            Some(played.name_remains(before, *person))
        }
        _ => None,
    }
}

/// The options of a change.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChangeQuery {
    /// Whether to try the change without recording it
    pub dry_run: bool,
    /// How much of the result to return: `standings` for only the standings, `scores` for the points of every
    /// hand too, `full` for everything
    pub detail: Option<Detail>,
}

/// Returns the change in a body.
fn change_body(body: Body, language: &'static Language) -> ChangeBody {
    let bytes = body.0.len();
    let read = Arc::new(move |played: &Match| {
        let change = play::read(body.entries()?, played)?;
        Ok(play::with_name(change, played, language))
    });
    ChangeBody { bytes, read }
}

/// The header of an answer to a request with `Prefer: return=minimal`.
const APPLIED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("preference-applied"),
    HeaderValue::from_static("return=minimal"),
);

/// Whether a client prefers an answer without a body. Other preferences are ignored.
fn prefers_minimal(headers: &HeaderMap) -> bool {
    let prefer = request::text_of(headers, &HeaderName::from_static("prefer")).unwrap_or_default();
    prefer
        .split(',')
        .any(|one| one.trim().eq_ignore_ascii_case("return=minimal"))
}
