//! How large a store is, found out seldom: to count a million matches takes a while.

use std::time::Duration;

use overtrick_match::ledger::Timestamp;
use overtrick_store::{Figures, Store, StoreError};

/// For how long figures are told again.
const FRESH: Duration = Duration::from_mins(1);

/// The figures as they were found last, and when.
#[derive(Debug, Default)]
pub struct KnownFigures(tokio::sync::Mutex<Option<(Timestamp, Figures)>>);

impl KnownFigures {
    /// Those of a store, at most a minute old.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn of(&self, store: &Store, now: Timestamp) -> Result<Figures, StoreError> {
        let mut known = self.0.lock().await;
        match *known {
            // A clock that was set back finds them out again.
            Some((at, figures)) if at <= now && at > now.before(FRESH) => Ok(figures),
            _ => {
                let figures = store.figures().await?;
                *known = Some((now, figures));
                Ok(figures)
            }
        }
    }
}
