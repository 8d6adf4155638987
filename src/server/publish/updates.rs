//! Updates of the list of published matches.

use overtrick_match::ledger::Match;
use overtrick_store::PublicationUpdate;

/// How an event changes the list of published matches, if it does.
pub fn publication_update(before: Option<&Match>, after: &Match) -> Option<PublicationUpdate> {
    let (was, is) = (before.and_then(Match::publication), after.publication());
    (was != is).then(|| is.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published))
}

/// The list data of a match.
pub fn publication_of(played: &Match) -> PublicationUpdate {
    let publication = played.publication();
    publication.map_or(PublicationUpdate::Hidden, PublicationUpdate::Published)
}
