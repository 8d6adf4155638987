//! Answering repeated requests.

use std::sync::Arc;
use std::time::Duration;

use crate::error::ServiceError;
use crate::idempotency::in_progress::{Claim, Replayed};
use crate::matches::created::Created;
use crate::matches::service::MatchService;
use overtrick_match::ledger::Timestamp;
use overtrick_store::{AnsweredRequest, Idempotency, StoreError, StoredAnswer, StoredOutcome};

/// How long after opening a match a repeated request is answered with its keys.
const KEYS_ANSWERED: Duration = Duration::from_mins(10);

impl MatchService {
    /// The answer to a repeated request. Call this before checking any precondition.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`] if the key belongs to another request; [`ServiceError::InProgress`] if the
    /// request is in progress.
    pub async fn replayed(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<Replayed>, ServiceError> {
        Ok(self.claim(Some(idempotency)).await?.err())
    }

    /// Claims a request whose mark is written together with its effect. The write fails if the request was
    /// carried out before; only then, or if it is in progress, is its answer looked up.
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

    /// Claims a request, or returns its earlier answer.
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

    /// The answer to a request that another instance carried out meanwhile, if that may be the cause of the
    /// error.
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

    /// The earlier answered request with this mark: the client's own, or the same creation recently sent by
    /// another client. A phone that lost its network in between may return with another address.
    async fn answered(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<AnsweredRequest>, ServiceError> {
        let answered = self.0.store.outcome(&idempotency.stored()).await?;
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
            changes: None,
        };
        Ok(self.0.store.outcome_of_any(&request, since).await?)
    }

    /// The match that this request opened earlier, possibly sent by another client. The caller may see it
    /// only with one of its keys.
    ///
    /// # Errors
    /// Store errors.
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

    /// Whether a match was opened so recently that a repeated request is answered with its keys.
    pub fn is_just_created(&self, created: &Created) -> bool {
        let opened = created.played.events().first().map(|event| event.at);
        opened.is_some_and(|at| at >= self.clock().now().before(KEYS_ANSWERED))
    }

    async fn answer_of(&self, outcome: StoredOutcome) -> Result<Replayed, ServiceError> {
        let (id, version) = match outcome {
            StoredOutcome::StoredAnswer(answer) => return Ok(Replayed::StoredAnswer(answer)),
            StoredOutcome::Version(id, version) => (id, version),
        };
        let mut played = self.read(id.as_str()).await?;
        if played.version() < version {
            // The answer is durable a moment before the match in memory is updated.
            played = self.0.load(&id).await?;
        }
        if played.version() != version {
            played = Arc::new(played.at_version(version)?);
        }
        Ok(match version {
            1 => Replayed::Created(self.created(played)),
            _ => Replayed::Changed(played),
        })
    }

    /// Stores the answer to a request that changes no match. If another instance has answered the same
    /// request meanwhile, that answer counts and is returned.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`]; store errors.
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

    /// Deletes the answers to requests from before a time; returns their number.
    ///
    /// # Errors
    /// Store errors.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, ServiceError> {
        Ok(self.0.store.forget_answers(before).await?)
    }
}
