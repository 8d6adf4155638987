//! Changing matches.

use std::sync::Arc;

use super::budget::frees;
use super::error::ServiceError;
use super::idempotency::{Claim, Replayed};
use super::listing;
use super::locks::MatchGuard;
use super::matches::{Matches, match_id};
use super::publication_updates::publication_update;
use super::request::{Caller, ChangeRequest, Precondition};
use crate::ledger::{Change, Ledger, MatchId, Role, Showing, Timestamp};
use crate::rules::Faults;
use crate::store::{Append, Idempotency};

/// A change that is tried, until no other instance comes before it.
struct Attempt<'a, C> {
    id: &'a MatchId,
    precondition: &'a Precondition,
    idempotency: Option<&'a Idempotency>,
    claim: Arc<Claim>,
    change: C,
}

impl Matches {
    /// Changes a match; durable when it returns. A request that was carried out before changes
    /// nothing, and gives the match as it was after it.
    ///
    /// `change` gives the change, or its faults, once the caller is let in; it is shown the match as
    /// it stands.
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
        change: impl Fn(&Ledger) -> Result<Change, Faults>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let changed = self.change_once(id, request, change).await?;
        Ok(changed.0)
    }

    /// The same, and whether the request was carried out before.
    ///
    /// # Errors
    /// As of [`Matches::change`].
    pub async fn change_once(
        &self,
        id: &str,
        request: ChangeRequest,
        change: impl Fn(&Ledger) -> Result<Change, Faults>,
    ) -> Result<(Arc<Ledger>, bool), ServiceError> {
        let (mut by, ledger) = self.enter(id, &request.caller).await?;
        let scope = format!("change/{id}/{by:?}");
        let idempotency = request.idempotency.map(|mark| mark.within(&scope));
        let claim = match self.claim(idempotency.as_ref()).await? {
            Ok(claim) => Arc::new(claim),
            Err(Replayed::Changed(ledger)) => return Ok((ledger, true)),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let change = Attempt {
            id: ledger.id(),
            precondition: &request.precondition,
            idempotency: idempotency.as_ref(),
            claim,
            change,
        };
        for _ in 0..request.precondition.tries() {
            let error = match self.attempt(&change, by).await {
                Ok(ledger) => return Ok((ledger, false)),
                Err(error) => error,
            };
            if let Some(Replayed::Changed(ledger)) =
                self.done_meanwhile(&error, idempotency.as_ref()).await?
            {
                return Ok((ledger, true));
            }
            if !request.precondition.tries_again(&error) {
                return Err(error);
            }
            // What was committed meanwhile may have taken the caller's key away.
            by = self.enter(id, &request.caller).await?.0;
        }
        Err(ServiceError::Busy)
    }

    /// Tries to change a match as it stands.
    async fn attempt<C: Fn(&Ledger) -> Result<Change, Faults>>(
        &self,
        attempt: &Attempt<'_, C>,
        by: Role,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let (guard, ledger) = self.lock(attempt.id, attempt.precondition).await?;
        let change = (attempt.change)(&ledger)?;
        if by < ledger.required_role(&change) {
            return Err(ServiceError::Forbidden);
        }
        attempt.precondition.check(ledger.version())?;
        let after = self.after(&ledger, change, by)?;
        let idempotency = attempt.idempotency.cloned();
        let locks = (attempt.claim.clone(), Some(guard));
        self.append(after, Some(&ledger), idempotency, locks).await
    }

    /// The match as it would be after a change, which is not recorded.
    ///
    /// # Errors
    /// As of [`Matches::change`], without those of idempotency key and precondition.
    pub async fn check(
        &self,
        id: &str,
        caller: &Caller,
        change: impl FnOnce(&Ledger) -> Result<Change, Faults>,
    ) -> Result<Ledger, ServiceError> {
        let (by, ledger) = self.enter(id, caller).await?;
        let change = change(&ledger)?;
        if by < ledger.required_role(&change) {
            return Err(ServiceError::Forbidden);
        }
        self.after(&ledger, change, by)
    }

    /// The match after a change, if it is not too large then.
    fn after(&self, before: &Ledger, change: Change, by: Role) -> Result<Ledger, ServiceError> {
        let frees = frees(&change);
        let after = before.after(change, self.clock().now(), by)?;
        let within = self.0.budget.check_change(frees, before, &after);
        within.map_err(Faults::from)?;
        Ok(after)
    }

    /// Publishes a part of a match, or takes that back. One that is so already stays at its version.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the precondition; those of the store.
    pub async fn publish(
        &self,
        id: &str,
        precondition: &Precondition,
        what: Option<Showing>,
        by: Role,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let set = |before: &Ledger, now| {
            if before.showing() == what {
                return Ok(None);
            }
            let mut after = before.clone();
            after.publish(what, now, by)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, set).await
    }

    /// Records an event that is no change of the game: `record` gives the match after it, or nothing if it
    /// is so already.
    pub(super) async fn record(
        &self,
        id: &MatchId,
        precondition: &Precondition,
        record: impl Fn(&Ledger, Timestamp) -> Result<Option<Ledger>, Faults>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        for _ in 0..precondition.tries() {
            let (guard, before) = self.lock_at(id, precondition).await?;
            let Some(after) = record(&before, self.clock().now())? else {
                return Ok(before);
            };
            let claim = Arc::new(self.0.in_flight.claim(None)?);
            let locks = (claim, Some(guard));
            match self.append(after, Some(&before), None, locks).await {
                Err(error) if precondition.tries_again(&error) => {}
                recorded => return recorded,
            }
        }
        Err(ServiceError::Busy)
    }

    /// Makes the last event of a match durable with the names that are new since `before`, puts the match
    /// into the cache and notifies those who watch it. This is completed even if the caller goes away, and the
    /// locks are held until then.
    pub(super) async fn append(
        &self,
        mut after: Ledger,
        before: Option<&Ledger>,
        idempotency: Option<Idempotency>,
        locks: (Arc<Claim>, Option<MatchGuard>),
    ) -> Result<Arc<Ledger>, ServiceError> {
        if before.is_some_and(|before| before.head().is_none()) {
            let reason =
                "the log of this match has no chain yet, which cannot be written".to_owned();
            return Err(ServiceError::Store(reason));
        }
        let event = after.seal(before, |salts| self.random().fill(salts))?;
        let append = Append {
            id: after.id().clone(),
            game: after.game(),
            event,
            listing: listing::update(before, &after),
            idempotency: idempotency.map(|mark| mark.stored()),
            publication: publication_update(before, &after),
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
