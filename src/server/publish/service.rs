//! The matches that everybody may see.

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::MatchId;
use overtrick_store::{PublishedFilter, PublishedMatch};

impl MatchService {
    /// At most `limit` published matches, the newest day first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn published(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedMatch>, ServiceError> {
        Ok(self.0.store.published(filter, limit).await?)
    }

    /// How many matches are published.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn published_count(&self) -> Result<u64, ServiceError> {
        Ok(self.0.store.published_count().await?)
    }

    /// The ids of published matches in the order in which they were opened: at most `limit`, without the first
    /// `skip`.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn published_ids(
        &self,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<MatchId>, ServiceError> {
        Ok(self.0.store.published_ids(skip, limit).await?)
    }
}
