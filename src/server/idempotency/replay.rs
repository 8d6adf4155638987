//! Answering repeated requests. The mark of a request is inserted in the transaction that carries it out, so that
//! the database decides which of two equal requests is first.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::matches::created::Created;
use crate::matches::service::MatchService;
use overtrick_match::ledger::{Match, Timestamp};
use overtrick_store::{DoneRequest, Idempotency, StoreError, StoredOutcome};

/// The answer to a repeated request. It is stored together with the event, so that no crash can separate the
/// two.
#[derive(Debug, Clone)]
pub enum Replayed {
    /// The request opened a match: the match at that time, with its first keys.
    Created(Created),
    /// The request changed a match: the match after the change.
    Changed(Arc<Match>),
    /// The report of an import, as JSON.
    Report(String),
}

impl MatchService {
    /// Returns the answer to a request that was carried out before, or `None`.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`] if the key belongs to another request; store errors.
    pub async fn replayed(
        &self,
        idempotency: &Idempotency,
    ) -> Result<Option<Replayed>, ServiceError> {
        let done = self.0.store.done_request(&idempotency.stored()).await?;
        let Some(DoneRequest {
            fingerprint,
            outcome,
        }) = done
        else {
            return Ok(None);
        };
        if fingerprint != idempotency.fingerprint {
            return Err(ServiceError::KeyReused);
        }
        self.answer_of(outcome).await.map(Some)
    }

    /// Like [`MatchService::replayed`], for a request that may have no key.
    pub(crate) async fn replay(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Replayed>, ServiceError> {
        match idempotency {
            Some(idempotency) => self.replayed(idempotency).await,
            None => Ok(None),
        }
    }

    async fn answer_of(&self, outcome: StoredOutcome) -> Result<Replayed, ServiceError> {
        let (id, version) = match outcome {
            StoredOutcome::Report(report) => return Ok(Replayed::Report(report)),
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
            1 => Replayed::Created(Created {
                is_repeated: true,
                ..self.created(played)
            }),
            _ => Replayed::Changed(played),
        })
    }

    /// Stores the report of an import. If the same request was answered meanwhile, that report counts and is returned.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`]; store errors.
    pub async fn save_report(
        &self,
        idempotency: &Idempotency,
        report: String,
    ) -> Result<String, ServiceError> {
        let (request, now) = (idempotency.stored(), self.clock().now());
        match self.0.store.save_report(request, now, report.clone()).await {
            Err(StoreError::KeyTaken) => match self.replayed(idempotency).await? {
                Some(Replayed::Report(first)) => Ok(first),
                _ => Err(ServiceError::InProgress),
            },
            saved => Ok(saved.map(|()| report)?),
        }
    }

    /// Forgets requests from before a time; returns their number.
    ///
    /// # Errors
    /// Store errors.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, ServiceError> {
        Ok(self.0.store.forget_answers(before).await?)
    }
}
