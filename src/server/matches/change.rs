//! Changing matches.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::access::program_keys::Program;
use crate::error::ServiceError;
use crate::idempotency::Replayed;
use crate::matches::index::listing_update;
use crate::matches::judged::{judge_apart, weight_of};
use crate::matches::service::{MatchService, match_id};
use crate::publish::publication_update;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Change, Match, MatchId, PublishedPart, Role, Timestamp};
use overtrick_store::{Append, Idempotency, StoreError};

/// How often a change is tried while other servers interfere.
const MAX_TRIES: u32 = 32;

/// A requested change, which is parsed off the threads that answer requests.
#[derive(Clone)]
pub struct ChangeBody {
    /// Its size in bytes.
    pub bytes: usize,
    /// Parses the change, given the current match; returns the change or its faults.
    pub read: Arc<ReadChange>,
}

impl From<Change> for ChangeBody {
    /// A change that is already parsed.
    fn from(change: Change) -> ChangeBody {
        let read = Arc::new(move |_: &Match| Ok(change.clone()));
        ChangeBody { bytes: 0, read }
    }
}

type ReadChange = dyn Fn(&Match) -> Result<Change, Faults> + Send + Sync;

impl MatchService {
    /// Changes a match; the change is durable on return. A repeated request changes nothing and returns the
    /// match as it was after the first.
    ///
    /// # Errors
    /// In this order: [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] if the caller's key is not
    /// valid; [`ServiceError::KeyReused`] for the idempotency key; faults in the change's form; [`ServiceError::Forbidden`] if the change needs another role; failed preconditions;
    /// every fault that the changed match would have; store errors.
    pub async fn change(
        &self,
        id: &str,
        request: ChangeRequest,
        change: Change,
    ) -> Result<Arc<Match>, ServiceError> {
        let changed = self.change_once(id, request, change.into()).await?;
        Ok(changed.0)
    }

    /// Like [`MatchService::change`], for a change that is parsed after the caller's right is checked; also
    /// returns whether the request was carried out before.
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
            // Before any other error: a repeated request gets its earlier answer.
            match self.replayed(request.idempotency.as_ref()).await? {
                Some(Replayed::Changed(played)) => Ok((played, true)),
                Some(_) => Err(ServiceError::KeyReused),
                None => Err(error),
            }
        };
        self.again(id, &request.caller, &request.precondition, attempt)
            .await
    }

    /// Tries to change a match, again and again while other servers interfere and any version is acceptable.
    ///
    /// # Errors
    /// Those of the last attempt; a caller whose key was just revoked does not see the current match.
    pub(crate) async fn again<T, F: Future<Output = Result<T, ServiceError>>>(
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
        // Checked in the match that the event follows: a later commit may have revoked the caller's key.
        let by = self.role_in(&played, &request.caller)?;
        let at = request.precondition.check(played.version());
        let after = self.after(&played, &request.caller, change, by, at).await?;
        let mark = request.idempotency.clone();
        self.append(after, Some(&played), mark, Some(guard)).await
    }

    /// The match after a change, without recording it.
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

    /// The match after a change, if the caller may make it, and `at` allows it.
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
            if !is_program {
                check_external_ids(before, &after)?;
            }
            Ok(after)
        };
        // A faulty hand makes the whole match be judged.
        judge_apart(weight_of(&before, change.bytes), move || work(&before)).await?
    }

    /// Publishes a part of a match, or withdraws it. If nothing changes, the version stays.
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
            after.publish(part, now, by)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, caller, set).await
    }

    /// Records an event that does not change the game, for a caller who directs the match. `record` returns
    /// the match after it, or `None` if nothing changes.
    pub(crate) async fn record(
        &self,
        id: &MatchId,
        precondition: &Precondition,
        caller: &Caller,
        record: impl Fn(&Match, Timestamp, Role) -> Result<Option<Match>, Faults>,
    ) -> Result<Arc<Match>, ServiceError> {
        let attempt = || async {
            let (guard, before) = self.lock(id, precondition).await?;
            // Checked in the match that the event follows, whatever its version is by now.
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
        self.again(id.as_str(), caller, precondition, attempt).await
    }

    /// The last event of a match, sealed, as it is stored: with the names that are new since `before`.
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

    /// Stores the last event of a match durably, with the names that are new since `before`, caches the match
    /// and notifies its watchers. This completes even if the caller disconnects; the lock is held until
    /// then.
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

/// Refuses a new external id, or the loss of one: programs set them.
fn check_external_ids(before: &Match, after: &Match) -> Result<(), Faults> {
    if before.labels().external_id == after.labels().external_id {
        return Ok(());
    }
    Err(Finding::rule("external-id-of-programs", "/external_id", args![]).into())
}

/// The caller of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The holder of this key of the match.
    Key(String),
    /// A program with an API key.
    Program(Program),
    /// A caller with a known role: the administrator, a command.
    Role(Role),
}

impl Caller {
    /// The role in every match; `None` for the holder of a key of one.
    pub fn role_everywhere(&self) -> Option<Role> {
        match self {
            Caller::Role(role) => Some(*role),
            Caller::Program(program) => Some(program.scope.role()),
            Caller::Key(_) => None,
        }
    }

    /// Whether it is the administrator, or a program with the same rights.
    pub fn is_admin(&self) -> bool {
        self.role_everywhere() == Some(Role::Admin)
    }

    /// Whether it is the administrator or a program that may write: these may set any external id.
    pub fn is_program(&self) -> bool {
        match self {
            Caller::Program(program) => program.scope.role() >= Role::Score,
            caller => caller.is_admin(),
        }
    }

    /// The scope of the idempotency keys of the caller: a key of a match stands for all who have it.
    pub(crate) fn scope(&self) -> String {
        match self {
            Caller::Key(_) => "key".to_owned(),
            Caller::Program(program) => format!("program/{:016x}", program.number),
            Caller::Role(role) => role.word().to_owned(),
        }
    }
}

/// The versions of a match to which a change may be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Any version.
    Any,
    /// One of these.
    OneOf(Vec<u64>),
    /// The caller named no version.
    Missing,
    /// The caller named versions that cannot be read; the text is quoted.
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

    /// Whether it names a later version than this, so that the match must have changed since it was read.
    pub(crate) fn is_later(&self, version: u64) -> bool {
        matches!(self, Precondition::OneOf(versions) if versions.iter().any(|one| *one > version))
    }
}

impl ChangeRequest {
    /// A request in a known role for the match at a version.
    pub fn at_version(version: u64, by: Role) -> ChangeRequest {
        ChangeRequest {
            caller: Caller::Role(by),
            precondition: Precondition::version(version),
            idempotency: None,
        }
    }
}

/// The number of locks. Matches that share one by chance wait for each other, which is harmless.
const LOCKS: u64 = 4096;

/// The locks of all matches. The store decides which of two changes is first; a lock only saves the second
/// from working in vain.
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
    /// Locks a match; waits until it is unlocked.
    pub async fn lock(&self, id: &MatchId) -> MatchGuard {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let index = usize::try_from(hasher.finish() % LOCKS).unwrap_or(0);
        self.0[index].clone().lock_owned().await
    }
}
