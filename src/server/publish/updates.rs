//! Which matches stand in the list of those that are published.

use overtrick_match::ledger::Ledger;
use overtrick_store::PublicationUpdate;

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
