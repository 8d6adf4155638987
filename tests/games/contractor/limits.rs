//! Scores long matches of Contractor in which every number is the least or the greatest allowed.

use serde_json::json;

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hand = json!({ "contractor": "A", "challengers": ["B", "C"], "tricks": { "A": 0, "B": 10, "C": 0 },
        "contract": { "strain": "clubs", "extra_tricks": 5, "foregone": 3, "sour_trumps": true, "exposed": true,
            "absolutely_sure": true, "thievery": true } });
    check_limits(json!({ "game": "contractor", "players": ["A", "B", "C"],
        "options": { "strain_values": { "clubs": 20 }, "challenge_points": 1000, "dealers_bonus": 1000 },
        "hands": vec![hand; 500] }));
}
