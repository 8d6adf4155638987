//! Scores long matches of Mariash in which every number is the least or the greatest allowed.

use serde_json::json;

use crate::support::check_limits;

#[test]
fn numbers_at_their_limits_do_not_overflow() {
    let hand = json!({ "dealer": "D", "declarer": "A", "game_type": "trump", "trump": "hearts", "open_hand": "play",
        "commitments": [{ "by": "A", "contract": "hundred", "doubles": 6 }, { "by": "B", "contract": "hundred", "doubles": 6 }],
        "points": { "declarer": 0, "defense": 120 } });
    check_limits(
        json!({ "game": "mariash", "players": ["A", "B", "C", "D"], "first_dealer": "D",
        "options": { "rates": { "hundred": 1000 }, "game_stake": 1000, "max_doubles": 6, "open_hand_factor": 10 },
        "hands": vec![hand; 500] }),
    );
}
