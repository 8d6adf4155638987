//! Brink Bid with numbers at the ends of their ranges, all at once and for many hands.

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
