//! The size of a store, computed rarely: counting a million matches takes a while.

use std::time::Duration;

use overtrick_match::ledger::Timestamp;
use overtrick_store::{Figures, Store, StoreError};

/// How long figures are reused.
const FRESH: Duration = Duration::from_mins(1);

/// The last figures and their time.
#[derive(Debug, Default)]
pub struct KnownFigures(tokio::sync::Mutex<Option<(Timestamp, Figures)>>);

impl KnownFigures {
    /// The figures of a store, at most a minute old.
    ///
    /// # Errors
    /// Store errors.
    pub async fn of(&self, store: &Store, now: Timestamp) -> Result<Figures, StoreError> {
        let mut known = self.0.lock().await;
        match *known {
            // A clock set back invalidates them.
            Some((at, figures)) if at <= now && at > now.before(FRESH) => Ok(figures),
            _ => {
                let figures = store.figures().await?;
                *known = Some((now, figures));
                Ok(figures)
            }
        }
    }
}
