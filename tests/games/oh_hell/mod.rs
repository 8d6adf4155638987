//! Properties of Oh Hell, and a slow referee and scorer that must agree with the real ones.

mod limits;
mod outlook;
mod referee;
mod scorer;

use crate::games::french::{RANKS, SUITS, WORDS, rank_of, suit_of};
use crate::support::{
    Chance, by_player, card, check_factors, check_sums, deal, legal, pack, players, random_cases,
    refused, ruled, scored, scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use referee::*;
use scorer::House;

/// Returns a match of random hands, and the points of each hand from the slow scorer.
fn random_match(seed: u64) -> (Value, Vec<Vec<i64>>) {
    let mut random = Chance(seed);
    let players = players(3 + random.below(5));
    let house = House::random(&mut random, players.len());
    let cards = house.cards();
    let played = 1 + random.below(cards.len());
    let mut expected = Vec::new();
    let hands: Vec<Value> = cards[..played]
        .iter()
        .map(|cards| {
            let bids: Vec<i64> = players.iter().map(|_| random.between(0, *cards)).collect();
            let tricks = random.split(*cards, players.len());
            let points = bids.iter().zip(&tricks);
            expected.push(
                points
                    .map(|(bid, tricks)| house.points(*bid, *tricks))
                    .collect(),
            );
            json!({ "bids": by_player(&players, bids), "tricks": by_player(&players, tricks) })
        })
        .collect();
    let document = json!({ "game": "oh-hell", "players": players, "options": house.options, "hands": hands,
        "adjustments": [{ "after_hand": random.below(hands.len() + 1), "player": players[0], "points": -2, "reason": "revoke" }] });
    (document, expected)
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn lines_add_up(seed: u64) {
        let document = random_match(seed).0;
        check_sums(&scored(&document));
        check_factors(&document);
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..7) {
        let (document, _) = random_match(seed);
        let turned = turned(&document, seats % document["players"].as_array().unwrap().len());
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn a_match_ends_after_its_last_hand(seed: u64) {
        let mut random = Chance(seed);
        let players = players(3 + random.below(5));
        let house = House::random(&mut random, players.len());
        let hand = |cards: &i64| {
            let mut tricks = vec![0; players.len()];
            tricks[0] = *cards;
            json!({ "bids": by_player(&players, vec![0; players.len()]), "tricks": by_player(&players, tricks) })
        };
        let mut hands: Vec<Value> = house.cards().iter().map(hand).collect();
        let document = |hands: &[Value]| json!({ "game": "oh-hell", "players": players, "options": house.options, "hands": hands });
        prop_assert_eq!(&scored(&document(&hands))["status"], "complete");
        prop_assert_eq!(&scored(&document(&hands[1..hands.len()][..0]))["status"], "in_progress");
        hands.push(hand(&house.cards()[0]));
        let after = format!("/hands/{}", hands.len() - 1);
        prop_assert!(refused(&document(&hands)).contains(&("match-complete".to_owned(), after)));
    }

    #[test]
    fn an_auction_of_bids_from_next_ends(seed: u64) {
        let mut random = Chance(seed);
        let players = players(3 + random.below(5));
        let cards = random.between(1, 7);
        let hook = random.once_in(2);
        let mut question = json!({ "game": "oh-hell", "question": "auction", "players": players, "options": { "hook": hook },
            "dealer": random.pick(&players), "cards_dealt": cards, "calls": [] });
        let mut sum = 0;
        for calls in 0.. {
            let ruling = ruled(&question);
            let Some(next) = ruling["next"].get(0) else {
                prop_assert_eq!(calls, players.len());
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                prop_assert!(!hook || sum != cards);
                break;
            };
            prop_assert!(calls < players.len());
            let forbidden = next["bids"]["not"].as_array().map(|not| not[0].as_i64().unwrap());
            let last = calls + 1 == players.len() && hook && sum <= cards;
            prop_assert_eq!(forbidden, last.then_some(cards - sum));
            let bids: Vec<i64> = (0..=cards).filter(|bid| Some(*bid) != forbidden).collect();
            let bid = *random.pick(&bids);
            for wrong in forbidden.into_iter().chain([-1, cards + 1]) {
                let mut tried = question.clone();
                tried["calls"].as_array_mut().unwrap().push(json!({ "player": next["player"], "call": wrong }));
                prop_assert_eq!(legal(&ruled(&tried)).last().copied(), Some(false));
            }
            question["calls"].as_array_mut().unwrap().push(json!({ "player": next["player"], "call": bid }));
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
            sum += bid;
        }
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut random = Chance(seed);
        let dealt = Deal::random(&mut random);
        let (tricks, _, won) = dealt.play(|allowed, _| random.pick(allowed).clone());
        let ruling = ruled(&dealt.question(&json!(tricks), random.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, won.clone()));
        let cards = dealt.cards();
        let document = json!({ "game": "oh-hell", "players": dealt.players, "first_dealer": dealt.players[dealt.dealer],
            "options": { "least_cards": cards, "most_cards": cards, "hook": false, "break_trump": dealt.break_trump, "deal": "up" },
            "hands": [{ "trump": dealt.trump_word(), "bids": by_player(&dealt.players, won.clone()), "play": { "tricks": tricks } }] });
        let points: Vec<i64> = won.iter().map(|tricks| 10 + tricks).collect();
        prop_assert_eq!(&scored(&document)["hands"][0]["scores"], &by_player(&dealt.players, points));
    }
}

#[test]
fn the_slow_scorer_agrees() {
    let (mut results, mut seed) = (0, 1);
    while results < 100_000 {
        let (document, expected) = random_match(seed);
        let result = scored(&document);
        let players = document["players"].as_array().unwrap();
        for (hand, points) in result["hands"].as_array().unwrap().iter().zip(&expected) {
            for (player, points) in players.iter().zip(points) {
                let score = hand["scores"][player.as_str().unwrap()].as_i64();
                assert_eq!(score, Some(*points), "{player} in {hand:#} of {document}");
                results += 1;
            }
        }
        assert_eq!(result["hands"].as_array().unwrap().len(), expected.len());
        seed += 1;
    }
}

/// Plays deals with 1 to 17 cards for each player. One card in four is chosen at random, legal or not.
#[test]
fn the_slow_referee_of_cards_agrees() {
    let mut random = Chance(52);
    let mut positions = 0;
    while positions < share(100_000) {
        let dealt = Deal::random(&mut random);
        let (tricks, expected, won) = dealt.play(|allowed, held| {
            let any = random.once_in(4);
            random.pick(if any { held } else { allowed }).clone()
        });
        let ruling = ruled(&dealt.question(&json!(tricks), true));
        assert_eq!(legal(&ruling), expected);
        assert_eq!(ruling["outcome"]["tricks"], by_player(&dealt.players, won));
        positions += expected.len();
    }
}

/// Makes random bids, mostly in turn and sometimes out of range.
#[test]
fn the_slow_referee_of_bids_agrees() {
    let mut random = Chance(51);
    let mut positions = 0;
    while positions < share(100_000) {
        let players = players(3 + random.below(5));
        let (dealer, cards, hook) = (
            random.below(players.len()),
            random.between(1, 7),
            random.once_in(2),
        );
        let mut calls: Vec<(usize, i64)> = Vec::new();
        for step in 1..=players.len() + 2 {
            let turn = (dealer + step) % players.len();
            let seat = if random.once_in(6) {
                random.below(players.len())
            } else {
                turn
            };
            calls.push((
                seat,
                random
                    .between(-1, cards + 1)
                    .min(random.between(0, cards + 1)),
            ));
        }
        let written: Vec<Value> = calls
            .iter()
            .map(|(seat, bid)| json!({ "player": players[*seat], "call": bid }))
            .collect();
        let question = json!({ "game": "oh-hell", "question": "auction", "players": players, "options": { "hook": hook },
            "dealer": players[dealer], "cards_dealt": cards, "calls": written });
        let expected = bids_allowed(players.len(), dealer, cards, hook, &calls);
        assert_eq!(legal(&ruled(&question)), expected, "{question}");
        positions += calls.len();
    }
}
