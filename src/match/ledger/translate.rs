//! Translation of names to seat ids and back, in all fields of a game that name a player.
//!
//! A name that belongs to no player at the table is marked, and later restored so that judging refuses it.

use super::event::{Change, Edit, Opened};
use super::people::{Names, name_number};
use crate::MatchGame;
use overtrick_core::form::{Field, FieldOf, Kind, KindOf};
use overtrick_core::json::Json;
use overtrick_core::{Seat, Table};

/// The marker before a name that belongs to no player at the table.
const UNKNOWN_MARK: char = '?';

/// The field of an adjustment that names a player.
const ADJUSTMENT: Kind = Kind::Object(&[Field::required("player", Kind::Player)]);

/// Returns the id of a seat: `s1` is the first.
pub fn seat_id(seat: Seat) -> String {
    format!("s{}", seat.index() + 1)
}

/// Returns the seat id of a player, or the marked name.
pub fn id_of_name(name: &str, table: &Table) -> String {
    match table.seat(name) {
        Some(seat) => seat_id(seat),
        None => format!("{UNKNOWN_MARK}{name}"),
    }
}

/// The current names of a match.
#[derive(Debug)]
pub struct CurrentNames<'a> {
    /// The game.
    pub game: &'a MatchGame,
    /// The names of the players, in seat order.
    pub seated: Vec<String>,
    /// All names of the match.
    pub all: &'a Names,
}

impl CurrentNames<'_> {
    /// Returns the name for the id of a seat or name; a marked name is restored.
    pub fn name(&self, id: &str) -> String {
        let seat = id
            .strip_prefix('s')
            .and_then(|seat| seat.parse::<usize>().ok());
        if let Some(name) = seat.and_then(|seat| self.seated.get(seat.wrapping_sub(1))) {
            return name.clone();
        }
        match name_number(id) {
            Some(number) => self.all.text(number).to_owned(),
            None => id.strip_prefix(UNKNOWN_MARK).unwrap_or(id).to_owned(),
        }
    }

    /// Replaces ids by names.
    pub fn naming(&self) -> Renaming<'_, impl FnMut(&str) -> String> {
        Renaming {
            game: self.game,
            player: |id: &str| self.name(id),
        }
    }

    /// Returns a record with names instead of ids.
    pub fn record(&self, record: &Json) -> Json {
        self.naming().record(record)
    }

    /// Replaces ids in an opening by names.
    pub fn opening(&self, opened: &mut Opened) {
        if let Json::Object(entries) = &mut opened.document {
            for (key, value) in entries {
                *value = self.naming().value(key, value);
            }
        }
        for id in &mut opened.players {
            *id = self.name(id);
        }
        // The client's digest is not shown, because it proves who opened the match.
        opened.client = None;
    }
}

/// A replacement of players in parts of a match: names are replaced by ids, or ids by names.
pub struct Renaming<'a, F> {
    /// The game. The kinds of its fields determine where a record names players.
    pub game: &'a MatchGame,
    /// The function that returns the replacement for a player.
    pub player: F,
}

impl<F: FnMut(&str) -> String> Renaming<'_, F> {
    /// Replaces the players in a record of the game.
    pub fn record(&mut self, record: &Json) -> Json {
        let player = &mut self.player;
        let rename = |fields: &[FieldOf<'_>]| renamed(&KindOf::Object(fields), record, player);
        self.game.with_record(rename)
    }

    /// Replaces the player in an adjustment.
    pub fn adjustment(&mut self, adjustment: &Json) -> Json {
        renamed(&ADJUSTMENT, adjustment, &mut self.player)
    }

    /// Replaces the players in an entry of a document's history.
    pub fn history_entry(&mut self, entry: &Json) -> Json {
        let entries = entry.entries().iter();
        let renamed = entries.map(|(key, value)| match key.as_str() {
            "before" | "after" => (key.clone(), self.record(value)),
            _ => (key.clone(), value.clone()),
        });
        Json::Object(renamed.collect())
    }

    /// Replaces the players in the value that a document has for this key.
    pub fn value(&mut self, key: &str, value: &Json) -> Json {
        match (key, value) {
            ("first_dealer", Json::Text(name)) => Json::Text((self.player)(name)),
            ("current", hand) => self.record(hand),
            ("hands", Json::List(all)) => all.iter().map(|hand| self.record(hand)).collect(),
            ("adjustments", Json::List(all)) => all.iter().map(|it| self.adjustment(it)).collect(),
            ("history", Json::List(all)) => all.iter().map(|one| self.history_entry(one)).collect(),
            (_, value) => value.clone(),
        }
    }

    /// Replaces the players in a change; `name` replaces the new name of a person.
    pub fn change(&mut self, change: &mut Change, name: impl FnOnce(&str) -> String) {
        match change {
            Change::Record { hand } | Change::SetCurrent { hand: Some(hand) } => {
                *hand = self.record(hand);
            }
            Change::Adjust { adjustment } => *adjustment = self.adjustment(adjustment),
            Change::Correct { edits, .. } => {
                for edit in edits {
                    if let Edit::Replace { with, .. } | Edit::Insert { with, .. } = edit {
                        *with = self.record(with);
                    }
                }
            }
            Change::Rename { name: new, .. }
            | Change::Substitute { name: new, .. }
            | Change::Erase { name: new, .. } => *new = name(new),
            _ => {}
        }
    }
}

/// Renames every player in a value, according to the kinds of its parts.
fn renamed(kind: &KindOf<'_>, json: &Json, rename: &mut dyn FnMut(&str) -> String) -> Json {
    match (kind, json) {
        (KindOf::Player, Json::Text(name)) => Json::Text(rename(name)),
        (KindOf::PerPlayer(kind), Json::Object(entries)) => {
            let entries = entries.iter();
            let renamed = entries.map(|(name, json)| (rename(name), renamed(kind, json, rename)));
            Json::Object(renamed.collect())
        }
        (KindOf::List(kind), Json::List(items)) => {
            items.iter().map(|it| renamed(kind, it, rename)).collect()
        }
        (KindOf::Object(fields), Json::Object(entries)) => {
            let mut next = 0;
            let renamed = entries.iter().map(|(key, json)| {
                // Keys are usually in the order of the fields, so the search starts after the last field that
                // was found.
                let mut all = (next..fields.len()).chain(0..next);
                let found = all.find(|index| fields[*index].name == key);
                next = found.map_or(next, |index| index + 1);
                let kind = found.map_or(&KindOf::Any, |index| &fields[index].kind);
                (key.clone(), renamed(kind, json, rename))
            });
            Json::Object(renamed.collect())
        }
        (KindOf::Nullable(kind), json) => renamed(kind, json, rename),
        (KindOf::OneOf(kinds), json) => {
            let kind = kinds.iter().find(|kind| kind.admits(json));
            renamed(kind.unwrap_or(&KindOf::Any), json, rename)
        }
        (_, json) => json.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: Kind = Kind::PerPlayer(&Kind::Int(0, 26));
    const RECORD: Kind = Kind::Object(&[
        Field::optional("dealer", Kind::Player),
        Field::optional("bids", COUNT),
        Field::optional("tricks", COUNT),
        Field::optional("note", Kind::Text),
    ]);

    #[test]
    fn players_are_renamed_and_unknown_names_are_restored() {
        let names = ["s2".to_owned(), "Bo".to_owned()];
        let (table, _) = Table::seat_players(&names);
        let text = r#"{"dealer":" bo","bids":{"s2":1,"Bo":2},"tricks":{"Zoe":1,"s1":0},"note":"Bo","bidz":{"Bo":1}}"#;
        let mut record: Json = serde_json::from_str(text).unwrap();
        record = renamed(&RECORD, &record, &mut |name| id_of_name(name, &table));
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            r#"{"dealer":"s2","bids":{"s1":1,"s2":2},"tricks":{"?Zoe":1,"?s1":0},"note":"Bo","bidz":{"Bo":1}}"#
        );
        let all = Names::new(&names);
        let names = CurrentNames {
            game: &MatchGame::from(&overtrick_games::all()[0]),
            seated: names.to_vec(),
            all: &all,
        };
        record = renamed(&RECORD, &record, &mut |id| names.name(id));
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            text.replace(" bo", "Bo")
        );
    }
}
