//! A slow, simple scorer of Berzerka.

use super::*;

/// Scores a match; returns the points of each hand in half points.
pub(super) fn slow_scores(document: &Value) -> Vec<[i64; 3]> {
    let options = &document["options"];
    let names = document["players"].as_array().unwrap();
    let mut rows: Vec<(String, Vec<(usize, &Value)>)> = Vec::new();
    let mut scores = Vec::new();
    for hand in document["hands"].as_array().unwrap() {
        let contract = hand["contract"].as_str().unwrap();
        let seat = names
            .iter()
            .position(|name| *name == hand["declarer"])
            .unwrap();
        if !rows.iter().any(|(id, _)| id == contract) {
            rows.push((contract.to_owned(), Vec::new()));
        }
        let row = &mut rows.iter_mut().find(|(id, _)| id == contract).unwrap().1;
        row.push((seat, hand));
        let mut points = [0; 3];
        if let [one, two, three] = row[..] {
            for (seat, halves) in slow_row(contract, [one, two, three], options) {
                points[seat] = halves;
            }
        }
        scores.push(points);
    }
    scores
}

pub(super) fn slow_row(
    contract: &str,
    cells: [(usize, &Value); 3],
    options: &Value,
) -> [(usize, i64); 3] {
    let played_as = if contract == "shapeshift" {
        options["shapeshift_copies"].as_str().unwrap()
    } else {
        contract
    };
    let bids = cells
        .iter()
        .filter(|(_, hand)| hand["hotseat"] != true)
        .count();
    let bids = i64::try_from(bids).unwrap();
    let value =
        slow_start(contract, played_as) + bids * if played_as == "middling" { 2 } else { 1 };
    let record = |hand: &Value| slow_record(played_as, hand, options);
    let closer = |one: &Value, other: &Value| slow_tiebreak(one, other, options);
    if played_as == "middling" {
        let mut sorted = cells.map(|(_, hand)| record(hand));
        sorted.sort_unstable();
        let in_middle: Vec<&Value> = cells
            .iter()
            .map(|(_, hand)| *hand)
            .filter(|hand| record(hand) == sorted[1])
            .collect();
        let wins = |hand: &Value| {
            record(hand) == sorted[1] && !in_middle.iter().any(|other| closer(other, hand))
        };
        let winners = cells.iter().filter(|(_, hand)| wins(hand)).count();
        return cells.map(|(seat, hand)| {
            let halves = match (winners, wins(hand)) {
                (1, true) => 2 * value,
                (1, false) => -value,
                (2, true) => value,
                (2, false) => -2 * value,
                _ => 0,
            };
            (seat, halves)
        });
    }
    // Each player gets the average points over all orders in which no player is above a better one.
    let better = |one: &Value, other: &Value| {
        let (mine, theirs) = (record(one), record(other));
        let fewest = [
            "bottle-it-up",
            "one-weakness",
            "hold-steady",
            "still-holding",
        ];
        if mine == theirs {
            closer(one, other)
        } else {
            (mine < theirs) == fewest.contains(&played_as)
        }
    };
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let fits = |order: &&[usize; 3]| {
        let above = |high: usize, low: usize| !better(cells[order[low]].1, cells[order[high]].1);
        above(0, 1) && above(0, 2) && above(1, 2)
    };
    let fitting: Vec<&[usize; 3]> = orders.iter().filter(fits).collect();
    let mut sums = [0; 3];
    for order in &fitting {
        for (place, cell) in order.iter().enumerate() {
            sums[*cell] += options["rank_points"][place].as_i64().unwrap() * value * 2;
        }
    }
    let count = i64::try_from(fitting.len()).unwrap();
    assert!(sums.iter().all(|sum| sum % count == 0), "{cells:?}");
    [0, 1, 2].map(|cell| (cells[cell].0, sums[cell] / count))
}

pub(super) fn slow_start(contract: &str, played_as: &str) -> i64 {
    match contract {
        "shapeshift" if played_as == "middling" => 6,
        "shapeshift" => 5,
        "raging-tides" => 4,
        "bottle-it-up" | "one-weakness" => 3,
        "hold-steady" | "seeing-red" | "marathon-flex" => 2,
        "middling" => 0,
        _ => 1,
    }
}

pub(super) fn slow_record(played_as: &str, hand: &Value, options: &Value) -> i64 {
    let overbid = hand["overbid"].as_i64().unwrap_or(0);
    let tricks = hand["tricks"].as_i64().unwrap_or(0);
    match played_as {
        "one-weakness" => {
            let pain = hand["pain_cards"].as_i64().unwrap();
            if options["one_weakness_overbid"] == "adds" {
                pain + overbid
            } else {
                pain - overbid
            }
        }
        "bottle-it-up" => tricks + overbid,
        "hold-steady" | "still-holding" => (tricks - overbid).abs_diff(5).try_into().unwrap(),
        _ => tricks - overbid,
    }
}

/// Whether the tie-breaks rank `one` above `other`.
pub(super) fn slow_tiebreak(one: &Value, other: &Value, options: &Value) -> bool {
    let discards = |hand: &Value| hand["discarded"].as_i64().unwrap();
    let (mine, theirs) = (discards(one), discards(other));
    match options["tiebreak"].as_str().unwrap() {
        "fewer-discards" if mine != theirs => mine < theirs,
        "more-discards" if mine != theirs => mine > theirs,
        _ => {
            let bid = |hand: &Value| hand["hotseat"] != true;
            options["bid_breaks_ties"] == true && bid(one) && !bid(other)
        }
    }
}
