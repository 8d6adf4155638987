//! Random matches of Mariash.

use super::*;

/// Random house rules.
pub(super) fn random_options(chance: &mut Chance) -> Value {
    let mut options = json!({});
    let mut rule = |chance: &mut Chance, name: &str, values: &[Value]| {
        if chance.once_in(3) {
            options[name] = chance.pick(values).clone();
        }
    };
    let rates = [
        json!({ "seven": 3, "misere": 10 }),
        json!({ "game": 2, "hundred_seven": 9, "slam": 25 }),
    ];
    rule(chance, "rates", &rates);
    rule(chance, "game_stake", &[json!(0), json!(2), json!(5)]);
    rule(chance, "red_doubles", &[json!(false), json!(true)]);
    rule(
        chance,
        "red_trumps",
        &[json!("hearts"), json!("hearts-diamonds")],
    );
    rule(
        chance,
        "hundred_tens",
        &[json!("none"), json!("add"), json!("double")],
    );
    rule(chance, "max_doubles", &[json!(1), json!(6)]);
    rule(chance, "commitments_per_defender", &[json!(2), json!(3)]);
    rule(chance, "open_hand_factor", &[json!(1), json!(3)]);
    rule(chance, "card_points", &[json!(90), json!(120)]);
    rule(
        chance,
        "ten_rank",
        &[json!("low"), json!("high"), Value::Null],
    );
    rule(chance, "marriages", &[json!(true)]);
    rule(chance, "silent", &[json!(true)]);
    rule(chance, "limit", &[json!(5), json!(40), Value::Null]);
    rule(chance, "sitting_out_pays", &[json!(false)]);
    options
}

/// Returns a random legal hand.
pub(super) fn random_hand(chance: &mut Chance, options: &Value, playing: &[String]) -> Value {
    let declarer = chance.pick(playing).clone();
    let most = option(options, "max_doubles", 4);
    if chance.once_in(4) {
        let game_type = *chance.pick(&["misere", "slam"]);
        let tricks = *chance.pick(&[0, 0, 1, 9, 10, 10]);
        return json!({ "declarer": declarer, "game_type": game_type, "declarer_tricks": tricks,
                       "doubles": chance.between(0, most) });
    }
    let mut commitments = vec![
        json!({ "by": declarer, "contract": chance.pick(&CONTRACTS), "doubles": chance.between(0, most) }),
    ];
    let mut contracts = CONTRACTS;
    chance.shuffle(&mut contracts);
    let mut contracts = contracts.into_iter();
    for defender in playing.iter().filter(|name| **name != declarer) {
        for _ in 0..chance.between(0, option(options, "commitments_per_defender", 1)) {
            if let Some(contract) = contracts.next() {
                commitments.push(json!({ "by": defender, "contract": contract, "doubles": chance.between(0, most) }));
            }
        }
    }
    let total = option(options, "card_points", 120);
    let half = total / 2;
    let points = *chance.pick(&[0, 9, 19, 49, 50, 51, half, 90, total]);
    let mut hand = json!({ "declarer": declarer, "game_type": "trump", "trump": chance.pick(&WORDS),
        "commitments": commitments, "points": { "declarer": points, "defense": total - points },
        "last_trick": { "winner": chance.pick(playing), "trump_seven": chance.once_in(2) } });
    if flag(options, "marriages", false) {
        let (declarer, defense) = *chance.pick(&[(0, 0), (20, 40), (60, 40), (0, 100)]);
        hand["marriages"] = json!({ "declarer": declarer, "defense": defense });
    }
    if chance.once_in(4) {
        let answer = *chance.pick(&["accept", "play"]);
        hand["open_hand"] = json!(answer);
        if answer == "accept" {
            for played in ["points", "last_trick", "marriages"] {
                hand.as_object_mut().unwrap().remove(played);
            }
        }
    }
    hand
}

/// Returns a match of random legal hands.
pub(super) fn random_match(seed: u64) -> Value {
    let mut chance = Chance(seed);
    let count = 3 + chance.below(2);
    let players = players(count);
    let options = random_options(&mut chance);
    let first = chance.below(count);
    let hands: Vec<Value> = (0..=chance.below(6))
        .map(|hand| {
            let dealer = &players[(first + hand) % count];
            let playing: Vec<String> = players
                .iter()
                .filter(|name| count == 3 || *name != dealer)
                .cloned()
                .collect();
            random_hand(&mut chance, &options, &playing)
        })
        .collect();
    json!({ "game": "mariash", "players": players, "options": options, "first_dealer": players[first], "hands": hands })
}
