//! List data of matches, queries for lists, and imported matches with their logs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::digests::Shown;
use super::public_list::PublicationUpdate;
use overtrick_core::Name;
use overtrick_core::message::{Message, Texts};
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

/// A match with its complete log, to be stored.
#[derive(Debug, Clone)]
pub struct ImportedMatch {
    /// Its log with the hash chain.
    pub log: StoredLog,
    /// Its list data.
    pub listing: Listing,
    /// The digest of its list data.
    pub listed: String,
    /// Its entry in the list of published matches, if it is published.
    pub publication: Option<PublicationUpdate>,
    /// The digest of its source document, if it has one.
    pub source: Option<String>,
}

/// The list data of a match after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingUpdate {
    /// The complete list data.
    pub listing: Listing,
    /// The numbers of names whose owners no longer sit at the table under them.
    pub vacated: Vec<usize>,
}

/// The filters and order of a list; `None` does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Matches of this game.
    pub game: Option<String>,
    /// Finished matches, or those that continue.
    pub complete: Option<bool>,
    /// Matches with a player of this name at the table, by the usual comparison of names.
    pub player: Option<String>,
    /// Matches of this day, an ISO date, or later.
    pub from: Option<String>,
    /// Matches of this day or earlier.
    pub to: Option<String>,
    /// The match with this external id.
    pub external_id: Option<String>,
    /// The order of the list, and the position after which it begins.
    pub order: MatchOrder,
    /// The most matches.
    pub limit: usize,
}

impl MatchQuery {
    /// Whether it filters out any matches.
    pub fn filters(&self) -> bool {
        let texts = [&self.game, &self.player, &self.from, &self.to];
        self.complete.is_some() || texts.into_iter().any(Option::is_some)
    }
}

/// The order of a list, and the position after which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchOrder {
    /// By id, after this one.
    Id(Option<String>),
    /// Latest day first, and within a day by descending id; after this day and id.
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
    /// The day it was played, or else opened.
    pub day: String,
    /// Whether it is over.
    pub complete: bool,
    /// The players, in seat order.
    pub players: Vec<String>,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its metadata, as JSON.
    pub metadata: Option<String>,
    /// What an own game is called, in each language.
    pub called: Option<Name>,
}

/// A match found by a query, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatch {
    /// Its id as stored.
    pub id: String,
    /// Its day as stored; together with the id, its position in a list.
    pub day: String,
    /// Its list data; `None` if the stored data differs from what was written.
    pub listed: Option<ListedMatch>,
    /// Whether the definition of its own game was ever replaced: its log says what it is called then.
    pub redefined: bool,
}

/// The stored list data of a match, unchecked.
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
    /// The day it was played, or else opened.
    pub day: String,
    /// Whether it is over.
    pub complete: bool,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its metadata, as JSON.
    pub metadata: Option<String>,
    /// The players, in seat order.
    pub players: Vec<String>,
    /// The digest of all this.
    pub digest: String,
    /// The opening event of a match of an own game, as JSON: it has what the game is called.
    pub opening: Option<String>,
    /// How often the definition of its own game was replaced.
    pub redefined: u64,
}

impl From<StoredListing> for FoundMatch {
    fn from(stored: StoredListing) -> FoundMatch {
        let called = stored.opening.as_deref().and_then(called);
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
            called: called.as_ref(),
        };
        let is_whole = stored.digest == shown.digest();
        let (id, day) = (stored.id.clone(), stored.day.clone());
        let redefined = stored.redefined > 0;
        let listed = is_whole.then(|| stored.believed(called)).flatten();
        FoundMatch {
            id,
            day,
            listed,
            redefined,
        }
    }
}

impl StoredListing {
    fn believed(self, called: Option<Name>) -> Option<ListedMatch> {
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
            called,
        })
    }
}

/// What the definition in an opening event calls its game, in each language.
fn called(opening: &str) -> Option<Name> {
    #[derive(Deserialize)]
    struct Opening {
        document: Document,
    }
    #[derive(Deserialize)]
    struct Document {
        definition: Definition,
    }
    #[derive(Deserialize)]
    struct Definition {
        id: String,
        name: Option<String>,
        #[serde(default)]
        text: BTreeMap<String, Translation>,
    }
    #[derive(Deserialize)]
    struct Translation {
        name: Option<String>,
    }
    let opening: Opening = serde_json::from_str(opening).ok()?;
    let Definition { id, name, text } = opening.document.definition;
    let name = name.unwrap_or(id);
    let others = text.into_iter().filter_map(|(tag, Translation { name })| {
        let name = name?.trim().to_owned();
        (!name.is_empty()).then(|| (tag.into(), Message::plain(name)))
    });
    let texts = Texts {
        own: Some(Message::plain(name.as_str())),
        others: others.collect(),
    };
    Some(Name::with_texts(name, texts))
}

/// List data to store for a match, if its log still has this many events.
#[derive(Debug, Clone)]
pub struct ListedLog {
    /// The match.
    pub id: MatchId,
    /// The number of events in its log.
    pub count: u64,
    /// Its list data.
    pub listing: Listing,
    /// The digest of its list data: see [`Shown`].
    pub digest: String,
}

/// Identifiers of matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Ids; for a match that was found, its own.
    pub ids: Vec<String>,
    /// External ids.
    pub external_ids: Vec<String>,
    /// Digests of source documents.
    pub sources: Vec<String>,
    /// The version of a match that was found.
    pub version: u64,
}
