//! What stands of a match: its hands, adjustments, seats and texts, ids in the place of names.

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::Opened;
use super::frozen::Frozen;
use super::history::Entry;
use super::names::{RecordNames, called};
use super::people::{Names, name_number};
use super::seats::SeatHistory;
use crate::document::{Scored, score};
use crate::rules::Finding;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;

/// Where a player stands in an adjustment.
pub const ADJUSTMENT: &[Field] = &[Field::required("player", Kind::Player)];

/// The texts of a match, in the order of its document.
pub const TEXTS: [&str; 4] = ["title", "played_on", "location", "notes"];

/// What is to be view of what stands: made once, and shared.
#[derive(Debug, Clone)]
pub struct MatchView {
    /// The match document without its history.
    pub document: Arc<RawValue>,
    /// The match, scored.
    pub scored: Arc<Scored>,
}

/// What stands at one moment; cloning it copies no record.
#[derive(Debug, Clone)]
pub struct MatchState {
    pub frozen: Arc<Frozen>,
    pub hands: Vec<Arc<Json>>,
    pub current: Option<Arc<Json>>,
    pub adjustments: Vec<Arc<Json>>,
    pub finished: bool,
    pub places: Vec<SeatHistory>,
    pub texts: [Option<String>; 4],
}

impl MatchState {
    /// What stands when a match is opened; nothing, if this is no opening.
    pub fn open(opened: &Opened) -> Option<MatchState> {
        let document = &opened.document;
        let list = |key: &str| match document.get(key) {
            Some(Json::List(items)) => items.iter().cloned().map(Arc::new).collect(),
            _ => Vec::new(),
        };
        let places = opened.players.iter().enumerate();
        let places: Option<Vec<SeatHistory>> = places
            .map(|(index, id)| {
                Some(SeatHistory::first(
                    format!("s{}", index + 1),
                    name_number(id)?,
                ))
            })
            .collect();
        Some(MatchState {
            frozen: Arc::new(Frozen::of(opened)?),
            hands: list("hands"),
            current: document.get("current").cloned().map(Arc::new),
            adjustments: list("adjustments"),
            finished: document.get("finished") == Some(&Json::Bool(true)),
            places: places?,
            texts: TEXTS.map(|key| document.get(key)?.as_text().map(str::to_owned)),
        })
    }

    /// Whether there is a name for everyone who sits there.
    pub fn is_named(&self, names: &Names) -> bool {
        self.places.iter().all(|place| names.has(place.name()))
    }

    /// An opening with names in the place of ids.
    pub fn opening(&self, opened: &Opened, now: &RecordNames<'_>) -> Opened {
        let record = |hand: &Json| self.named(hand, now);
        let each = |items: &[Json], write: &dyn Fn(&Json) -> Json| -> Json {
            Json::List(items.iter().map(write).collect())
        };
        let mut document = opened.document.clone();
        if let Json::Object(entries) = &mut document {
            for (key, value) in entries {
                *value = match (key.as_str(), &*value) {
                    ("first_dealer", Json::Text(id)) => now.name(id).into(),
                    ("hands", Json::List(hands)) => each(hands, &record),
                    ("current", hand) => record(hand),
                    ("adjustments", Json::List(all)) => {
                        each(all, &|one| MatchState::adjustment(one, now))
                    }
                    ("history", Json::List(all)) => {
                        each(all, &|one| self.frozen.named_history_entry(one, now))
                    }
                    (_, value) => value.clone(),
                };
            }
        }
        let players = opened.players.iter().map(|id| now.name(id));
        Opened {
            id: opened.id.clone(),
            document,
            players: players.collect(),
        }
    }

    /// Who is called what now.
    pub fn called<'a>(&self, names: &'a Names) -> RecordNames<'a> {
        let seated = self.places.iter();
        RecordNames {
            seated: seated
                .map(|place| names.text(place.name()).to_owned())
                .collect(),
            all: names,
        }
    }

    /// A record with names in the place of ids.
    pub fn named(&self, record: &Json, now: &RecordNames<'_>) -> Json {
        called(self.frozen.game.facts.record, record, &|id| now.name(id))
    }

    /// An adjustment with a name in the place of an id.
    pub fn adjustment(adjustment: &Json, now: &RecordNames<'_>) -> Json {
        called(ADJUSTMENT, adjustment, &|id| now.name(id))
    }

    /// The match document, with what its history tells.
    pub fn document(&self, names: &Names, told: &[Arc<Entry>]) -> Json {
        let now = self.called(names);
        let mut document = self.without_history(&now);
        let before = self.frozen.history.iter();
        let before = before.map(|entry| self.frozen.named_history_entry(entry, &now));
        let told = told
            .iter()
            .map(|entry| entry.document(|record| self.named(record, &now)));
        let history: Vec<Json> = before.chain(told).collect();
        if !history.is_empty() {
            document.push(("history".to_owned(), Json::List(history)));
        }
        Json::Object(document)
    }

    fn without_history(&self, now: &RecordNames<'_>) -> Vec<(String, Json)> {
        let frozen = &self.frozen;
        let written = |record: &Json| self.named(record, now);
        let mut document: Vec<(String, Json)> = Vec::with_capacity(16);
        let mut put = |key: &str, value: Json| document.push((key.to_owned(), value));
        put("game", frozen.game.facts.id.into());
        put("edition", frozen.edition.clone());
        put("id", frozen.id.as_str().into());
        for (key, text) in TEXTS.into_iter().zip(&self.texts) {
            if let Some(text) = text {
                put(key, Json::Text(text.clone()));
            }
        }
        put("players", now.seated.iter().map(String::as_str).collect());
        put("options", frozen.options.clone());
        if let Some(Json::Text(id)) = &frozen.first_dealer {
            put("first_dealer", now.name(id).into());
        }
        put(
            "hands",
            Json::List(self.hands.iter().map(|hand| written(hand)).collect()),
        );
        if let Some(current) = &self.current {
            put("current", written(current));
        }
        if !self.adjustments.is_empty() {
            let adjusted = self.adjustments.iter();
            let adjusted = adjusted.map(|adjustment| MatchState::adjustment(adjustment, now));
            put("adjustments", Json::List(adjusted.collect()));
        }
        if self.finished {
            put("finished", true.into());
        }
        document
    }

    /// The match scored, or what cannot be scored in it. Its history is not read.
    pub fn view(&self, names: &Names) -> Result<MatchView, Vec<Finding>> {
        let document = Json::Object(self.without_history(&self.called(names)));
        let document = to_raw_value(&document).unwrap_or_default();
        let scored = score(document.get().as_bytes())?;
        Ok(MatchView {
            document: document.into(),
            scored: Arc::new(scored),
        })
    }

    /// Whether its history tells of anything that happened before it was stored.
    pub fn has_history(&self) -> bool {
        !self.frozen.history.is_empty()
    }
}
