//! Scores long matches of Contract Sabacc in which every number is the least or the greatest allowed.

use serde_json::json;

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hand = json!({ "declarer": "A", "contract": "guard-against", "card_points": 91,
        "stakes": { "A": 100_000, "B": 100_000, "C": 100_000 }, "tricks": { "A": 24, "B": 0, "C": 0 },
        "last_trick": { "winner": "A", "card": "idiot" } });
    check_limits(
        json!({ "game": "contract-sabacc", "players": ["A", "B", "C"],
        "options": { "ante": 100, "pot_at_start": 1_000_000, "pot_at_end": "divide" }, "hands": [hand, hand, hand] }),
    );
}
