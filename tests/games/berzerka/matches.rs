//! Random matches of Berzerka.

use super::*;

/// Returns the fields that the declarer of a contract must announce, from the table of contracts.
pub(super) fn announcements(contract: &str) -> &'static [&'static str] {
    match contract {
        "berzerka" | "middling" => &["trump"],
        "hold-steady" | "raging-tides" => &["ranking"],
        "still-holding" | "changing-pace" | "marathon-flex" => &["trump", "ranking"],
        "one-weakness" => &["pain_suit"],
        _ => &[],
    }
}

pub(super) fn announce(chance: &mut Chance, contract: &str, into: &mut Value) {
    for field in announcements(contract) {
        let words: &[&str] = if *field == "ranking" {
            &["normal", "inverted"]
        } else {
            &WORDS
        };
        into[*field] = (*chance.pick(words)).into();
    }
}

/// Returns a match of random legal hands, with some or all cells of the board.
pub(super) fn random_match(seed: u64) -> Value {
    let mut chance = Chance(seed);
    let players = players(3);
    let mut board: Vec<&str> = TILES.to_vec();
    chance.shuffle(&mut board);
    board.truncate(1 + chance.below(5));
    let mut options = json!({
        "tiebreak": chance.pick(&["fewer-discards", "more-discards", "none"]),
        "bid_breaks_ties": chance.once_in(2),
        "rank_points": chance.pick(&[[1, 0, -1], [1, 0, -1], [2, 1, 0], [3, 0, 0], [10, -1, -6]]),
        "one_weakness_overbid": chance.pick(&["adds", "subtracts"]),
    });
    let copies = *chance.pick(&board);
    if chance.once_in(2) {
        board.push("shapeshift");
        options["shapeshift_copies"] = copies.into();
    }
    let mut cells: Vec<(&str, &String)> = board
        .iter()
        .flat_map(|contract| players.iter().map(move |player| (*contract, player)))
        .collect();
    chance.shuffle(&mut cells);
    if chance.once_in(3) {
        cells.truncate(chance.below(cells.len() + 1));
    }
    let hands: Vec<Value> = cells
        .into_iter()
        .map(|(contract, player)| {
            let played_as = if contract == "shapeshift" {
                copies
            } else {
                contract
            };
            // The numbers are small, so that ties are frequent.
            let mut hand = json!({ "declarer": player, "contract": contract,
                                   "discarded": chance.between(0, 2) });
            if chance.once_in(3) {
                hand["hotseat"] = true.into();
            } else if chance.once_in(2) {
                hand["overbid"] = chance.between(0, 3).into();
            }
            if played_as == "one-weakness" {
                hand["pain_cards"] = chance.between(0, 4).into();
                if chance.once_in(2) {
                    hand["tricks"] = chance.between(2, 5).into();
                }
            } else {
                hand["tricks"] = chance.between(2, 6).into();
            }
            announce(&mut chance, played_as, &mut hand);
            hand
        })
        .collect();
    options["board"] = json!(board);
    json!({ "game": "berzerka", "players": players, "options": options, "hands": hands,
            "adjustments": [{ "after_hand": chance.below(hands.len() + 1), "player": players[1],
                              "points": -0.5, "reason": "revoke" }] })
}
