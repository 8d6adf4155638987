//! Properties of Contract Sabacc, and a slow scorer and referee that must agree with the real ones.

mod limits;
mod matches;
mod referee;

use crate::support::{
    Chance, by_player, card, check_factors, check_sums, deal, legal, players, random_cases, ruled,
    scored, scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use matches::*;
use referee::*;

const BIDS: [(&str, i64); 5] = [
    ("take", 1),
    ("push", 1),
    ("guard", 2),
    ("guard-without", 4),
    ("guard-against", 6),
];

const SUITS: [&str; 4] = ["coins", "flasks", "sabres", "staves"];

proptest! {
    #![proptest_config(random_cases(600))]

    #[test]
    fn the_slow_scorer_agrees_and_chips_are_conserved(seed: u64) {
        let Match { document, expected } = random_match(seed);
        let result = scored(&document);
        check_sums(&result);
        check_factors(&document);
        let players: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        let start = document["options"]["pot_at_start"].as_i64().unwrap();
        let mut balances = 0;
        for (hand, (gains, pot)) in result["hands"].as_array().unwrap().iter().zip(&expected) {
            prop_assert_eq!(&hand["scores"], &by_player(&players, gains.clone()), "{}", document);
            prop_assert_eq!(hand["detail"]["pot"].as_i64(), Some(*pot));
            balances += gains.iter().sum::<i64>();
            prop_assert_eq!(balances + pot, start);
        }
        prop_assert_eq!(result["detail"]["pot"].as_i64(), expected.last().map(|(_, pot)| *pot));
        prop_assert_eq!(result["hands"].as_array().unwrap().len(), expected.len());
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..5) {
        let document = random_match(seed).document;
        let turned = turned(&document, seats % document["players"].as_array().unwrap().len());
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let count = 3 + chance.below(3);
        let players = players(count);
        let dealer = chance.below(count);
        let (starts, first) = *chance.pick(&[("dealers-left", (dealer + count - 1) % count), ("dealers-right", (dealer + 1) % count)]);
        let mut calls: Vec<(usize, &'static str)> = Vec::new();
        let question = |calls: &[(usize, &str)]| json!({ "game": "contract-sabacc", "question": "auction",
            "players": players, "dealer": players[dealer], "options": { "bidding_starts": starts },
            "calls": written(&players, calls) });
        loop {
            let ruling = ruled(&question(&calls));
            prop_assert!(legal(&ruling).iter().all(|legal| *legal));
            let may = next_calls(count, first, &calls);
            let admitted: Vec<(usize, &'static str)> = may
                .iter()
                .flat_map(|(seat, may)| may.iter().map(|call| (*seat, *call)))
                .collect();
            let next: Vec<(String, String)> = ruling["next"].as_array().unwrap().iter()
                .flat_map(|next| next["calls"].as_array().unwrap().iter().map(|call|
                    (next["player"].as_str().unwrap().to_owned(), call["call"].as_str().unwrap().to_owned())))
                .collect();
            prop_assert_eq!(next.len(), admitted.len());
            for (seat, call) in &admitted {
                prop_assert!(next.contains(&(players[*seat].clone(), (*call).to_owned())));
            }
            for seat in 0..count {
                for call in BIDS.iter().map(|(bid, _)| *bid).chain(["pass"]) {
                    let mut tried = calls.clone();
                    tried.push((seat, call));
                    let found = legal(&ruled(&question(&tried))).last().copied();
                    prop_assert_eq!(found, Some(admitted.contains(&(seat, call))), "{:?}", tried);
                }
            }
            prop_assert!(calls.len() <= count + BIDS.len());
            if admitted.is_empty() {
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                let highest = calls.iter().rev().find(|(_, call)| *call != "pass");
                match highest {
                    None => prop_assert_eq!(&ruling["outcome"]["void"], true),
                    Some((seat, bid)) => {
                        prop_assert_eq!(&ruling["outcome"]["declarer"], &players[*seat]);
                        prop_assert_eq!(&ruling["outcome"]["contract"], bid);
                    }
                }
                break;
            }
            prop_assert_eq!(&ruling["outcome"], &json!({ "complete": false }));
            calls.push(*chance.pick(&admitted));
        }
    }
}

#[test]
fn the_slow_count_finds_ninety_one_points() {
    assert_eq!((pack().len(), points(&pack())), (78, 91.0));
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|may, _| chance.pick(may).clone());
        let tricks = json!(played.tricks);
        let ruling = ruled(&dealt.question(&tricks, chance.once_in(2), chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, played.won.clone()));
        let points = dealt.points(&played);
        prop_assert_eq!(ruling["outcome"]["card_points"].as_f64(), Some(points));
        prop_assert_eq!(&ruling["outcome"]["last_trick"], &dealt.last_trick(&played));

        let numbers = json!({ "declarer": dealt.players[dealt.declarer], "contract": dealt.contract, "card_points": points,
            "tricks": by_player(&dealt.players, played.won.clone()), "last_trick": dealt.last_trick(&played) });
        let mut pile = played.pile.clone();
        pile.extend(match dealt.contract {
            "guard-against" => Vec::new(),
            "guard-without" => dealt.talon.clone(),
            _ => dealt.aside.clone(),
        });
        let mut counted = numbers.clone();
        counted["pile"] = json!(pile);
        let mut text = counted.clone();
        text["play"] = json!({ "tricks": tricks, "hands": by_player(&dealt.players, dealt.hands.iter().cloned()), "talon": dealt.talon });
        if !dealt.aside.is_empty() {
            text["play"]["aside"] = json!(dealt.aside);
        }
        let alone = json!({ "declarer": dealt.players[dealt.declarer], "contract": dealt.contract, "play": { "tricks": tricks } });
        let results: Vec<Value> = [numbers, counted, text, alone].into_iter().map(|hand| {
            let result = scored(&json!({ "game": "contract-sabacc", "players": dealt.players,
                "first_dealer": dealt.players[dealt.dealer], "hands": [hand], "options": { "pot_at_start": 17 } }));
            result["hands"][0].clone()
        }).collect();
        for result in &results {
            prop_assert_eq!(&result["scores"], &results[0]["scores"]);
            prop_assert_eq!(&result["warnings"], &json!([]));
        }
    }

    #[test]
    fn illegal_cards_are_found(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let mut wrong = 0;
        let from = chance.below(40);
        let mut at = 0;
        let played = dealt.play(|may, held| {
            at += 1;
            let others: Vec<String> = held.iter().filter(|card| !may.contains(card)).cloned().collect();
            if wrong == 0 && at > from && !others.is_empty() {
                wrong = at;
                return chance.pick(&others).clone();
            }
            chance.pick(may).clone()
        });
        prop_assume!(wrong > 0);
        let ruling = ruled(&dealt.question(&json!(played.tricks), true, false));
        let illegal: Vec<usize> = legal(&ruling).iter().enumerate()
            .filter(|(_, legal)| !**legal).map(|(index, _)| index + 1).collect();
        prop_assert_eq!(illegal, vec![wrong]);
        let hand = json!({ "declarer": dealt.players[dealt.declarer], "contract": dealt.contract, "play": { "tricks": played.tricks } });
        let mut document = json!({ "game": "contract-sabacc", "players": dealt.players, "first_dealer": dealt.players[dealt.dealer], "hands": [hand] });
        let count = dealt.players.len();
        let place = format!("/hands/0/play/tricks/{}/{}", (wrong - 1) / count, (wrong - 1) % count);
        prop_assert_eq!(crate::support::refused(&document), vec![("irregularity".to_owned(), place)]);
        document["hands"][0]["irregularities"] = json!("waived");
        prop_assert_eq!(scored(&document)["hands"][0]["warnings"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn cards_put_aside_are_judged_as_a_set(seed: u64) {
        let mut chance = Chance(seed);
        let count = 3 + chance.below(3);
        let (cards, size) = dealt(count);
        let total = cards + size;
        let mut all = pack();
        chance.shuffle(&mut all);
        if chance.once_in(2) {
            // the 26 Sabaccs and Honours are nearly all of the cards
            all.sort_by_key(|card| !is_sabacc(card) && !is_honour(card));
            let others = chance.below(size + 3).max(total.saturating_sub(26));
            all.drain(total - others..26);
        }
        all.truncate(total);
        chance.shuffle(&mut all);
        let plain = all.iter().filter(|card| !is_sabacc(card) && !is_honour(card)).count();
        let mut aside = all.clone();
        if chance.once_in(2) {
            aside.sort_by_key(|card| if is_honour(card) { 2 } else { i32::from(is_sabacc(card)) });
        }
        aside.truncate((size + chance.below(3)).saturating_sub(1));
        chance.shuffle(&mut aside);
        let sabaccs = aside.iter().filter(|card| is_sabacc(card)).count();
        let fine = aside.len() <= size && !aside.iter().any(|card| is_honour(card))
            && sabaccs <= size.saturating_sub(plain);
        let names = players(count);
        let ruling = ruled(&json!({ "game": "contract-sabacc", "question": "discard", "players": names,
            "holding": all, "aside": aside, "setting": { "declarer": names[0], "contract": chance.pick(&BIDS[..3]).0 } }));
        prop_assert_eq!(&ruling["legal"], fine);
        let put = ruling["outcome"]["aside"].as_array().unwrap();
        prop_assert_eq!(&ruling["outcome"]["complete"], put.len() == size);
        let shown = put.iter().filter(|card| is_sabacc(card.as_str().unwrap())).count();
        prop_assert_eq!(ruling["outcome"]["face_up"].as_array().unwrap().len(), shown);
        if put.len() < size {
            prop_assert!(!ruling["next"][0]["cards"].as_array().unwrap().is_empty());
        }
    }
}

/// Plays about 1,400 deals of 72 to 75 cards, which give more than 100,000 positions. One card in
/// four is chosen at random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(78);
    let mut positions = 0;
    while positions < share(100_000) {
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|may, held| {
            let any = chance.once_in(4);
            chance.pick(if any { held } else { may }).clone()
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true, true));
        assert_eq!(legal(&ruling), played.rulings);
        let outcome = &ruling["outcome"];
        assert_eq!(
            outcome["tricks"],
            by_player(&dealt.players, played.won.clone())
        );
        assert_eq!(outcome["card_points"].as_f64(), Some(dealt.points(&played)));
        assert_eq!(outcome["last_trick"], dealt.last_trick(&played));
        positions += played.rulings.len();
    }
}
