//! House rules far outside their ranges are refused without an overflow; the test build panics on
//! overflow. The tests of each game test the limits of records.

use serde_json::json;

use overtrick_core::form::Kind;
use overtrick_games as games;
use overtrick_match::document;

/// Sets every integer option of every game to values far out of range, and expects a fault and no
/// panic.
#[test]
fn absurd_options_are_refused() {
    for facts in games::all().iter().map(|entry| entry.facts) {
        let players = &["A", "B", "C", "D", "E", "F", "G", "H"][..facts.players.0];
        for rule in facts.options {
            let whole = match rule.field.kind {
                Kind::Int(..) => true,
                Kind::Nullable(kind) => matches!(kind, Kind::Int(..)),
                _ => false,
            };
            if !whole {
                continue;
            }
            for absurd in [i64::MIN, -1_000_000_000, 1_000_000_000, i64::MAX] {
                let document = json!({ "game": facts.id, "players": players, "hands": [], "options": { rule.field.name: absurd } });
                let faults = document::score(document.to_string().as_bytes())
                    .expect_err("the option is refused");
                let pointer = format!("/options/{}", rule.field.name);
                assert!(
                    faults.iter().any(|fault| fault.pointer == pointer),
                    "{document}: {faults:?}"
                );
            }
        }
    }
}
