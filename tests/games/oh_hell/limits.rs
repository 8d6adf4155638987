//! Scores long matches of Oh Hell in which every number is the least or the greatest allowed.

use serde_json::json;

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hand = |cards: i64| json!({ "bids": { "A": 0, "B": 0, "C": cards }, "tricks": { "A": cards, "B": 0, "C": 0 } });
    check_limits(json!({ "game": "oh-hell", "players": ["A", "B", "C"],
        "options": { "hook": false, "made_points": 1000, "trick_points": 1000, "missed": "difference", "missed_points": 1000, "most_cards": 17 },
        "hands": (1..=17).chain((1..17).rev()).map(hand).collect::<Vec<_>>() }));
}
