//! A match as CSV: one row per hand and player.

use std::io::{self, Write};

use super::cells::guard;
use super::results::{columns_of_record, write_csv};
use overtrick_core::form::Kind;
use overtrick_core::json::Json;
use overtrick_core::judging::{Scored, ScoredHand};
use overtrick_core::{Arg, Points, Seat};

/// The fields of a record that are not exported, or that have one of the first columns.
const OMITTED: &[&str] = &["dealer", "note", "irregularities", "play"];

/// Writes a match as CSV (RFC 4180): `hand,dealer,player,points,total,rule_ids,note`, then the fields of the
/// record and the game's own columns. If a field has a value for each player, the value is in that player's
/// row.
///
/// Text that a spreadsheet might interpret as a formula is preceded by an apostrophe. `document` is the
/// scored document.
///
/// # Errors
/// Errors of the writer.
pub fn csv(scored: &Scored, document: &Json, out: impl Write) -> io::Result<()> {
    let mut columns = columns_of_record(scored.facts.record);
    columns.retain(|(path, _)| !OMITTED.contains(&path[0]));
    let shown = || scored.facts.columns.iter().map(|column| column.key);
    let first = [
        "hand", "dealer", "player", "points", "total", "rule_ids", "note",
    ];
    let mut header: Vec<String> = first.map(str::to_owned).into();
    header.extend(columns.iter().map(|(path, _)| path.join(".")));
    header.extend(shown().map(str::to_owned));
    let row = |hand: &ScoredHand, record: &Json, seat: Seat| {
        let mut rules: Vec<&str> = Vec::new();
        let reasons = hand.reasons.iter();
        for reason in reasons.filter(|reason| reason.points_of(seat).is_some()) {
            if !rules.contains(&&*reason.rule) {
                rules.push(&reason.rule);
            }
        }
        let mut row = vec![
            hand.number.to_string(),
            guard(scored.table.name(hand.dealer)),
            guard(scored.table.name(seat)),
            decimal(hand.scores[seat.index()]),
            decimal(hand.totals[seat.index()]),
            rules.join(" "),
            guard(hand.note.as_deref().unwrap_or("")),
        ];
        let cells = columns.iter();
        row.extend(cells.map(|(path, kind)| cell(scored, record, path, *kind, seat)));
        row.extend(shown().map(|key| {
            let figure = hand.figure(key, None).or(hand.figure(key, Some(seat)));
            figure.map_or_else(String::new, shown_cell)
        }));
        row
    };
    let hands = scored.hands.iter().zip(document.list("hands"));
    let rows = hands.flat_map(|(hand, record)| {
        let row = |seat| row(hand, record, seat);
        scored.table.seats().map(row).collect::<Vec<_>>()
    });
    write_csv([header].into_iter().chain(rows), out)
}

/// Writes the standings as CSV: `rank,player,total`, best first.
///
/// # Errors
/// Errors of the writer.
pub fn standings_csv(scored: &Scored, out: impl Write) -> io::Result<()> {
    let head = ["rank", "player", "total"].map(str::to_owned).into();
    let rows = scored.standings().into_iter().map(|standing| {
        let player = guard(scored.table.name(standing.seat));
        vec![standing.rank.to_string(), player, decimal(standing.total)]
    });
    write_csv([head].into_iter().chain(rows), out)
}

/// Returns the text of a column in the row of a player.
fn cell(scored: &Scored, record: &Json, path: &[&str], kind: Kind, seat: Seat) -> String {
    let value = path.iter().try_fold(record, |value, key| value.get(key));
    let value = match (value, kind) {
        (Some(value @ Json::Object(_)), Kind::PerPlayer(_)) => scored.table.value_of(value, seat),
        (value, _) => value,
    };
    value.map(plain).unwrap_or_default()
}

/// Returns the text of a column that the game adds; ids are not translated.
fn shown_cell(figure: &Arg) -> String {
    match figure {
        Arg::Int(number) => number.to_string(),
        Arg::Points(points) => decimal(*points),
        Arg::Decimal(number) => number.to_string(),
        Arg::Word(id) => guard(id),
        Arg::Text(text) => guard(text),
        Arg::List(list) => list.iter().map(shown_cell).collect::<Vec<_>>().join(" "),
    }
}

fn plain(value: &Json) -> String {
    let json = || serde_json::to_string(value).unwrap_or_default();
    match value {
        Json::Null => String::new(),
        Json::Text(text) => guard(text),
        Json::Bool(_) | Json::Int(_) | Json::Float(_) => json(),
        Json::List(_) | Json::Object(_) => guard(&json()),
    }
}

fn decimal(points: Points) -> String {
    serde_json::to_string(&points).unwrap_or_default()
}
