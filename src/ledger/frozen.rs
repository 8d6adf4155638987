//! What of a match is settled when it is opened, and never changes.

use std::cell::RefCell;

use super::names::{RecordNames, called, id_of_name, seat_id};
use super::people::{Names, name_id};
use super::{MatchId, Opened};
use crate::document::{options_in_force, score};
use crate::games::{self, Entry};
use crate::rules::Finding;
use crate::rules::json::Json;

/// The game, its edition and its house rules as they were in force.
#[derive(Debug)]
pub struct Frozen {
    pub id: MatchId,
    pub game: &'static Entry,
    pub edition: Json,
    pub options: Json,
    /// The id of the seat that deals first, where it was said.
    pub first_dealer: Option<Json>,
    /// What the document told of corrections before it was stored here; ids in the place of names.
    pub history: Vec<Json>,
}

impl Frozen {
    /// What an opening settles; nothing, if it is none.
    pub fn of(opened: &Opened) -> Option<Frozen> {
        let document = &opened.document;
        let history = match document.get("history") {
            Some(Json::List(history)) => history.clone(),
            _ => Vec::new(),
        };
        Some(Frozen {
            id: opened.id.clone(),
            game: games::find(document.get("game")?.as_text()?)?,
            edition: document.get("edition")?.clone(),
            options: document.get("options")?.clone(),
            first_dealer: document.get("first_dealer").cloned(),
            history,
        })
    }

    /// What the document told of a correction, with names in the place of ids.
    pub fn named_history_entry(&self, entry: &Json, now: &RecordNames<'_>) -> Json {
        in_history(entry, &|record| {
            called(self.game.facts.record, record, &|id| now.name(id))
        })
    }
}

/// An entry of a document's history with its records written otherwise.
fn in_history(entry: &Json, write: &dyn Fn(&Json) -> Json) -> Json {
    let Json::Object(entries) = entry else {
        return entry.clone();
    };
    let entries = entries.iter().map(|(key, value)| {
        let value = match key.as_str() {
            "before" | "after" => write(value),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Json::Object(entries.collect())
}

/// Freezes a document: edition and options as they are in force, ids in the place of names; and the
/// names.
///
/// # Errors
/// Every fault of the document; a match that cannot be scored is not opened.
pub fn freeze(id: &MatchId, document: &Json) -> Result<(Opened, Names), Vec<Finding>> {
    let text = serde_json::to_string(document).unwrap_or_default();
    let scored = score(text.as_bytes())?;
    let (entry, options) = options_in_force(text.as_bytes())?;
    let options = options
        .into_iter()
        .map(|(key, value)| (key.to_owned(), plain(&value)))
        .collect();
    let table = &scored.table;
    let id_of = |name: &str| id_of_name(name, table);
    let record = |hand: &Json| called(entry.facts.record, hand, &id_of);
    let adjusted = |adjustment: &Json| called(super::state::ADJUSTMENT, adjustment, &id_of);
    let mut frozen = vec![
        ("game".to_owned(), entry.facts.id.into()),
        ("edition".to_owned(), scored.edition.into()),
        ("options".to_owned(), Json::Object(options)),
    ];
    let names = RefCell::new(Names::of(table.names()));
    // A correction may tell of somebody who no longer sits at the table.
    let told_id = |name: &str| match table.seat(name) {
        Some(seat) => seat_id(seat),
        None => {
            let known = names.borrow().people();
            let known = known.iter().find(|known| known.name == name.trim());
            let number = known.map_or_else(|| names.borrow_mut().add(name), |known| known.number);
            name_id(number)
        }
    };
    let told =
        |told: &Json| in_history(told, &|record| called(entry.facts.record, record, &told_id));
    let Json::Object(entries) = document else {
        return Err(Vec::new());
    };
    for (key, value) in entries {
        let value = match (key.as_str(), value) {
            ("game" | "edition" | "options" | "players" | "id", _) => continue,
            ("first_dealer", Json::Text(name)) => table
                .seat(name)
                .map_or_else(|| value.clone(), |seat| seat_id(seat).into()),
            ("hands", Json::List(hands)) => Json::List(hands.iter().map(record).collect()),
            ("current", hand) => record(hand),
            ("adjustments", Json::List(all)) => Json::List(all.iter().map(adjusted).collect()),
            ("history", Json::List(all)) => Json::List(all.iter().map(told).collect()),
            _ => value.clone(),
        };
        frozen.push((key.clone(), value));
    }
    let opened = Opened {
        id: id.clone(),
        document: Json::Object(frozen),
        players: (1..=table.len()).map(name_id).collect(),
    };
    Ok((opened, names.into_inner()))
}

fn plain(value: &serde_json::Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap_or(Json::Null)
}
