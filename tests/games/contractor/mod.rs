//! Properties of Contractor, and a slow scorer and referee that must agree with the real ones.

mod auction;
mod limits;
mod matches;
mod referee;
mod scorer;

use crate::games::french::{SUITS, WORDS};
use crate::support::{
    Chance, by_player, card, check_factors, check_sums, deal, legal, pack, players, random_cases,
    ruled, scored, scores, share, turned,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use auction::*;
use matches::*;
use referee::*;
use scorer::*;

const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];

const STRAINS: [&str; 7] = [
    "diamonds",
    "hearts",
    "clubs",
    "spades",
    "no-trump",
    "crazytrump",
    "nil",
];

const FLAGS: [&str; 5] = [
    "sour_trumps",
    "exposed",
    "absolutely_sure",
    "nil_without_joker",
    "thievery",
];

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn lines_add_up_and_the_slow_scorer_agrees(seed: u64) {
        let document = random_match(seed);
        let result = scored(&document);
        check_sums(&result);
        check_factors(&document);
        for (index, found) in scores(&result).into_iter().enumerate() {
            prop_assert_eq!(found, slow_scores(&document, index), "hand {} of {}", index + 1, document);
        }
    }

    #[test]
    fn a_wager_is_lost_by_one_and_won_by_another(seed: u64) {
        for hand in scored(&random_match(seed))["hands"].as_array().unwrap() {
            let wagers = hand["explanation"].as_array().unwrap().iter().filter(|line| line["rule"] == "contractor/wager");
            let points = wagers.flat_map(|wager| wager["points"].as_object().unwrap().values());
            prop_assert_eq!(points.map(|points| points.as_i64().unwrap()).sum::<i64>(), 0);
            let parts = hand["detail"]["parts"].as_object().unwrap().values();
            prop_assert_eq!(hand["detail"]["value"].as_i64().unwrap(), parts.map(|part| part.as_i64().unwrap()).sum::<i64>());
            prop_assert!(hand["detail"]["value"].as_i64().unwrap() >= 5);
        }
    }

    #[test]
    fn turning_the_seats_turns_the_scores(seed: u64, seats in 1usize..3) {
        let document = random_match(seed);
        let turned = turned(&document, seats);
        prop_assert_eq!(scores(&scored(&document)), scores(&scored(&turned)));
    }

    #[test]
    fn the_slow_auction_agrees(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer) = (players(3), chance.below(3));
        let options = random_options(&mut chance);
        let mut question = auction_question(&players, &options, dealer);
        let mut slow = SlowAuction { options, dealer, calls: Vec::new() };
        let mut expected = Vec::new();
        for _ in 0..=chance.below(16) {
            let seat = slow.turn().filter(|_| !chance.once_in(4)).unwrap_or_else(|| chance.below(3));
            let call = match chance.below(4) {
                0 => json!("pass"),
                1 => json!("challenge"),
                _ => random_contract(&mut chance),
            };
            question["calls"].as_array_mut().unwrap().push(json!({ "player": players[seat], "call": call }));
            let allowed = slow.allows(seat, &call);
            expected.push(allowed);
            if allowed {
                slow.calls.push((seat, call));
            }
        }
        let ruling = ruled(&question);
        prop_assert_eq!(legal(&ruling), expected, "{}", question);
        prop_assert_eq!(&ruling["outcome"], &slow.outcome(&players), "{}", question);
        let turn = slow.turn().map(|seat| json!(players[seat]));
        prop_assert_eq!(ruling["next"].get(0).map(|next| next["player"].clone()), turn);
    }

    #[test]
    fn legal_play_has_no_irregularity_and_scores(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, _| chance.pick(allowed).clone());
        let with_hands = chance.once_in(2);
        let ruling = ruled(&dealt.question(&json!(played.tricks), with_hands));
        let is_misplaced = with_hands && dealt.has_misplaced_card();
        prop_assert_eq!(&ruling["legal"], !is_misplaced);
        let own = ruling["rulings"].get(30).map(|own| (own["index"].clone(), own["rule"].clone()));
        prop_assert_eq!(own, is_misplaced.then(|| (json!(30), json!("contractor/revealed-card"))));
        prop_assert_eq!(played.won.iter().sum::<i64>(), 10);
        prop_assert_eq!(&ruling["outcome"]["tricks"], &by_player(&dealt.players, played.won.clone()));
        let mut play = json!({ "tricks": played.tricks, "kitty_card": dealt.kitty_card });
        if chance.once_in(2) {
            play["hands"] = by_player(&dealt.players, dealt.hands.iter().cloned());
        }
        let hand = json!({ "contractor": dealt.players[dealt.contractor], "contract": dealt.contract, "play": play });
        let mut document = json!({ "game": "contractor", "players": dealt.players,
            "options": { "idle_conditions": "allow" }, "hands": [hand] });
        let found = scores(&scored(&document));
        document["hands"][0]["tricks"] = by_player(&dealt.players, played.won);
        prop_assert_eq!(&found[0], &slow_scores(&document, 0));
    }

    #[test]
    fn illegal_cards_are_found(seed: u64) {
        let mut chance = Chance(seed);
        let dealt = Deal::random(&mut chance);
        let from = chance.below(20);
        let (mut place, mut wrong) = (0, None);
        let played = dealt.play(|allowed, all| {
            let illegal: Vec<&Choice> = all.iter().filter(|choice| !allowed.contains(choice)).collect();
            place += 1;
            if wrong.is_none() && place > from && !illegal.is_empty() {
                wrong = Some(place - 1);
                return (*chance.pick(&illegal)).clone();
            }
            chance.pick(allowed).clone()
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        let found: Vec<usize> = legal(&ruling).iter().enumerate().filter(|(_, legal)| !**legal).map(|(place, _)| place).collect();
        let misplaced = Some(30).filter(|_| dealt.has_misplaced_card());
        prop_assert_eq!(found, wrong.into_iter().chain(misplaced).collect::<Vec<usize>>());
    }
}

proptest! {
    #![proptest_config(random_cases(32))]

    #[test]
    fn an_auction_of_calls_from_next_ends(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer) = (players(3), chance.below(3));
        let options = random_options(&mut chance);
        let mut question = auction_question(&players, &options, dealer);
        for calls in 0.. {
            prop_assert!(calls < 100);
            let ruling = ruled(&question);
            prop_assert_eq!(&ruling["legal"], true);
            let Some(next) = ruling["next"].get(0) else {
                prop_assert_eq!(&ruling["outcome"]["complete"], true);
                break;
            };
            let with = |player: &Value, call: &Value| {
                let mut tried = question.clone();
                tried["calls"].as_array_mut().unwrap().push(json!({ "player": player, "call": call }));
                tried
            };
            let is_legal = |player: &Value, call: &Value| legal(&ruled(&with(player, call))).last().copied();
            let turn = &next["player"];
            let plain: Vec<Value> =
                next["calls"].as_array().unwrap().iter().map(|plain| plain["call"].clone()).collect();
            for call in ["pass", "challenge"].map(Value::from) {
                prop_assert_eq!(is_legal(turn, &call), Some(plain.contains(&call)));
            }
            let cheapest = next["bids"]["cheapest"].as_array();
            for contract in cheapest.into_iter().flatten() {
                prop_assert_eq!(is_legal(turn, contract), Some(true));
            }
            let contract = random_contract(&mut chance);
            let by_dealer = players[dealer] == turn.as_str().unwrap();
            let admitted = within_limits(&options, &contract)
                && next["bids"]["value"].as_i64().is_some_and(|least| slow_value(&options, &contract, by_dealer) >= least);
            prop_assert_eq!(is_legal(turn, &contract), Some(admitted));
            let call = match chance.below(5) {
                0 => chance.pick(&plain).clone(),
                1 if admitted => contract,
                _ => cheapest.map_or_else(|| json!("pass"), |cheapest| chance.pick(cheapest).clone()),
            };
            for other in players.iter().filter(|name| *turn != ***name) {
                prop_assert_eq!(is_legal(&json!(other), &call), Some(false));
            }
            question = with(turn, &call);
        }
    }

    #[test]
    fn the_cheapest_bids_are_found_among_all_contracts(seed: u64) {
        let mut chance = Chance(seed);
        let (players, dealer, by) = (players(3), chance.below(3), chance.below(3));
        let options = random_options(&mut chance);
        let all = all_contracts(&options, by == dealer);
        for beat in [0, chance.between(4, 12), chance.between(4, 31), 60] {
            let ruling = ruled(&json!({ "game": "contractor", "question": "value", "players": players, "options": options,
                "dealer": players[dealer], "by": players[by], "beat": beat }));
            let outcome = &ruling["outcome"];
            let found = outcome["value"].as_i64().map(|value| (value, outcome["cheapest"].as_array().unwrap().as_slice()));
            check_cheapest(&all, Some(beat), found);
        }
    }
}

/// Plays more than 3,000 deals with 30 positions each. One card in four is chosen at random, legal
/// or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(33);
    let (mut positions, mut irregular, mut misplaced) = (0, 0, 0);
    while positions < share(100_000) {
        let dealt = Deal::random(&mut chance);
        let played = dealt.play(|allowed, all| {
            let from = if chance.once_in(4) { all } else { allowed };
            chance.pick(from).clone()
        });
        let ruling = ruled(&dealt.question(&json!(played.tricks), true));
        let mut expected = played.rulings.clone();
        let is_misplaced = dealt.has_misplaced_card();
        expected.extend(is_misplaced.then_some(false));
        misplaced += usize::from(is_misplaced);
        assert_eq!(legal(&ruling), expected, "{ruling:#}");
        assert_eq!(
            ruling["outcome"]["tricks"],
            by_player(&dealt.players, played.won)
        );
        let rulings = ruling["rulings"].as_array().unwrap().iter();
        for (ruling, mut could) in rulings
            .zip(played.could_play)
            .filter(|(ruling, _)| ruling["legal"] == false)
        {
            let mut named: Vec<String> =
                serde_json::from_value(ruling["could_play"].clone()).unwrap();
            named.sort();
            could.sort();
            assert_eq!(named, could);
            irregular += 1;
        }
        positions += played.rulings.len();
    }
    assert!(irregular > share(5_000), "only {irregular} irregular cards");
    assert!(
        misplaced > share(20),
        "only {misplaced} misplaced revealed cards"
    );
}
