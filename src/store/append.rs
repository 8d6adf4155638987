//! An event that is to be appended.

use super::idempotency::Idempotency;
use super::match_entry::{ImportedMatch, ListingUpdate};
use super::public_list::PublicationUpdate;
use overtrick_match::ledger::{MatchId, SealedEvent};

/// An event to be appended.
#[derive(Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event; its number is one more than the version that it changes. Each of its names replaces
    /// the name of the same number.
    pub event: SealedEvent,
    /// The digest of the event before; empty for the first event.
    pub previous: String,
    /// What lists show of the match after the event, if that is something else than before.
    pub listing: Option<ListingUpdate>,
    /// The mark of its request, stored in the same transaction.
    pub idempotency: Option<Idempotency>,
    /// The digest of all that lists show of the match after the event: see [`Shown`](super::Shown).
    pub listed: String,
    /// What it does to the list of published matches, if anything.
    pub publication: Option<PublicationUpdate>,
}

/// What an import writes, all of it or nothing.
#[derive(Debug, Default)]
pub struct BulkChange {
    /// New matches.
    pub opened: Vec<ImportedMatch>,
    /// Events of matches that are there, those of each match in order.
    pub appended: Vec<Append>,
}
