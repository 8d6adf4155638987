//! The list data of matches, derived from their logs.

use overtrick_match::ledger::Ledger;
use overtrick_store::{ListedLog, ListingUpdate, Shown};

/// The list data of a match after its last event, if that event changes it.
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

/// The digest of a match's list data.
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
        called: ledger.opened_name(),
    };
    shown.digest()
}

/// A match's log with its list data, as stored.
pub fn listed_log(ledger: &Ledger) -> ListedLog {
    ListedLog {
        id: ledger.id().clone(),
        count: ledger.version(),
        listing: ledger.listing(),
        digest: digest(ledger),
    }
}
