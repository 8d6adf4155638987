//! Translation of names to seat ids and back, wherever a game's field tables have a player.
//!
//! A name that nobody at the table has is kept with a marker and restored unchanged, so that judging refuses
//! it.

use super::change::{Change, Edit};
use super::names::{Names, name_number};
use crate::MatchGame;
use overtrick_core::form::{Field, FieldOf, Kind, KindOf};
use overtrick_core::json::Json;
use overtrick_core::{Seat, Table};

/// The marker before a name that nobody at the table has.
const STRANGER: char = '?';

/// The fields of an adjustment that name a player.
pub const ADJUSTMENT: &[Field] = &[Field::required("player", Kind::Player)];

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

    /// A record or adjustment with names instead of ids.
    pub fn in_record(&self, fields: &[FieldOf<'_>], record: &Json) -> Json {
        rename_players(fields, record, &|id| self.name(id))
    }
}

impl MatchGame {
    /// A record of the game with every player name replaced.
    pub(super) fn renamed(&self, record: &Json, rename: &dyn Fn(&str) -> String) -> Json {
        self.with_record(|fields| rename_players(fields, record, rename))
    }
}

/// A record with every player name replaced.
pub fn rename_players(
    fields: &[FieldOf<'_>],
    record: &Json,
    rename: &dyn Fn(&str) -> String,
) -> Json {
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

/// How to translate the parts of a change.
pub struct Translation<'a> {
    /// A record.
    pub record: &'a dyn Fn(&Json) -> Json,
    /// An adjustment.
    pub adjustment: &'a dyn Fn(&Json) -> Json,
    /// A new name in a change.
    pub name: &'a mut dyn FnMut(&str) -> String,
}

impl Translation<'_> {
    /// The change, translated.
    pub fn change(&mut self, change: Change) -> Change {
        match change {
            Change::Record { hand } => Change::Record {
                hand: (self.record)(&hand),
            },
            Change::SetCurrent { hand } => Change::SetCurrent {
                hand: hand.as_ref().map(self.record),
            },
            Change::Adjust { adjustment } => Change::Adjust {
                adjustment: (self.adjustment)(&adjustment),
            },
            Change::Correct { edits, reason } => Change::Correct {
                edits: edits.into_iter().map(|edit| self.edit(edit)).collect(),
                reason,
            },
            Change::Rename { seat, name } => Change::Rename {
                seat,
                name: (self.name)(&name),
            },
            Change::Substitute {
                seat,
                name,
                from_hand,
            } => Change::Substitute {
                seat,
                name: (self.name)(&name),
                from_hand,
            },
            Change::Erase { person, name } => Change::Erase {
                person,
                name: (self.name)(&name),
            },
            other => other,
        }
    }

    fn edit(&self, edit: Edit) -> Edit {
        match edit {
            Edit::Replace { hand, with } => Edit::Replace {
                hand,
                with: (self.record)(&with),
            },
            Edit::Insert { before, with } => Edit::Insert {
                before,
                with: (self.record)(&with),
            },
            other => other,
        }
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
            seated: names.to_vec(),
            all: &all,
        };
        assert_eq!(
            serde_json::to_string(&names.in_record(RECORD, &ids)).unwrap(),
            text.replace(" bo", "Bo")
        );
    }
}
