//! Reading a change. Every fault in its form has a pointer to the place.

use crate::lang::Language;
use crate::ledger::{Change, Match, NameEntry, check_edits};
use overtrick_core::form::{Field, Kind, Need, Reading, wrong_type};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, folded, out_of_range, segment};

/// The highest number of a hand.
const MAX: i64 = 10_000;
const REASON: Field = Field::required("reason", Kind::Text);
const HAND: Field = number("hand");
/// A seat: its number, or the name of the player who sits there.
const SEAT: Field = any("seat");
/// The highest number of a seat.
const MAX_SEAT: i64 = 16;
const NAME: Field = Field::required("name", Kind::Text);

/// Creates a field for the number of a hand or of an adjustment.
const fn number(name: &'static str) -> Field {
    Field::required(name, Kind::Int(1, MAX))
}

/// Creates a field for a value of any kind, which is checked later.
const fn any(name: &'static str) -> Field {
    Field::required(name, Kind::Any)
}

/// The values of a tag, each with the fields of an object with that tag.
pub type Variants = &'static [(&'static str, &'static [Field])];

/// The changes, each with its fields except `action`.
pub const CHANGES: Variants = &[
    ("record", &[any("hand")]),
    ("set_current", &[Field::optional("hand", Kind::Any)]),
    ("correct", &[EDITED, REASON]),
    ("void", &[HAND, REASON]),
    ("redefine", &[any("definition"), REASON]),
    ("undo", &[]),
    ("redo", &[]),
    ("finish", &[]),
    ("reopen", &[]),
    ("adjust", &[any("adjustment")]),
    ("retract", &[number("adjustment"), REASON]),
    ("rename", &[SEAT, NAME]),
    ("substitute", &[SEAT, NAME, number("from_hand")]),
    ("erase", &[any("person"), NEW_NAME]),
    (
        "describe",
        &[
            Field::optional("title", Kind::Text),
            Field::optional("played_on", Kind::Text),
            Field::optional("location", Kind::Text),
            Field::optional("notes", Kind::Text),
            Field::optional("external_id", Kind::Any),
            Field::optional("metadata", Kind::Any),
        ],
    ),
];
const EDITED: Field = Field::required("edits", Kind::List(&Kind::Any));
const NEW_NAME: Field = Field::optional("name", Kind::Text);

/// The edits of a correction, each with its fields except `edit`.
pub const EDITS: Variants = &[
    ("replace", &[HAND, any("with")]),
    ("insert", &[BEFORE, any("with")]),
    ("remove", &[HAND]),
    ("move", &[HAND, number("to")]),
];
const BEFORE: Field = Field::required("before", Kind::Int(1, MAX + 1));

/// Reads a change of a match from an object, in which a name may replace the number of a seat or person.
///
/// # Errors
/// All faults.
pub fn read(entries: Vec<(String, Json)>, played: &Match) -> Result<Change, Faults> {
    let mut reading = Reading::default();
    let change = tagged(&mut reading, "action", CHANGES, Json::Object(entries), "");
    let mut change = change.unwrap_or(Json::Null);
    identify(&mut reading, &mut change, played);
    let reason = change.text("reason").unwrap_or_default();
    if let Err(fault) = check_edits(change.list("edits").len(), reason) {
        // If there are too many edits, no edit is read.
        if fault.code == "too-many-edits" {
            change = Json::Null;
        }
        reading.refuse(fault);
    }
    if let Some(Json::List(edits)) = change.get_mut("edits") {
        let read = std::mem::take(edits).into_iter().enumerate();
        let read = read.filter_map(|(index, edit)| {
            let place = format!("/edits/{index}");
            tagged(&mut reading, "edit", EDITS, edit, &place)
        });
        *edits = read.collect();
    }
    if !reading.findings.is_empty() {
        return Err(reading.findings);
    }
    let unreadable = || wrong_type("", "object", &change).into();
    change.typed().ok_or_else(unreadable)
}

/// Replaces the player's name in `seat` by the seat number, the name in `person` by the person's number, and
/// the seat number of the player in `adjustment` by the player's name.
fn identify(reading: &mut Reading, change: &mut Json, played: &Match) {
    let Json::Object(entries) = change else {
        return;
    };
    let players = played.players();
    for (key, value) in entries {
        match key.as_str() {
            "seat" => {
                let seated = (1..).zip(&players).map(|(number, name)| NameEntry {
                    number,
                    name: (*name).to_owned(),
                });
                number_of(reading, value, "/seat", MAX_SEAT, seated.collect());
            }
            "person" => number_of(reading, value, "/person", MAX, played.people()),
            "adjustment" => {
                if let Some(number) = value.int("player") {
                    let place = usize::try_from(number.saturating_sub(1)).ok();
                    match place.and_then(|place| players.get(place)) {
                        Some(name) => value.set("player", *name),
                        None => {
                            let args = args![found: number, seats: players.len()];
                            let place = "/adjustment/player";
                            reading.refuse(Finding::rule("no-such-seat", place, args));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Replaces one of these names by its number, and refuses a number that is not from 1 to `most`.
fn number_of(
    reading: &mut Reading,
    value: &mut Json,
    place: &str,
    most: i64,
    names: Vec<NameEntry>,
) {
    match value {
        Json::Int(number) if (1..=most).contains(number) => {}
        Json::Int(number) => reading.refuse(out_of_range(place, *number, &(1..=most))),
        Json::Text(name) => {
            let is_it = |known: &&NameEntry| folded(&known.name) == folded(name);
            match names.iter().find(is_it) {
                Some(known) => *value = known.number.into(),
                None => {
                    let players: Vec<String> = names.into_iter().map(|known| known.name).collect();
                    let args = args![name: name.trim().to_owned(), players: players];
                    reading.refuse(Finding::rule("unknown-player", place, args));
                }
            }
        }
        other => reading.refuse(wrong_type(place, "text", other)),
    }
}

/// Reads an object whose fields depend on its tag.
fn tagged(
    reading: &mut Reading,
    tag: &'static str,
    variants: Variants,
    json: Json,
    pointer: &str,
) -> Option<Json> {
    let Json::Object(entries) = json else {
        reading.refuse(wrong_type(pointer, "object", &json));
        return None;
    };
    let at_tag = format!("{pointer}/{tag}");
    let Some((_, word)) = entries.iter().find(|(key, _)| key == tag) else {
        reading.refuse(Finding::missing(at_tag));
        return None;
    };
    let mut known = variants.iter();
    let Some((_, own)) = known.find(|(name, _)| word.as_text() == Some(name)) else {
        reading.refuse(if let Json::Text(found) = word {
            let words: Vec<String> = variants.iter().map(|(word, _)| word.to_string()).collect();
            let args = args![found: found.clone(), words: words];
            Finding::shape("unknown-value", at_tag, args)
        } else {
            wrong_type(&at_tag, "word", word)
        });
        return None;
    };
    let mut fields = vec![Field::required(tag, Kind::Text)];
    fields.extend(*own);
    Some(fields_within(reading, &fields, entries, pointer))
}

/// Reads an object with these fields.
///
/// # Errors
/// All faults, each at its place.
pub fn object_of(fields: &[Field], entries: Vec<(String, Json)>) -> Result<Json, Faults> {
    let mut reading = Reading::default();
    let read = fields_within(&mut reading, fields, entries, "");
    let is_sound = reading.findings.is_empty();
    is_sound.then_some(read).ok_or(reading.findings)
}

/// Reads the object at a pointer with these fields. Faults are added to `reading`: unknown fields, wrong
/// types, numbers out of range, and missing fields.
pub fn fields_within(
    reading: &mut Reading,
    fields: &[Field],
    entries: Vec<(String, Json)>,
    pointer: &str,
) -> Json {
    let read = reading.read_object(fields, entries, pointer);
    for field in fields {
        let at_field = format!("{pointer}/{}", segment(field.name));
        match (read.get(field.name), &field.kind) {
            (Some(Json::Int(number)), Kind::Int(least, most))
                if !(*least..=*most).contains(number) =>
            {
                reading.refuse(out_of_range(&at_field, *number, &(*least..=*most)));
            }
            (None, _) if field.need == Need::Required && !reading.left_out.has(&at_field) => {
                reading.refuse(Finding::missing(at_field));
            }
            _ => {}
        }
    }
    read
}

/// Returns the change. If it erases a person and has no new name, adds a unique numbered name.
pub fn with_name(mut change: Change, played: &Match, language: &Language) -> Change {
    if let Change::Erase { person, name } = &mut change
        && name.trim().is_empty()
    {
        let people = played.people();
        let others = people.iter().filter(|known| known.number != *person);
        let taken: Vec<String> = others.map(|known| known.name.to_lowercase()).collect();
        let numbers = (0..=taken.len()).map(|round| *person + round * people.len());
        let erased = |number| language.format("ui", "erased", &args![number: number]);
        let mut names = numbers.map(erased);
        if let Some(free) = names.find(|name| !taken.contains(&name.to_lowercase())) {
            *name = free;
        }
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read_json;
    use crate::ledger::{MatchId, Opening, Role, Timestamp};

    fn entries(text: &str) -> Vec<(String, Json)> {
        match read_json(text).unwrap() {
            Json::Object(entries) => entries,
            other => panic!("{other:?} is not an object"),
        }
    }

    fn opened() -> Match {
        let game = overtrick_games::all()[0].facts;
        let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
        let document = Json::object([
            ("game", game.id.into()),
            ("players", players.iter().copied().collect()),
            ("hands", Json::List(Vec::new())),
        ]);
        let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
        Match::begin(
            &id,
            &document,
            Opening::default(),
            Timestamp::from_millis(0),
            Role::Direct,
        )
        .unwrap()
    }

    fn faults(text: &str) -> Vec<(String, String)> {
        let faults = read(entries(text), &opened()).unwrap_err();
        let faults = faults.into_iter();
        faults
            .map(|fault| (fault.code.to_string(), fault.pointer))
            .collect()
    }

    #[test]
    fn every_change_is_read() {
        let played = opened();
        for text in [
            r#"{"action": "record", "hand": {"bids": {"Ann": 1}}}"#,
            r#"{"action": "set_current"}"#,
            r#"{"action": "set_current", "hand": null}"#,
            r#"{"action": "correct", "edits": [{"edit": "replace", "hand": 1, "with": {}}], "reason": "x"}"#,
            r#"{"action": "correct", "edits": [{"edit": "remove", "hand": 1}, {"edit": "move", "hand": 2, "to": 1}], "reason": "x"}"#,
            r#"{"action": "void", "hand": 1, "reason": "x"}"#,
            r#"{"action": "redefine", "definition": {}, "reason": "x"}"#,
            r#"{"action": "undo"}"#,
            r#"{"action": "redo"}"#,
            r#"{"action": "finish"}"#,
            r#"{"action": "reopen"}"#,
            r#"{"action": "adjust", "adjustment": {}}"#,
            r#"{"action": "retract", "adjustment": 1, "reason": "x"}"#,
            r#"{"action": "rename", "seat": 1, "name": "Bo"}"#,
            r#"{"action": "substitute", "seat": 1, "name": "Bo", "from_hand": 2}"#,
            r#"{"action": "erase", "person": 1}"#,
            r#"{"action": "describe", "title": "x"}"#,
        ] {
            assert!(read(entries(text), &played).is_ok(), "{text}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        let at = |code: &str, pointer: &str| (code.to_owned(), pointer.to_owned());
        assert_eq!(faults("{}"), [at("missing-field", "/action")]);
        assert_eq!(
            faults(r#"{"action": "cheat"}"#),
            [at("unknown-value", "/action")]
        );
        let correct = |edits: usize, reason: usize| {
            let edits = vec![r#"{"edit": "remove", "hand": 1}"#; edits].join(",");
            let reason = "x".repeat(reason);
            format!(r#"{{"action": "correct", "edits": [{edits}], "reason": "{reason}"}}"#)
        };
        assert!(read(entries(&correct(1_000, 60)), &opened()).is_ok());
        assert!(read(entries(&correct(6, 10_000)), &opened()).is_ok());
        assert_eq!(
            faults(&correct(1_001, 60)),
            [at("too-many-edits", "/edits")]
        );
        assert_eq!(
            faults(&correct(7, 10_000)),
            [at("text-too-long", "/reason")]
        );
        let faulty = correct(7, 10_000).replacen("\"hand\": 1", "\"hand\": 0", 1);
        assert_eq!(
            faults(&faulty),
            [
                at("text-too-long", "/reason"),
                at("out-of-range", "/edits/0/hand")
            ]
        );
        assert_eq!(faults(r#"{"action": 3}"#), [at("wrong-type", "/action")]);
        assert_eq!(
            faults(r#"{"action": "void", "hand": -1, "raeson": "x"}"#),
            [
                at("unknown-field", "/raeson"),
                at("out-of-range", "/hand"),
                at("missing-field", "/reason")
            ]
        );
        assert_eq!(
            faults(
                r#"{"action": "correct", "reason": "x", "edits": [{"edit": "move", "hand": 1}, 4]}"#
            ),
            [
                at("missing-field", "/edits/0/to"),
                at("wrong-type", "/edits/1")
            ]
        );
    }
}
