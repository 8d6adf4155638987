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
use crate::ledger::{Change, Event, Ledger, Role, Showing, Timestamp};
use crate::rules::Faults;
use crate::store::{Append, Idempotency};

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
        change: impl FnOnce(&Ledger) -> Result<Change, Faults>,
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
        change: impl FnOnce(&Ledger) -> Result<Change, Faults>,
    ) -> Result<(Arc<Ledger>, bool), ServiceError> {
        let (by, ledger) = self.enter(id, &request.caller).await?;
        let scope = format!("change/{id}/{by:?}");
        let idempotency = request.idempotency.map(|mark| mark.within(&scope));
        let claim = match self.claim(idempotency.as_ref()).await? {
            Ok(claim) => claim,
            Err(Replayed::Changed(ledger)) => return Ok((ledger, true)),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let (guard, ledger) = self.lock(ledger.id(), &request.precondition).await?;
        let change = change(&ledger)?;
        if by < ledger.required_role(&change) {
            return Err(ServiceError::Forbidden);
        }
        request.precondition.check(ledger.version())?;
        let after = self.after(&ledger, change, by)?;
        let locks = (claim, Some(guard));
        let appended = self.append(after, Some(&ledger), idempotency, locks);
        Ok((appended.await?, false))
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
        let locked = self.lock_at(&match_id(id)?, precondition).await?;
        if locked.1.showing() == what {
            return Ok(locked.1);
        }
        let set = |ledger: &mut Ledger, now| ledger.publish(what, now, by);
        self.record(locked, set).await
    }

    /// Records an event that is no change of the game.
    pub(super) async fn record(
        &self,
        (guard, before): (MatchGuard, Arc<Ledger>),
        record: impl FnOnce(&mut Ledger, Timestamp) -> Result<Arc<Event>, Faults>,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let mut after = Ledger::clone(&before);
        record(&mut after, self.clock().now())?;
        let claim = self.0.in_flight.claim(None)?;
        self.append(after, Some(&before), None, (claim, Some(guard)))
            .await
    }

    /// Makes the last event of a match durable with the names that are new since `before`, puts the match
    /// into the cache and notifies those who watch it. This is completed even if the caller goes away, and the
    /// locks are held until then.
    pub(super) async fn append(
        &self,
        mut after: Ledger,
        before: Option<&Ledger>,
        idempotency: Option<Idempotency>,
        locks: (Claim, Option<MatchGuard>),
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
