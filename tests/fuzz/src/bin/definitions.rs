//! Fuzzes definitions of custom games: neither reading one nor scoring a hand with it panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use overtrick_core::bounds::MAX_STEPS;
use overtrick_core::form::KindOf;
use overtrick_core::json::Json;
use overtrick_fuzz::{languages, seeds};
use overtrick_match::document::{Report, score_value};
use overtrick_own::{Definition, read, read_file};

const NAMES: [&str; 10] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];

fuzz_target!(
    init: seeds::write(|| seeds::definitions().into_iter().map(String::into_bytes).collect()),
    |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        let file = match read_file(text) {
            Ok(file) => file,
            Err(fault) => return check_faults(&[fault]),
        };
        let definition = match read(&file.json) {
            Ok(definition) => definition,
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without a fault");
                return check_faults(&faults);
            }
        };
        assert!(definition.steps() <= MAX_STEPS);
        // The definition written again as JSON has the same number of steps.
        let written = seeds::text(&file.json);
        let again: Json = serde_json::from_str(&written).unwrap();
        assert_eq!(read(&again).unwrap().steps(), definition.steps());
        let (least, most) = definition.players();
        let mut draw = bytes.iter().rev().copied().map(i64::from).cycle();
        let mut draw = move |count: i64| draw.next().unwrap_or_default() % count.max(1);
        for players in [least, most] {
            let names = &NAMES[..players];
            let hands: Json = (0..3).map(|_| hand(&definition, names, &mut draw)).collect();
            let scored = score_value(Json::object([
                ("game", "own".into()),
                ("definition", file.json.clone()),
                ("players", names.iter().copied().collect()),
                ("hands", hands),
                ("current", hand(&definition, names, &mut draw)),
            ]));
            match scored {
                Ok(scored) => {
                    for language in languages() {
                        seeds::written(&Report::new(scored.clone(), language));
                    }
                }
                Err(faults) => check_faults(&faults),
            }
        }
    }
);

/// Asserts that each fault has a message in every language.
fn check_faults(faults: &[overtrick_core::Finding]) {
    for language in languages() {
        for fault in faults {
            assert!(!language.fault(fault).is_empty());
        }
    }
}

/// Returns a hand with every field; each value is of the field's kind.
fn hand(definition: &Definition, names: &[&str], draw: &mut impl FnMut(i64) -> i64) -> Json {
    definition.with_record_fields(|fields| {
        let own = fields
            .iter()
            .filter(|field| !["dealer", "note", "irregularities"].contains(&field.name));
        let hand = own.map(|field| (field.name.to_owned(), value(&field.kind, names, draw)));
        Json::Object(hand.collect())
    })
}

fn value(kind: &KindOf<'_>, names: &[&str], draw: &mut impl FnMut(i64) -> i64) -> Json {
    match kind {
        KindOf::Int(least, most) => {
            let count = most.saturating_sub(*least).saturating_add(1);
            Json::Int(least + draw(count))
        }
        KindOf::Word(words) => {
            let count = i64::try_from(words.len()).unwrap();
            let place = usize::try_from(draw(count)).unwrap();
            words
                .get(place)
                .map_or(Json::Null, |word| Json::from(*word))
        }
        KindOf::Player => {
            let count = i64::try_from(names.len()).unwrap();
            Json::from(names[usize::try_from(draw(count)).unwrap()])
        }
        KindOf::PerPlayer(kind) => {
            let each = names
                .iter()
                .map(|name| ((*name).to_owned(), value(kind, names, draw)));
            Json::Object(each.collect())
        }
        _ => Json::Bool(draw(2) == 1),
    }
}
