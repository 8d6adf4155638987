//! Corrections that an export tells of: what stood there before, struck through, and why.

use super::data::{Pad, Row, Text, Values};
use crate::rules::args;
use crate::rules::json::Json;

/// A correction of one hand.
#[derive(Debug)]
pub struct Correction {
    /// The hand, from 1.
    pub hand: usize,
    before: Option<Json>,
    by: String,
    at: String,
    reason: String,
}

impl Correction {
    /// The hand's record as it stood before, if that is told: what differs, or all of it.
    pub fn record_before(&self, now: &Json) -> Option<Json> {
        let (Some(Json::Object(before)), Json::Object(now)) = (&self.before, now) else {
            return None;
        };
        let mut record = now.clone();
        for (key, value) in before {
            match record.iter_mut().find(|(known, _)| known == key) {
                Some((_, known)) => *known = value.clone(),
                None => record.push((key.clone(), value.clone())),
            }
        }
        Some(Json::Object(record))
    }

    /// What is said of it.
    pub fn text(&self) -> Text {
        let args = args![
            hand: self.hand, by: self.by.clone(), at: self.at.clone(), reason: self.reason.clone()
        ];
        Text::Said("corrected", args)
    }
}

/// The corrections of a document, in the order told.
pub fn of(document: &Json) -> Vec<Correction> {
    let Some(Json::List(history)) = document.get("history") else {
        return Vec::new();
    };
    let text = |entry: &Json, key: &str| {
        let text = entry.get(key).and_then(Json::as_text);
        text.unwrap_or("–").to_owned()
    };
    let correction = |entry: &Json| {
        let Some(Json::Int(hand)) = entry.get("hand") else {
            return None;
        };
        let told = entry.get("before").is_some() || entry.get("reason").is_some();
        let hand = usize::try_from(*hand).ok().filter(|_| told)?;
        Some(Correction {
            hand,
            before: entry.get("before").cloned(),
            by: text(entry, "by"),
            at: text(entry, "at"),
            reason: text(entry, "reason"),
        })
    };
    history.iter().filter_map(correction).collect()
}

/// Strikes through in a row what an earlier pad had there.
pub fn strike(pad: &mut Pad, earlier: &Pad, hand: usize) {
    let is_it = |row: &Row| row.number == Some(hand + 1);
    let earlier = earlier.rows.iter().find(|row| is_it(row));
    let now = pad.rows.iter_mut().find(|row| is_it(row));
    if let (Some(now), Some(earlier)) = (now, earlier) {
        strike_values(&mut now.hand, &earlier.hand);
        for (now, earlier) in now.seats.iter_mut().zip(&earlier.seats) {
            strike_values(now, earlier);
        }
    }
}

fn strike_values(now: &mut Values, earlier: &Values) {
    for (key, value) in now.iter_mut() {
        let before = earlier.get(key).and_then(|value| value.text.as_ref());
        if before != value.text.as_ref() && value.was.is_none() {
            value.was = before.cloned();
        }
    }
}
