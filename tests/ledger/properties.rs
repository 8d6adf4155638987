//! The log of a match replays to the same state after any changes.

use proptest::prelude::*;

use serde_json::{Value, json};

use overtrick_match::ledger::Match;

use crate::support::{self, Chance, random_cases};

use crate::ledger::table::{begin, codes, make, report, reread, seen, to_value};

/// Returns a random record for the hand with this number, which is usually valid.
fn some_hand(chance: &mut Chance, number: usize, names: &[String]) -> Value {
    let cards = i64::try_from(number + 3).unwrap() + i64::from(chance.once_in(6));
    let tricks = chance.split(cards.min(13), names.len());
    let bids: Vec<i64> = names
        .iter()
        .map(|_| chance.between(0, cards.min(13)))
        .collect();
    json!({ "bids": support::by_player(names, bids), "tricks": support::by_player(names, tricks) })
}

fn some_change(chance: &mut Chance, played: &Match) -> Value {
    let document = to_value(&played.document());
    let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
    let hands = document["hands"].as_array().unwrap().len();
    let adjustments = document["adjustments"].as_array().map_or(0, Vec::len);
    let known = chance.below(hands + 2);
    let seat = chance.between(0, 4);
    match chance.below(20) {
        0..=7 => json!({ "action": "record", "hand": some_hand(chance, hands + 1, &names) }),
        8 => {
            json!({ "action": "set_current", "hand": { "bids": { names[0].clone(): chance.between(0, 5) } } })
        }
        9 => {
            let with = some_hand(chance, known, &names);
            let edits = json!([{ "edit": "replace", "hand": known, "with": with }]);
            json!({ "action": "correct", "edits": edits, "reason": "misread" })
        }
        10 => {
            json!({ "action": "correct", "edits": [{ "edit": "remove", "hand": known }], "reason": "twice" })
        }
        11 => json!({ "action": "void", "hand": known, "reason": "misdeal" }),
        12 | 13 => json!({ "action": "undo" }),
        14 => json!({ "action": "redo" }),
        15 => json!({ "action": if chance.once_in(2) { "finish" } else { "reopen" } }),
        16 => {
            json!({ "action": "adjust", "adjustment": { "after_hand": known, "player": chance.pick(&names),
            "points": chance.between(-3, 3), "reason": "ruling" } })
        }
        17 => {
            json!({ "action": "retract", "adjustment": chance.below(adjustments + 2), "reason": "appeal" })
        }
        18 => {
            json!({ "action": "rename", "seat": seat, "name": format!("Name {}", chance.below(5)) })
        }
        _ => {
            json!({ "action": "substitute", "seat": seat, "name": format!("Sub {}", chance.below(5)),
            "from_hand": known })
        }
    }
}

proptest! {
    #![proptest_config(random_cases(96))]

    #[test]
    fn events_replay_to_the_same_match_and_a_refused_change_changes_nothing(seed: u64) {
        let mut chance = Chance(seed);
        let players = support::players(chance.below(2) + 2);
        let mut played = begin(&json!({ "game": "brink-bid", "players": players, "hands": [] }));
        let mut made = 0;
        for _ in 0..30 {
            let before = played.clone();
            let change = some_change(&mut chance, &played);
            match make(&mut played, change) {
                Ok(event) => {
                    made += 1;
                    prop_assert_eq!(event.sequence, before.version() + 1);
                    prop_assert_eq!(&event.outcome, played.outcome());
                }
                Err(findings) => {
                    prop_assert!(!findings.is_empty());
                    prop_assert_eq!(played.document(), before.document());
                    prop_assert_eq!(played.version(), before.version());
                    prop_assert_eq!(played.can_undo(), before.can_undo());
                    prop_assert_eq!(played.can_redo(), before.can_redo());
                }
            }
            // The state in memory equals the replayed log.
            prop_assert_eq!(report(&played), report(&reread(&played)));
        }
        prop_assert!(made > 0);
        let people = played.people();
        let erased = chance.pick(&people).clone();
        make(&mut played, json!({ "action": "erase", "person": erased.number, "name": "Nobody" })).unwrap();
        let answer = serde_json::to_string(&played.document()).unwrap();
        let bearers = played.people().iter().filter(|known| known.name == erased.name).count();
        let written = format!("\"{}\"", erased.name);
        prop_assert!(bearers > 0 || !answer.contains(&written));
        let again = reread(&played);
        prop_assert_eq!(again.document(), played.document());
        prop_assert_eq!(report(&again), report(&played));
        prop_assert_eq!(again.seats(), played.seats());
        prop_assert_eq!(again.can_undo(), played.can_undo());
        prop_assert_eq!(again.can_redo(), played.can_redo());
        prop_assert_eq!(again.verify(), Ok(()));
        let version = played.version() / 2 + 1;
        let earlier = played.at_version(version).unwrap();
        prop_assert_eq!(earlier.version(), version);
    }

    #[test]
    fn undone_changes_can_be_redone(seed: u64) {
        let mut chance = Chance(seed);
        let mut played = begin(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }));
        let opened = seen(&played);
        for _ in 0..20 {
            let change = some_change(&mut chance, &played);
            // A refused change has no effect.
            drop(make(&mut played, change));
        }
        let last = (seen(&played), played.seats().clone());
        let mut undone = 0;
        while played.can_undo() {
            make(&mut played, json!({ "action": "undo" })).unwrap();
            undone += 1;
        }
        prop_assert_eq!(seen(&played), opened);
        prop_assert_eq!(codes(make(&mut played, json!({ "action": "undo" })))[0].0, "nothing-to-undo");
        for _ in 0..undone {
            make(&mut played, json!({ "action": "redo" })).unwrap();
        }
        prop_assert_eq!((seen(&played), played.seats().clone()), last);
        prop_assert_eq!(reread(&played).document(), played.document());
    }
}
