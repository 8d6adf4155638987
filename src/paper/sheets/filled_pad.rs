//! The rows of a played match with everything in them: recorded, corrected, adjusted.

use serde_json::value::RawValue;

use super::corrections::{self, Correction};
use overtrick_core::json::Json;
use overtrick_core::pad::{POINTS, Pad, PlayedHand, Row, TOTAL, Text, Value, signed};
use overtrick_core::{Args, Points, args};
use overtrick_games::PadRules;
use overtrick_match::adjudicate::adjudicate;
use overtrick_match::document::{Adjusted, Scored, ScoredHand, read_json, score};

/// The field in which a row that is an adjustment says why.
pub const REASON: &str = "reason";

/// The sheet of a match with everything in it.
pub fn filled_pad(rules: &dyn PadRules, scored: &Scored, document: &Json) -> Pad {
    let history = Correction::from_document(document);
    let records = document.list("hands");
    let played = records.iter().zip(&scored.hands);
    let resolved: Vec<Json> = played
        .map(|(record, hand)| with_auction(document, record, scored.table.name(hand.dealer)))
        .collect();
    let mut pad = sheet_of(rules, scored, &resolved);
    strike(&mut pad, rules, (scored, document), &history, resolved);
    if pad.totals.is_some() {
        pad.totals = Some(scored.totals.iter().copied().map(Some).collect());
    }
    add_notes(&mut pad, scored, &history);
    pad
}

/// The most corrections whose earlier values are struck through; all are printed with their reasons.
const MOST_STRUCK: usize = 100;
/// The most hands that are scored anew for them: each correction takes all hands of the match.
const MOST_SCORED_ANEW: usize = 20_000;

/// Goes back from correction to correction, and strikes through what each of them changed.
/// `resolved` are the records with what their auctions gave.
fn strike(
    pad: &mut Pad,
    rules: &dyn PadRules,
    (scored, document): (&Scored, &Json),
    history: &[Correction],
    mut resolved: Vec<Json>,
) {
    let mut records = document.list("hands").to_vec();
    let mut after = pad.clone();
    let most = MOST_STRUCK.min(MOST_SCORED_ANEW / records.len().max(1));
    for correction in history.iter().rev().take(most) {
        let Some(hand) = correction.hand.checked_sub(1) else {
            continue;
        };
        let known = records.get(hand).zip(scored.hands.get(hand));
        let before = known.and_then(|(record, played)| {
            let dealer = scored.table.name(played.dealer);
            Some((correction.record_before(record)?, dealer))
        });
        let Some((before, dealer)) = before else {
            continue;
        };
        resolved[hand] = with_auction(document, &before, dealer);
        records[hand] = before;
        // Of the match scored anew or, if these records do not go together, with what was
        // recorded and no points. Running totals are those of the match as it stands.
        let earlier = scored_with(document, &records);
        let (earlier, left_out) = match &earlier {
            Some(earlier) => (earlier, &[TOTAL.key][..]),
            None => (scored, &[TOTAL.key, POINTS.key][..]),
        };
        let before = sheet_of(rules, earlier, &resolved);
        corrections::strike(pad, (&before, &after), hand, left_out);
        after = before;
    }
}

/// A match scored with these records of its hands.
fn scored_with(document: &Json, records: &[Json]) -> Option<Scored> {
    let Json::Object(entries) = document else {
        return None;
    };
    let kept = entries
        .iter()
        .filter(|(key, _)| key != "history" && key != "log");
    let kept = kept.map(|(key, value)| match key.as_str() {
        "hands" => (key.clone(), records.iter().cloned().collect()),
        _ => (key.clone(), value.clone()),
    });
    let text = serde_json::to_vec(&Json::Object(kept.collect())).ok()?;
    let earlier = score(&text).ok()?;
    (earlier.hands.len() == records.len()).then_some(earlier)
}

/// The pad with these records of the hands of a match.
pub fn fill(rules: &dyn PadRules, scored: &Scored, records: &[Json]) -> Pad {
    with_played(scored, records, |hands, detail| {
        rules.filled_pad(&scored.table, hands, detail)
    })
}

/// The sheet with these records of the hands of a match.
fn sheet_of(rules: &dyn PadRules, scored: &Scored, records: &[Json]) -> Pad {
    with_played(scored, records, |hands, detail| {
        rules.played_sheet(&scored.table, hands, detail)
    })
}

/// Hands over the played hands of a match with these records, and the game's own results.
fn with_played(
    scored: &Scored,
    records: &[Json],
    fill: impl FnOnce(&[PlayedHand<'_>], &Json) -> Pad,
) -> Pad {
    let details = scored.hands.iter().map(|hand| json(hand.detail.as_deref()));
    let details: Vec<Json> = details.collect();
    let totals: Vec<Vec<Points>> = (0..scored.hands.len())
        .map(|index| {
            let mut totals = scored.hands[index].totals.clone();
            let number = index + 1;
            for adjusted in scored.adjustments.iter().filter(|a| a.after_hand == number) {
                for seat in &adjusted.side {
                    totals[seat.index()] += -adjusted.points;
                }
            }
            totals
        })
        .collect();
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

/// A record with what its auction gives, where that was not recorded beside it.
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
        for (key, value) in given.iter() {
            if !entries.iter().any(|(known, _)| *known == **key) {
                entries.push((key.to_string(), value.clone()));
            }
        }
    }
    record
}

/// Adds the notes, corrections and adjustments of the hands.
fn add_notes(pad: &mut Pad, scored: &Scored, history: &[Correction]) {
    let by_hand = pad.totals.is_none();
    let mut notes: Vec<(usize, Text)> = Vec::new();
    for hand in &scored.hands {
        if let Some(note) = &hand.note {
            let args = args![hand: hand.number, note: note.clone()];
            let key = if by_hand { "note" } else { "note-of-hand" };
            notes.push((hand.number, Text::Message(key, args)));
        }
    }
    let corrections = history
        .iter()
        .map(|correction| (correction.hand, correction.text()));
    notes.extend(corrections);
    if !by_hand {
        for adjusted in &scored.adjustments {
            notes.push((
                adjusted.after_hand,
                Text::Message("adjusted", adjusted_args(scored, adjusted)),
            ));
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
        let reason = Text::Message("adjustment-reason", adjusted_args(scored, adjusted));
        row.hand.set(REASON, Value::text(reason));
        let later = scored
            .adjustments
            .iter()
            .filter(|later| later.after_hand == adjusted.after_hand)
            .filter(|later| later.side.contains(&adjusted.seat));
        let before: Points = match adjusted.after_hand.checked_sub(1) {
            Some(hand) => {
                let all: Points = later.clone().map(|later| later.points).sum();
                scored.hands[hand].totals[adjusted.seat.index()] - all
            }
            None => Points::ZERO,
        };
        let upto = later.take_while(|later| !std::ptr::eq(*later, adjusted));
        let total = before + upto.map(|earlier| earlier.points).sum() + adjusted.points;
        for seat in &adjusted.side {
            let values = &mut row.seats[pad.column(*seat)];
            values.write("points", signed(adjusted.points));
            values.write("total", total);
        }
        let place = pad
            .rows
            .iter()
            .position(|row| row.number == Some(adjusted.after_hand))
            .map_or(0, |index| index + 1);
        pad.rows.insert(place, row);
    }
}
