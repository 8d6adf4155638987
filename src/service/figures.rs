//! How large the store is, for whoever watches the service.

use std::time::Duration;

use super::error::ServiceError;
use super::matches::Matches;
use crate::ledger::Timestamp;
use crate::store::Figures;

/// For how long figures are told again: to count a million matches takes a while.
const FRESH: Duration = Duration::from_mins(1);

/// The figures as they were found last, and when.
#[derive(Debug, Default)]
pub struct KnownFigures(tokio::sync::Mutex<Option<(Timestamp, Figures)>>);

impl Matches {
    /// How many matches there are, and how many bytes the database takes: as it was at most a minute ago.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn figures(&self) -> Result<Figures, ServiceError> {
        let now = self.clock().now();
        let mut known = self.0.figures.0.lock().await;
        match *known {
            // A clock that was set back finds them out again.
            Some((at, figures)) if at <= now && at > now.before(FRESH) => Ok(figures),
            _ => {
                let figures = self.0.store.figures().await?;
                *known = Some((now, figures));
                Ok(figures)
            }
        }
    }

    /// How many writes wait for their turn.
    pub fn queued(&self) -> usize {
        self.0.store.queued()
    }
}
