//! Properties of Berzerka, and a slow scorer and referee that must agree with the real ones.

mod limits;
mod matches;
mod outlook;
mod referee;
mod scorer;

use crate::games::french::{SUITS, WORDS, suit_of};
use crate::support::{
    Chance, by_player, card, check_factors, check_sums, deal, legal, pack, players, random_cases,
    refused, ruled, scored, scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use matches::*;
use referee::*;
use scorer::*;

const RANKS: [&str; 13] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
];

const TILES: [&str; 12] = [
    "berzerka",
    "hidden-strength",
    "hold-steady",
    "seeing-red",
    "bottle-it-up",
    "brute-strength",
    "still-holding",
    "changing-pace",
    "marathon-flex",
    "one-weakness",
    "raging-tides",
    "middling",
];

/// Replaces a random value of a document with an odd value, or removes it.
fn damage(chance: &mut Chance, value: &mut Value) {
    let odd = [
        json!(null),
        json!(-1),
        json!(14),
        json!(2.5),
        json!(i64::MAX),
        json!(true),
        json!("pass"),
        json!("shapeshift"),
        json!("Ann"),
        json!([]),
        json!([["x"], 7]),
        json!({}),
        json!({ "contract": "berzerka", "overbid": 40 }),
    ];
    match value {
        Value::Object(entries) if !entries.is_empty() && !chance.once_in(6) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = chance.pick(&keys);
            if chance.once_in(4) {
                entries.remove(key);
            } else {
                damage(chance, &mut entries[key]);
            }
        }
        Value::Array(items) if !items.is_empty() && !chance.once_in(6) => {
            let place = chance.below(items.len());
            damage(chance, &mut items[place]);
        }
        value => *value = chance.pick(&odd).clone(),
    }
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn lines_add_up_and_the_slow_scorer_agrees(seed: u64) {
        let document = random_match(seed);
        let result = scored(&document);
        check_sums(&result);
        check_factors(&document);
        let names = document["players"].as_array().unwrap();
        let hands = result["hands"].as_array().unwrap();
        let slow = slow_scores(&document);
        prop_assert_eq!(hands.len(), slow.len());
        for (hand, slow) in hands.iter().zip(slow) {
            for (name, halves) in names.iter().zip(slow) {
                let score = hand["scores"][name.as_str().unwrap()].as_f64().unwrap() * 2.0;
                prop_assert_eq!(score.to_string(), halves.to_string());
            }
        }
        for row in result["detail"]["contracts"].as_array().unwrap() {
            let cells = row["cells"].as_object().unwrap();
            let paid = cells.values().filter(|cell| cell.get("points").is_some()).count();
            prop_assert_eq!(paid, if cells.len() == 3 { 3 } else { 0 });
            let middling = row["contract"] == "middling"
                || row["contract"] == "shapeshift" && row["copies"] == "middling";
            if middling || document["options"]["rank_points"] == json!([1, 0, -1]) {
                let sum: f64 = cells.values().filter_map(|cell| cell["points"].as_f64()).sum();
                prop_assert!(sum.abs() < 0.25, "{row}");
            }
        }
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..3) {
        let document = random_match(seed);
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned(&document, seats))));
    }

    #[test]
    fn a_match_is_complete_when_the_sheet_is_full(seed: u64) {
        let document = random_match(seed);
        let full = document["options"]["board"].as_array().unwrap().len() * 3;
        let hands = document["hands"].as_array().unwrap().len();
        let complete = scored(&document)["status"] == "complete";
        prop_assert_eq!(complete, hands == full);
        if let Some(first) = document["hands"].get(0) {
            let mut again = document.clone();
            again["hands"].as_array_mut().unwrap().push(first.clone());
            let code = if complete { "match-complete" } else { "contract-played" };
            prop_assert_eq!(&refused(&again)[0].0, code);
        }
    }

    #[test]
    fn damaged_documents_are_scored_or_refused_with_reasons(seed: u64) {
        let mut chance = Chance(seed);
        let mut document = random_match(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        document["current"] = dealt.document(&json!(played.tricks))["hands"][0].clone();
        document["current"]["auction"] = json!([{ "player": "Ann", "call": { "contract": "berzerka" } },
                                                { "player": "Bo", "call": "pass" }]);
        for _ in 0..=chance.below(4) {
            let key = *chance.pick(&["options", "hands", "current", "current"]);
            damage(&mut chance, &mut document[key]);
        }
        if let Err(faults) = overtrick_match::document::score(document.to_string().as_bytes()) {
            prop_assert!(!faults.is_empty());
            prop_assert!(faults.iter().all(|fault| fault.code != "unreadable"), "{}", document);
        }
    }

    #[test]
    fn damaged_questions_are_answered_or_refused_with_reasons(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let mut question = dealt.question(&json!(played.tricks), chance.once_in(2));
        match chance.below(4) {
            0 => question = json!({ "game": "berzerka", "question": "auction", "players": dealt.players,
                "dealer": "Ann", "played": { "Bo": ["berzerka", "middling"] }, "calls": [
                { "player": "Bo", "call": { "contract": "seeing-red", "overbid": 0 } }, { "player": "Ann", "call": "pass" }] }),
            1 => question = json!({ "game": "berzerka", "question": "discard", "players": dealt.players,
                "counts": { "Ann": 3, "Bo": 4 }, "setting": { "declarer": "Ann", "hotseat": false } }),
            2 => {
                question["question"] = "trick".into();
                question["trick"] = 4.into();
                question["cards"] = question["tricks"][3].clone();
                question.as_object_mut().unwrap().remove("tricks");
            }
            _ => {}
        }
        for _ in 0..=chance.below(3) {
            let keys: Vec<String> = question.as_object().unwrap().keys()
                .filter(|key| !["game", "question", "players"].contains(&key.as_str())).cloned().collect();
            if let Some(key) = keys.get(chance.below(keys.len())) {
                damage(&mut chance, &mut question[key]);
            }
        }
        if let Err(faults) = overtrick_match::adjudicate::adjudicate(question.to_string().as_bytes()) {
            prop_assert!(!faults.is_empty(), "{}", question);
        }
    }

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let players = players(3);
        let board = ["berzerka", "seeing-red", "middling", "one-weakness"];
        let had = |chance: &mut Chance| -> Vec<&str> {
            let often = 1 + chance.below(4);
            board.iter().copied().filter(|_| chance.once_in(often)).collect()
        };
        let played: Vec<Vec<&str>> = players.iter().map(|_| had(&mut chance)).collect();
        let mut question = json!({ "game": "berzerka", "question": "auction", "players": players,
            "options": { "board": board }, "dealer": chance.pick(&players),
            "played": by_player(&players, played), "calls": [] });
        for calls in 0.. {
            let ruling = ruled(&question);
            let next = ruling["next"].get(0).cloned();
            let bids = next.as_ref().map_or(Value::Null, |next| next["bids"].clone());
            for _ in 0..3 {
                let player = chance.pick(&players).clone();
                let turn = next.as_ref().is_some_and(|next| next["player"] == *player);
                let contract = *chance.pick(&["berzerka", "seeing-red", "middling", "one-weakness", "shapeshift"]);
                let overbid = chance.between(-1, 15);
                let offered = bids["contracts"].as_array().is_some_and(|offered| offered.contains(&contract.into()));
                let (from, to) = (bids["overbid"]["from"].as_i64(), bids["overbid"]["to"].as_i64());
                let within = from.is_some_and(|from| from <= overbid) && to.is_some_and(|to| overbid <= to);
                let bid = json!({ "contract": contract, "overbid": overbid });
                for (call, admitted) in [(bid, turn && offered && within), (json!("pass"), turn)] {
                    let mut tried = question.clone();
                    tried["calls"].as_array_mut().unwrap().push(json!({ "player": player, "call": call }));
                    prop_assert_eq!(legal(&ruled(&tried)).last().copied(), Some(admitted), "{}", tried);
                }
            }
            let Some(next) = next else {
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                break;
            };
            prop_assert_eq!(&ruling["outcome"], &json!({ "complete": false }));
            prop_assert!(calls < 17);
            let mut call = json!("pass");
            if !bids.is_null() && chance.once_in(2) {
                let contract = chance.pick(bids["contracts"].as_array().unwrap()).clone();
                let (from, to) = (bids["overbid"]["from"].as_i64().unwrap(), bids["overbid"]["to"].as_i64().unwrap());
                call = json!({ "contract": contract, "overbid": chance.between(from, to.min(from + 3)) });
            }
            question["calls"].as_array_mut().unwrap().push(json!({ "player": next["player"], "call": call }));
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
        }
    }

    #[test]
    fn a_recorded_auction_agrees_with_its_ruling(seed: u64) {
        let mut chance = Chance(seed);
        let players = players(3);
        let mut question = json!({ "game": "berzerka", "question": "auction", "players": players,
                                   "dealer": players[0], "calls": [] });
        let outcome = loop {
            let ruling = ruled(&question);
            let Some(next) = ruling["next"].get(0) else { break ruling["outcome"].clone() };
            let mut call = json!("pass");
            if next["bids"].is_object() && chance.once_in(2) {
                let contract = chance.pick(next["bids"]["contracts"].as_array().unwrap());
                call = json!({ "contract": contract, "overbid": next["bids"]["overbid"]["from"] });
            }
            question["calls"].as_array_mut().unwrap().push(json!({ "player": next["player"], "call": call }));
        };
        let contract = outcome["contract"].as_str().unwrap_or("seeing-red").to_owned();
        let mut hand = json!({ "auction": question["calls"], "discarded": 1, "tricks": 4 });
        if outcome["hotseat"] == true {
            hand["contract"] = contract.clone().into();
        }
        announce(&mut chance, &contract, &mut hand);
        let result = scored(&json!({ "game": "berzerka", "players": players, "hands": [hand] }));
        let rows = result["detail"]["contracts"].as_array().unwrap();
        let row = rows.iter().find(|row| row["contract"] == *contract).unwrap();
        let cell = &row["cells"][outcome["declarer"].as_str().unwrap()];
        prop_assert_eq!(cell["overbid"].as_i64(), Some(outcome["overbid"].as_i64().unwrap_or(0)));
        prop_assert_eq!(&cell["bid"], outcome["hotseat"] != true);
    }

    #[test]
    fn discards_never_exceed_the_cards_left(seed: u64) {
        let mut chance = Chance(seed);
        let players = players(3);
        let declarer = chance.below(3);
        let hotseat = chance.once_in(2);
        let first = declarer + usize::from(hotseat);
        let counts: Vec<i64> = (0..3).map(|_| chance.between(0, 7)).collect();
        let mut entries: Vec<Value> = Vec::new();
        let (mut left, mut expected) = (13, Vec::new());
        for (place, count) in counts.iter().enumerate() {
            let player = &players[(first + place) % 3];
            entries.push(json!({ "player": player, "count": count }));
            // After an illegal draw it is still the same player's turn, so later draws are illegal too.
            let legal = *count <= left && !expected.contains(&false);
            expected.push(legal);
            left -= if legal { *count } else { 0 };
        }
        let question = json!({ "game": "berzerka", "question": "discard", "players": players, "discards": entries,
            "setting": { "declarer": players[declarer], "hotseat": hotseat } });
        let question = question.to_string();
        let answered = overtrick_match::adjudicate::adjudicate(question.as_bytes()).unwrap();
        let rulings: Vec<bool> = answered.answer.rulings.iter().map(|ruling| ruling.breach.is_none()).collect();
        prop_assert_eq!(&rulings, &expected);
        prop_assert_eq!(answered.answer.next.is_empty(), !expected.contains(&false));
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let tricks = json!(played.tricks);
        let ruling = ruled(&dealt.question(&tricks, chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, played.won));
        prop_assert_eq!(&ruling["outcome"]["last_six"], &by_player(&dealt.players, played.last_six));
        prop_assert_eq!(played.won.iter().sum::<i64>(), 13);
        let document = dealt.document(&tricks);
        let result = scored(&document);
        let cell = only_cell(&result, &dealt);
        let six = dealt.contract == "marathon-flex";
        let tricks = if six { played.last_six } else { played.won }[dealt.declarer];
        prop_assert_eq!(&cell["tricks"], tricks);
        let mut wrong = document.clone();
        wrong["hands"][0]["tricks"] = if tricks == 0 { 1 } else { tricks - 1 }.into();
        prop_assert_eq!(refused(&wrong), [("play-disagrees".to_owned(), "/hands/0/tricks".to_owned())]);
        if dealt.contract == "one-weakness" {
            prop_assert_eq!(&ruling["outcome"]["pain_cards"], &by_player(&dealt.players, played.pain));
            prop_assert_eq!(&cell["pain_cards"], played.pain[dealt.declarer]);
        }
    }

    #[test]
    fn illegal_cards_are_found_and_may_be_waived(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, held| {
            let illegal: Vec<String> = held.iter().filter(|card| !allowed.contains(card)).cloned().collect();
            if !illegal.is_empty() && chance.once_in(6) { chance.pick(&illegal).clone() } else { chance.pick(allowed).clone() }
        });
        let mut document = dealt.document(&json!(played.tricks));
        let illegal: Vec<String> = (0..39).filter(|index| !played.legal[*index])
            .map(|index| format!("/hands/0/play/tricks/{}/{}", index / 3, index % 3)).collect();
        if !illegal.is_empty() {
            let faults = refused(&document);
            prop_assert!(faults.iter().all(|(code, _)| code == "irregularity"));
            let pointers: Vec<&String> = faults.iter().map(|(_, pointer)| pointer).collect();
            prop_assert_eq!(pointers, illegal.iter().collect::<Vec<_>>());
        }
        document["hands"][0]["irregularities"] = "waived".into();
        document["hands"][0]["hotseat"] = false.into();
        let result = scored(&document);
        prop_assert_eq!(result["hands"][0]["warnings"].as_array().unwrap().len(), illegal.len());
        let six = dealt.contract == "marathon-flex";
        let tricks = if six { played.last_six } else { played.won }[dealt.declarer];
        prop_assert_eq!(&only_cell(&result, &dealt)["tricks"], tricks);
    }
}

/// Plays more than 2,500 deals of 39 cards, which give more than 100,000 positions. One card in
/// four is chosen at random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(13);
    let mut positions = 0;
    while positions < share(100_000) {
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, held| {
            if chance.once_in(4) {
                chance.pick(held).clone()
            } else {
                chance.pick(allowed).clone()
            }
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        assert_eq!(legal(&ruling), played.legal);
        assert_eq!(
            ruling["outcome"]["tricks"],
            by_player(&dealt.players, played.won)
        );
        positions += played.legal.len();
    }
}
