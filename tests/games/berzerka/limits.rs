//! Scores long matches of Berzerka in which every number is the least or the greatest allowed.

use serde_json::{Value, json};

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hands: Vec<Value> = ["A", "B", "C"]
        .map(|declarer| json!({ "declarer": declarer, "contract": "middling", "trump": "spades", "overbid": 13, "discarded": 13, "tricks": 0 }))
        .into();
    check_limits(json!({ "game": "berzerka", "players": ["A", "B", "C"],
        "options": { "board": ["middling"], "rank_points": [10, 0, -10] }, "hands": hands }));
}
