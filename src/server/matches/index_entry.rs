//! The list data of matches, derived from their logs.

use overtrick_match::ledger::Match;
use overtrick_store::{ListedLog, ListingUpdate, Shown};

/// The list data of a match after its last event, if that event changes it.
pub fn update(before: Option<&Match>, after: &Match) -> Option<ListingUpdate> {
    let listing = after.listing();
    let listed = before.map(Match::listing);
    if listed.as_ref() == Some(&listing) {
        return None;
    }
    let vacated = listed.map(|listed| listed.seats).unwrap_or_default();
    let has_left = |number: &usize| !listing.seats.contains(number);
    let vacated = vacated.into_iter().filter(has_left).collect();
    Some(ListingUpdate { listing, vacated })
}

/// The digest of a match's list data.
pub fn digest(played: &Match) -> String {
    let (listing, opened) = (played.listing(), played.events().first());
    let shown = Shown {
        id: played.id().as_str(),
        game: played.game(),
        created_at: &opened.map(|event| event.at.to_string()).unwrap_or_default(),
        changed_at: &played.last_event().at.to_string(),
        version: played.version(),
        title: listing.title.as_deref(),
        day: &listing.day,
        complete: listing.complete,
        external_id: listing.external_id.as_deref(),
        metadata: listing.metadata.as_deref(),
        players: played.players(),
        called: played.opened_name(),
    };
    shown.digest()
}

/// A match's log with its list data, as stored.
pub fn listed_log(played: &Match) -> ListedLog {
    ListedLog {
        id: played.id().clone(),
        count: played.version(),
        listing: played.listing(),
        digest: digest(played),
    }
}
