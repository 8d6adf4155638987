//! Chaining the logs of matches that an earlier version of the program wrote.

use super::error::ServiceError;
use super::outside::Random;
use crate::ledger::{Damage, SALT, StoredLog};
use crate::store::{Store, StoreError};

/// How many matches are chained in one transaction: what is done stays done if the program is stopped.
const BATCH: usize = 64;

/// A match that is not as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedMatch {
    /// Its id.
    pub id: String,
    /// Where it was noticed.
    pub damage: Damage,
}

/// Replays and chains every match that has no chain. A damaged one is marked as such; it answers
/// nobody, and the others go on.
pub async fn chain_all(
    store: &dyn Store,
    random: &dyn Random,
) -> Result<Vec<DamagedMatch>, ServiceError> {
    let mut found = Vec::new();
    loop {
        let ids = store.unchained(BATCH).await?;
        if ids.is_empty() {
            return Ok(found);
        }
        let mut logs = Vec::with_capacity(ids.len());
        for id in ids {
            let log = match store.log(&id).await {
                Err(StoreError::Damaged(_)) => StoredLog::default(),
                log => log?,
            };
            let mut salts = vec![0; log.names.len() * SALT];
            random.fill(&mut salts)?;
            logs.push(log.chained(&salts).unwrap_or_else(|damage| {
                let marked = StoredLog::damaged(&id);
                let id = id.to_string();
                found.push(DamagedMatch { id, damage });
                marked
            }));
        }
        store.chain(logs).await?;
    }
}
