//! The list of published matches, and how events change it.

use overtrick_core::folded;
use overtrick_match::ledger::{MatchId, Publication, Showing, Timestamp};

/// A published match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedMatch {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// How much of it is public.
    pub showing: Showing,
    /// When it was published.
    pub at: Timestamp,
    /// The day it was played, or else opened.
    pub day: String,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its version.
    pub version: u64,
}

/// The stored publication data of a match, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPublication {
    /// Its id.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The word for what of it is public.
    pub showing: String,
    /// When it was published.
    pub at: String,
    /// The day it was played.
    pub day: String,
    /// Where it was played, as names are compared.
    pub location: String,
}

impl StoredPublication {
    /// What is stored of a match with this publication.
    pub fn new(id: &MatchId, game: &str, publication: Publication) -> StoredPublication {
        StoredPublication {
            id: id.to_string(),
            game: game.to_owned(),
            showing: publication.showing.word().to_owned(),
            at: publication.at.to_string(),
            location: compared(publication.location.as_deref()),
            day: publication.day,
        }
    }
}

/// The filter and position of a list of published matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedFilter {
    /// Only matches of this game.
    pub game: Option<String>,
    /// Only matches of this day, an ISO date, or later.
    pub from: Option<String>,
    /// Only matches of this day or earlier.
    pub to: Option<String>,
    /// Only matches with a player of this name at the table, by the usual comparison of names.
    pub player: Option<String>,
    /// Only matches that were played there, by the same comparison.
    pub location: Option<String>,
    /// Only matches after this position.
    pub after: Option<ListPlace>,
}

/// A position in the list of published matches: that of a match that is or was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPlace {
    /// Its day.
    pub day: String,
    /// When it was published.
    pub at: Timestamp,
    /// Its id.
    pub id: String,
}

/// A location as it is compared, like a name: without the case of letters, and without spaces around it.
pub(super) fn compared(location: Option<&str>) -> String {
    location.map(folded).unwrap_or_default()
}

/// How an event changes the list of published matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicationUpdate {
    /// The match is listed with this publication.
    Published(Publication),
    /// The match is no longer listed.
    Hidden,
}
