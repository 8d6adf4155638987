//! A slow, simple scorer of Mariash.

use super::*;

pub(super) fn option(options: &Value, name: &str, default: i64) -> i64 {
    options[name].as_i64().unwrap_or(default)
}

pub(super) fn flag(options: &Value, name: &str, default: bool) -> bool {
    options[name].as_bool().unwrap_or(default)
}

/// Returns what one opponent pays the declarer, following the rules sentence by sentence.
pub(super) fn slow_payment(options: &Value, hand: &Value) -> i64 {
    let rates = &options["rates"];
    let doublings = |of: &Value| 2_i64.pow(u32::try_from(of["doubles"].as_i64().unwrap()).unwrap());
    let limited = |sum: i64| {
        let limit = option(options, "limit", i64::MAX);
        if sum > limit {
            limit
        } else if sum < -limit {
            -limit
        } else {
            sum
        }
    };
    let tricks = hand["declarer_tricks"].as_i64();
    if hand["game_type"] == "misere" {
        let value = option(rates, "misere", 15) * doublings(hand);
        return limited(if tricks == Some(0) { value } else { -value });
    }
    if hand["game_type"] == "slam" {
        let value = option(rates, "slam", 30) * doublings(hand);
        return limited(if tricks == Some(10) { value } else { -value });
    }
    let diamonds = options["red_trumps"] != "hearts" && hand["trump"] == "diamonds";
    let red = hand["trump"] == "hearts" || diamonds;
    let red = if red && flag(options, "red_doubles", true) {
        2
    } else {
        1
    };
    let accepted = hand["open_hand"] == "accept";
    let won_by_declarer = hand["last_trick"]["winner"] == hand["declarer"];
    let points = |side: &str| {
        let cards = hand["points"][side].as_i64().unwrap_or(0);
        cards + hand["marriages"][side].as_i64().unwrap_or(0)
    };
    let points = |declarer: bool| points(if declarer { "declarer" } else { "defense" });
    let seven =
        |declarer: bool| won_by_declarer == declarer && hand["last_trick"]["trump_seven"] == true;
    let commitments = hand["commitments"].as_array().unwrap();
    let has = |declarer: bool, contract: &str| {
        commitments
            .iter()
            .any(|one| (one["by"] == hand["declarer"]) == declarer && one["contract"] == contract)
    };
    let tens = |declarer: bool| {
        let tens = u32::try_from((points(declarer) - 100) / 10).unwrap_or(0);
        match options["hundred_tens"].as_str() {
            Some("add") => 1 + i64::from(tens),
            Some("double") => 2_i64.pow(tens),
            _ => 1,
        }
    };
    // What the declarer and the defense win for the game itself; silent contracts multiply it.
    let mut paid_for_game = [0, 0];
    let mut sum = 0;
    for commitment in commitments {
        let own = commitment["by"] == hand["declarer"];
        let (rate, fulfilled) = match commitment["contract"].as_str().unwrap() {
            "game" => (option(rates, "game", 1), points(own) > 50),
            "seven" => (option(rates, "seven", 2), seven(own)),
            "hundred" => (option(rates, "hundred", 4), points(own) >= 100),
            _ => (
                option(rates, "hundred_seven", 6),
                points(own) >= 100 && seven(own),
            ),
        };
        let fulfilled = if accepted { own } else { fulfilled };
        let mut value = rate * red * doublings(commitment);
        if own && !hand["open_hand"].is_null() {
            value *= option(options, "open_hand_factor", 2);
        }
        if fulfilled
            && commitment["contract"]
                .as_str()
                .unwrap()
                .starts_with("hundred")
        {
            value *= tens(own);
        }
        if commitment["contract"] == "game" {
            paid_for_game[usize::from(fulfilled != own)] += value;
        }
        sum += if fulfilled == own { value } else { -value };
    }
    let winner = match (accepted, points(true) - points(false)) {
        (true, _) => Some(true),
        (_, 0) => None,
        (_, difference) => Some(difference > 0),
    };
    let silent = flag(options, "silent", false) && !accepted;
    if let Some(declarer) = winner
        && !has(true, "game")
        && !has(false, "game")
    {
        let stake = option(options, "game_stake", 1) * red;
        paid_for_game[usize::from(!declarer)] += stake;
        sum += if declarer { stake } else { -stake };
    }
    for declarer in [true, false] {
        let hundred = has(declarer, "hundred") || has(declarer, "hundred-seven");
        if silent && points(declarer) >= 100 && !hundred {
            let paid = paid_for_game[usize::from(!declarer)];
            let more = paid * 2 * tens(declarer) - paid;
            sum += if declarer { more } else { -more };
        }
    }
    for declarer in [true, false] {
        if silent && seven(declarer) && !has(declarer, "seven") && !has(declarer, "hundred-seven") {
            let seven = option(rates, "seven", 2);
            let half = (seven / 2 + seven % 2) * red;
            sum += if declarer { half } else { -half };
        }
    }
    limited(sum)
}

/// Returns every player's score in a hand.
pub(super) fn slow_scores(document: &Value, hand: usize) -> Vec<(String, f64)> {
    let players = document["players"].as_array().unwrap();
    let first = players
        .iter()
        .position(|name| *name == document["first_dealer"])
        .unwrap();
    let dealer = &players[(first + hand) % players.len()];
    let options = &document["options"];
    let hand = &document["hands"][hand];
    let each = slow_payment(options, hand);
    let pays = |name: &&Value| {
        **name != hand["declarer"]
            && (players.len() == 3 || *name != dealer || flag(options, "sitting_out_pays", true))
    };
    let opponents = i32::try_from(players.iter().filter(pays).count()).unwrap();
    let each = f64::from(i32::try_from(each).unwrap());
    let score = |name: &Value| {
        if *name == hand["declarer"] {
            each * f64::from(opponents)
        } else if pays(&name) {
            0.0 - each
        } else {
            0.0
        }
    };
    let mut scores: Vec<(String, f64)> = players
        .iter()
        .map(|name| (name.as_str().unwrap().to_owned(), score(name)))
        .collect();
    scores.sort_by(|one, other| one.0.cmp(&other.0));
    scores
}
