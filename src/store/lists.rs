//! Matches as lists show them, what lists are asked for, and matches that come in with their logs.

use super::published::PublicationUpdate;
use crate::ledger::{Listing, MatchId, StoredLog, Timestamp};

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
    /// What the list of published matches shows of it, if it is published.
    pub publication: Option<PublicationUpdate>,
    /// The digest of the document that it comes from, if it comes from one.
    pub source: Option<String>,
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
