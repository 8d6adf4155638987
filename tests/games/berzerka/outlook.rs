//! Compares the players who can still win with the winners of every continuation.

use std::collections::BTreeSet;

use super::*;
use crate::games::continuations::{assert_outlook, check_outlook};

const STARTERS: [&str; 5] = [
    "berzerka",
    "hidden-strength",
    "hold-steady",
    "seeing-red",
    "bottle-it-up",
];

/// Returns a hand of the starter board, often with the least or the greatest numbers.
fn hand(chance: &mut Chance, player: &str, contract: &str) -> Value {
    let mut hand = json!({ "declarer": player, "contract": contract,
        "tricks": *chance.pick(&[0, 4, 5, 6, 13]), "discarded": *chance.pick(&[0, 0, 1, 2, 12, 13]) });
    if chance.once_in(2) {
        hand["hotseat"] = true.into();
    } else {
        hand["overbid"] = (*chance.pick(&[0, 0, 1, 13])).into();
    }
    announce(chance, contract, &mut hand);
    hand
}

/// Returns a match that has a hand for every cell except these.
fn without(chance: &mut Chance, open: &[(&str, &str)], names: &[String]) -> Value {
    let cells = STARTERS
        .iter()
        .flat_map(|contract| names.iter().map(move |name| (*contract, &**name)));
    let mut cells: Vec<(&str, &str)> = cells.filter(|cell| !open.contains(cell)).collect();
    chance.shuffle(&mut cells);
    let hands: Vec<Value> = cells
        .iter()
        .map(|(contract, name)| hand(chance, name, contract))
        .collect();
    let points = chance.between(-10, 10);
    json!({ "game": "berzerka", "players": names, "hands": hands,
        "adjustments": [{ "after_hand": 0, "player": names[0], "points": points, "reason": "a start" }] })
}

/// Returns some random values of a hand of this cell.
fn settled(chance: &mut Chance, player: &str, contract: &str) -> Value {
    let mut settled = hand(chance, player, contract);
    for key in ["tricks", "discarded", "overbid", "hotseat"] {
        if chance.once_in(2) {
            settled.as_object_mut().unwrap().remove(key);
        }
    }
    settled
}

/// Returns every hand of this cell.
fn all_hands(player: &str, contract: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for tricks in 0..=13 {
        for discarded in 0..=13 {
            for overbid in -1..=13 {
                let mut hand = json!({ "declarer": player, "contract": contract, "tricks": tricks, "discarded": discarded });
                if overbid < 0 {
                    hand["hotseat"] = true.into();
                } else {
                    hand["hotseat"] = false.into();
                    hand["overbid"] = overbid.into();
                }
                for field in announcements(contract) {
                    hand[*field] = if *field == "ranking" {
                        "normal"
                    } else {
                        "spades"
                    }
                    .into();
                }
                all.push(hand);
            }
        }
    }
    all
}

#[test]
fn one_hand_from_the_end_the_outlook_equals_all_possible_hands() {
    let mut chance = Chance(15);
    let names = players(3);
    for _ in 0..12 {
        let (contract, player) = (*chance.pick(&STARTERS), chance.pick(&names).clone());
        let mut document = without(&mut chance, &[(contract, &player)], &names);
        if chance.once_in(2) {
            let mut current = settled(&mut chance, &player, contract);
            // `all_hands` always announces the same words.
            for field in announcements(contract) {
                current.as_object_mut().unwrap().remove(*field);
            }
            if current.get("overbid").is_some_and(|overbid| *overbid == 0) {
                current.as_object_mut().unwrap().remove("overbid");
            }
            document["current"] = current;
        }
        check_outlook(&document, &|_| all_hands(&player, contract));
    }
}

/// What ranks a cell: its record, its discards, and whether it came from the hotseat. Smaller is better.
type Key = (i64, i64, bool);

fn key(contract: &str, hand: &Value) -> Key {
    let number = |key: &str| hand[key].as_i64().unwrap_or(0);
    let (tricks, overbid) = (number("tricks"), number("overbid"));
    let record = match contract {
        "bottle-it-up" => tricks + overbid,
        "hold-steady" => (tricks - overbid - 5).abs(),
        _ => overbid - tricks,
    };
    (record, number("discarded"), hand["hotseat"] == true)
}

/// Returns the points of the three cells of a row, in half points.
fn pays(contract: &str, keys: [Key; 3]) -> [i64; 3] {
    let bids = keys.iter().filter(|key| !key.2).count();
    let value = slow_start(contract, contract) + i64::try_from(bids).unwrap();
    keys.map(|own| {
        let better = keys.iter().filter(|key| **key < own).count();
        let equal = keys.iter().filter(|key| **key == own).count();
        let places: i64 = [1, 0, -1][better..better + equal].iter().sum();
        places * value * 2 / i64::try_from(equal).unwrap()
    })
}

/// Returns all possible points of a row; an open cell has several possible keys.
fn row(contract: &str, cells: &[Vec<Key>; 3]) -> BTreeSet<[i64; 3]> {
    let mut all = BTreeSet::new();
    for one in &cells[0] {
        for two in &cells[1] {
            all.extend(
                cells[2]
                    .iter()
                    .map(|three| pays(contract, [*one, *two, *three])),
            );
        }
    }
    all
}

#[test]
fn two_hands_from_the_end_the_outlook_equals_all_possible_hands() {
    let mut chance = Chance(16);
    let names = players(3);
    for round in 0..16 {
        let (contract, player) = (*chance.pick(&STARTERS), chance.pick(&names).clone());
        // In half of the rounds both missing cells are in the same row.
        let second = loop {
            let contract = if round % 2 == 0 {
                contract
            } else {
                *chance.pick(&STARTERS)
            };
            let second = (contract, chance.pick(&names).clone());
            if second != (contract, player.clone()) && (round % 2 == 0 || second.1 != player) {
                break second;
            }
        };
        let open = [(contract, &*player), (second.0, &*second.1)];
        if open[0] == open[1] {
            continue;
        }
        let mut document = without(&mut chance, &open, &names);
        let current = if chance.once_in(2) {
            let mut current = settled(&mut chance, &player, contract);
            if current.get("overbid").is_some_and(|overbid| *overbid == 0) {
                current.as_object_mut().unwrap().remove("overbid");
            }
            document["current"] = current.clone();
            current
        } else {
            json!({})
        };
        let result = scored(&document);
        let mut outcomes = BTreeSet::new();
        let mut totals: BTreeSet<[i64; 3]> = BTreeSet::new();
        let halves = |name: &String| {
            let standings = result["standings"].as_array().unwrap().iter();
            let mut own = standings.filter(|standing| standing["player"] == **name);
            #[expect(clippy::cast_possible_truncation, reason = "half points")]
            own.next()
                .map(|own| (own["total"].as_f64().unwrap() * 2.0) as i64)
                .unwrap()
        };
        totals.insert([halves(&names[0]), halves(&names[1]), halves(&names[2])]);
        for own in STARTERS
            .iter()
            .filter(|own| open.iter().any(|(open, _)| open == *own))
        {
            let cells = [0, 1, 2].map(|seat| {
                let cell = (*own, &*names[seat]);
                if let Some(played) = document["hands"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|hand| hand["contract"] == *own && hand["declarer"] == *names[seat])
                {
                    return vec![key(own, played)];
                }
                let fits = |hand: &Value| {
                    let text = |name: &str| {
                        current.get(name).is_none_or(|text| {
                            *text == hand[name] || (text == 0 && hand[name].is_null())
                        })
                    };
                    cell != (contract, &*player)
                        || ["tricks", "discarded", "overbid", "hotseat"]
                            .iter()
                            .all(|name| text(name))
                };
                let keys: BTreeSet<Key> = all_hands(&names[seat], own)
                    .iter()
                    .filter(|hand| fits(hand))
                    .map(|hand| key(own, hand))
                    .collect();
                keys.into_iter().collect()
            });
            let ways = row(own, &cells);
            totals = totals
                .iter()
                .flat_map(|total| {
                    ways.iter()
                        .map(move |way| [total[0] + way[0], total[1] + way[1], total[2] + way[2]])
                })
                .collect();
        }
        for total in totals {
            let most = total.iter().max().unwrap();
            let winners: Vec<&str> = names
                .iter()
                .zip(&total)
                .filter(|(_, total)| *total == most)
                .map(|(name, _)| &**name)
                .collect();
            outcomes.insert(winners);
        }
        assert_outlook(&document, &result, &outcomes);
    }
}

#[test]
fn with_a_whole_row_open_the_outlook_equals_all_its_orders() {
    let mut chance = Chance(17);
    let names = players(3);
    for _ in 0..40 {
        let contract = *chance.pick(&STARTERS);
        let open = [0, 1, 2].map(|seat| (contract, &*names[seat]));
        let document = without(&mut chance, &open, &names);
        let result = scored(&document);
        // Tricks can put the cells in any order, so hands without discards and overbids suffice.
        let cells = [0, 1, 2].map(|seat: usize| {
            let hands = all_hands(&names[seat], contract).into_iter();
            let plain = hands.filter(|hand| {
                hand["discarded"] == 0 && hand["overbid"].as_i64().unwrap_or(0) == 0
            });
            plain.map(|hand| key(contract, &hand)).collect()
        });
        let mut outcomes = BTreeSet::new();
        for way in row(contract, &cells) {
            let totals: Vec<f64> = names
                .iter()
                .zip(way)
                .map(|(name, halves)| {
                    let standings = result["standings"].as_array().unwrap().iter();
                    let mut own = standings.filter(|standing| standing["player"] == **name);
                    let halves = i32::try_from(halves).unwrap();
                    own.next().unwrap()["total"].as_f64().unwrap() + f64::from(halves) / 2.0
                })
                .collect();
            let most = totals.iter().copied().fold(f64::MIN, f64::max);
            let first = |(_, total): &(&String, &f64)| (**total - most).abs() < 0.1;
            let winners: Vec<&str> = names
                .iter()
                .zip(&totals)
                .filter(first)
                .map(|(name, _)| &**name)
                .collect();
            outcomes.insert(winners);
        }
        assert_outlook(&document, &result, &outcomes);
    }
}

#[test]
fn other_house_rules_have_no_outlook() {
    let document = json!({ "game": "berzerka", "players": ["Ann", "Bo", "Cy"], "hands": [] });
    assert_eq!(
        scored(&document)["outlook"]["can_win"],
        json!(["Ann", "Bo", "Cy"])
    );
    let mut other = document.clone();
    other["options"] = json!({ "rank_points": [2, 1, 0] });
    assert!(scored(&other).get("outlook").is_none());
    let mut bidding = document.clone();
    bidding["current"] = json!({ "auction": [{ "player": "Bo", "call": "pass" }] });
    assert!(scored(&bidding).get("outlook").is_none());
}
