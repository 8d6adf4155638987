//! The list of published matches: what stands in it, and what an event does to it.

use overtrick_match::ledger::{MatchId, Publication, Timestamp};

/// A published match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedMatch {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// What of it is shown, and since when.
    pub publication: Publication,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its version.
    pub version: u64,
}

/// What is stored of a match for the list of published matches, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPublication {
    /// Its id.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The word for what of it is shown.
    pub showing: String,
    /// Since when.
    pub at: String,
    /// The day on which it was played.
    pub day: String,
}

/// Which published matches are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedFilter {
    /// Those of this game alone.
    pub game: Option<String>,
    /// Those of this day alone.
    pub day: Option<String>,
    /// Those after this place in the list.
    pub after: Option<ListPlace>,
}

/// A place in the list of published matches: the match that stands there, whether or not it still does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPlace {
    /// Its day.
    pub day: String,
    /// Since when it was published.
    pub at: Timestamp,
    /// Its id.
    pub id: String,
}

/// What an event does to the list of published matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicationUpdate {
    /// The match stands in it so.
    Published(Publication),
    /// The match no longer stands in it.
    Hidden,
}

/// Matches whose rows are written: all are taken away, and those that are published put back.
#[derive(Default)]
pub struct PublicationRows<'a> {
    /// Match.
    pub changed: Vec<[&'a str; 1]>,
    /// Match, what is shown, since when, day.
    pub listed: Vec<(&'a str, &'a str, Timestamp, &'a str)>,
}

impl<'a> PublicationRows<'a> {
    /// Adds what became of a match.
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
