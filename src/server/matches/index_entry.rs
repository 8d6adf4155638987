//! The list data of matches, derived from their logs.

use overtrick_match::ledger::Match;
use overtrick_store::{ListedLog, ListedMatch, ListingUpdate, MatchSummary};

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

/// The list data of a match, from its log.
pub fn listed(played: &Match) -> ListedMatch {
    let (listing, last) = (played.listing(), played.last_event().at);
    let players = played.players().into_iter();
    ListedMatch {
        summary: MatchSummary {
            id: played.id().clone(),
            game: played.game().to_owned(),
            created_at: played.events().first().map_or(last, |event| event.at),
            changed_at: last,
            version: played.version(),
        },
        title: listing.title,
        day: listing.day,
        location: listing.location,
        complete: listing.complete,
        lowest_wins: listing.lowest_wins,
        totals: played.last_event().outcome.totals.clone(),
        players: players.map(str::to_owned).collect(),
        external_id: listing.external_id,
        metadata: listing.metadata,
        called: played.match_game().called().cloned(),
    }
}

/// The digest of a match's list data, with the name that an own game had at the opening.
pub fn digest(played: &Match) -> String {
    let called = played.opened_name().cloned();
    let listed = ListedMatch {
        called,
        ..listed(played)
    };
    listed.digest()
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
