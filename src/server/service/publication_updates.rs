//! Which matches stand in the list of those that are published.

use super::error::ServiceError;
use overtrick_match::ledger::Ledger;
use overtrick_store::{PublicationUpdate, Store, StoreError};

/// How many matches of an earlier version are listed in one transaction.
const BATCH: usize = 64;

/// What an event does to the list of published matches, if anything.
pub fn publication_update(before: Option<&Ledger>, after: &Ledger) -> Option<PublicationUpdate> {
    let (was, is) = (before.and_then(Ledger::publication), after.publication());
    (was != is).then(|| is.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published))
}

/// What the list of published matches has of a match.
pub fn publication_of(ledger: &Ledger) -> PublicationUpdate {
    let publication = ledger.publication();
    publication.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published)
}

/// Lists the matches that were published under an earlier version of the program: their days stand in their
/// logs. One that is damaged is not listed, because it answers nobody.
pub async fn update_all(store: &dyn Store) -> Result<(), ServiceError> {
    loop {
        let ids = store.undated_publications(BATCH).await?;
        if ids.is_empty() {
            return Ok(());
        }
        let mut updates = Vec::with_capacity(ids.len());
        for id in ids {
            let ledger = match store.log(&id).await {
                // What a moment's fault of the disk hides is listed at the next start.
                Err(StoreError::Damaged(_)) => continue,
                log => log?.open(),
            };
            let hidden = |_| PublicationUpdate::Hidden;
            updates.push((
                id,
                ledger.map_or_else(hidden, |ledger| publication_of(&ledger)),
            ));
        }
        if updates.is_empty() {
            return Ok(());
        }
        match store.write_publications(updates).await {
            // They are listed when there is room.
            Err(StoreError::Full | StoreError::ReadOnly) => return Ok(()),
            written => written?,
        }
    }
}
