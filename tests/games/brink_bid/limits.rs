//! Scores long matches of Brink Bid in which every number is the least or the greatest allowed.

use serde_json::json;

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hand =
        |cards: i64| json!({ "bids": { "A": cards, "B": 0 }, "tricks": { "A": cards, "B": 0 } });
    check_limits(json!({ "game": "brink-bid", "players": ["A", "B"],
        "options": { "made_points": 1000, "brink_points": 1000, "first_hand_cards": 1, "last_hand_cards": 26 },
        "hands": (1..=26).map(hand).collect::<Vec<_>>() }));
}
