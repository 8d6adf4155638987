//! What programs call matches, and what they note of them.

use std::sync::Arc;

use super::error::ServiceError;
use super::matches::{Matches, match_id};
use super::request::Precondition;
use crate::ledger::{Labels, Ledger, Role};

impl Matches {
    /// Changes what programs call a match, and what they noted of it. One that is labeled so already
    /// stays at its version.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the precondition; [`ServiceError::Refused`], if the match would
    /// be too large; [`ServiceError::ExternalIdTaken`]; those of the store.
    pub async fn label(
        &self,
        id: &str,
        precondition: &Precondition,
        by: Role,
        change: impl FnOnce(&Labels) -> Labels,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let locked = self.lock_at(&match_id(id)?, precondition).await?;
        let labels = change(locked.1.labels());
        if labels == *locked.1.labels() {
            return Ok(locked.1);
        }
        let before = locked.1.clone();
        let label = |ledger: &mut Ledger, now| {
            let event = ledger.label(labels, now, by)?;
            self.0.budget.check_change(false, &before, ledger)?;
            Ok(event)
        };
        self.record(locked, label).await
    }
}
