//! Compares the players who can still win with the winners of every continuation of small matches.

use serde_json::{Value, json};

use crate::games::continuations::{bids_and_tricks, check_outlook};
use crate::support::{Chance, by_player, players, scored};

/// Returns a match with one or two small hands still to play, and the cards in its first hand.
fn almost_over(chance: &mut Chance) -> (Value, i64) {
    let count = 2 + chance.below(2);
    let players = players(count);
    let last = chance.between(1, if count == 2 { 4 } else { 2 });
    let left = chance.between(1, 2.min(last));
    let first = 1 + chance.between(0, last - left);
    let earlier = (first..=last - left).map(|cards| {
        let bids: Vec<i64> = players.iter().map(|_| chance.between(0, cards)).collect();
        json!({ "bids": by_player(&players, bids), "tricks": by_player(&players, chance.split(cards, count)) })
    });
    let hands: Vec<Value> = earlier.collect();
    let left = last - first + 1 - i64::try_from(hands.len()).unwrap();
    let cards = last - left + 1;
    let points = *chance.pick(&[-9, -4, -2, -1, 0, 1, 3, 5, 8]);
    let mut document = json!({ "game": "brink-bid", "players": players, "hands": hands,
        "options": { "first_hand_cards": first, "last_hand_cards": last,
            "made_points": *chance.pick(&[0, 1, 5, 5, 5]), "brink_points": *chance.pick(&[0, 1, 2, 2, 6]) },
        "adjustments": [{ "after_hand": 0, "player": players[0], "points": points, "reason": "a start" }] });
    if chance.once_in(2) {
        let mut current = json!({});
        for player in &players {
            if chance.once_in(2) {
                current["bids"][player] = json!(chance.between(0, cards));
            }
        }
        if chance.once_in(3) {
            current["tricks"][&players[0]] = json!(chance.between(0, cards));
        }
        document["current"] = current;
    }
    (document, first)
}

#[test]
fn the_outlook_equals_all_continuations() {
    let mut chance = Chance(46);
    for _ in 0..150 {
        let (document, first) = almost_over(&mut chance);
        let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        let hands =
            |number: usize| bids_and_tricks(&names, first + i64::try_from(number).unwrap() - 1);
        check_outlook(&document, &hands);
    }
}

/// Returns a match with one hand to play, in which Ann leads Bo by `lead` points.
fn nine_hands(lead: i64) -> Value {
    let hands = (4..13).map(
        |cards| json!({ "bids": { "Ann": cards, "Bo": 0 }, "tricks": { "Ann": 0, "Bo": cards } }),
    );
    let hands: Vec<Value> = hands.collect();
    json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": hands,
        "adjustments": [{ "after_hand": 9, "player": "Ann", "points": 40, "reason": "a start" },
                        { "after_hand": 9, "player": "Bo", "points": 40 - lead, "reason": "a start" }] })
}

#[test]
fn with_one_hand_left_a_lead_of_six_decides_and_five_does_not() {
    let outlook = scored(&nine_hands(6))["outlook"].clone();
    assert_eq!(outlook["can_win"], json!(["Ann"]));
    assert_eq!(outlook["decided"], true);
    assert_eq!(
        outlook["text"],
        json!(["Ann leads by 6 with 1 hand left: decided."])
    );
    let outlook = scored(&nine_hands(5))["outlook"].clone();
    assert_eq!(outlook["can_win"], json!(["Ann", "Bo"]));
    assert_eq!(outlook["decided"], false);
    let report = json!([
        "Ann leads by 5 with 1 hand left.",
        "Everyone can still win."
    ]);
    assert_eq!(outlook["text"], report);
}

#[test]
fn there_is_no_outlook_while_cards_are_recorded() {
    let mut document = nine_hands(5);
    document["current"] = json!({ "dice": { "trump": "spades" }, "play": { "tricks": [] } });
    assert!(scored(&document).get("outlook").is_none());
}
