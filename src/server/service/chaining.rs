//! Chaining the logs of matches that an earlier version of the program wrote.

use super::error::ServiceError;
use super::outside::{Random, RandomError};
use overtrick_match::ledger::{Damage, SALT, StoredLog};
use overtrick_store::{Store, StoreError};

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
/// nobody, and the others go on. One that cannot be read now stays as it is: a disk may have failed for
/// a moment.
pub async fn chain_all(
    store: &dyn Store,
    random: &dyn Random,
) -> Result<Vec<DamagedMatch>, ServiceError> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let ids = store.unchained(after.as_ref(), BATCH).await?;
        let Some(last) = ids.last() else {
            return Ok(found);
        };
        after = Some(last.clone());
        let mut logs = Vec::with_capacity(ids.len());
        for id in ids {
            let chained = match store.log(&id).await {
                Err(StoreError::Damaged(_)) => Err(Damage::Unreadable),
                log => chained(log?, random)?,
            };
            match chained {
                Ok(log) => logs.push(log),
                Err(damage) => {
                    if damage != Damage::Unreadable {
                        logs.push(StoredLog::damaged(&id));
                    }
                    let id = id.to_string();
                    found.push(DamagedMatch { id, damage });
                }
            }
        }
        match store.chain(logs).await {
            // They can be read, and are chained when there is room.
            Err(StoreError::Full | StoreError::ReadOnly) => return Ok(found),
            written => written?,
        }
    }
}

/// A log with a chain, or its damage.
pub fn chained(
    log: StoredLog,
    random: &dyn Random,
) -> Result<Result<StoredLog, Damage>, RandomError> {
    let mut salts = vec![0; log.names.len() * SALT];
    random.fill(&mut salts)?;
    Ok(log.chained(&salts))
}
