//! List data of matches, queries for lists, and the data of writes: events, and imported matches with their logs.

use serde_json::Value;

use super::idempotency::Idempotency;
use super::public_list::PublicationUpdate;
use overtrick_core::message::{Message, Texts};
use overtrick_core::{Name, Points};
use overtrick_match::ledger::{Listing, MatchId, SealedEvent, StoredLog, Timestamp};

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
    /// The numbers of the names that no longer have a seat at the table.
    pub vacated: Vec<usize>,
}

/// The filters and order of a list; `None` does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Matches of this game.
    pub game: Option<String>,
    /// `true` for finished matches, `false` for matches that continue.
    pub complete: Option<bool>,
    /// Matches with a player of this name at the table, by the usual comparison of names.
    pub player: Option<String>,
    /// Matches of this day, an ISO date, or later.
    pub from: Option<String>,
    /// Matches of this day or earlier.
    pub to: Option<String>,
    /// The match with this external id.
    pub external_id: Option<String>,
    /// Matches whose metadata has these values: pairs of a key and a text, or a number or flag as JSON.
    pub metadata: Vec<(String, String)>,
    /// The order of the list, and the position after which it begins.
    pub order: MatchOrder,
    /// The most matches.
    pub limit: usize,
}

impl MatchQuery {
    /// Whether it filters out any matches.
    pub fn filters(&self) -> bool {
        let texts = [&self.game, &self.player, &self.from, &self.to];
        self.complete.is_some()
            || !self.metadata.is_empty()
            || texts.into_iter().any(Option::is_some)
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
    /// Its list data; without the numbers of its names.
    pub listing: Listing,
    /// The players, in seat order.
    pub players: Vec<String>,
    /// Their totals.
    pub totals: Vec<Points>,
    /// The name of a custom game, in each language.
    pub called: Option<Name>,
}

/// A match found by a query, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatch {
    /// Its id as stored.
    pub id: String,
    /// Its day as stored; together with the id, its position in a list.
    pub day: String,
    /// Its list data; `None` if a part of it cannot be read.
    pub listed: Option<ListedMatch>,
    /// Whether the definition of its custom game was ever replaced. If so, the log has the current name of the game.
    pub redefined: bool,
}

/// Returns the name of the game in the definition of an opening event, in each language.
pub fn called(opening: &str) -> Option<Name> {
    let opening: Value = serde_json::from_str(opening).ok()?;
    let definition = opening.pointer("/document/definition")?;
    let name = definition.get("name").or(definition.get("id"))?.as_str()?;
    let others = definition.get("text").and_then(Value::as_object);
    let others = others.into_iter().flatten().filter_map(|(tag, texts)| {
        let name = texts.get("name")?.as_str()?.trim();
        (!name.is_empty()).then(|| (tag.as_str().into(), Message::plain(name)))
    });
    let texts = Texts {
        own: Some(Message::plain(name)),
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
}

/// Identifiers of matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identifiers {
    /// Ids. A match that was found has exactly one.
    pub ids: Vec<String>,
    /// External ids.
    pub external_ids: Vec<String>,
    /// Digests of source documents.
    pub sources: Vec<String>,
    /// The version of a match that was found.
    pub version: u64,
}

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
    /// The list data of the match after the event, if it changed.
    pub listing: Option<ListingUpdate>,
    /// The mark of its request, stored in the same transaction.
    pub idempotency: Option<Idempotency>,
    /// The change to the list of published matches, if there is one.
    pub publication: Option<PublicationUpdate>,
}

/// The data of an import, which is written completely or not at all.
#[derive(Debug, Default)]
pub struct BulkChange {
    /// New matches.
    pub opened: Vec<ImportedMatch>,
    /// Events of existing matches. The events of each match are in order.
    pub appended: Vec<Append>,
}
