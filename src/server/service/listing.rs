//! What lists show of matches, derived from their logs.

use super::error::ServiceError;
use overtrick_match::ledger::{Ledger, Listing, MatchId, StoredLog};
use overtrick_store::{ListedLog, ListingUpdate, Shown, Store, StoreError};

/// How many matches are listed in one transaction: what is done stays done if the program is stopped.
const BATCH: usize = 64;

/// What lists show of a match after its last event, if that is something else than before.
pub fn update(before: Option<&Ledger>, after: &Ledger) -> Option<ListingUpdate> {
    let listing = after.listing();
    let listed = before.map(Ledger::listing);
    if listed.as_ref() == Some(&listing) {
        return None;
    }
    let vacated = listed.map(|listed| listed.seats).unwrap_or_default();
    let has_left = |number: &usize| !listing.seats.contains(number);
    let vacated = vacated.into_iter().filter(has_left).collect();
    Some(ListingUpdate { listing, vacated })
}

/// The digest of all that lists show of a match.
pub fn digest(ledger: &Ledger) -> String {
    let (listing, opened) = (ledger.listing(), ledger.events().first());
    let shown = Shown {
        id: ledger.id().as_str(),
        game: ledger.game(),
        created_at: &opened.map(|event| event.at.to_string()).unwrap_or_default(),
        changed_at: &ledger.last_event().at.to_string(),
        version: ledger.version(),
        title: listing.title.as_deref(),
        day: &listing.day,
        complete: listing.complete,
        external_id: listing.external_id.as_deref(),
        metadata: listing.metadata.as_deref(),
        players: ledger.players(),
    };
    shown.digest()
}

/// Writes what lists show of every match of which it was not written: an earlier version of the program
/// has the log of it. A damaged one is listed without title and players, one that cannot be read not at all.
pub async fn list_all(store: &dyn Store) -> Result<(), ServiceError> {
    let mut after = None;
    loop {
        let ids = store.unlisted(after.as_ref(), BATCH).await?;
        let Some(last) = ids.last() else {
            return Ok(());
        };
        after = Some(last.clone());
        let mut listings = Vec::with_capacity(ids.len());
        for id in ids {
            match store.log(&id).await {
                // What a moment's fault of the disk hides is listed at the next start.
                Err(StoreError::Damaged(_)) => {}
                log => listings.push(listing_of(id, log?)),
            }
        }
        match store.write_listings(listings).await {
            // They are read by their ids, and listed when there is room.
            Err(StoreError::Full | StoreError::ReadOnly) => return Ok(()),
            written => written?,
        }
    }
}

/// What lists show of the match of a log.
fn listing_of(id: MatchId, log: StoredLog) -> ListedLog {
    let head = log.head.clone();
    let count = head.as_ref().map_or(0, |head| head.count);
    let opened = head.map(|head| head.created_at).unwrap_or_default();
    match log.open() {
        Ok(ledger) => listed_log(&ledger, count),
        Err(_) => ListedLog {
            id,
            count,
            listing: Listing {
                day: opened.chars().take(10).collect(),
                ..Listing::default()
            },
            // It fits nothing: whoever lists it finds that its log is damaged.
            digest: String::new(),
        },
    }
}

/// What is stored for lists of a match whose log has so many events.
pub fn listed_log(ledger: &Ledger, count: u64) -> ListedLog {
    ListedLog {
        id: ledger.id().clone(),
        count,
        listing: ledger.listing(),
        digest: digest(ledger),
    }
}
