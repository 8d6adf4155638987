//! From marks to a record: what the boxes that are ticked and the digits that are written say of a hand.

use super::places::{ScanEntry, ScanLayout, ScanMarks, ScanRecord};
use overtrick_core::json::Json;
use overtrick_core::scan::{Meaning, find, put};

/// What was marked of an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// The boxes that are ticked, by their indices.
    pub ticked: Vec<usize>,
    /// What stands in each well: a digit, `X` for ten, or a space.
    pub digits: String,
    /// Whether the minus sign is ticked.
    pub minus: bool,
    /// Whether the half is ticked.
    pub half: bool,
}

impl Marked {
    /// Whether there is a mark.
    pub fn is_blank(&self) -> bool {
        self.ticked.is_empty() && self.digits.trim().is_empty() && !self.half
    }

    /// The number that is written, if one is.
    pub fn number(&self) -> Option<Json> {
        let digits = self.digits.trim();
        let number: i64 = match digits {
            "" if self.half => 0,
            "X" => 10,
            _ => digits.parse().ok()?,
        };
        let sign = if self.minus { -1 } else { 1 };
        Some(if self.half {
            let whole = i32::try_from(number).ok()?;
            Json::Float(f64::from(sign) * (f64::from(whole) + 0.5))
        } else {
            Json::Int(i64::from(sign) * number)
        })
    }
}

impl ScanRecord {
    /// The record that these marks make, one for each entry; nothing, if none is marked. What only checks it is
    /// left out.
    pub fn read(
        &self,
        layout: &ScanLayout,
        players: &[String],
        marks: &[Marked],
    ) -> Option<Json> {
        if marks.iter().all(Marked::is_blank) {
            return None;
        }
        let name = |seat: Option<usize>| Some(players.get(seat?)?.as_str());
        let mut said: Vec<(&Meaning, Option<&str>, Option<Json>)> = Vec::new();
        let mut else_said: Vec<(&Meaning, Option<&str>, Option<Json>)> = Vec::new();
        let always = self.always.iter();
        said.extend(always.map(|meaning| (meaning, name(self.seat), None)));
        for (entry, marked) in self.entries.iter().zip(marks) {
            let player = name(entry.seat);
            let meant = meant(entry, marked);
            said.extend(meant.map(|(meaning, number)| (meaning, player, number)));
            if let Some(none) = unmarked(entry, marked) {
                else_said.extend(none.iter().map(|meaning| (meaning, player, None)));
            }
        }
        let mut record = Json::EMPTY;
        // What depends on another field comes after it.
        for said in [said, else_said] {
            let (free, bound): (Vec<_>, Vec<_>) =
                said.into_iter().partition(|(meaning, ..)| meaning.when.is_empty());
            for (meaning, player, number) in free.into_iter().chain(bound) {
                if meaning.applies(&record, player) {
                    let value = meaning.said(player, number.as_ref());
                    put(&mut record, meaning.field, player, value);
                }
            }
        }
        for rest in &layout.rests {
            if let Some(Json::Int(number)) = find(&record, rest.without, None) {
                let left = Json::Int(rest.total - number);
                put(&mut record, rest.field, None, left);
            }
        }
        Some(record)
    }
}

/// What the marks of an entry mean.
fn meant<'a>(
    entry: &'a ScanEntry,
    marked: &Marked,
) -> impl Iterator<Item = (&'a Meaning, Option<Json>)> {
    let (means, number): (Vec<&'a Meaning>, Option<Json>) = match &entry.marks {
        ScanMarks::Boxes { boxes, .. } => {
            let ticked = marked.ticked.iter().filter_map(|index| boxes.get(*index));
            (ticked.flat_map(|tick| &tick.means).collect(), None)
        }
        ScanMarks::Number { means, .. } => {
            let number = marked.number();
            let means = means.iter().filter(|_| number.is_some());
            (means.collect(), number)
        }
    };
    means.into_iter().map(move |meaning| (meaning, number.clone()))
}

/// What it means that no box of an entry that means something is ticked.
fn unmarked<'a>(entry: &'a ScanEntry, marked: &Marked) -> Option<&'a [Meaning]> {
    let ScanMarks::Boxes { boxes, none } = &entry.marks else {
        return None;
    };
    let mut ticked = marked.ticked.iter().filter_map(|index| boxes.get(*index));
    ticked.all(|tick| tick.means.is_empty()).then_some(none)
}
