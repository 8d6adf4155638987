//! A layout made from the fields of a pad, for a game that brings none.

use std::collections::BTreeMap;

use super::template::{Arrangement, ColumnSpec, NUMBER, Sizes, Template};
use overtrick_core::pad::{Kind, Pad};

/// The most lines of a row that are tried, and the most fields beside each other on one: with them every pad of the
/// most fields has an arrangement.
const MOST_LINES: usize = 16;
const MOST_BESIDE: usize = 8;

/// A layout for this pad: a line a hand where there is room, and as many lines more as it takes.
pub fn generated(game: &str, pad: &Pad) -> Template {
    let own = pad.hand.iter().map(|field| field.key);
    let own: Vec<&str> = [NUMBER].into_iter().chain(own).collect();
    let is_sum = |kind: &Kind| matches!(kind, Kind::Points | Kind::Total);
    let (sums, given): (Vec<_>, Vec<_>) = pad.seat.iter().partition(|it| is_sum(&it.kind));
    let keys = |fields: Vec<&overtrick_core::pad::Field>| -> Vec<&str> {
        fields.into_iter().map(|field| field.key).collect()
    };
    let (sums, given) = (keys(sums), keys(given));
    let most = own.len().max(given.len() + sums.len()).min(MOST_LINES);
    let mut arrangements = Vec::new();
    for lines in 1..=most {
        let columns = own_columns(&own, lines);
        for player in player_lines(&given, &sums, lines) {
            let arrange = |captions_inside: bool| Arrangement {
                captions_inside,
                generated: true,
                columns: columns.clone(),
                player: ColumnSpec {
                    width: 0.0,
                    grow: 1.0,
                    head: None,
                    lines: player.clone(),
                },
            };
            if lines > 1 {
                arrangements.push(arrange(true));
            }
            arrangements.push(arrange(false));
        }
    }
    Template {
        game: game.to_owned(),
        players: 4,
        least_line: 7.0,
        most_row: 14.0,
        fewest_rows: 4,
        most_rows: 40,
        sizes: Sizes::default(),
        texts: BTreeMap::new(),
        arrangements,
    }
}

/// The columns of the row's own fields, so many below each other.
fn own_columns(own: &[&str], lines: usize) -> Vec<ColumnSpec> {
    let column = |(index, keys): (usize, &[&str])| ColumnSpec {
        width: 0.0,
        // Numbers need little more than they have.
        grow: if index == 0 { 0.12 } else { 0.2 },
        head: None,
        lines: keys.iter().map(|key| vec![(*key).to_owned()]).collect(),
    };
    own.chunks(lines).enumerate().map(column).collect()
}

/// The ways in which the fields of a player stand on so many lines: with points and total beside each other, or below.
fn player_lines(given: &[&str], sums: &[&str], lines: usize) -> Vec<Vec<Vec<String>>> {
    let line =
        |keys: &[&str]| -> Vec<String> { keys.iter().map(|key| (*key).to_owned()).collect() };
    let all = given.len() + sums.len();
    if lines == 1 {
        let whole: Vec<&str> = given.iter().chain(sums).copied().collect();
        return if all <= MOST_BESIDE {
            vec![vec![line(&whole)]]
        } else {
            Vec::new()
        };
    }
    let mut ways = Vec::new();
    for of_sums in 1..=sums.len() {
        // A player may have fewer fields than the row has lines.
        let of_given = (lines.min(all).saturating_sub(of_sums)).min(given.len());
        if of_given == 0 && !given.is_empty() {
            continue;
        }
        let beside = given.len().div_ceil(of_given.max(1));
        if beside > MOST_BESIDE {
            continue;
        }
        let mut placed: Vec<Vec<String>> = given.chunks(beside.max(1)).map(line).collect();
        placed.extend(sums.chunks(sums.len().div_ceil(of_sums)).map(line));
        if !ways.contains(&placed) {
            ways.push(placed);
        }
    }
    ways
}
