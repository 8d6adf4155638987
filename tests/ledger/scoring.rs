//! Scoring one hand that is added to a match gives the same result as scoring the whole match.

use proptest::prelude::*;
use serde_json::{Value, json};

use overtrick_core::json::Json;
use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;
use overtrick_match::ledger::Match;

use crate::ledger::table::{begin, code, codes, empty, game_ids, make, report, to_json};
use crate::support::{Chance, random_cases};

type Codes = Vec<(&'static str, String)>;

/// Scores a whole document; returns its report, or the codes and pointers of its faults.
fn whole(document: &Json) -> Result<Value, Codes> {
    match score(serde_json::to_string(document).unwrap().as_bytes()) {
        Ok(scored) => Ok(serde_json::to_value(Report::new(scored, Language::english())).unwrap()),
        Err(faults) => Err(faults
            .into_iter()
            .map(|fault| (code(&fault), fault.pointer))
            .collect()),
    }
}

/// Returns the document of a match with one more hand, recorded or in play.
fn with(played: &Match, key: &str, hand: &Value) -> Json {
    let Json::Object(mut entries) = played.document() else {
        panic!("a document is an object");
    };
    entries.retain(|(key, _)| !["current", "history"].contains(&key.as_str()));
    if key == "current" {
        entries.push((key.to_owned(), to_json(hand)));
    }
    for (entry, value) in &mut entries {
        if let (Json::List(hands), "hands") = (value, key)
            && entry == key
        {
            hands.push(to_json(hand));
        }
    }
    Json::Object(entries)
}

/// Returns the hand, or a changed hand that is rarely valid.
fn some_hand(chance: &mut Chance, hands: &[Value], next: usize) -> Value {
    let mut hand = match hands.get(next) {
        Some(hand) if !chance.once_in(6) => hand.clone(),
        _ => chance.pick(hands).clone(),
    };
    let fields = hand.as_object_mut().unwrap();
    let keys: Vec<String> = fields.keys().cloned().collect();
    let key = chance.pick(&keys);
    match chance.below(12) {
        0 => drop(fields.remove(key)),
        1 => drop(fields.insert(key.clone(), json!("nobody"))),
        2 => drop(fields.insert(key.clone(), json!(7))),
        3 => drop(fields.insert("no_such_field".to_owned(), json!(1))),
        4 => {
            if let Some(Value::Object(amounts)) = fields.get_mut(key) {
                for amount in amounts.values_mut().take(1) {
                    *amount = json!(chance.between(-1, 4));
                }
            }
        }
        _ => {}
    }
    hand
}

proptest! {
    #![proptest_config(random_cases(128))]

    #[test]
    fn a_hand_is_scored_as_in_the_whole_match(seed: u64, game in 0..game_ids().count()) {
        let mut chance = Chance(seed);
        let (document, hands) = empty(game_ids().nth(game).unwrap());
        let mut played = begin(&document);
        let mut recorded = 0;
        for _ in 0..40 {
            let next = played.outcome().hands;
            let hand = some_hand(&mut chance, &hands, next);
            let (change, expected) = match chance.below(12) {
                0..=6 => {
                    (json!({ "action": "record", "hand": hand }), Some(with(&played, "hands", &hand)))
                }
                7 | 8 => {
                    let change = json!({ "action": "set_current", "hand": hand });
                    (change, Some(with(&played, "current", &hand)))
                }
                9 => (json!({ "action": "undo" }), None),
                10 => (json!({ "action": "redo" }), None),
                _ => {
                    let notes = format!("note {}", chance.below(9));
                    (json!({ "action": "describe", "notes": notes }), None)
                }
            };
            let expected = expected.map(|document| whole(&document));
            match (make(&mut played, change), expected) {
                (Ok(_), Some(expected)) => {
                    recorded += 1;
                    prop_assert_eq!(Ok(report(&played)), expected);
                }
                (Ok(_), None) => {}
                (refused, Some(expected)) => prop_assert_eq!(Err(codes(refused)), expected),
                (refused, None) => {
                    let code = codes(refused)[0].0;
                    prop_assert!(code == "nothing-to-undo" || code == "nothing-to-redo", "{}", code);
                }
            }
            prop_assert_eq!(Ok(report(&played)), whole(&played.document()));
        }
        prop_assert!(recorded > 0);
    }
}
