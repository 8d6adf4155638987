//! Properties of Brink Bid, and a slow referee that must agree with the real one.

mod limits;
mod outlook;
mod referee;

use crate::games::french::{RANKS, SUITS, WORDS, rank_of, suit_of};
use crate::support::{
    Chance, by_player, card, check_factors, check_sums, deal, legal, pack, players, random_cases,
    ruled, scored, scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use referee::*;

/// Returns a match of random legal hands.
fn random_match(seed: u64) -> Value {
    let mut chance = Chance(seed);
    let count = 2 + chance.below(5);
    let players = players(count);
    let last = [13, 13, 13, 10, 8][count - 2];
    let hands: Vec<Value> = (4..=chance.between(4, last))
        .map(|cards| {
            let bids: Vec<i64> = players.iter().map(|_| chance.between(0, cards)).collect();
            json!({ "bids": by_player(&players, bids), "tricks": by_player(&players, chance.split(cards, count)) })
        })
        .collect();
    json!({ "game": "brink-bid", "players": players, "hands": hands,
            "adjustments": [{ "after_hand": chance.below(hands.len() + 1), "player": players[0], "points": -2, "reason": "revoke" }] })
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn lines_add_up(seed: u64) {
        let document = random_match(seed);
        check_sums(&scored(&document));
        check_factors(&document);
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..6) {
        let document = random_match(seed);
        let turned = turned(&document, seats % document["players"].as_array().unwrap().len());
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let players = players(2 + chance.below(5));
        let mut question = json!({ "game": "brink-bid", "question": "auction", "players": players,
            "dealer": chance.pick(&players), "cards_dealt": 1 + chance.below(8), "calls": [] });
        for calls in 0.. {
            let ruling = ruled(&question);
            let Some(next) = ruling["next"].get(0) else {
                prop_assert_eq!(calls, players.len());
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                break;
            };
            prop_assert!(calls < players.len());
            let to = next["bids"]["to"].as_i64().unwrap();
            let bid = chance.between(0, to);
            let others: Vec<&String> = players.iter().filter(|name| next["player"] != ***name).collect();
            for (player, call) in [(next["player"].as_str().unwrap(), to + 1), (chance.pick(&others).as_str(), bid)] {
                let mut tried = question.clone();
                tried["calls"].as_array_mut().unwrap().push(json!({ "player": player, "call": call }));
                prop_assert_eq!(legal(&ruled(&tried)).last().copied(), Some(false));
            }
            question["calls"].as_array_mut().unwrap().push(json!({ "player": next["player"], "call": bid }));
            prop_assert!(legal(&ruled(&question)).iter().all(|legal| *legal));
        }
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let (tricks, _, won) = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let ruling = ruled(&dealt.question(&json!(tricks), chance.once_in(2)));
        prop_assert_eq!(&ruling["legal"], true);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, won.clone()));
        let cards = dealt.hands[0].len();
        let document = json!({ "game": "brink-bid", "players": dealt.players, "first_dealer": dealt.players[dealt.dealer],
            "options": { "first_hand_cards": cards, "last_hand_cards": cards },
            "hands": [{ "dice": { "trump": dealt.trump.map_or("no-trump", |suit| WORDS[suit]) },
                        "bids": by_player(&dealt.players, won), "play": { "tricks": tricks } }] });
        prop_assert!(scored(&document)["hands"][0]["explanation"].as_array().unwrap().iter().all(|reason| reason["points"].as_object().unwrap().values().all(|points| points == 5)));
    }
}

/// Plays about 2,000 deals of 2 to 52 cards, which give more than 100,000 positions. One card in
/// four is chosen at random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(46);
    let mut positions = 0;
    while positions < share(100_000) {
        let dealt = Deal::random(&mut chance);
        let (tricks, expected, won) = dealt.play(|allowed, held| {
            if chance.once_in(4) {
                chance.pick(held).clone()
            } else {
                chance.pick(allowed).clone()
            }
        });
        let ruling = ruled(&dealt.question(&json!(tricks), true));
        assert_eq!(legal(&ruling), expected);
        assert_eq!(ruling["outcome"]["tricks"], by_player(&dealt.players, won));
        positions += expected.len();
    }
}
