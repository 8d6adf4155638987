//! Changing matches.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::idempotency::in_progress::{Claim, Replayed};
use crate::matches::budget::frees;
use crate::matches::index_entry;
use crate::matches::judged::judge_apart;
use crate::matches::locks::MatchGuard;
use crate::matches::request::{Caller, ChangeRequest, Precondition};
use crate::matches::service::{MatchService, match_id};
use crate::publish::updates::publication_update;
use overtrick_core::Faults;
use overtrick_match::ledger::{Change, Ledger, MatchId, Role, Showing, Timestamp};
use overtrick_store::{Append, Idempotency, KeyInUse};

/// A change that is tried, until no other instance comes before it.
struct Attempt<'a> {
    id: &'a MatchId,
    caller: &'a Caller,
    precondition: &'a Precondition,
    idempotency: Option<&'a Idempotency>,
    claim: Arc<Claim>,
    change: Asked,
}

/// A change that is asked for, which is read off the threads that answer.
#[derive(Clone)]
pub struct Asked {
    /// How many bytes it has.
    pub bytes: usize,
    /// Gives the change, or its faults; it is shown the match as it stands.
    pub read: Arc<ReadChange>,
}

impl From<Change> for Asked {
    /// A change that is read already.
    fn from(change: Change) -> Asked {
        let read = Arc::new(move |_: &Ledger| Ok(change.clone()));
        Asked { bytes: 0, read }
    }
}

type ReadChange = dyn Fn(&Ledger) -> Result<Change, Faults> + Send + Sync;

impl MatchService {
    /// Changes a match; durable when it returns. A request that was carried out before changes
    /// nothing, and gives the match as it was after it.
    ///
    /// # Errors
    /// In this order: [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`], if the caller's key
    /// is not valid; [`ServiceError::KeyReused`] and [`ServiceError::InProgress`] of the idempotency
    /// key; the faults of the change's form; [`ServiceError::Forbidden`], if the change takes another
    /// role; those of the precondition; every fault that the match would have; those of the store.
    pub async fn change(
        &self,
        id: &str,
        request: ChangeRequest,
        change: Change,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let changed = self.change_once(id, request, change.into()).await?;
        Ok(changed.0)
    }

    /// The same of a change that is read once the caller is let in, and whether the request was carried out
    /// before.
    ///
    /// # Errors
    /// As of [`MatchService::change`].
    pub async fn change_once(
        &self,
        id: &str,
        request: ChangeRequest,
        change: Asked,
    ) -> Result<(Arc<Ledger>, bool), ServiceError> {
        let (by, ledger) = self.enter(id, &request.caller).await?;
        let scope = format!("change/{id}/{by:?}");
        let idempotency = request.idempotency.map(|mark| mark.within(&scope));
        let claim = match self.claim_unread(idempotency.as_ref()).await? {
            Ok(claim) => Arc::new(claim),
            Err(Replayed::Changed(ledger)) => return Ok((ledger, true)),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let change = Attempt {
            id: ledger.id(),
            caller: &request.caller,
            precondition: &request.precondition,
            idempotency: idempotency.as_ref(),
            claim,
            change,
        };
        for _ in 0..request.precondition.tries() {
            let error = match self.attempt(&change).await {
                Ok(ledger) => return Ok((ledger, false)),
                Err(error) => error,
            };
            // Whatever stands in its way now: a request that was carried out before is answered as it was then.
            match self.replay(idempotency.as_ref()).await? {
                Some(Replayed::Changed(ledger)) => return Ok((ledger, true)),
                Some(_) => return Err(ServiceError::KeyReused),
                None => {}
            }
            if !request.precondition.tries_again(&error) {
                if matches!(error, ServiceError::Conflict { .. }) {
                    // Whose key was just taken away is not told what the match is now.
                    self.enter(id, &request.caller).await?;
                }
                return Err(error);
            }
        }
        Err(ServiceError::Busy)
    }

    /// Tries to change a match as it stands.
    async fn attempt(&self, attempt: &Attempt<'_>) -> Result<Arc<Ledger>, ServiceError> {
        let (guard, ledger) = self.lock(attempt.id, attempt.precondition).await?;
        // In the match that the event follows: what was committed since may have taken the caller's key away.
        let by = self.role_in(&ledger, attempt.caller)?;
        let at = attempt.precondition.check(ledger.version());
        let after = self.after(&ledger, &attempt.change, by, at).await?;
        let idempotency = attempt.idempotency.cloned();
        let locks = (attempt.claim.clone(), Some(guard));
        let program = attempt.caller.key_in_use();
        let marks = (idempotency, program);
        self.append(after, Some(&ledger), marks, locks).await
    }

    /// The match as it would be after a change, which is not recorded.
    ///
    /// # Errors
    /// As of [`MatchService::change`], without those of idempotency key and precondition.
    pub async fn check(
        &self,
        id: &str,
        caller: &Caller,
        change: Asked,
    ) -> Result<Ledger, ServiceError> {
        let (by, ledger) = self.enter(id, caller).await?;
        self.after(&ledger, &change, by, Ok(())).await
    }

    /// The match after a change, if the caller may make it, `at` allows it, and the match is not too large
    /// then.
    async fn after(
        &self,
        before: &Arc<Ledger>,
        change: &Asked,
        by: Role,
        at: Result<(), ServiceError>,
    ) -> Result<Ledger, ServiceError> {
        let (before, asked) = (before.clone(), change.clone());
        let (now, budget) = (self.clock().now(), self.0.budget);
        let work = move |before: &Ledger| -> Result<Ledger, ServiceError> {
            let change = (asked.read)(before)?;
            if by < before.required_role(&change) {
                return Err(ServiceError::Forbidden);
            }
            at?;
            let frees = frees(&change);
            let after = before.after(change, now, by)?;
            let within = budget.check_change(frees, before, &after);
            within.map_err(Faults::from)?;
            Ok(after)
        };
        // Even one more hand has the whole match judged if it is at fault.
        let bytes = change.bytes.max(before.size());
        judge_apart(bytes, move || work(&before)).await?
    }

    /// Publishes a part of a match, or takes that back. One that is so already stays at its version.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`], if the caller
    /// does not direct it; those of the precondition; those of the store.
    pub async fn publish(
        &self,
        id: &str,
        precondition: &Precondition,
        what: Option<Showing>,
        caller: &Caller,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let set = |before: &Ledger, now, by| {
            if before.showing() == what {
                return Ok(None);
            }
            let mut after = before.clone();
            after.publish(what, now, by)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, caller, set).await
    }

    /// Records an event that is no change of the game, for a caller who directs the match: `record` gives the
    /// match after it, or nothing if it is so already.
    pub(crate) async fn record(
        &self,
        id: &MatchId,
        precondition: &Precondition,
        caller: &Caller,
        record: impl Fn(&Ledger, Timestamp, Role) -> Result<Option<Ledger>, Faults>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        for _ in 0..precondition.tries() {
            let (guard, before) = self.lock(id, precondition).await?;
            // In the match that the event follows, whichever it is by now.
            let by = self.role_in(&before, caller)?;
            if by < Role::Direct {
                return Err(ServiceError::Forbidden);
            }
            precondition.check(before.version())?;
            let Some(after) = record(&before, self.clock().now(), by)? else {
                return Ok(before);
            };
            let claim = Arc::new(self.0.in_flight.claim(None)?);
            let locks = (claim, Some(guard));
            let marks = (None, caller.key_in_use());
            match self.append(after, Some(&before), marks, locks).await {
                Err(error) if precondition.tries_again(&error) => {}
                Err(error @ ServiceError::Conflict { .. }) => {
                    self.enter(id.as_str(), caller).await?;
                    return Err(error);
                }
                recorded => return recorded,
            }
        }
        Err(ServiceError::Busy)
    }

    /// Makes the last event of a match durable with the names that are new since `before`, puts the match
    /// into the cache and notifies those who watch it. This is completed even if the caller goes away, and the
    /// locks are held until then.
    pub(crate) async fn append(
        &self,
        mut after: Ledger,
        before: Option<&Ledger>,
        (idempotency, program): (Option<Idempotency>, Option<KeyInUse>),
        locks: (Arc<Claim>, Option<MatchGuard>),
    ) -> Result<Arc<Ledger>, ServiceError> {
        let event = after.seal(before, |salts| self.random().fill(salts))?;
        let append = Append {
            id: after.id().clone(),
            game: after.game(),
            event,
            listing: index_entry::update(before, &after),
            idempotency: idempotency.map(|mark| mark.stored()),
            publication: publication_update(before, &after),
            listed: index_entry::digest(&after),
            program,
        };
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.append(Arc::new(after), append).await;
            drop(locks);
            written
        });
        written
            .await
            .map_err(|error| ServiceError::Store(error.to_string()))?
    }
}
