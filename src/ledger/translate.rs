//! Names into seats and seats into names, wherever a game's field tables say that a player stands.
//!
//! A name that nobody at the table has is kept behind a mark, and comes out as it went in: whoever
//! judges the record then says so.

use super::people::{Names, name_number};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Seat, Table};

/// What stands before a name that is nobody's.
const STRANGER: char = '?';

/// The id of a seat: `s1` is the first.
pub fn seat_id(seat: Seat) -> String {
    format!("s{}", seat.index() + 1)
}

/// The seat of an id, at a table of so many.
pub fn seat_of(id: &str, seats: usize) -> Option<Seat> {
    let number: usize = id.strip_prefix('s')?.parse().ok()?;
    (1..=seats).contains(&number).then(|| Seat::new(number - 1))
}

/// The id of the seat in which this player sits, or the name behind a mark.
pub fn id_of_name(name: &str, table: &Table) -> String {
    match table.seat(name) {
        Some(seat) => seat_id(seat),
        None => format!("{STRANGER}{name}"),
    }
}

/// Who is called what at a moment.
#[derive(Debug)]
pub struct RecordNames<'a> {
    /// The names of whoever sits there, in seat order.
    pub seated: Vec<String>,
    /// All names of the match.
    pub all: &'a Names,
}

impl RecordNames<'_> {
    /// The name of whoever sits in a seat, of the id of a name, or a stranger's as it was written.
    pub fn name(&self, id: &str) -> String {
        if let Some(seat) = seat_of(id, self.seated.len()) {
            return self.seated[seat.index()].clone();
        }
        match name_number(id) {
            Some(number) => self.all.text(number).to_owned(),
            None => id.strip_prefix(STRANGER).unwrap_or(id).to_owned(),
        }
    }
}

/// A record with every player in it called otherwise.
pub fn called(fields: &[Field], record: &Json, call: &dyn Fn(&str) -> String) -> Json {
    let Json::Object(entries) = record else {
        return record.clone();
    };
    let entries = entries.iter().map(|(key, value)| {
        let field = fields.iter().find(|field| field.name == key);
        let value = match field {
            Some(field) => called_in(&field.kind, value, call),
            None => value.clone(),
        };
        (key.clone(), value)
    });
    Json::Object(entries.collect())
}

fn called_in(kind: &Kind, json: &Json, call: &dyn Fn(&str) -> String) -> Json {
    match (kind, json) {
        (Kind::Player, Json::Text(name)) => Json::Text(call(name)),
        (Kind::PerPlayer(kind), Json::Object(entries)) => {
            let entries = entries
                .iter()
                .map(|(name, value)| (call(name), called_in(kind, value, call)));
            Json::Object(entries.collect())
        }
        (Kind::List(kind), Json::List(items)) => Json::List(
            items
                .iter()
                .map(|item| called_in(kind, item, call))
                .collect(),
        ),
        (Kind::Object(fields), json @ Json::Object(_)) => called(fields, json, call),
        (Kind::Nullable(kind), json) => called_in(kind, json, call),
        (Kind::OneOf(kinds), json) => match kinds.iter().find(|kind| kind.admits(json)) {
            Some(kind) => called_in(kind, json, call),
            None => json.clone(),
        },
        (_, json) => json.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_otherwise_and_strangers_come_back() {
        let names = ["s2".to_owned(), "Bo".to_owned()];
        let (table, _) = Table::seat_players(&names);
        let facts = crate::games::find("brink-bid").unwrap().facts;
        let text = r#"{"dealer":" bo","bids":{"s2":1,"Bo":2},"tricks":{"Zoe":1,"s1":0},"note":"Bo","bidz":{"Bo":1}}"#;
        let record: Json = serde_json::from_str(text).unwrap();
        let ids = called(facts.record, &record, &|name| id_of_name(name, &table));
        assert_eq!(
            serde_json::to_string(&ids).unwrap(),
            r#"{"dealer":"s2","bids":{"s1":1,"s2":2},"tricks":{"?Zoe":1,"?s1":0},"note":"Bo","bidz":{"Bo":1}}"#
        );
        let all = Names::of(&names);
        let now = RecordNames {
            seated: names.to_vec(),
            all: &all,
        };
        let back = called(facts.record, &ids, &|id| now.name(id));
        assert_eq!(
            serde_json::to_string(&back).unwrap(),
            text.replace(" bo", "Bo")
        );
    }
}
