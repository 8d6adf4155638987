//! The list of published matches, and how events change it.

use overtrick_match::ledger::{MatchId, Publication, Timestamp};

/// A published match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedMatch {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// What of it is public, and since when.
    pub publication: Publication,
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
}

/// The filter and position of a list of published matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedFilter {
    /// Only matches of this game.
    pub game: Option<String>,
    /// Only matches of this day.
    pub day: Option<String>,
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

/// How an event changes the list of published matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicationUpdate {
    /// The match is listed with this publication.
    Published(Publication),
    /// The match is no longer listed.
    Hidden,
}

/// Matches whose rows are rewritten: all are deleted, then the published ones inserted.
#[derive(Default)]
pub struct PublicationRows<'a> {
    /// Match.
    pub changed: Vec<[&'a str; 1]>,
    /// Match, what is public, since when, day.
    pub listed: Vec<(&'a str, &'a str, Timestamp, &'a str)>,
}

impl<'a> PublicationRows<'a> {
    /// Adds the change of a match.
    pub fn add(&mut self, id: &'a str, update: &'a PublicationUpdate) {
        self.changed.push([id]);
        if let PublicationUpdate::Published(Publication { showing, at, day }) = update {
            self.listed.push((id, showing.word(), *at, day));
        }
    }
}

/// Takes matches from the list. The parameter is that of the rows.
macro_rules! unlist {
    ($rows:literal) => {
        concat!(
            "DELETE FROM publications WHERE match_number IN \
             (SELECT matches.number FROM json_each(",
            $rows,
            ") JOIN matches ON matches.id = value ->> 0)"
        )
    };
}
pub(super) use unlist;

/// Puts matches into the list.
macro_rules! enlist {
    ($rows:literal) => {
        concat!(
            "INSERT INTO publications (match_number, id, game, showing, at, day) \
             SELECT matches.number, matches.id, matches.game, value ->> 1, value ->> 2, value ->> 3 \
             FROM json_each(",
            $rows,
            ") JOIN matches ON matches.id = value ->> 0 WHERE true ON CONFLICT (match_number) \
             DO UPDATE SET showing = excluded.showing, at = excluded.at, day = excluded.day"
        )
    };
}
pub(super) use enlist;
