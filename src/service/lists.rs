//! Lists of matches, and what they are derived from.

use super::error::ServiceError;
use super::matches::Matches;
use crate::ledger::{Ledger, Listing, MatchId, StoredLog};
use crate::store::{ListedMatch, ListingUpdate, MatchQuery, Store, StoreError};

/// How many matches are listed in one transaction: what is done stays done if the program is stopped.
const BATCH: usize = 64;

impl Matches {
    /// The matches that a query asks for.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<ListedMatch>, ServiceError> {
        Ok(self.0.store.find(query).await?)
    }

    /// Whether lists show of a match what its log says.
    pub(super) async fn is_listed(&self, ledger: &Ledger) -> Result<bool, ServiceError> {
        let listed = self.0.store.listing(ledger.id()).await?;
        Ok(listed == Some(ledger.listing()))
    }

    /// Writes anew what lists show of a match.
    pub(super) async fn list_again(&self, ledger: &Ledger) -> Result<(), ServiceError> {
        let listing = (ledger.id().clone(), ledger.listing());
        Ok(self.0.store.write_listings(vec![listing]).await?)
    }
}

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

/// Writes what lists show of every match of which it was not written: an earlier version of the program
/// has the log of it. A damaged one is listed without title and players.
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
            let listing = match store.log(&id).await {
                Err(StoreError::Damaged(_)) => Listing::default(),
                log => listing_of(log?),
            };
            listings.push((id, listing));
        }
        match store.write_listings(listings).await {
            // They are read by their ids, and listed when there is room.
            Err(StoreError::Full | StoreError::ReadOnly) => return Ok(()),
            written => written?,
        }
    }
}

/// What lists show of the match of a log.
fn listing_of(log: StoredLog) -> Listing {
    let head = log.head.clone();
    let opened = head.map(|head| head.created_at).unwrap_or_default();
    match log.open() {
        Ok(ledger) => ledger.listing(),
        Err(_) => Listing {
            day: opened.chars().take(10).collect(),
            ..Listing::default()
        },
    }
}

/// The id of a match that is listed.
impl ListedMatch {
    /// Its id.
    pub fn id(&self) -> &MatchId {
        &self.summary.id
    }
}
