//! The data that the store reads and writes: list data, queries, events to append, and imported matches.

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

/// A match to import, with its complete log.
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
    /// The numbers of the names that no longer have a seat.
    pub vacated: Vec<usize>,
}

/// The filters and the order of a list. A filter that is `None` matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Matches of this game.
    pub game: Option<String>,
    /// `true` for finished matches, `false` for unfinished ones.
    pub complete: Option<bool>,
    /// Matches with a seated player of this name, ignoring case and outer spaces.
    pub player: Option<String>,
    /// Matches on or after this day (an ISO date).
    pub from: Option<String>,
    /// Matches on or before this day.
    pub to: Option<String>,
    /// The match with this external id.
    pub external_id: Option<String>,
    /// Matches whose metadata has these values: pairs of a key and a value. A number or flag is written as JSON.
    pub metadata: Vec<(String, String)>,
    /// The order of the list, and the position after which it begins.
    pub order: MatchOrder,
    /// The maximum number of matches.
    pub limit: usize,
}

impl MatchQuery {
    /// Whether any filter is set.
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
    /// Ordered by id, starting after this id.
    Id(Option<String>),
    /// Newest day first, then by descending id, starting after this day and id.
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
    /// Its list data, with an empty `seats` list.
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
    /// Its day as stored. The day and the id are its position in a list.
    pub day: String,
    /// Its list data; `None` if a part of it cannot be read.
    pub listed: Option<ListedMatch>,
    /// Whether the definition of its custom game was ever replaced. If so, read the game's current name from the log.
    pub redefined: bool,
}

/// Returns the name of the custom game that an opening event defines, in each language.
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

/// List data to store for a match, unless its log has changed.
#[derive(Debug, Clone)]
pub struct ListedLog {
    /// The match.
    pub id: MatchId,
    /// The number of events that its log must still have.
    pub count: u64,
    /// Its list data.
    pub listing: Listing,
}

/// Identifiers of the matches to look for, or of one match that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identifiers {
    /// Ids; exactly one for a match that was found.
    pub ids: Vec<String>,
    /// External ids.
    pub external_ids: Vec<String>,
    /// Digests of source documents.
    pub sources: Vec<String>,
    /// The version of the match that was found; 0 in a query.
    pub version: u64,
}

/// An event to be appended.
#[derive(Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event. Its number is the current version plus one. Each of its names replaces the stored name with
    /// the same number.
    pub event: SealedEvent,
    /// The digest of the previous event; empty for the first event.
    pub previous: String,
    /// The list data of the match after the event, if it changed.
    pub listing: Option<ListingUpdate>,
    /// The mark of its request, stored in the same transaction.
    pub idempotency: Option<Idempotency>,
    /// The change to the list of published matches, if there is one.
    pub publication: Option<PublicationUpdate>,
}

/// The data of an import. It is written completely or not at all.
#[derive(Debug, Default)]
pub struct BulkChange {
    /// New matches.
    pub opened: Vec<ImportedMatch>,
    /// Events of existing matches. The events of each match are in order.
    pub appended: Vec<Append>,
}
