//! Replaying stored matches.

use super::error::ServiceError;
use super::matches::{Matches, match_id};
use crate::ledger::{Ledger, ReplayError};

/// A match whose replay differs from what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupError {
    /// Its id.
    pub id: String,
    /// The number of the first event whose outcome differs.
    pub sequence: u64,
}

/// How many matches are listed at once.
const PAGE: usize = 256;

impl Matches {
    /// Replays a match from its start and judges every event again: how many events it has, or the
    /// first one whose outcome differs from what was recorded.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, ReplayError>, ServiceError> {
        let log = self.0.store.log(&match_id(id)?).await?;
        if log.events.is_empty() {
            return Err(ServiceError::NotFound);
        }
        Ok(Ledger::verify(log).map(|ledger| ledger.version()))
    }

    /// Replays every match: how many replay as recorded, and those that do not.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn verify_all(&self) -> Result<(u64, Vec<BackupError>), ServiceError> {
        let (mut sound, mut unsound, mut after) = (0, Vec::new(), None::<String>);
        loop {
            let page = self.list(after.as_deref(), PAGE).await?;
            let Some(last) = page.last() else {
                return Ok((sound, unsound));
            };
            after = Some(last.id.to_string());
            for summary in page {
                let id = summary.id.to_string();
                match self.verify(&id).await {
                    Ok(Ok(_)) => sound += 1,
                    Ok(Err(ReplayError { sequence })) => unsound.push(BackupError { id, sequence }),
                    // It was deleted after it was listed.
                    Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}
