//! Matches as lists show them, what lists are asked for, and matches that come in with their logs.

use super::digests::Shown;
use super::idempotency::Idempotency;
use super::public_list::PublicationUpdate;
use overtrick_match::ledger::{Listing, MatchId, StoredLog, Timestamp};

/// A match in the list of all matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSummary {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its version.
    pub version: u64,
}

/// A match that is stored with its whole log.
#[derive(Debug, Clone)]
pub struct ImportedMatch {
    /// Its log, chained.
    pub log: StoredLog,
    /// What lists show of it.
    pub listing: Listing,
    /// The digest of all that lists show of it.
    pub listed: String,
    /// What the list of published matches shows of it, if it is published.
    pub publication: Option<PublicationUpdate>,
    /// The digest of the document that it comes from, if it comes from one.
    pub source: Option<String>,
    /// The mark of the request that brings it, and when it came.
    pub request: Option<(Idempotency, Timestamp)>,
}

/// What lists show of a match after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingUpdate {
    /// All of it.
    pub listing: Listing,
    /// The numbers of the names whose owners no longer sit at the table under them.
    pub vacated: Vec<usize>,
}

/// Which matches are asked for, and in which order. What is `None` excludes none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Those of this game.
    pub game: Option<String>,
    /// Those that are over, or that go on.
    pub complete: Option<bool>,
    /// Those in which somebody of this name sits at the table; names are compared as everywhere.
    pub player: Option<String>,
    /// Those of this day, an ISO date, or a later one.
    pub from: Option<String>,
    /// Those of this day or an earlier one.
    pub to: Option<String>,
    /// The one that a program calls so.
    pub external_id: Option<String>,
    /// The order, and after which match of it the list begins.
    pub order: MatchOrder,
    /// How many at most.
    pub limit: usize,
}

impl MatchQuery {
    /// Whether it leaves out some matches that its order has.
    pub fn filters(&self) -> bool {
        let texts = [&self.game, &self.player, &self.from, &self.to];
        self.complete.is_some() || texts.into_iter().any(Option::is_some)
    }
}

/// The order of a list, with the place after which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchOrder {
    /// By id, after this one.
    Id(Option<String>),
    /// The latest day first, and within a day by id, the greatest first; after this day and id.
    Newest(Option<(String, String)>),
}

impl Default for MatchOrder {
    fn default() -> MatchOrder {
        MatchOrder::Id(None)
    }
}

/// A match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMatch {
    /// Its id, its game, its version and its times.
    pub summary: MatchSummary,
    /// Its title.
    pub title: Option<String>,
    /// The day on which it was played, or else opened.
    pub day: String,
    /// Whether it is over.
    pub complete: bool,
    /// The players, in seat order.
    pub players: Vec<String>,
    /// What a program calls it.
    pub external_id: Option<String>,
    /// What a program noted of it, as JSON.
    pub metadata: Option<String>,
}

/// A match that a list has, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatch {
    /// Its id, as it is stored.
    pub id: String,
    /// Its day, as it is stored: with the id, its place in a list.
    pub day: String,
    /// What is shown of it; `None`, where what is stored for that is not what was written.
    pub listed: Option<ListedMatch>,
}

/// What is stored of a match for lists, unchecked.
#[derive(Debug, Clone)]
pub struct StoredListing {
    /// Its id.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// When it was opened.
    pub created_at: String,
    /// When it last changed.
    pub changed_at: String,
    /// Its version.
    pub version: u64,
    /// Its title.
    pub title: Option<String>,
    /// The day on which it was played, or else opened.
    pub day: String,
    /// Whether it is over.
    pub complete: bool,
    /// What a program calls it.
    pub external_id: Option<String>,
    /// What a program noted of it, as JSON.
    pub metadata: Option<String>,
    /// The players, in seat order.
    pub players: Vec<String>,
    /// The digest of all this.
    pub digest: String,
}

impl From<StoredListing> for FoundMatch {
    fn from(stored: StoredListing) -> FoundMatch {
        let shown = Shown {
            id: &stored.id,
            game: &stored.game,
            created_at: &stored.created_at,
            changed_at: &stored.changed_at,
            version: stored.version,
            title: stored.title.as_deref(),
            day: &stored.day,
            complete: stored.complete,
            external_id: stored.external_id.as_deref(),
            metadata: stored.metadata.as_deref(),
            players: stored.players.iter().map(String::as_str).collect(),
        };
        let is_whole = stored.digest == shown.digest();
        let (id, day) = (stored.id.clone(), stored.day.clone());
        let listed = is_whole.then(|| stored.believed()).flatten();
        FoundMatch { id, day, listed }
    }
}

impl StoredListing {
    fn believed(self) -> Option<ListedMatch> {
        let summary = MatchSummary {
            id: MatchId::read(&self.id)?,
            game: self.game,
            created_at: self.created_at.parse().ok()?,
            changed_at: self.changed_at.parse().ok()?,
            version: self.version,
        };
        Some(ListedMatch {
            summary,
            title: self.title,
            day: self.day,
            complete: self.complete,
            players: self.players,
            external_id: self.external_id,
            metadata: self.metadata,
        })
    }
}

/// What is to be stored of a match for lists, if its log still has so many events.
#[derive(Debug, Clone)]
pub struct ListedLog {
    /// The match.
    pub id: MatchId,
    /// How many events its log has.
    pub count: u64,
    /// What lists show of it.
    pub listing: Listing,
    /// The digest of all that they show: see [`Shown`].
    pub digest: String,
}

/// What matches are recognized by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Ids; of a match that was found, its own.
    pub ids: Vec<String>,
    /// What programs call them.
    pub external_ids: Vec<String>,
    /// The digests of the documents that they were imported from.
    pub sources: Vec<String>,
}
