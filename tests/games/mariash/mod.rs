//! Properties of Mariash, and a slow scorer and referee that must agree with the real ones.

mod auction;
mod limits;
mod matches;
mod referee;
mod scorer;

use crate::games::french::{SUITS, WORDS, suit_of};
use crate::support::{
    Chance, card, check_sums, deal, legal, pack, players, random_cases, refused, ruled, scored,
    scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use auction::*;
use matches::*;
use referee::*;
use scorer::*;

const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];

/// The ranks, lowest first, if the ten ranks between the king and the ace.
const TENS_RANKS: [&str; 8] = ["7", "8", "9", "J", "Q", "K", "10", "A"];

const CONTRACTS: [&str; 4] = ["game", "seven", "hundred", "hundred-seven"];

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn lines_add_up_and_every_hand_sums_to_zero(seed: u64) {
        let result = scored(&random_match(seed));
        check_sums(&result);
        for hand in scores(&result) {
            let sum: f64 = hand.iter().map(|(_, score)| score).sum();
            prop_assert_eq!(sum.to_bits(), 0.0_f64.to_bits());
        }
    }

    #[test]
    fn the_slow_scorer_agrees(seed: u64) {
        let document = random_match(seed);
        for (hand, found) in scores(&scored(&document)).into_iter().enumerate() {
            prop_assert_eq!(found, slow_scores(&document, hand));
        }
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..4) {
        let document = random_match(seed);
        let turned = turned(&document, seats % document["players"].as_array().unwrap().len());
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let count = 3 + chance.below(2);
        let players = players(count);
        let dealer = chance.below(count);
        let playing: Vec<&String> = players.iter().enumerate()
            .filter(|(seat, _)| count == 3 || *seat != dealer).map(|(_, name)| name).collect();
        let declarer = chance.below(3);
        let mut slow = SlowSelection {
            order: (0..3).map(|place| playing[(declarer + place) % 3].clone()).collect(),
            max_doubles: chance.below(7),
            per_defender: 1 + chance.below(3),
            history: Vec::new(),
        };
        let every_call = SlowSelection::every_call(&players);
        let goods = 1 + chance.below(4);
        let mut question = json!({ "game": "mariash", "question": "auction", "players": players, "dealer": players[dealer],
            "declarer": slow.order[0], "calls": [],
            "options": { "max_doubles": slow.max_doubles, "commitments_per_defender": slow.per_defender } });
        loop {
            prop_assert!(slow.history.len() < 150);
            let made = slow.history.len();
            let mut admitted = Vec::new();
            for player in &players {
                for call in &every_call {
                    let plays = slow.order.contains(player);
                    if plays && slow.allows(player, call) {
                        if slow.lists(player, call) {
                            admitted.push((player.clone(), call.clone()));
                        }
                    } else {
                        let mut call = call.clone();
                        call["player"] = json!(player);
                        question["calls"].as_array_mut().unwrap().push(call);
                    }
                }
            }
            // The question ends with every illegal call; all of them are ruled illegal.
            let ruling = ruled(&question);
            prop_assert!(legal(&ruling)[made..].iter().all(|legal| !legal));
            question["calls"].as_array_mut().unwrap().truncate(made);
            let next: Vec<(String, Value)> = ruling["next"].as_array().unwrap().iter()
                .flat_map(|next| next["calls"].as_array().unwrap().iter()
                    .map(|call| (next["player"].as_str().unwrap().to_owned(), call.clone())))
                .collect();
            prop_assert_eq!(next.len(), admitted.len());
            prop_assert!(next.iter().all(|call| admitted.contains(call)));
            prop_assert_eq!(&ruling["outcome"]["commitments"], &slow.commitments());
            prop_assert_eq!(&ruling["outcome"]["complete"], slow.is_over());
            if slow.is_over() {
                let outcome = &ruling["outcome"];
                let mut with_calls = json!({ "declarer": slow.order[0], "game_type": "trump", "trump": "clubs",
                    "points": { "declarer": 70, "defense": 50 }, "last_trick": { "winner": slow.order[1], "trump_seven": true } });
                let mut with_commitments = with_calls.clone();
                with_calls["calls"] = question["calls"].clone();
                if slow.has_just_answered(&slow.history[made - 1].0) && chance.once_in(2) {
                    // Some tables also record a good after every answer.
                    let good = json!({ "player": slow.history[made - 1].0, "call": "good" });
                    with_calls["calls"].as_array_mut().unwrap().push(good);
                }
                with_commitments["commitments"] = outcome["commitments"].clone();
                for commitment in with_commitments["commitments"].as_array_mut().unwrap() {
                    commitment.as_object_mut().unwrap().remove("multiplier");
                }
                if !outcome["open_hand"].is_null() {
                    with_commitments["open_hand"] = outcome["open_hand"].clone();
                }
                if outcome["open_hand"] == "accept" {
                    for hand in [&mut with_calls, &mut with_commitments] {
                        hand.as_object_mut().unwrap().remove("points");
                        hand.as_object_mut().unwrap().remove("last_trick");
                    }
                }
                let document = |hand: &Value| json!({ "game": "mariash", "players": players, "options": question["options"],
                    "first_dealer": players[dealer], "hands": [hand] });
                prop_assert_eq!(scores(&scored(&document(&with_calls))), scores(&scored(&document(&with_commitments))));
                with_calls["commitments"] = with_commitments["commitments"].clone();
                prop_assert_eq!(scores(&scored(&document(&with_calls))), scores(&scored(&document(&with_commitments))));
                break;
            }
            let good = next.iter().filter(|(_, call)| call["call"] == "good").count();
            let chosen = if good > 0 && chance.below(6) < goods {
                next.iter().find(|(_, call)| call["call"] == "good").unwrap()
            } else {
                chance.pick(&next)
            };
            let mut call = chosen.1.clone();
            call["player"] = json!(chosen.0);
            question["calls"].as_array_mut().unwrap().push(call);
            slow.history.push(chosen.clone());
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
        }
    }

    #[test]
    fn the_doubling_of_a_whole_hand_ends_and_gives_its_doubles(seed: u64) {
        let mut chance = Chance(seed);
        let players = players(3);
        let (dealer, declarer) = (chance.below(3), chance.below(3));
        let mut slow = SlowDoubling {
            order: (0..3).map(|place| players[(declarer + place) % 3].clone()).collect(),
            max_doubles: chance.below(7),
            history: Vec::new(),
        };
        let game_type = *chance.pick(&["misere", "slam"]);
        let options = json!({ "max_doubles": slow.max_doubles });
        let mut question = json!({ "game": "mariash", "question": "auction", "players": players, "dealer": players[dealer],
            "declarer": slow.order[0], "game_type": game_type, "options": options, "calls": [] });
        loop {
            let made = slow.history.len();
            let mut admitted = Vec::new();
            for player in &players {
                for word in ["good", "double", "game", "open-hand", "accept"] {
                    let call = json!({ "player": player, "call": word });
                    if ["good", "double"].contains(&word) && slow.allows(player, word) {
                        admitted.push(call);
                    } else {
                        question["calls"].as_array_mut().unwrap().push(call);
                    }
                }
            }
            let ruling = ruled(&question);
            prop_assert!(legal(&ruling)[made..].iter().all(|legal| !legal));
            question["calls"].as_array_mut().unwrap().truncate(made);
            let mut next = Vec::new();
            for turn in ruling["next"].as_array().unwrap() {
                for call in turn["calls"].as_array().unwrap() {
                    next.push(json!({ "player": turn["player"], "call": call["call"] }));
                }
            }
            prop_assert_eq!(next.len(), admitted.len());
            prop_assert!(next.iter().all(|call| admitted.contains(call)));
            let doubles = slow.doubles();
            let outcome = json!({ "complete": slow.is_over(), "doubles": doubles, "multiplier": 1 << doubles });
            prop_assert_eq!(&ruling["outcome"], &outcome);
            if slow.is_over() {
                let mut hand = json!({ "declarer": slow.order[0], "game_type": game_type, "declarer_tricks": 0, "doubles": doubles });
                let document = |hand: &Value| json!({ "game": "mariash", "players": players, "options": options,
                    "first_dealer": players[dealer], "hands": [hand] });
                let by_number = scores(&scored(&document(&hand)));
                hand["calls"] = question["calls"].clone();
                prop_assert_eq!(&scores(&scored(&document(&hand))), &by_number);
                hand.as_object_mut().unwrap().remove("doubles");
                prop_assert_eq!(&scores(&scored(&document(&hand))), &by_number);
                break;
            }
            let call = chance.pick(&next).clone();
            let word = if call["call"] == "good" { "good" } else { "double" };
            slow.history.push((call["player"].as_str().unwrap().to_owned(), word));
            question["calls"].as_array_mut().unwrap().push(call);
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
        }
    }

    /// The product of a reason's factors equals the points of each player. The added values of a
    /// reason sum to the points that they explain.
    #[test]
    fn the_factors_of_a_reason_give_its_points(seed: u64) {
        let document = random_match(seed);
        let result = scored(&document);
        for (hand, record) in result["hands"].as_array().unwrap().iter().zip(document["hands"].as_array().unwrap()) {
            for line in hand["explanation"].as_array().unwrap() {
                let none = Vec::new();
                let factors = line["factors"].as_array().unwrap_or(&none);
                let of = |adds: bool| -> Vec<i64> {
                    let factors = factors.iter().filter(|factor| (factor["adds"] == true) == adds);
                    factors.map(|factor| factor["value"].as_i64().unwrap()).collect()
                };
                let opponents = &line["args"]["opponents"];
                let product: i64 = of(false).iter().product();
                for (player, points) in line["points"].as_object().unwrap() {
                    let each = if record["declarer"] == **player { opponents.as_i64().unwrap() } else { 1 };
                    if of(false).is_empty() {
                        let unpaid = ["mariash/game-won", "mariash/stake", "mariash/sits-out"];
                        let unpaid = unpaid.iter().any(|rule| line["rule"] == *rule) && points == 0;
                        prop_assert!(unpaid || line["rule"] == "mariash/limit", "{}", line);
                    } else {
                        prop_assert_eq!(product * each, points.as_i64().unwrap().abs(), "{}", line);
                    }
                }
                if !of(true).is_empty() {
                    let sum: i64 = of(true).iter().sum();
                    prop_assert_eq!(sum, line["args"]["points"].as_i64().unwrap(), "{}", line);
                }
            }
        }
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let ruling = ruled(&dealt.question(&json!(played.tricks), chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        let outcome = &ruling["outcome"];
        for place in 0..3 {
            prop_assert_eq!(&outcome["tricks"][dealt.name(place)], played.won[place]);
        }
        prop_assert_eq!(&outcome["last_trick"]["winner"], dealt.name(played.last.0));
        prop_assert_eq!(&outcome["last_trick"]["trump_seven"], played.last.1);
        if dealt.trump.is_some() {
            prop_assert_eq!(&outcome["card_points"], played.points);
        }
        let (by_play, by_numbers) = (record(&dealt, &played), record_of_numbers(&dealt, &played));
        prop_assert_eq!(scores(&scored(&by_play)), scores(&scored(&by_numbers)));
    }

    #[test]
    fn illegal_cards_are_always_found(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let mut swapped = false;
        let played = dealt.play(|allowed, held| {
            let illegal: Vec<&String> = held.iter().filter(|card| !allowed.contains(card)).collect();
            if swapped || illegal.is_empty() || !chance.once_in(3) {
                return chance.pick(allowed).clone();
            }
            swapped = true;
            (*chance.pick(&illegal)).clone()
        });
        prop_assert_eq!(played.rulings.iter().filter(|legal| !**legal).count(), usize::from(swapped));
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        prop_assert_eq!(legal(&ruling), played.rulings.clone());
        if swapped {
            let at = played.rulings.iter().position(|legal| !legal).unwrap();
            let pointer = format!("/hands/0/play/tricks/{}/{}", at / 3, at % 3);
            let mut document = record(&dealt, &played);
            document["hands"][0]["play"]["hands"] = dealt.question(&json!([]), true)["hands"].clone();
            prop_assert_eq!(refused(&document), vec![("irregularity".to_owned(), pointer)]);
            document["hands"][0]["irregularities"] = json!("waived");
            let by_numbers = record_of_numbers(&dealt, &played);
            prop_assert_eq!(scores(&scored(&document)), scores(&scored(&by_numbers)));
        }
    }

    #[test]
    fn an_incomplete_current_hand_is_accepted(seed: u64) {
        let mut chance = Chance(seed);
        let mut document = random_match(seed);
        let hands = document["hands"].as_array().unwrap().len();
        let mut current = document["hands"].as_array_mut().unwrap().pop().unwrap();
        current.as_object_mut().unwrap().retain(|_, _| !chance.once_in(3));
        document["current"] = current;
        let result = scored(&document);
        prop_assert_eq!(&result["current"]["number"], hands);
        prop_assert_eq!(scores(&result).len(), hands - 1);
    }
}

/// Plays thousands of deals, which give more than 100,000 positions. One card in four is chosen at
/// random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(6);
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
        assert_eq!(legal(&ruling), played.rulings);
        let won = (0..3).map(|place| (dealt.name(place).clone(), json!(played.won[place])));
        let won: serde_json::Map<String, Value> = won.collect();
        assert_eq!(ruling["outcome"]["tricks"], Value::from(won));
        positions += played.rulings.len();
    }
}
