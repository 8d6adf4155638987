//! Opening matches.

use super::change::Recorded;
use super::created::Created;
use super::error::ServiceError;
use super::idempotency::{Idempotency, Replayed};
use super::matches::Matches;
use super::rematch;
use super::secret::random_id;
use crate::ledger::{Ledger, Role};
use crate::rules::json::Json;

impl Matches {
    /// Opens a match from a document, which may have hands already. An `id` in it is not used.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the document; [`ServiceError::KeyReused`] and
    /// [`ServiceError::InProgress`] of the idempotency key; those of the store.
    pub async fn create(
        &self,
        document: &Json,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, ServiceError> {
        let claim = match self.claim(idempotency).await? {
            Ok(claim) => claim,
            Err(Replayed::Created(created)) => return Ok(created),
            Err(_) => return Err(ServiceError::KeyReused),
        };
        let id = random_id(self.random())?;
        let ledger = Ledger::begin(&id, document, self.clock().now(), Role::Direct);
        let ledger = ledger.map_err(ServiceError::Refused)?;
        let recorded = Recorded {
            before: None,
            event: ledger.events()[0].clone(),
            after: ledger,
        };
        let ledger = self.append(recorded, idempotency, (claim, None)).await?;
        Ok(self.created(ledger))
    }

    /// Opens another match of the same players under the same house rules: the next dealer deals
    /// first, and a pot that was left is carried over.
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
        let document = rematch::document(&*self.read(id).await?)?;
        self.create(&document, idempotency).await
    }
}
