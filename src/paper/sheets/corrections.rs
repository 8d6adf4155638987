//! The corrections of an exported match: earlier records, struck through, and the reasons.

use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_core::pad::{Pad, Text, Values};

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
    /// The corrections of a document, in its order.
    pub fn from_document(document: &Json) -> Vec<Correction> {
        let text = |entry: &Json, key: &str| entry.text(key).unwrap_or("–").to_owned();
        let correction = |entry: &Json| {
            let is_correction = entry.get("before").is_some() || entry.get("reason").is_some();
            let hand = usize::try_from(entry.int("hand")?).ok();
            let hand = hand.filter(|_| is_correction)?;
            Some(Correction {
                hand,
                before: entry.get("before").cloned(),
                by: text(entry, "by"),
                at: text(entry, "at"),
                reason: text(entry, "reason"),
            })
        };
        let history = document.list("history").iter();
        history.filter_map(correction).collect()
    }

    /// The hand's record before the correction, if the document has what it changed.
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

    /// The sentence that is printed of it: by a role, or by a name that somebody wrote.
    pub fn text(&self) -> Text {
        let key = match &*self.by {
            "direct" => "corrected-by-director",
            "score" => "corrected-by-scorekeeper",
            "admin" => "corrected-by-administrator",
            _ => "corrected",
        };
        let args = args![
            hand: self.hand, by: self.by.clone(), at: moment(&self.at), reason: self.reason.clone()
        ];
        Text::Message(key, args)
    }
}

/// A moment of a log, such as `2026-11-23T16:36:04.135Z`, to the minute; any other text as it is. Where the paper
/// is read is not known here, so it says that the time is UTC.
fn moment(at: &str) -> String {
    match at.split_once('T') {
        Some((day, time)) if time.ends_with('Z') && time.is_char_boundary(5) && time.len() > 5 => {
            format!("{day}, {} UTC", &time[..5])
        }
        _ => at.to_owned(),
    }
}

/// Strikes through in a pad what a correction of a hand changed: what `before` has otherwise than
/// `after`, but for the fields `left_out`. Where rows are hands, only the hand's own row is looked
/// at; where they are contracts, all of them.
pub fn strike(pad: &mut Pad, (before, after): (&Pad, &Pad), hand: usize, left_out: &[&str]) {
    let rows = before.rows.iter().zip(&after.rows);
    for (row, (before, after)) in pad.rows.iter_mut().zip(rows) {
        if row.number.is_some_and(|number| number != hand + 1) {
            continue;
        }
        strike_values(&mut row.hand, &before.hand, &after.hand, left_out);
        let seats = before.seats.iter().zip(&after.seats);
        for (values, (before, after)) in row.seats.iter_mut().zip(seats) {
            strike_values(values, before, after, left_out);
        }
    }
}

fn strike_values(values: &mut Values, before: &Values, after: &Values, left_out: &[&str]) {
    let compared = before.iter().filter(|(key, _)| !left_out.contains(key));
    for (key, earlier) in compared {
        let later = after.get(key);
        if let Some(text) = &earlier.text
            && later.and_then(|later| later.text.as_ref()) != Some(text)
        {
            values.of(key).was.insert(0, text.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bid: &str) -> Values {
        let mut values = Values::default();
        values.write("bid", bid);
        values.write("total", bid);
        values
    }

    #[test]
    fn every_earlier_figure_is_kept_in_its_order() {
        let (first, second, now) = (values("1"), values("2"), values("3"));
        let mut shown = now.clone();
        strike_values(&mut shown, &second, &now, &["total"]);
        strike_values(&mut shown, &first, &second, &["total"]);
        let bid = shown.get("bid").unwrap();
        assert_eq!(bid.was, [Text::plain("1"), Text::plain("2")]);
        assert_eq!(bid.text, Some(Text::plain("3")));
        assert!(shown.get("total").unwrap().was.is_empty());
    }
}
