//! Answering requests that were carried out before.

use std::sync::Arc;
use std::time::Duration;

use crate::error::ServiceError;
use crate::idempotency::in_progress::{Claim, Replayed};
use crate::matches::created::Created;
use crate::matches::service::MatchService;
use overtrick_match::ledger::Timestamp;
use overtrick_store::{AnsweredRequest, Idempotency, StoreError, StoredAnswer, StoredOutcome};

/// For how long after a match was opened the same request is answered with its keys.
const KEYS_ANSWERED: Duration = Duration::from_mins(10);

impl MatchService {
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

    /// Claims a request whose mark is written with what it does. That fails if it was carried out before, and
    /// only then is its answer looked for, or where the same request is being answered.
    pub(crate) async fn claim_unread(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Result<Claim, Replayed>, ServiceError> {
        match self.0.in_flight.claim(idempotency) {
            Ok(claim) => Ok(Ok(claim)),
            Err(error) => match self.replay(idempotency).await? {
                Some(replayed) => Ok(Err(replayed)),
                None => Err(error),
            },
        }
    }

    /// Claims a request, or gives the answer that it had before.
    pub(crate) async fn claim(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Result<Claim, Replayed>, ServiceError> {
        let claimed = self.0.in_flight.claim(idempotency);
        match self.replay(idempotency).await? {
            Some(replayed) => Ok(Err(replayed)),
            None => claimed.map(Ok),
        }
    }

    pub(crate) async fn replay(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Replayed>, ServiceError> {
        let Some(idempotency) = idempotency else {
            return Ok(None);
        };
        let Some((request, outcome)) = self.answered(idempotency).await? else {
            return Ok(None);
        };
        if request.fingerprint != idempotency.fingerprint {
            return Err(ServiceError::KeyReused);
        }
        self.answer_of(outcome).await.map(Some)
    }

    /// The answer of a request that another instance carried out while this one tried to, where an error may
    /// come from that.
    pub(crate) async fn done_meanwhile(
        &self,
        error: &ServiceError,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Replayed>, ServiceError> {
        let may_be_done = matches!(
            error,
            ServiceError::Conflict { .. }
                | ServiceError::InProgress
                | ServiceError::Refused(_)
                | ServiceError::ExternalIdTaken
        );
        if !may_be_done || !self.0.store.is_shared() {
            return Ok(None);
        }
        self.replay(idempotency).await
    }

    /// The request with this mark that was answered before: the client's own, or the same creation that
    /// another client has just sent. A phone that lost its network in between comes from another address.
    async fn answered(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<AnsweredRequest>, ServiceError> {
        let answered = self.0.store.outcome(&idempotency.stored().key).await?;
        if answered.is_some() {
            return Ok(answered);
        }
        let since = self.clock().now().before(KEYS_ANSWERED);
        self.of_any_client(idempotency, since).await
    }

    async fn of_any_client(
        &self,
        idempotency: &Idempotency,
        since: Timestamp,
    ) -> Result<Option<AnsweredRequest>, ServiceError> {
        let Some(prefix) = idempotency.of_any_client() else {
            return Ok(None);
        };
        let request = Idempotency {
            key: prefix,
            fingerprint: idempotency.fingerprint,
        };
        Ok(self.0.store.outcome_of_any(&request, since).await?)
    }

    /// The match that this request opened long ago, sent by another client then. Whoever has a key of
    /// it may have it.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn created_by_any(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<Created>, ServiceError> {
        let since = Timestamp::from_millis(0);
        let Some((_, outcome)) = self.of_any_client(idempotency, since).await? else {
            return Ok(None);
        };
        match self.answer_of(outcome).await? {
            Replayed::Created(created) => Ok(Some(created)),
            _ => Ok(None),
        }
    }

    /// Whether a match was opened so lately that the answer to the same request has its keys.
    pub fn is_just_created(&self, created: &Created) -> bool {
        let opened = created.ledger.events().first().map(|event| event.at);
        opened.is_some_and(|at| at >= self.clock().now().before(KEYS_ANSWERED))
    }

    async fn answer_of(&self, outcome: StoredOutcome) -> Result<Replayed, ServiceError> {
        let (id, version) = match outcome {
            StoredOutcome::StoredAnswer(answer) => return Ok(Replayed::StoredAnswer(answer)),
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
        Ok(match version {
            1 => Replayed::Created(self.created(ledger)),
            _ => Replayed::Changed(ledger),
        })
    }

    /// Saves the answer to a request that changes no match. If another instance has answered the same
    /// request meanwhile, its answer is the one that counts, and is given.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`]; those of the store.
    pub async fn save_answer(
        &self,
        idempotency: &Idempotency,
        answer: StoredAnswer,
    ) -> Result<StoredAnswer, ServiceError> {
        let (request, stored) = (idempotency.stored(), answer.clone());
        let store = &self.0.store;
        match store.save_answer(request, self.clock().now(), stored).await {
            Err(StoreError::KeyTaken) => match self.replay(Some(idempotency)).await? {
                Some(Replayed::StoredAnswer(first)) => Ok(first),
                _ => Err(ServiceError::InProgress),
            },
            saved => Ok(saved.map(|()| answer)?),
        }
    }

    /// Forgets the answers to requests from before a moment; how many there were.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, ServiceError> {
        Ok(self.0.store.forget_answers(before).await?)
    }
}
