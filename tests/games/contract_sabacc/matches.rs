//! Random matches of Contract Sabacc.

use super::*;

/// Returns the number of cards dealt to each player and to the talon.
pub(super) fn dealt(players: usize) -> (usize, usize) {
    [(24, 6), (18, 6), (15, 3)][players - 3]
}

pub(super) fn stake(bid: &str) -> i64 {
    BIDS.iter().find(|(known, _)| *known == bid).unwrap().1
}

pub(super) fn rank_of_bid(bid: &str) -> usize {
    BIDS.iter().position(|(known, _)| *known == bid).unwrap()
}

/// Returns the player who calls next and the legal calls, or `None` after the auction.
pub(super) fn next_calls(
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
    let mut legal_calls: Vec<&'static str> = BIDS[above..].iter().map(|(bid, _)| *bid).collect();
    legal_calls.push("pass");
    Some((turn, legal_calls))
}

/// Returns a complete auction of legal calls; about half of them are passes.
pub(super) fn random_auction(
    chance: &mut Chance,
    count: usize,
    first: usize,
) -> Vec<(usize, &'static str)> {
    let mut calls = Vec::new();
    while let Some((turn, legal_calls)) = next_calls(count, first, &calls) {
        let call = if chance.once_in(2) {
            "pass"
        } else {
            *chance.pick(&legal_calls)
        };
        calls.push((turn, call));
    }
    calls
}

pub(super) fn written(players: &[String], calls: &[(usize, &str)]) -> Value {
    let calls = calls.iter();
    calls
        .map(|(seat, call)| json!({ "player": players[*seat], "call": call }))
        .collect()
}

/// A random match with the expected results of its hands.
pub(super) struct Match {
    pub(super) document: Value,
    /// For each hand, the gain of every player and the pot afterward.
    pub(super) expected: Vec<(Vec<i64>, i64)>,
}

pub(super) fn random_match(seed: u64) -> Match {
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

/// Returns a hand dealt by the player with this index, and the gain of every player. Updates the pot.
pub(super) fn random_hand(
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
            let bids = calls.iter().filter(|(caller, call)| {
                *caller == seat
                    && *call != "pass"
                    && (with_auction || (seat == *declarer && call == bid))
            });
            let stakes: Vec<i64> = bids.map(|(_, call)| stake(call)).collect();
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
    // the stakes of the others, and the declarer's stake
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
    // the highest bonus and its winner; the bonus is in quarters of the pot
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

/// Returns the tricks of all players. In half of the cases one player takes nearly all.
pub(super) fn random_tricks(chance: &mut Chance, all: i64, count: usize) -> Vec<i64> {
    if chance.once_in(2) {
        return chance.split(all, count);
    }
    let lost = chance.between(0, 5);
    let mut tricks = chance.split(lost, count);
    tricks[chance.below(count)] += all - lost;
    tricks
}
