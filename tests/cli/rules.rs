//! `overtrick games` and `overtrick rules`.

use serde_json::Value;

use crate::{out, overtrick};

#[test]
fn every_game_has_rules_to_read() {
    let games: Value = serde_json::from_str(&out(&overtrick(&["games", "--json"]))).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let rules: Value =
            serde_json::from_str(&out(&overtrick(&["rules", id, "--json"]))).unwrap();
        assert!(rules["clauses"].as_array().unwrap().len() > 5);
        for arguments in [vec!["rules", id], vec!["rules", id, "--irregularities"]] {
            let text = out(&overtrick(&arguments));
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
        }
    }
}
