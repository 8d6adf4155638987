//! Compares the players who can still win with the winners of every continuation of small matches.

use serde_json::{Value, json};

use crate::games::continuations::{bids_and_tricks, check_outlook};
use overtrick_match::document::score;

use crate::support::{Chance, by_player, players, scored};

/// Returns a match of three players with one or two small hands still to play, and its largest
/// number of cards. Some values of the next hand may be known.
fn almost_over(chance: &mut Chance) -> (Value, i64) {
    let players = players(3);
    let most = chance.between(1, 3);
    let least = chance.between(1, most);
    let (deal, cards): (&str, Vec<i64>) = if chance.once_in(2) {
        ("up", (least..=most).collect())
    } else {
        ("down", (least..=most).rev().collect())
    };
    let left = if most == 3 {
        1
    } else {
        (1 + chance.below(2)).min(cards.len())
    };
    let mut hands = Vec::new();
    for cards in &cards[..cards.len() - left] {
        let bids = loop {
            let bids: Vec<i64> = players.iter().map(|_| chance.between(0, *cards)).collect();
            if bids.iter().sum::<i64>() != *cards {
                break bids;
            }
        };
        hands.push(json!({ "bids": by_player(&players, bids), "tricks": by_player(&players, chance.split(*cards, 3)) }));
    }
    let adjustment = |player: &String| json!({ "after_hand": 0, "player": player, "points": chance.between(-14, 14), "reason": "a start" });
    let adjustments: Vec<Value> = players[..2].iter().map(adjustment).collect();
    let cards_now = cards[hands.len()];
    let mut document = json!({ "game": "oh-hell", "players": players, "hands": hands, "adjustments": adjustments,
        "options": { "deal": deal, "least_cards": least, "most_cards": most, "hook": !chance.once_in(3),
            "made_points": *chance.pick(&[0, 3, 10]), "trick_points": *chance.pick(&[0, 1, 2]),
            "missed": *chance.pick(&["nothing", "tricks", "difference"]), "missed_points": *chance.pick(&[0, 1, 5]) } });
    if !chance.once_in(3) {
        let mut current = json!({});
        for player in &players {
            if !chance.once_in(3) {
                current["bids"][player] = json!(chance.between(0, cards_now));
            }
        }
        if chance.once_in(3) {
            current["tricks"][&players[0]] = json!(chance.between(0, cards_now));
        }
        if chance.once_in(4) {
            current["irregularities"] = json!("waived");
        }
        document["current"] = current;
    }
    (document, most)
}

#[test]
fn the_outlook_equals_all_continuations() {
    let mut chance = Chance(13);
    let mut checked = 0;
    while checked < 120 {
        let (document, _) = almost_over(&mut chance);
        // The random bids may break the hook, so the document may be refused.
        let Ok(sound) = score(document.to_string().as_bytes()) else {
            continue;
        };
        let now = sound.next().unwrap().2.cards_dealt;
        checked += 1;
        let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        let options = &document["options"];
        let step = if options["deal"] == "up" { 1 } else { -1 };
        let first = document["hands"].as_array().unwrap().len() + 1;
        let hands = |number: usize| {
            bids_and_tricks(&names, now + step * i64::try_from(number - first).unwrap())
        };
        check_outlook(&document, &hands);
    }
}

#[test]
fn the_cards_of_the_remaining_hands_are_listed() {
    let next = |deal: &str| {
        let document = json!({ "game": "oh-hell", "players": ["Ann", "Bo", "Cy"], "hands": [],
            "options": { "deal": deal, "least_cards": 2, "most_cards": 4 } });
        let scored = score(document.to_string().as_bytes()).unwrap();
        let (_, _, next) = scored.next().unwrap();
        (next.cards_dealt, scored.open().unwrap().cards_ahead())
    };
    assert_eq!(next("up"), (2, vec![3, 4]));
    assert_eq!(next("down"), (4, vec![3, 2]));
    assert_eq!(next("up-down"), (2, vec![3, 4, 3, 2]));
}

#[test]
fn a_leader_can_lose_points_for_every_trick_off_the_bid() {
    let mut document = json!({ "game": "oh-hell", "players": ["Ann", "Bo", "Cy"], "hands": [],
        "options": { "deal": "up", "least_cards": 4, "most_cards": 4, "missed": "difference" },
        "adjustments": [{ "after_hand": 0, "player": "Ann", "points": 34, "reason": "a start" }] });
    // Bo can get 10 + 4 points for four tricks, and Ann can fall to 34 - 20 = 14 with none of four bid.
    let outlook = scored(&document)["outlook"].clone();
    assert_eq!(outlook["can_win"], json!(["Ann", "Bo", "Cy"]));
    document["adjustments"][0]["points"] = json!(35);
    let outlook = scored(&document)["outlook"].clone();
    assert_eq!(
        (&outlook["can_win"], &outlook["decided"]),
        (&json!(["Ann"]), &json!(true))
    );
}
