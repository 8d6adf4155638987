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
        change: impl Fn(&Labels) -> Labels,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let label = |before: &Ledger, now| {
            let labels = change(before.labels());
            if labels == *before.labels() {
                return Ok(None);
            }
            let mut after = before.clone();
            after.label(labels, now, by)?;
            self.0.budget.check_change(false, before, &after)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, label).await
    }
}
