//! Translation of names to seat ids and back, wherever a game's field tables have a player.
//!
//! A name that nobody at the table has is kept with a marker and restored unchanged, so that judging refuses
//! it.

use super::change::{Change, Edit};
use super::event::Opened;
use super::names::{Names, name_number};
use crate::MatchGame;
use overtrick_core::form::{Field, FieldOf, Kind, KindOf};
use overtrick_core::json::Json;
use overtrick_core::{Seat, Table};

/// The marker before a name that nobody at the table has.
const STRANGER: char = '?';

/// The fields of an adjustment that name a player.
const ADJUSTMENT: &[Field] = &[Field::required("player", Kind::Player)];

/// The id of a seat: `s1` is the first.
pub fn seat_id(seat: Seat) -> String {
    format!("s{}", seat.index() + 1)
}

/// The seat of an id at a table with this many seats.
pub fn seat_of(id: &str, seats: usize) -> Option<Seat> {
    let number: usize = id.strip_prefix('s')?.parse().ok()?;
    (1..=seats).contains(&number).then(|| Seat::new(number - 1))
}

/// The seat id of a player, or the marked name.
pub fn id_of_name(name: &str, table: &Table) -> String {
    match table.seat(name) {
        Some(seat) => seat_id(seat),
        None => format!("{STRANGER}{name}"),
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
    /// The name for the id of a seat or name; a marked name is restored.
    pub fn name(&self, id: &str) -> String {
        if let Some(seat) = seat_of(id, self.seated.len()) {
            return self.seated[seat.index()].clone();
        }
        match name_number(id) {
            Some(number) => self.all.text(number).to_owned(),
            None => id.strip_prefix(STRANGER).unwrap_or(id).to_owned(),
        }
    }

    /// Replaces ids by names.
    pub fn naming(&self) -> Renaming<'_, impl Fn(&str) -> String> {
        Renaming {
            game: self.game,
            player: |id: &str| self.name(id),
        }
    }

    /// A record with names instead of ids.
    pub fn record(&self, record: &Json) -> Json {
        self.naming().record(record)
    }

    /// An opening with names instead of ids.
    pub fn opening(&self, opened: &Opened) -> Opened {
        let mut document = opened.document.clone();
        if let Json::Object(entries) = &mut document {
            for (key, value) in entries {
                *value = self.naming().value(key, value);
            }
        }
        Opened {
            id: opened.id.clone(),
            document,
            players: opened.players.iter().map(|id| self.name(id)).collect(),
            labels: opened.labels.clone(),
            // It proves who may have the keys, and is nobody else's concern.
            client: None,
        }
    }
}

/// Replaces the players in what a match consists of: names by ids, or ids by names.
pub struct Renaming<'a, F> {
    /// The game, whose fields say where a record has players.
    pub game: &'a MatchGame,
    /// What stands in place of a player.
    pub player: F,
}

impl<F: Fn(&str) -> String> Renaming<'_, F> {
    /// A record of the game.
    pub fn record(&self, record: &Json) -> Json {
        let fields = |fields: &[FieldOf<'_>]| rename_players(fields, record, &self.player);
        self.game.with_record(fields)
    }

    /// An adjustment.
    pub fn adjustment(&self, adjustment: &Json) -> Json {
        rename_players(ADJUSTMENT, adjustment, &self.player)
    }

    /// An entry of a document's history.
    pub fn history_entry(&self, entry: &Json) -> Json {
        let Json::Object(entries) = entry else {
            return entry.clone();
        };
        let entries = entries.iter().map(|(key, value)| {
            let value = match key.as_str() {
                "before" | "after" => self.record(value),
                _ => value.clone(),
            };
            (key.clone(), value)
        });
        Json::Object(entries.collect())
    }

    /// The value of a document at this key.
    pub fn value(&self, key: &str, value: &Json) -> Json {
        match (key, value) {
            ("first_dealer", Json::Text(name)) => Json::Text((self.player)(name)),
            ("current", hand) => self.record(hand),
            ("hands", Json::List(all)) => all.iter().map(|hand| self.record(hand)).collect(),
            ("adjustments", Json::List(all)) => {
                all.iter().map(|one| self.adjustment(one)).collect()
            }
            ("history", Json::List(all)) => all.iter().map(|one| self.history_entry(one)).collect(),
            (_, value) => value.clone(),
        }
    }

    /// A change; `name` replaces the new name of a person.
    pub fn change(&self, change: Change, name: impl FnOnce(&str) -> String) -> Change {
        match change {
            Change::Record { hand } => Change::Record {
                hand: self.record(&hand),
            },
            Change::SetCurrent { hand } => Change::SetCurrent {
                hand: hand.map(|hand| self.record(&hand)),
            },
            Change::Adjust { adjustment } => Change::Adjust {
                adjustment: self.adjustment(&adjustment),
            },
            Change::Correct { edits, reason } => Change::Correct {
                edits: edits.into_iter().map(|edit| self.edit(edit)).collect(),
                reason,
            },
            Change::Rename { seat, name: new } => Change::Rename {
                seat,
                name: name(&new),
            },
            Change::Substitute {
                seat,
                name: new,
                from_hand,
            } => Change::Substitute {
                seat,
                name: name(&new),
                from_hand,
            },
            Change::Erase { person, name: new } => Change::Erase {
                person,
                name: name(&new),
            },
            other => other,
        }
    }

    fn edit(&self, edit: Edit) -> Edit {
        match edit {
            Edit::Replace { hand, with } => Edit::Replace {
                hand,
                with: self.record(&with),
            },
            Edit::Insert { before, with } => Edit::Insert {
                before,
                with: self.record(&with),
            },
            other => other,
        }
    }
}

/// An object with every player name replaced.
fn rename_players(fields: &[FieldOf<'_>], record: &Json, rename: &dyn Fn(&str) -> String) -> Json {
    let Json::Object(entries) = record else {
        return record.clone();
    };
    let entries = entries.iter().map(|(key, value)| {
        let field = fields.iter().find(|field| field.name == key);
        let value = match field {
            Some(field) => rename_in(&field.kind, value, rename),
            None => value.clone(),
        };
        (key.clone(), value)
    });
    Json::Object(entries.collect())
}

fn rename_in(kind: &KindOf<'_>, json: &Json, rename: &dyn Fn(&str) -> String) -> Json {
    match (kind, json) {
        (KindOf::Player, Json::Text(name)) => Json::Text(rename(name)),
        (KindOf::PerPlayer(kind), Json::Object(entries)) => {
            let entries = entries
                .iter()
                .map(|(name, value)| (rename(name), rename_in(kind, value, rename)));
            Json::Object(entries.collect())
        }
        (KindOf::List(kind), Json::List(items)) => {
            let items = items.iter().map(|item| rename_in(kind, item, rename));
            Json::List(items.collect())
        }
        (KindOf::Object(fields), json @ Json::Object(_)) => rename_players(fields, json, rename),
        (KindOf::Nullable(kind), json) => rename_in(kind, json, rename),
        (KindOf::OneOf(kinds), json) => match kinds.iter().find(|kind| kind.admits(json)) {
            Some(kind) => rename_in(kind, json, rename),
            None => json.clone(),
        },
        (_, json) => json.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: Kind = Kind::PerPlayer(&Kind::Int(0, 26));
    const RECORD: &[Field] = &[
        Field::optional("dealer", Kind::Player),
        Field::optional("bids", COUNT),
        Field::optional("tricks", COUNT),
        Field::optional("note", Kind::Text),
    ];

    #[test]
    fn players_are_renamed_and_strangers_come_back() {
        let names = ["s2".to_owned(), "Bo".to_owned()];
        let (table, _) = Table::seat_players(&names);
        let text = r#"{"dealer":" bo","bids":{"s2":1,"Bo":2},"tricks":{"Zoe":1,"s1":0},"note":"Bo","bidz":{"Bo":1}}"#;
        let record: Json = serde_json::from_str(text).unwrap();
        let ids = rename_players(RECORD, &record, &|name| id_of_name(name, &table));
        assert_eq!(
            serde_json::to_string(&ids).unwrap(),
            r#"{"dealer":"s2","bids":{"s1":1,"s2":2},"tricks":{"?Zoe":1,"?s1":0},"note":"Bo","bidz":{"Bo":1}}"#
        );
        let all = Names::new(&names);
        let names = CurrentNames {
            game: &MatchGame::from(&overtrick_games::all()[0]),
            seated: names.to_vec(),
            all: &all,
        };
        let back = rename_players(RECORD, &ids, &|id| names.name(id));
        assert_eq!(
            serde_json::to_string(&back).unwrap(),
            text.replace(" bo", "Bo")
        );
    }
}
