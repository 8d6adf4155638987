//! Compares the answers about missing amounts with what recording accepts. The tests remove amounts
//! from the hands of the samples and record every possible value in their place.

use serde_json::{Value, json};

use overtrick_games::{self as games, Entry};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::score;
use overtrick_match::lang::Language;

/// The record fields that contain amounts.
const AMOUNTS: [&str; 6] = [
    "tricks",
    "declarer_tricks",
    "points",
    "marriages",
    "card_points",
    "pain_cards",
];

fn sample(entry: &Entry) -> Value {
    serde_json::from_str(entry.sample).unwrap()
}

/// Returns the ruling on the missing amounts of a hand.
fn ruling_on(document: &Value, hand: &Value, number: usize, dealer: &Value) -> Value {
    let question = json!({ "game": document["game"], "players": document["players"],
        "options": document.get("options").cloned().unwrap_or(json!({})),
        "question": "finish", "hand": hand, "hand_number": number, "dealer": dealer });
    let answered = adjudicate(question.to_string().as_bytes());
    let answered = answered.unwrap_or_else(|faults| panic!("{faults:#?}\n{question}"));
    serde_json::to_value(RulingsReport::new(answered, Language::english())).unwrap()
}

/// Whether a match accepts `hand` as its last hand, after the first `number - 1` hands.
fn accepts(document: &Value, hand: &Value, number: usize) -> bool {
    let mut recorded = document.clone();
    let hands = recorded["hands"].as_array_mut().unwrap();
    hands.truncate(number - 1);
    hands.push(hand.clone());
    recorded["adjustments"] = json!([]);
    recorded.as_object_mut().unwrap().remove("current");
    recorded.as_object_mut().unwrap().remove("finished");
    score(recorded.to_string().as_bytes()).is_ok()
}

/// Returns a JSON pointer to each amount in a hand.
fn amounts(hand: &Value) -> Vec<String> {
    let mut pointers = Vec::new();
    for field in AMOUNTS {
        match &hand[field] {
            Value::Object(parts) => {
                let escaped = |key: &String| key.replace('~', "~0").replace('/', "~1");
                pointers.extend(parts.keys().map(|key| format!("/{field}/{}", escaped(key))));
            }
            Value::Null => {}
            _ => pointers.push(format!("/{field}")),
        }
    }
    pointers
}

fn without(hand: &Value, pointers: &[&String]) -> Value {
    let mut hand = hand.clone();
    for pointer in pointers {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let key = key.replace("~1", "/").replace("~0", "~");
        hand.pointer_mut(parent)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove(&key);
    }
    hand
}

fn with(hand: &Value, pointer: &str, value: &Value) -> Value {
    let mut hand = hand.clone();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    hand.pointer_mut(parent).unwrap()[key] = value.clone();
    hand
}

/// Returns every value to try at a pointer.
fn every_value(pointer: &str) -> Vec<Value> {
    match pointer {
        "/card_points" => (0..=182_u32)
            .map(|halves| json!(f64::from(halves) / 2.0))
            .collect(),
        pointer if pointer.starts_with("/points") => (0..=120).map(Value::from).collect(),
        pointer if pointer.starts_with("/marriages") => {
            (0..=5).map(|count| json!(count * 20)).collect()
        }
        _ => (0..=26).map(Value::from).collect(),
    }
}

/// Returns the least and the greatest value.
fn bounds(values: &[f64]) -> Option<(f64, f64)> {
    let least = values.iter().copied().reduce(f64::min)?;
    Some((least, values.iter().copied().reduce(f64::max)?))
}

/// Returns the range that an outcome gives for a pointer, if it gives one.
fn answer_of(outcome: &Value, pointer: &str) -> Option<(f64, f64)> {
    if let Some(value) = outcome["values"].get(pointer) {
        return Some((value.as_f64()?, value.as_f64()?));
    }
    let range = outcome["ranges"].get(pointer)?;
    Some((range["from"].as_f64()?, range["to"].as_f64()?))
}

/// Returns the number, the record and the dealer of each hand of a document.
fn hands(document: &Value) -> Vec<(usize, Value, Value)> {
    let result = score(document.to_string().as_bytes()).unwrap();
    let hands = document["hands"]
        .as_array()
        .unwrap()
        .iter()
        .zip(&result.hands);
    let hand = |(index, (hand, scored)): (usize, (&Value, _))| {
        let scored: &std::sync::Arc<overtrick_match::document::ScoredHand> = scored;
        let dealer = json!(&**result.table.name(scored.dealer));
        (index + 1, hand.clone(), dealer)
    };
    hands.enumerate().map(hand).collect()
}

#[test]
fn one_missing_amount_is_the_value_that_recording_accepts() {
    let mut questions = 0;
    for entry in games::all() {
        let document = sample(entry);
        for (number, hand, dealer) in hands(&document) {
            for pointer in amounts(&hand) {
                let open = without(&hand, &[&pointer]);
                let legal: Vec<f64> = every_value(&pointer)
                    .into_iter()
                    .filter(|value| accepts(&document, &with(&open, &pointer, value), number))
                    .map(|value| value.as_f64().unwrap())
                    .collect();
                let ruling = ruling_on(&document, &open, number, &dealer);
                assert_eq!(ruling["legal"], true, "{open}");
                let text = answer_of(&ruling["outcome"], &pointer);
                let all = legal.len() == every_value(&pointer).len();
                if let Some(text) = text {
                    assert_eq!(Some(text), bounds(&legal), "{pointer} of {open}");
                } else {
                    // The outcome omits the range if it equals the whole range of the field, so
                    // several values must be legal.
                    assert!(all || legal.len() > 1, "{pointer} of {open}: {legal:?}");
                }
                questions += 1;
            }
        }
    }
    assert!(questions > 100, "{questions}");
}

#[test]
fn two_missing_amounts_have_the_range_that_recording_accepts() {
    let mut questions = 0;
    for entry in games::all() {
        let document = sample(entry);
        for (number, hand, dealer) in hands(&document).into_iter().take(3) {
            let pointers = amounts(&hand);
            for (one, two) in pointers.iter().zip(pointers.iter().skip(1)) {
                if [one, two].iter().any(|pointer| *pointer == "/card_points") {
                    continue;
                }
                let open = without(&hand, &[one, two]);
                let (mut first, mut second) = (Vec::new(), Vec::new());
                for value in every_value(one) {
                    let half = with(&open, one, &value);
                    // The sum of the points is fixed, so skip the other pairs.
                    for other in every_value(two) {
                        let sum = value.as_f64().unwrap() + other.as_f64().unwrap();
                        let known = hand.pointer(one).unwrap().as_f64().unwrap()
                            + hand.pointer(two).unwrap().as_f64().unwrap();
                        let may = !one.starts_with("/points") || (sum - known).abs() < 0.1;
                        if may && accepts(&document, &with(&half, two, &other), number) {
                            first.push(value.as_f64().unwrap());
                            second.push(other.as_f64().unwrap());
                        }
                    }
                }
                let ruling = ruling_on(&document, &open, number, &dealer);
                for (pointer, legal) in [(one, &first), (two, &second)] {
                    if let Some(text) = answer_of(&ruling["outcome"], pointer) {
                        assert_eq!(Some(text), bounds(legal), "{pointer} of {open}");
                    }
                }
                questions += 1;
            }
        }
    }
    assert!(questions > 20, "{questions}");
}

#[test]
fn conflicts_are_named_if_and_only_if_recording_refuses() {
    let (mut legal, mut refused) = (0, 0);
    for entry in games::all() {
        let document = sample(entry);
        for (number, hand, dealer) in hands(&document) {
            for pointer in amounts(&hand) {
                for value in every_value(&pointer).into_iter().step_by(3) {
                    let changed = with(&hand, &pointer, &value);
                    let ruling = ruling_on(&document, &changed, number, &dealer);
                    let accepted = accepts(&document, &changed, number);
                    assert_eq!(ruling["legal"], accepted, "{changed}\n{ruling}");
                    let conflict = ruling["outcome"]["conflict"].as_array().unwrap();
                    assert_eq!(conflict.is_empty(), accepted, "{changed}");
                    if accepted {
                        legal += 1;
                    } else {
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(legal > 20 && refused > 200, "{legal} {refused}");
}

/// Returns the outcome of a `finish` question.
fn outcome(question: &Value) -> Value {
    let mut question = question.clone();
    question["question"] = json!("finish");
    let answered = adjudicate(question.to_string().as_bytes()).unwrap();
    serde_json::to_value(RulingsReport::new(answered, Language::english())).unwrap()["outcome"]
        .clone()
}

#[test]
fn a_hand_of_the_wrong_type_is_one_fault() {
    let faults = |players: Value, hand: Value| {
        let question =
            json!({ "game": "brink-bid", "players": players, "question": "finish", "hand": hand });
        let faults = adjudicate(question.to_string().as_bytes()).unwrap_err();
        let found = faults
            .iter()
            .map(|fault| format!("{} {}", fault.code, fault.pointer));
        found.collect::<Vec<String>>()
    };
    let (hand, count) = ("wrong-type /hand", "players-count /players");
    assert_eq!(faults(json!(["Ann", "Bo", "Cy"]), json!(3)), [hand]);
    assert_eq!(faults(json!(["Ann"]), json!(3)), [hand, count]);
    let missing =
        adjudicate(br#"{ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "finish" }"#);
    let missing = missing.unwrap_err();
    assert_eq!((missing.len(), &*missing[0].code), (1, "missing-field"));
}

#[test]
fn the_smallest_set_of_conflicting_values_is_named() {
    let four = json!(["Ann", "Bo", "Cy", "Dee"]);
    let cases = [
        // Ann and Bo took 3 + 2 tricks, but there are only 4 tricks.
        (
            json!({ "game": "brink-bid", "players": four, "hand": { "tricks": { "Ann": 3, "Bo": 2 } } }),
            json!(["/tricks/Ann", "/tricks/Bo"]),
        ),
        // Ann took 5 tricks, but there are only 4.
        (
            json!({ "game": "brink-bid", "players": four, "hand": { "tricks": { "Dee": 0, "Ann": 5, "Bo": 1 } } }),
            json!(["/tricks/Ann"]),
        ),
        // 1 + 1 + 1 + 0 is one trick too few; without any one of these numbers the rest would be possible.
        (
            json!({ "game": "brink-bid", "players": four, "hand": { "tricks": { "Ann": 1, "Bo": 1, "Cy": 1, "Dee": 0 } } }),
            json!(["/tricks/Ann", "/tricks/Bo", "/tricks/Cy", "/tricks/Dee"]),
        ),
        // The hook: one card was dealt, and the bids add up to one.
        (
            json!({ "game": "oh-hell", "players": four, "hand": { "bids": { "Ann": 0, "Bo": 0, "Cy": 1, "Dee": 0 }, "tricks": { "Ann": 1 } } }),
            json!(["/bids/Ann", "/bids/Bo", "/bids/Cy", "/bids/Dee"]),
        ),
        // Two tricks of three cards contain at most six pain cards.
        (
            json!({ "game": "berzerka", "players": ["Ann", "Bo", "Cy"], "options": { "board": ["one-weakness", "berzerka"] },
                 "hand": { "declarer": "Ann", "contract": "one-weakness", "pain_suit": "hearts", "discarded": 3, "tricks": 2, "pain_cards": 7 } }),
            json!(["/tricks", "/pain_cards"]),
        ),
        (
            json!({ "game": "berzerka", "players": ["Ann", "Bo", "Cy"],
                 "hand": { "declarer": "Ann", "contract": "berzerka", "trump": "spades", "ranking": "normal" } }),
            json!(["/contract", "/ranking"]),
        ),
        // Bo cannot have won the last trick if Ann took all 24.
        (
            json!({ "game": "contract-sabacc", "players": ["Ann", "Bo", "Cy"],
                 "hand": { "declarer": "Ann", "contract": "take", "tricks": { "Ann": 24, "Bo": 0, "Cy": 0 }, "last_trick": { "winner": "Bo", "card": "other" } } }),
            json!(["/tricks/Ann", "/last_trick/winner"]),
        ),
        (
            json!({ "game": "contractor", "players": ["Ann", "Bo", "Cy"],
                 "hand": { "contractor": "Ann", "contract": { "strain": "clubs" }, "challengers": ["Ann"], "tricks": { "Ann": 5, "Bo": 7 } } }),
            json!(["/contractor", "/challengers"]),
        ),
        (
            json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"],
                 "hand": { "declarer": "Ann", "game_type": "misere", "points": { "declarer": 70, "defense": 50 } } }),
            json!(["/game_type", "/points/declarer"]),
        ),
    ];
    for (question, conflict) in cases {
        let outcome = outcome(&question);
        assert_eq!(outcome["conflict"], conflict, "{question}");
        assert_eq!(
            (&outcome["values"], &outcome["ranges"]),
            (&json!({}), &json!({}))
        );
    }
}
