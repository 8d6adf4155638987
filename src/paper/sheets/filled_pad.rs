//! Pads with values: the rows of a played match, and the worked hand at the top of a pad.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::initials::letter;
use crate::layout::template::NUMBER;
use overtrick_core::json::Json;
use overtrick_core::pad::{Pad, PlayedHand, Row, Text, Value, signed};
use overtrick_core::{Args, Points, args};
use overtrick_games::{Entry, PadRules};
use overtrick_match::adjudicate::adjudicate;
use overtrick_match::document::{Adjusted, Scored, ScoredHand, read_json, score};

/// The key of the field for the reason of an adjustment.
pub const REASON: &str = "reason";

/// Returns the pad of a match with all its values.
pub fn filled_pad(rules: &dyn PadRules, scored: &Scored, document: &Json) -> Pad {
    let resolved = |(record, hand): (&Json, &Arc<ScoredHand>)| {
        with_auction(document, record, scored.table.name(hand.dealer))
    };
    let played = document.list("hands").iter().zip(&scored.hands);
    let resolved: Vec<Json> = played.map(resolved).collect();
    let mut pad = with_played(scored, &resolved, |hands, detail| {
        rules.sheet(&scored.table, hands, detail)
    });
    if pad.totals.is_some() {
        pad.totals = Some(scored.totals.iter().copied().map(Some).collect());
    }
    add_notes(&mut pad, scored, corrections(document));
    pad
}

/// Calls a function with the played hands of a match, built from these records, and with the game's details.
fn with_played<T>(
    scored: &Scored,
    records: &[Json],
    fill: impl FnOnce(&[PlayedHand<'_>], &Json) -> T,
) -> T {
    let details = scored.hands.iter().map(|hand| json(hand.detail.as_deref()));
    let details: Vec<Json> = details.collect();
    // The totals of a hand include the adjustments after it. Adjustments have separate rows, so they are subtracted.
    let before = |(number, hand): (usize, &Arc<ScoredHand>)| {
        let mut totals = hand.totals.clone();
        for adjusted in scored.adjustments.iter().filter(|a| a.after_hand == number) {
            for seat in &adjusted.side {
                totals[seat.index()] += -adjusted.points;
            }
        }
        totals
    };
    let totals: Vec<Vec<Points>> = (1..).zip(&scored.hands).map(before).collect();
    let hand = |(index, record): (usize, _)| {
        let hand: &ScoredHand = &scored.hands[index];
        PlayedHand {
            record,
            table: &scored.table,
            number: hand.number,
            dealer: hand.dealer,
            scores: &hand.scores,
            totals: &totals[index],
            reasons: &hand.reasons,
            detail: &details[index],
        }
    };
    let hands: Vec<PlayedHand<'_>> = records.iter().enumerate().map(hand).collect();
    let detail = json(scored.detail().as_deref());
    fill(&hands, &detail)
}

fn json(detail: Option<&RawValue>) -> Json {
    let read = detail.and_then(|detail| read_json(detail.get()).ok());
    read.unwrap_or(Json::Null)
}

/// Adds the results of a record's auction to the record, unless they are already recorded.
pub fn with_auction(document: &Json, record: &Json, dealer: &str) -> Json {
    let mut record = record.clone();
    let calls = record.get("auction").or_else(|| record.get("calls"));
    let Some(calls) = calls.cloned() else {
        return record;
    };
    let mut question = vec![
        ("question".to_owned(), Json::from("auction")),
        ("dealer".to_owned(), Json::from(dealer)),
        ("calls".to_owned(), calls),
    ];
    let top = ["game", "players", "options"].map(|key| (key, document.get(key)));
    let own = ["declarer", "game_type"].map(|key| (key, record.get(key)));
    let own = own.into_iter().filter(|_| record.get("calls").is_some());
    for (key, value) in top.into_iter().chain(own) {
        question.extend(value.map(|value| (key.to_owned(), value.clone())));
    }
    let text = serde_json::to_vec(&Json::Object(question)).unwrap_or_default();
    let Ok(answered) = adjudicate(&text) else {
        return record;
    };
    let given = answered.answer.outcome;
    if let Json::Object(entries) = &mut record {
        for (key, value) in given.entries() {
            if !entries.iter().any(|(known, _)| known == key) {
                entries.push((key.clone(), value.clone()));
            }
        }
    }
    record
}

/// Returns the corrections of a document in order, each with its hand and the role or name of its author.
fn corrections(document: &Json) -> Vec<(usize, Text)> {
    let correction = |entry: &Json| {
        let is_correction = entry.get("before").is_some() || entry.get("reason").is_some();
        let hand = usize::try_from(entry.int("hand")?).ok();
        let hand = hand.filter(|_| is_correction)?;
        let text = |key: &str| entry.text(key).unwrap_or("–").to_owned();
        let by = text("by");
        let key = match &*by {
            "direct" => "corrected-by-director",
            "score" => "corrected-by-scorekeeper",
            "admin" => "corrected-by-administrator",
            _ => "corrected",
        };
        let args = args![hand: hand, by: by, at: moment(&text("at")), reason: text("reason")];
        Some((hand, Text::of(key, args)))
    };
    let history = document.list("history").iter();
    history.filter_map(correction).collect()
}

/// Returns a time of a log, such as `2026-11-23T16:36:04.135Z`, to the minute, and any other text unchanged.
/// The time zone of the reader is unknown, so the time is marked as UTC.
fn moment(at: &str) -> String {
    match at.split_once('T') {
        Some((day, time)) if time.ends_with('Z') && time.is_char_boundary(5) && time.len() > 5 => {
            format!("{day}, {} UTC", &time[..5])
        }
        _ => at.to_owned(),
    }
}

/// Adds notes, corrections and adjustments to a pad: to its rows, or else to its remarks.
fn add_notes(pad: &mut Pad, scored: &Scored, corrections: Vec<(usize, Text)>) {
    let by_hand = pad.totals.is_none();
    let key = if by_hand { "note" } else { "note-of-hand" };
    let note = |hand: &Arc<ScoredHand>| {
        let args = args![hand: hand.number, note: hand.note.clone()?];
        Some((hand.number, Text::of(key, args)))
    };
    let notes = scored.hands.iter().filter_map(note);
    let mut notes: Vec<(usize, Text)> = notes.chain(corrections).collect();
    if !by_hand {
        for adjusted in &scored.adjustments {
            let text = Text::of("adjusted", adjusted_args(scored, adjusted));
            notes.push((adjusted.after_hand, text));
        }
        pad.remarks.extend(notes.into_iter().map(|(_, text)| text));
        return;
    }
    for (hand, text) in notes {
        let row = pad.rows.iter_mut().find(|row| row.number == Some(hand));
        match row {
            Some(row) => row.notes.push(text),
            None => pad.remarks.push(text),
        }
    }
    insert_adjustments(pad, scored);
}

fn adjusted_args(scored: &Scored, adjusted: &Adjusted) -> Args {
    args![
        player: scored.table.name(adjusted.seat).to_string(), points: adjusted.points,
        hand: adjusted.after_hand, reason: adjusted.reason.clone()
    ]
}

fn insert_adjustments(pad: &mut Pad, scored: &Scored) {
    for adjusted in scored.adjustments.iter().rev() {
        let mut row = Row::blank(None, None, pad.columns(scored.table.len()));
        row.adjustment = true;
        let reason = Text::of("adjustment-reason", adjusted_args(scored, adjusted));
        row.hand.set(REASON, Value::text(reason));
        let later = scored.adjustments.iter().filter(|later| {
            later.after_hand == adjusted.after_hand && later.side.contains(&adjusted.seat)
        });
        let before: Points = match adjusted.after_hand.checked_sub(1) {
            Some(hand) => {
                let all: Points = later.clone().map(|later| later.points).sum();
                scored.hands[hand].totals[adjusted.seat.index()] - all
            }
            None => Points::ZERO,
        };
        let up_to = later.take_while(|later| !std::ptr::eq(*later, adjusted));
        let total = before + up_to.map(|earlier| earlier.points).sum() + adjusted.points;
        for seat in &adjusted.side {
            let values = &mut row.seats[pad.column(*seat)];
            values.write("points", signed(adjusted.points));
            values.write("total", total);
        }
        let is_before = |row: &Row| row.number == Some(adjusted.after_hand);
        let before = pad.rows.iter().position(is_before);
        pad.rows.insert(before.map_or(0, |index| index + 1), row);
    }
}

/// Returns the worked hand of a game for this number of players, if it has one under these house rules.
///
/// In a game's `worked.json`, the players are named by the letters of their seats.
pub fn worked(game: &Entry, rules: &dyn PadRules, options: &Json, players: usize) -> Option<Row> {
    let by_count = read_json(game.worked).ok()?;
    let Some(Json::Object(played)) = by_count.get(&players.to_string()) else {
        return None;
    };
    let mut document = vec![
        ("game".to_owned(), Json::from(game.facts.id)),
        ("players".to_owned(), (0..players).map(letter).collect()),
        ("options".to_owned(), options.clone()),
    ];
    document.extend(played.iter().cloned());
    let document = Json::Object(document);
    let scored = score(&serde_json::to_vec(&document).ok()?).ok()?;
    let mut pad = rules.pad(&scored.table);
    with_played(&scored, document.list("hands"), |hands, detail| {
        rules.fill(&mut pad, hands, detail);
    });
    let is_filled = |row: &Row| row.seats.iter().any(|seat| !seat.is_empty());
    let mut row = pad.rows.into_iter().find(is_filled)?;
    (row.number, row.dealer) = (None, None);
    row.notes.clear();
    row.hand.set(NUMBER, Value::text(Text::message("example")));
    Some(row)
}
