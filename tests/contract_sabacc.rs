//! Properties of Contract Sabacc, and a second, slow scorer and referee that have to agree with the
//! fast ones.

mod support;

use proptest::prelude::*;
use serde_json::{Value, json};

use support::{
    Chance, by_player, card, check_sums, deal, legal, players, ruled, scored, scores, turned,
};

const BIDS: [(&str, i64); 5] = [
    ("take", 1),
    ("push", 1),
    ("guard", 2),
    ("guard-without", 4),
    ("guard-against", 6),
];
const SUITS: [&str; 4] = ["coins", "flasks", "sabres", "staves"];

/// Cards each and cards of the talon.
fn dealt(players: usize) -> (usize, usize) {
    [(24, 6), (18, 6), (15, 3)][players - 3]
}

fn stake(bid: &str) -> i64 {
    BIDS.iter().find(|(known, _)| *known == bid).unwrap().1
}

fn rank_of_bid(bid: &str) -> usize {
    BIDS.iter().position(|(known, _)| *known == bid).unwrap()
}

// ---- the auction, replayed from its first call ----

/// Who may speak after these calls, and what that player may call; nobody, once it is over.
fn may_speak(
    count: usize,
    first: usize,
    calls: &[(usize, &'static str)],
) -> Option<(usize, Vec<&'static str>)> {
    let has_passed = |seat: usize| {
        calls
            .iter()
            .any(|(caller, call)| *caller == seat && *call == "pass")
    };
    let left: Vec<usize> = (0..count).filter(|seat| !has_passed(*seat)).collect();
    let highest = calls.iter().rev().find(|(_, call)| *call != "pass");
    let over = match (&left[..], highest) {
        ([], _) => true,
        ([one], Some((bidder, _))) => one == bidder,
        _ => false,
    };
    if over {
        return None;
    }
    let mut turn = calls
        .last()
        .map_or(first, |(caller, _)| (caller + 1) % count);
    while has_passed(turn) {
        turn = (turn + 1) % count;
    }
    let above = highest.map_or(0, |(_, call)| rank_of_bid(call) + 1);
    let mut may: Vec<&'static str> = BIDS[above..].iter().map(|(bid, _)| *bid).collect();
    may.push("pass");
    Some((turn, may))
}

/// A whole auction of legal calls, often passes.
fn random_auction(chance: &mut Chance, count: usize, first: usize) -> Vec<(usize, &'static str)> {
    let mut calls = Vec::new();
    while let Some((turn, may)) = may_speak(count, first, &calls) {
        let call = if chance.once_in(2) {
            "pass"
        } else {
            *chance.pick(&may)
        };
        calls.push((turn, call));
    }
    calls
}

fn written(players: &[String], calls: &[(usize, &str)]) -> Value {
    let calls = calls.iter();
    calls
        .map(|(seat, call)| json!({ "player": players[*seat], "call": call }))
        .collect()
}

// ---- a match, scored by what everyone gains and loses ----

/// A random match with what its hands must come to.
struct Match {
    document: Value,
    /// Of each hand: what every player gains, and the pot after it.
    expected: Vec<(Vec<i64>, i64)>,
}

fn random_match(seed: u64) -> Match {
    let mut chance = Chance(seed);
    let count = 3 + chance.below(3);
    let players = players(count);
    let options = json!({
        "ante": chance.between(0, 4), "pot_at_start": chance.between(0, 20),
        "ante_each": chance.pick(&["deal", "match"]), "slam": chance.pick(&["at-least", "exactly"]),
        "wagers": chance.pick(&["all-match", "raise-to", "add"]),
        "match_stack": chance.pick(&["declarer", "defender"]),
        "odd_chips": chance.pick(&["ante-pot", "declarer"]),
        "bidding_starts": chance.pick(&["dealers-left", "dealers-right"]),
        "pot_at_end": chance.pick(&["leave", "divide"]),
    });
    let mut pot = options["pot_at_start"].as_i64().unwrap();
    let number = 1 + chance.below(count);
    let finished = chance.once_in(2);
    let (mut hands, mut expected) = (Vec::new(), Vec::new());
    for index in 0..number {
        let (hand, mut gains) = random_hand(&mut chance, &options, &players, index, &mut pot);
        let last = index + 1 == number && (finished || number == count);
        if last && options["pot_at_end"] == "divide" {
            let share = pot / i64::try_from(count).unwrap();
            for gain in &mut gains {
                *gain += share;
            }
            pot %= i64::try_from(count).unwrap();
        }
        hands.push(hand);
        expected.push((gains, pot));
    }
    let document = json!({ "game": "contract-sabacc", "players": players, "options": options,
        "hands": hands, "finished": finished,
        "adjustments": [{ "after_hand": chance.below(number + 1), "player": players[1], "points": -3, "reason": "revoke" }] });
    Match { document, expected }
}

/// A hand dealt by the player of this index, what everyone gains, and the pot carried on.
fn random_hand(
    chance: &mut Chance,
    options: &Value,
    players: &[String],
    dealer: usize,
    pot: &mut i64,
) -> (Value, Vec<i64>) {
    let count = players.len();
    let ante = if options["ante_each"] == "deal" || dealer == 0 {
        options["ante"].as_i64().unwrap()
    } else {
        0
    };
    let mut gains = vec![-ante; count];
    *pot += ante * i64::try_from(count).unwrap();
    let first = if options["bidding_starts"] == "dealers-left" {
        (dealer + count - 1) % count
    } else {
        (dealer + 1) % count
    };
    let calls = random_auction(chance, count, first);
    let Some((declarer, bid)) = calls.iter().rev().find(|(_, call)| *call != "pass") else {
        let void = [
            json!({ "void": true }),
            json!({ "auction": written(players, &calls) }),
        ];
        return (chance.pick(&void).clone(), gains);
    };
    let with_auction = !chance.once_in(3);
    let mut hand = if with_auction {
        json!({ "auction": written(players, &calls) })
    } else {
        json!({ "declarer": players[*declarer], "contract": bid })
    };
    let mut wagers: Vec<i64> = (0..count)
        .map(|seat| {
            let heard = calls.iter().filter(|(caller, call)| {
                *caller == seat
                    && *call != "pass"
                    && (with_auction || (seat == *declarer && call == bid))
            });
            let stakes: Vec<i64> = heard.map(|(_, call)| stake(call)).collect();
            match options["wagers"].as_str().unwrap() {
                "all-match" => stake(bid),
                "raise-to" => stakes.last().copied().unwrap_or(0),
                _ => stakes.iter().sum(),
            }
        })
        .collect();
    if chance.once_in(4) {
        wagers = (0..count).map(|_| chance.between(0, 9)).collect();
        hand["stakes"] = by_player(players, wagers.clone());
    }
    let halves = chance.between(0, 182);
    hand["card_points"] = json!(f64::from(i32::try_from(halves).unwrap()) / 2.0);
    let all = i64::try_from(dealt(count).0).unwrap();
    let tricks = random_tricks(chance, all, count);
    let with_tricks = chance.once_in(2);
    if with_tricks {
        hand["tricks"] = by_player(players, tricks.clone());
    }
    let takers: Vec<usize> = (0..count).filter(|seat| tricks[*seat] > 0).collect();
    let winner = *chance.pick(&takers);
    let last = *chance.pick(&["idiot", "magician", "other", ""]);
    if !last.is_empty() {
        hand["last_trick"] = json!({ "winner": players[winner], "card": last });
    }
    // what the others stake, and what the declarer puts beside it
    let others: i64 = (0..count)
        .filter(|seat| seat != declarer)
        .map(|seat| wagers[seat])
        .sum();
    let defenders = i64::try_from(count - 1).unwrap();
    let stacks = if options["match_stack"] == "declarer" {
        wagers[*declarer] * defenders
    } else {
        others
    };
    let mut odd = 0;
    if halves >= 92 {
        (0..count).for_each(|seat| gains[seat] -= wagers[seat]);
        gains[*declarer] += wagers[*declarer] + others;
    } else {
        let table = wagers[*declarer] + others + stacks;
        (0..count).for_each(|seat| gains[seat] += table / defenders - wagers[seat]);
        gains[*declarer] -= table / defenders + stacks;
        odd = table % defenders;
        if options["odd_chips"] == "declarer" {
            gains[*declarer] += odd;
            odd = 0;
        }
    }
    // the highest bonus of all, in quarters of the pot
    let mut bonus = (0, winner);
    if last == "idiot" {
        bonus.0 = 1;
    } else if last == "magician" {
        bonus.0 = 2;
    }
    for seat in (0..count).filter(|_| with_tricks) {
        if tricks[seat] == all {
            bonus = (4, seat);
        } else if tricks[seat] == all - 3
            || (tricks[seat] > all - 3 && options["slam"] == "at-least")
        {
            bonus = (3, seat);
        }
    }
    let paid = *pot * bonus.0 / 4;
    gains[bonus.1] += paid;
    *pot += odd - paid;
    (hand, gains)
}

/// Tricks of everyone, now and then nearly all of them one player's.
fn random_tricks(chance: &mut Chance, all: i64, count: usize) -> Vec<i64> {
    if chance.once_in(2) {
        return chance.split(all, count);
    }
    let lost = chance.between(0, 5);
    let mut tricks = chance.split(lost, count);
    tricks[chance.below(count)] += all - lost;
    tricks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_slow_scorer_agrees_and_chips_are_conserved(seed: u64) {
        let Match { document, expected } = random_match(seed);
        let result = scored(&document);
        check_sums(&result);
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
            let may = may_speak(count, first, &calls);
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

// ---- the cards, by their names ----

fn pack() -> Vec<String> {
    let suits = SUITS.iter();
    let mut pack: Vec<String> = suits
        .flat_map(|suit| (1..=14).map(move |rank| format!("{suit}-{rank}")))
        .collect();
    pack.extend((1..=21).map(|number| format!("-{number}")));
    pack.push("0".to_owned());
    pack
}

fn is_sabacc(card: &str) -> bool {
    card == "0" || card.starts_with('-')
}

fn is_honour(card: &str) -> bool {
    ["0", "-1", "-21"].contains(&card) || card.ends_with("-14") && !is_sabacc(card)
}

fn suit_of(card: &str) -> &str {
    if is_sabacc(card) {
        "Sabacc"
    } else {
        card.split('-').next().unwrap()
    }
}

fn number_of(card: &str) -> i64 {
    card.split('-').nth(1).unwrap_or("0").parse().unwrap()
}

/// "Two ordinary cards: 1 point; one Legate and one ordinary card: 2 points", and so on: in half
/// points, each card by itself.
fn worth(card: &str) -> i64 {
    match number_of(card) {
        _ if is_honour(card) => 9,
        13 if !is_sabacc(card) => 7,
        12 if !is_sabacc(card) => 5,
        11 if !is_sabacc(card) => 3,
        _ => 1,
    }
}

fn points(cards: &[String]) -> f64 {
    let halves: i64 = cards.iter().map(|card| worth(card)).sum();
    f64::from(i32::try_from(halves).unwrap()) / 2.0
}

/// "If they do not have that suit, they must play a Sabacc; if they do not have a Sabacc, they can
/// play any card."
fn allowed(held: &[String], lead: Option<&str>) -> Vec<String> {
    let Some(lead) = lead else {
        return held.to_vec();
    };
    let of = |suit: &str| -> Vec<String> {
        held.iter()
            .filter(|card| suit_of(card) == suit)
            .cloned()
            .collect()
    };
    for suit in [suit_of(lead), "Sabacc"] {
        if !of(suit).is_empty() {
            return of(suit);
        }
    }
    held.to_vec()
}

/// Whether the second card beats the first, which leads or is winning.
fn beats(first: &str, second: &str) -> bool {
    match (is_sabacc(first), is_sabacc(second)) {
        (true, true) => second == "0" || (first != "0" && number_of(second) > number_of(first)),
        (sabacc, true) => !sabacc,
        (true, false) => false,
        (false, false) => suit_of(first) == suit_of(second) && number_of(second) > number_of(first),
    }
}

/// A hand that was dealt and bid: who holds what after the aside, what lies out of play.
struct Deal {
    players: Vec<String>,
    hands: Vec<Vec<String>>,
    talon: Vec<String>,
    aside: Vec<String>,
    dealer: usize,
    declarer: usize,
    contract: &'static str,
}

/// All tricks of a deal.
struct Played {
    tricks: Vec<Vec<Value>>,
    /// Whether each card was allowed.
    rulings: Vec<bool>,
    won: Vec<i64>,
    /// The cards in the tricks that the declarer won.
    pile: Vec<String>,
    last: (usize, String),
}

impl Deal {
    fn random(chance: &mut Chance) -> Deal {
        let count = 3 + chance.below(3);
        let (cards, size) = dealt(count);
        let (mut hands, talon) = deal(chance, &pack(), count, cards);
        let (declarer, contract) = (chance.below(count), chance.pick(&BIDS).0);
        let mut aside = Vec::new();
        if stake(contract) < 4 {
            let hand = &mut hands[declarer];
            hand.extend(talon.iter().cloned());
            chance.shuffle(hand);
            hand.sort_by_key(|card| match card {
                card if is_honour(card) => 2,
                card if is_sabacc(card) => 1,
                _ => 0,
            });
            aside = hand.drain(..size).collect();
        }
        Deal {
            players: players(count),
            hands,
            talon,
            aside,
            dealer: chance.below(count),
            declarer,
            contract,
        }
    }

    fn question(&self, tricks: &Value, with_hands: bool, with_rest: bool) -> Value {
        let mut question = json!({ "game": "contract-sabacc", "question": "play", "players": self.players,
            "dealer": self.players[self.dealer], "tricks": tricks,
            "setting": { "declarer": self.players[self.declarer], "contract": self.contract } });
        if with_hands {
            question["hands"] = by_player(&self.players, self.hands.iter().cloned());
        }
        if with_rest {
            question["setting"]["talon"] = json!(self.talon);
            if !self.aside.is_empty() {
                question["setting"]["aside"] = json!(self.aside);
            }
        }
        question
    }

    /// What the declarer's pile counts after these tricks.
    fn points(&self, played: &Played) -> f64 {
        let rest = match self.contract {
            "guard-against" => 0.0,
            "guard-without" => points(&self.talon),
            _ => points(&self.aside),
        };
        points(&played.pile) + rest
    }

    /// Plays every trick; `choose` picks from what the slow referee allows, or from what is held.
    fn play(&self, mut choose: impl FnMut(&[String], &[String]) -> String) -> Played {
        let count = self.players.len();
        let mut held = self.hands.clone();
        let mut played = Played {
            tricks: Vec::new(),
            rulings: Vec::new(),
            won: vec![0; count],
            pile: Vec::new(),
            last: (0, String::new()),
        };
        let mut leader = (self.dealer + 1) % count;
        for _ in 0..dealt(count).0 {
            let mut lies: Vec<(usize, String)> = Vec::new();
            for place in 0..count {
                let seat = (leader + place) % count;
                let may = allowed(&held[seat], lies.first().map(|(_, card)| card.as_str()));
                let chosen = choose(&may, &held[seat]);
                played.rulings.push(may.contains(&chosen));
                held[seat].retain(|card| *card != chosen);
                lies.push((seat, chosen));
            }
            let mut best = lies[0].clone();
            for lie in &lies[1..] {
                if beats(&best.1, &lie.1) {
                    best = lie.clone();
                }
            }
            leader = best.0;
            played.won[leader] += 1;
            if leader == self.declarer {
                played
                    .pile
                    .extend(lies.iter().map(|(_, card)| card.clone()));
            }
            played.last = best;
            let named = lies
                .iter()
                .map(|(seat, lie)| card(&self.players[*seat], lie));
            played.tricks.push(named.collect());
        }
        played
    }

    fn last_trick(&self, played: &Played) -> Value {
        let card = match played.last.1.as_str() {
            "0" => "idiot",
            "-1" => "magician",
            _ => "other",
        };
        json!({ "winner": self.players[played.last.0], "card": card })
    }
}

#[test]
fn the_slow_count_knows_ninety_one_points() {
    assert_eq!((pack().len(), points(&pack())), (78, 91.0));
}

proptest! {
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
        let mut told = counted.clone();
        told["play"] = json!({ "tricks": tricks, "hands": by_player(&dealt.players, dealt.hands.iter().cloned()), "talon": dealt.talon });
        if !dealt.aside.is_empty() {
            told["play"]["aside"] = json!(dealt.aside);
        }
        let alone = json!({ "declarer": dealt.players[dealt.declarer], "contract": dealt.contract, "play": { "tricks": tricks } });
        let results: Vec<Value> = [numbers, counted, told, alone].into_iter().map(|hand| {
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
    fn a_card_that_was_not_legal_is_found(seed: u64) {
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
        prop_assert_eq!(support::refused(&document), vec![("irregularity".to_owned(), place)]);
        document["hands"][0]["irregularities"] = json!("waived");
        prop_assert_eq!(scored(&document)["hands"][0]["warnings"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn what_is_put_aside_is_judged_as_a_set(seed: u64) {
        let mut chance = Chance(seed);
        let count = 3 + chance.below(3);
        let (cards, size) = dealt(count);
        let total = cards + size;
        let mut all = pack();
        chance.shuffle(&mut all);
        if chance.once_in(2) {
            // few others beside Sabaccs and Honours, of which there are 26
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

/// Some fourteen hundred deals of seventy-two to seventy-five cards: more than a hundred thousand
/// positions, with every fourth card played at random, legal or not.
#[test]
fn the_slow_referee_agrees() {
    let mut chance = Chance(78);
    let mut positions = 0;
    while positions < 100_000 {
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
