//! Opening matches, and the next match of the same players.

use std::sync::Arc;

use super::created::Created;
use super::error::ServiceError;
use super::idempotency::Replayed;
use super::matches::Matches;
use super::secret::random_id;
use crate::ledger::{Labels, Ledger, Role};
use crate::play::next_document;
use crate::rules::json::Json;
use crate::rules::{Faults, Finding};
use crate::store::Idempotency;

impl Matches {
    /// Opens a match from a document, which may have hands already. An `id` in it is not used.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the document, or if it is too large; [`ServiceError::KeyReused`] and
    /// [`ServiceError::InProgress`] of the idempotency key; those of the store.
    pub async fn create(
        &self,
        document: &Json,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        self.create_labeled(document, Labels::default(), idempotency)
            .await
    }

    /// The same with what a program calls the match, and what it noted of it.
    ///
    /// # Errors
    /// As of [`Matches::create`]; [`ServiceError::ExternalIdTaken`].
    pub async fn create_labeled(
        &self,
        document: &Json,
        labels: Labels,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let claim = match self.claim(idempotency).await? {
            Ok(claim) => Arc::new(claim),
            Err(Replayed::Created(created)) => return Ok(created),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let id = random_id(self.random())?;
        let budget = self.0.budget;
        budget.check_document(document).map_err(Faults::from)?;
        let now = self.clock().now();
        let ledger = Ledger::begin_labeled(&id, document, labels, now, Role::Direct)?;
        budget.check_opened(&ledger).map_err(Faults::from)?;
        let appended = self.append(ledger, None, idempotency.cloned(), (claim, None));
        match appended.await {
            Ok(ledger) => Ok(self.created(ledger)),
            Err(error) => match self.done_meanwhile(&error, idempotency).await? {
                Some(Replayed::Created(created)) => Ok(created),
                _ => Err(error),
            },
        }
    }

    /// Refuses the text of a document or a change that must be too large for a match, before it is read.
    ///
    /// # Errors
    /// The fault.
    pub fn check_text(&self, text: &[u8]) -> Result<(), Finding> {
        self.0.budget.check_text(text)
    }

    /// Opens another match of the same players under the same house rules: the next dealer deals
    /// first, and a pot that was left is carried over. Those who watch the match are led to the next one.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; as of [`Matches::create`].
    pub async fn rematch(
        &self,
        id: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        if let Some(Replayed::Created(created)) = self.replay(idempotency).await? {
            return Ok(created);
        }
        let before = self.read(id).await?;
        let created = self.create(&next_document(&before)?, idempotency).await?;
        self.note_next(before.id(), &created.id).await;
        Ok(created)
    }
}
