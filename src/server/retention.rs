//! Deleting unused matches.

use std::time::Duration;

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_store::MatchSummary;

/// The number of matches checked at once.
const PAGE: usize = 256;
const DAY: Duration = Duration::from_hours(24);

impl MatchService {
    /// The unused matches: nothing was played in them, and nobody has changed them for this many days.
    ///
    /// # Errors
    /// Store errors.
    pub async fn unused(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let since = self.clock().now().before(DAY * days);
        let (mut unused, mut after) = (Vec::new(), None::<String>);
        loop {
            let store = &self.0.store;
            let page = store.unused(after.as_deref(), since, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(unused);
            };
            after = Some(last.id.to_string());
            for summary in page {
                let log = store.log(&summary.id).await?;
                let open = log.open().is_ok_and(|played| played.is_empty());
                unused.extend(open.then_some(summary));
            }
        }
    }

    /// Deletes the matches unused for this many days; returns those that were deleted.
    ///
    /// # Errors
    /// Store errors.
    pub async fn expire(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let mut expired = Vec::new();
        for summary in self.unused(days).await? {
            match self.delete_version(&summary.id, summary.version).await {
                Ok(()) => expired.push(summary),
                // It was changed or deleted meanwhile.
                Err(ServiceError::Conflict { .. } | ServiceError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(expired)
    }
}
