//! Finds the winners of every continuation of a match, by recording every possible hand.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde_json::{Value, json};

use crate::support::{by_player, scored};
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_match::document::score_value;

/// The names of the winners of a continuation.
type Winners = Vec<String>;

/// Returns the winners of every continuation. `hands` returns the possible hands with a hand
/// number. The next hand agrees with `current`.
pub fn all_winners(document: &Value, hands: &dyn Fn(usize) -> Vec<Value>) -> BTreeSet<Winners> {
    let current = document.get("current").cloned().unwrap_or(json!({}));
    let mut document = document.clone();
    document.as_object_mut().unwrap().remove("current");
    let scored = score_value(as_json(&document)).unwrap();
    let mut found = BTreeSet::new();
    play_on(&scored, Some(&current), hands, &mut found);
    found
}

fn as_json(value: &Value) -> Json {
    serde_json::from_value(value.clone()).unwrap()
}

fn play_on(
    scored: &Scored,
    current: Option<&Value>,
    hands: &dyn Fn(usize) -> Vec<Value>,
    found: &mut BTreeSet<Winners>,
) {
    if scored.complete {
        let names = scored.winners().into_iter();
        found.insert(
            names
                .map(|seat| scored.table.name(seat).to_string())
                .collect(),
        );
        return;
    }
    for mut hand in hands(scored.hands.len() + 1) {
        if current.is_none_or(|current| agrees(&mut hand, current))
            && let Some(next) = scored.with_hand(&as_json(&hand))
        {
            play_on(&next, None, hands, found);
        }
    }
}

/// Whether a hand agrees with these values. Adds the values that the hand lacks.
fn agrees(hand: &mut Value, text: &Value) -> bool {
    match (hand, text) {
        (Value::Object(hand), Value::Object(text)) => text.iter().all(|(key, text)| {
            let own = hand.entry(key).or_insert_with(|| text.clone());
            agrees(own, text)
        }),
        (hand, text) => hand == text,
    }
}

/// Asserts that the outlook of a document agrees with all continuations.
pub fn check_outlook(document: &Value, hands: &dyn Fn(usize) -> Vec<Value>) {
    let found = all_winners(document, hands);
    assert_outlook(document, &scored(document), &found);
}

/// Asserts that the outlook of a result agrees with the winners of all continuations.
pub fn assert_outlook<T: AsRef<str> + Ord + Debug>(
    document: &Value,
    result: &Value,
    continuations: &BTreeSet<Vec<T>>,
) {
    let players = document["players"].as_array().unwrap().iter();
    let can_win = players.map(|name| name.as_str().unwrap()).filter(|player| {
        let mut winners = continuations.iter().flatten();
        winners.any(|winner| winner.as_ref() == *player)
    });
    let can_win: Vec<&str> = can_win.collect();
    let outlook = &result["outlook"];
    let place = format!("{document}\n{continuations:?}");
    assert_eq!(outlook["can_win"], json!(can_win), "{place}");
    assert_eq!(
        outlook["decided"],
        json!(continuations.len() == 1),
        "{place}"
    );
}

/// Returns every combination of bids and tricks for a hand of this many cards.
pub fn bids_and_tricks(players: &[String], cards: i64) -> Vec<Value> {
    let all = amounts(players.len(), cards);
    let tricks: Vec<&Vec<i64>> = all
        .iter()
        .filter(|tricks| tricks.iter().sum::<i64>() == cards)
        .collect();
    let of_bids = |bids: &Vec<i64>| -> Vec<Value> {
        let hand = |tricks: &&Vec<i64>| json!({ "bids": by_player(players, bids.clone()), "tricks": by_player(players, (*tricks).clone()) });
        tricks.iter().map(hand).collect()
    };
    all.iter().flat_map(of_bids).collect()
}

/// Returns all lists of `count` numbers from 0 to `most`.
fn amounts(count: usize, most: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |numbers: &Vec<i64>| -> Vec<Vec<i64>> {
            let with = |number| numbers.iter().copied().chain([number]).collect();
            (0..=most).map(with).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
