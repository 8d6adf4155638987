//! Access to published matches.

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::MatchId;
use overtrick_store::{PublishedDay, PublishedFilter, PublishedMatch};

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

    /// How many matches of which games were published of each day, latest day first: at most `limit` days and
    /// games.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_days(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedDay>, ServiceError> {
        Ok(self.0.store.published_days(filter, limit).await?)
    }

    /// The number of published matches.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_count(&self) -> Result<u64, ServiceError> {
        Ok(self.0.store.published_count().await?)
    }

    /// The ids of published matches in the order in which they were opened: at most `limit`, after the first
    /// `skip`.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_ids(
        &self,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<MatchId>, ServiceError> {
        Ok(self.0.store.published_ids(skip, limit).await?)
    }
}
