//! A document in the types of its game, parsed in one of two ways.
//!
//! The typed reader ([`read_typed`]) is fast and stops at the first fault. If it fails, the thorough
//! reader ([`read_thoroughly`]) reads the same document through the field tables and collects every
//! fault. Both accept the same documents.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::envelope::{Adjustment, Envelope, HistoryEntry};
use super::options::read_options;
use crate::bounds::{MAX_HANDS, check_hands};
use crate::form::{FieldOf, Reading};
use crate::json::Json;
use crate::wire::Given;
use crate::{Game, strict};

/// A document in the types of its game, not yet judged.
#[derive(Debug)]
pub struct Source<G: Game> {
    /// The players as written.
    pub players: Given<Vec<String>>,
    /// The house rules as written.
    pub options: G::Options,
    /// The first dealer.
    pub first_dealer: Given<String>,
    /// The hands, in playing order.
    pub hands: Vec<G::Record>,
    /// Whether the document has a list of hands.
    pub has_hands: bool,
    /// The hand being played.
    pub current: Option<G::Record>,
    /// The adjustments as written.
    pub adjustments: Vec<Adjustment>,
    /// Whether the document ends the match.
    pub finished: bool,
    /// The edition of the scoring that the document requests.
    pub edition: Given<i64>,
    /// The day of the match.
    pub played_on: Given<String>,
    /// Title, location, notes and id, each with its key.
    pub texts: [(&'static str, Given<String>); 4],
    /// The corrections, as listed by an export.
    pub history: Vec<HistoryEntry>,
    /// The faults of form, and the places left out; empty after the typed reader.
    pub reading: Reading,
}

/// The document in the types of its game, or `None` if any part has another form.
pub fn read_typed<G: Game>(envelope: Envelope<'_>) -> Option<Source<G>> {
    let options = envelope
        .options
        .map_or_else(|| Some(G::Options::default()), typed)?;
    let has_hands = envelope.hands.is_some();
    let hands = envelope.hands.0.unwrap_or_default();
    let mut records = Vec::with_capacity(hands.len());
    for hand in hands {
        records.push(typed(hand)?);
    }
    let current = match envelope.current.0 {
        Some(raw) => Some(typed(raw)?),
        None => None,
    };
    Some(Source {
        players: envelope.players,
        options,
        first_dealer: envelope.first_dealer,
        hands: records,
        has_hands,
        current,
        adjustments: envelope.adjustments.0.unwrap_or_default(),
        finished: envelope.finished.unwrap_or(false),
        edition: envelope.edition,
        played_on: envelope.played_on,
        texts: [
            ("title", envelope.title),
            ("location", envelope.location),
            ("notes", envelope.notes),
            ("id", envelope.id),
        ],
        history: envelope.history.0.unwrap_or_default(),
        reading: Reading::default(),
    })
}

fn typed<T: DeserializeOwned>(raw: &RawValue) -> Option<T> {
    strict::from_str(raw.get()).ok()
}

/// The well-formed part of a document in the types of its game, with every fault of form.
///
/// `document` and `reading` result from reading the [envelope](super::DOCUMENT).
pub fn read_thoroughly<G: Game>(document: Json, reading: Reading) -> Source<G> {
    let options = |reading: &mut Reading, json: Option<Json>| {
        json.map_or_else(G::Options::default, |json| read_options::<G>(reading, json))
    };
    read_by_fields(document, reading, G::FACTS.record, options)
}

/// Like [`read_thoroughly`], for a game whose fields of a hand and whose house rules are not those of its facts.
pub fn read_by_fields<G: Game>(
    document: Json,
    mut reading: Reading,
    record: &[FieldOf<'_>],
    options: impl FnOnce(&mut Reading, Option<Json>) -> G::Options,
) -> Source<G> {
    let mut document = Fields(document);
    let options = options(&mut reading, document.take("options"));
    let has_hands = document.has("hands");
    let mut hands: Vec<Json> = match document.take("hands") {
        Some(Json::List(hands)) => hands,
        _ => Vec::new(),
    };
    if let Err(finding) = check_hands(hands.len()) {
        reading.findings.push(finding);
        hands.truncate(MAX_HANDS);
    }
    let mut record = |json: Json, pointer: &str| reading.read_typed(record, json, pointer);
    let hands = hands.into_iter().enumerate();
    let hands = hands
        .map(|(index, json)| record(json, &format!("/hands/{index}")))
        .collect();
    let current = document
        .take("current")
        .map(|json| record(json, "/current"));
    Source {
        players: document.typed("players"),
        options,
        first_dealer: document.typed("first_dealer"),
        hands,
        has_hands,
        current,
        adjustments: document.typed("adjustments").0.unwrap_or_default(),
        finished: document.typed("finished").unwrap_or(false),
        edition: document.typed("edition"),
        played_on: document.typed("played_on"),
        texts: ["title", "location", "notes", "id"].map(|key| (key, document.typed(key))),
        history: document.typed("history").0.unwrap_or_default(),
        reading,
    }
}

impl<G: Game> Source<G> {
    /// The edition of the scoring: the requested one, or the newest.
    pub fn edition(&self) -> i64 {
        self.edition.unwrap_or(G::FACTS.edition)
    }
}

/// The fields of a document, removed one by one.
struct Fields(Json);

impl Fields {
    fn has(&self, key: &str) -> bool {
        self.0.get(key).is_some()
    }

    fn take(&mut self, key: &str) -> Option<Json> {
        let Json::Object(entries) = &mut self.0 else {
            return None;
        };
        let index = entries.iter().position(|(known, _)| known == key)?;
        Some(entries.remove(index).1)
    }

    fn typed<T: DeserializeOwned>(&mut self, key: &str) -> Given<T> {
        Given(self.take(key).and_then(|json| json.typed()))
    }
}
