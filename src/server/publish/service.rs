//! Access to published matches.

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::MatchId;
use overtrick_store::{PublishedFilter, PublishedMatch};

impl MatchService {
    /// At most `limit` published matches, latest day first.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedMatch>, ServiceError> {
        Ok(self.0.store.published(filter, limit).await?)
    }

    /// The ids of at most `limit` published matches, the one that was opened last first.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_ids(&self, limit: usize) -> Result<Vec<MatchId>, ServiceError> {
        Ok(self.0.store.published_ids(limit).await?)
    }
}
