//! Numbers at the ends of their ranges, all at once and for many hands: nothing overflows, in a build
//! in which an overflow would panic.

mod support;

use serde_json::{Value, json};

use overtrick::rules::form::Kind;
use overtrick::{document, games};
use support::{check_sums, scored};

fn adjustments(player: &str) -> Vec<Value> {
    vec![json!({ "after_hand": 0, "player": player, "points": -1_000_000, "reason": "x" }); 1_000]
}

fn check(mut document: Value) {
    let player = document["players"][0].as_str().unwrap().to_owned();
    document["adjustments"] = adjustments(&player).into();
    let result = scored(&document);
    check_sums(&result);
    assert_eq!(
        result["hands"].as_array().map(Vec::len),
        document["hands"].as_array().map(Vec::len)
    );
}

#[test]
fn brink_bid_at_its_limits() {
    let hand =
        |cards: i64| json!({ "bids": { "A": cards, "B": 0 }, "tricks": { "A": cards, "B": 0 } });
    check(json!({ "game": "brink-bid", "players": ["A", "B"],
        "options": { "made_points": 1000, "brink_points": 1000, "first_hand_cards": 1, "last_hand_cards": 26 },
        "hands": (1..=26).map(hand).collect::<Vec<_>>() }));
}

#[test]
fn contract_sabacc_at_its_limits() {
    let hand = json!({ "declarer": "A", "contract": "guard-against", "card_points": 91,
        "stakes": { "A": 100_000, "B": 100_000, "C": 100_000 }, "tricks": { "A": 24, "B": 0, "C": 0 },
        "last_trick": { "winner": "A", "card": "idiot" } });
    check(
        json!({ "game": "contract-sabacc", "players": ["A", "B", "C"],
        "options": { "ante": 100, "pot_at_start": 1_000_000, "pot_at_end": "divide" }, "hands": [hand, hand, hand] }),
    );
}

#[test]
fn contractor_at_its_limits() {
    let hand = json!({ "contractor": "A", "challengers": ["B", "C"], "tricks": { "A": 0, "B": 10, "C": 0 },
        "contract": { "strain": "clubs", "extra_tricks": 5, "foregone": 3, "sour_trumps": true, "exposed": true,
            "absolutely_sure": true, "thievery": true } });
    check(json!({ "game": "contractor", "players": ["A", "B", "C"],
        "options": { "strain_values": { "clubs": 20 }, "challenge_points": 1000, "dealers_bonus": 1000 },
        "hands": vec![hand; 5_000] }));
}

#[test]
fn mariash_at_its_limits() {
    let hand = json!({ "declarer": "A", "game_type": "trump", "trump": "hearts", "open_hand": "play",
        "commitments": [{ "by": "A", "contract": "hundred", "doubles": 6 }, { "by": "B", "contract": "hundred", "doubles": 6 }],
        "points": { "declarer": 0, "defense": 120 } });
    check(
        json!({ "game": "mariash", "players": ["A", "B", "C", "D"], "first_dealer": "D",
        "options": { "rates": { "hundred": 1000 }, "game_stake": 1000, "max_doubles": 6, "open_hand_factor": 10 },
        "hands": vec![with_dealer(hand, "D"); 5_000] }),
    );
}

fn with_dealer(mut hand: Value, dealer: &str) -> Value {
    hand["dealer"] = dealer.into();
    hand
}

#[test]
fn berzerka_at_its_limits() {
    let hands: Vec<Value> = ["A", "B", "C"]
        .map(|declarer| json!({ "declarer": declarer, "contract": "middling", "trump": "spades", "overbid": 13, "discarded": 13, "tricks": 0 }))
        .into();
    check(json!({ "game": "berzerka", "players": ["A", "B", "C"],
        "options": { "board": ["middling"], "rank_points": [10, 0, -10] }, "hands": hands }));
}

/// Every whole-number option of every game, far outside and at the ends of 64 bits: a fault, no panic.
#[test]
fn absurd_options_are_refused() {
    for facts in games::all().iter().map(|entry| entry.facts) {
        let players = &["A", "B", "C", "D", "E", "F"][..facts.players.0];
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
                let faults =
                    document::score(document.to_string().as_bytes()).expect_err("it is absurd");
                let pointer = format!("/options/{}", rule.field.name);
                assert!(
                    faults.iter().any(|fault| fault.pointer == pointer),
                    "{document}: {faults:?}"
                );
            }
        }
    }
}
