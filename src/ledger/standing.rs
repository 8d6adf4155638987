//! What stands of a match: its hands, adjustments, seats and texts, seats in the place of names.

use std::sync::Arc;

use super::frozen::Frozen;
use super::history::Entry;
use super::names::{called, name_of_id};
use super::seats::Sitter;
use super::{Opened, Outcome};
use crate::document::{Scored, score};
use crate::rules::Finding;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;

/// Where a player stands in an adjustment.
pub const ADJUSTMENT: &[Field] = &[Field::required("player", Kind::Player)];

/// The texts of a match, in the order of its document.
pub const TEXTS: [&str; 4] = ["title", "played_on", "location", "notes"];

/// What stands at one moment; cloning it copies no record.
#[derive(Debug, Clone)]
pub struct Standing {
    pub frozen: Arc<Frozen>,
    pub hands: Vec<Arc<Json>>,
    pub current: Option<Arc<Json>>,
    pub adjustments: Vec<Arc<Json>>,
    pub finished: bool,
    pub sitters: Vec<Sitter>,
    pub texts: [Option<String>; 4],
}

impl Standing {
    /// What stands when a match is opened; nothing, if this is no opening.
    pub fn open(opened: &Opened) -> Option<Standing> {
        let document = &opened.document;
        let list = |key: &str| match document.get(key) {
            Some(Json::List(items)) => items.iter().cloned().map(Arc::new).collect(),
            _ => Vec::new(),
        };
        let sitters = opened.players.iter().enumerate();
        let sitters = sitters
            .map(|(index, name)| Sitter::first(format!("s{}", index + 1), name.clone()))
            .collect();
        Some(Standing {
            frozen: Arc::new(Frozen::of(opened)?),
            hands: list("hands"),
            current: document.get("current").cloned().map(Arc::new),
            adjustments: list("adjustments"),
            finished: document.get("finished") == Some(&Json::Bool(true)),
            sitters,
            texts: TEXTS.map(|key| document.get(key)?.as_text().map(str::to_owned)),
        })
    }

    /// The names of whoever sits there now, in seat order.
    pub fn names(&self) -> Vec<String> {
        self.sitters
            .iter()
            .map(|sitter| sitter.name().to_owned())
            .collect()
    }

    /// A record with names in the place of seats.
    pub fn named(&self, record: &Json, names: &[String]) -> Json {
        called(self.frozen.game.facts.record, record, &|id| {
            name_of_id(id, names)
        })
    }

    /// The match document, with what its history tells.
    pub fn document(&self, told: &[Arc<Entry>]) -> Json {
        let names = self.names();
        let frozen = &self.frozen;
        let written = |record: &Json| self.named(record, &names);
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
        put("players", names.iter().map(String::as_str).collect());
        put("options", frozen.options.clone());
        if let Some(Json::Text(id)) = &frozen.first_dealer {
            put("first_dealer", name_of_id(id, &names).into());
        }
        put(
            "hands",
            Json::List(self.hands.iter().map(|hand| written(hand)).collect()),
        );
        if let Some(current) = &self.current {
            put("current", written(current));
        }
        if !self.adjustments.is_empty() {
            let adjusted = self
                .adjustments
                .iter()
                .map(|adjustment| called(ADJUSTMENT, adjustment, &|id| name_of_id(id, &names)));
            put("adjustments", Json::List(adjusted.collect()));
        }
        if self.finished {
            put("finished", true.into());
        }
        if !frozen.history.is_empty() || !told.is_empty() {
            let told = told.iter().map(|entry| entry.document(written));
            put(
                "history",
                Json::List(frozen.history.iter().cloned().chain(told).collect()),
            );
        }
        Json::Object(document)
    }

    /// The match scored, or what cannot be scored in it. Its history is not read.
    pub fn scored(&self) -> Result<Scored, Vec<Finding>> {
        let mut document = self.document(&[]);
        if let Json::Object(entries) = &mut document {
            entries.retain(|(key, _)| key != "history");
        }
        let text = serde_json::to_string(&document).unwrap_or_default();
        score(text.as_bytes())
    }

    /// What comes of the match as it stands.
    pub fn outcome(&self) -> Result<Outcome, Vec<Finding>> {
        self.scored().map(|scored| Outcome::of(&scored))
    }
}
