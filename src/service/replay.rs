//! Answering requests that were carried out before.

use std::sync::Arc;

use super::error::ServiceError;
use super::idempotency::{Claim, Replayed};
use super::matches::Matches;
use crate::ledger::Timestamp;
use crate::store::{Idempotency, StoredAnswer, StoredOutcome};

impl Matches {
    /// The answer of a request that was carried out before. To be asked before any precondition is
    /// checked.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`], if it was another request; [`ServiceError::InProgress`], if it is
    /// being answered.
    pub async fn replayed(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<Replayed>, ServiceError> {
        Ok(self.claim(Some(idempotency)).await?.err())
    }

    /// Claims a request, or gives the answer that it had before.
    pub(super) async fn claim(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Result<Claim, Replayed>, ServiceError> {
        let claimed = self.0.in_flight.claim(idempotency);
        match self.replay(idempotency).await? {
            Some(replayed) => Ok(Err(replayed)),
            None => claimed.map(Ok),
        }
    }

    pub(super) async fn replay(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Replayed>, ServiceError> {
        let Some(idempotency) = idempotency else {
            return Ok(None);
        };
        let Some((request, outcome)) = self.0.store.outcome(&idempotency.key).await? else {
            return Ok(None);
        };
        if request != *idempotency {
            return Err(ServiceError::KeyReused);
        }
        let (id, version) = match outcome {
            StoredOutcome::StoredAnswer(answer) => return Ok(Some(Replayed::StoredAnswer(answer))),
            StoredOutcome::Version(id, version) => (id, version),
        };
        let mut ledger = self.read(id.as_str()).await?;
        if ledger.version() < version {
            // The answer is durable a moment before the match in memory is the one after it.
            ledger = self.0.load(&id).await?;
        }
        if ledger.version() != version {
            ledger = Arc::new(ledger.at_version(version)?);
        }
        Ok(Some(match version {
            1 => Replayed::Created(self.created(ledger)),
            _ => Replayed::Changed(ledger),
        }))
    }

    /// Saves the answer to a request that changes no match.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn save_answer(
        &self,
        idempotency: &Idempotency,
        answer: &StoredAnswer,
    ) -> Result<(), ServiceError> {
        let (request, answer) = (idempotency.clone(), answer.clone());
        let saved = self
            .0
            .store
            .save_answer(request, self.clock().now(), answer);
        Ok(saved.await?)
    }

    /// Forgets the answers to requests from before a moment; how many there were.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, ServiceError> {
        Ok(self.0.store.forget_answers(before).await?)
    }
}
