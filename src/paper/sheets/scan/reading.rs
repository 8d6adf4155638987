//! From marks to a record, and back: what the boxes that are ticked and the digits that are written say of a hand.

use super::layout::{ScanEntry, ScanLayout, ScanMarks, ScanRecord};
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_core::scan::{Meaning, NUMBER, find, put};

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

    /// A number as it is written into so many wells; nothing, if it does not go in.
    pub fn of_number(number: &Json, wells: usize) -> Option<Marked> {
        let halves = match number {
            Json::Int(number) => number.checked_mul(2)?,
            Json::Float(number) => Points::from_decimal(*number)?.in_halves(),
            _ => return None,
        };
        let whole = halves.unsigned_abs() / 2;
        let digits = match (whole, wells) {
            (10, 1) => "X".to_owned(),
            _ => whole.to_string(),
        };
        (digits.len() <= wells).then(|| Marked {
            ticked: Vec::new(),
            digits: format!("{digits:>wells$}"),
            minus: halves < 0,
            half: halves % 2 != 0,
        })
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

impl ScanEntry {
    /// What is marked of it for a record; of what only checks one, nothing. `None`, if a number does not go in.
    fn mark(&self, record: &Json, player: Option<&str>) -> Option<Marked> {
        let holds = |meaning: &Meaning| {
            let there = find(record, meaning.field, player);
            // A flag that is not written is not set.
            let there = there.unwrap_or(&Json::Bool(false));
            match (there, meaning.said(player, None)) {
                (Json::List(items), value) => items.contains(&value),
                (there, value) => *there == value,
            }
        };
        let applying = |means: &[Meaning]| -> Vec<Meaning> {
            let means = means
                .iter()
                .filter(|meaning| meaning.applies(record, player));
            means.cloned().collect()
        };
        match &self.marks {
            ScanMarks::Boxes { boxes, .. } => {
                let boxes = boxes.iter().enumerate().filter(|(_, tick)| {
                    let means = applying(&tick.means);
                    !means.is_empty() && means.iter().all(holds)
                });
                Some(Marked {
                    ticked: boxes.map(|(index, _)| index).collect(),
                    ..Marked::default()
                })
            }
            ScanMarks::Number { means, wells, .. } => {
                let means = applying(means);
                let mut numbers = means
                    .iter()
                    .filter(|meaning| meaning.value == NUMBER.into());
                let number = numbers.find_map(|meaning| find(record, meaning.field, player));
                match number {
                    Some(number) => Marked::of_number(number, wells.len()),
                    None => Some(Marked::default()),
                }
            }
        }
    }
}

impl ScanRecord {
    /// The marks that a record makes, one for each entry; nothing, if it does not go in.
    pub fn mark(&self, players: &[String], record: &Json) -> Option<Vec<Marked>> {
        let name = |seat: Option<usize>| Some(players.get(seat?)?.as_str());
        let entries = self.entries.iter();
        entries
            .map(|entry| entry.mark(record, name(entry.seat)))
            .collect()
    }

    /// The record that these marks make, one for each entry; nothing, if none is marked. What only checks it is
    /// left out.
    pub fn read(&self, layout: &ScanLayout, players: &[String], marks: &[Marked]) -> Option<Json> {
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
            let (free, bound): (Vec<_>, Vec<_>) = said
                .into_iter()
                .partition(|(meaning, ..)| meaning.when.is_empty());
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
    means
        .into_iter()
        .map(move |meaning| (meaning, number.clone()))
}

/// What it means that no box of an entry that means something is ticked.
fn unmarked<'a>(entry: &'a ScanEntry, marked: &Marked) -> Option<&'a [Meaning]> {
    let ScanMarks::Boxes { boxes, none } = &entry.marks else {
        return None;
    };
    let mut ticked = marked.ticked.iter().filter_map(|index| boxes.get(*index));
    ticked.all(|tick| tick.means.is_empty()).then_some(none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::{PadPlayers, PadRequest};
    use crate::sheets::filled_pad::with_auction;
    use crate::sheets::scan_layout;
    use overtrick_core::pad::letter;
    use overtrick_games as games;
    use overtrick_match::document::{read_json, score};
    use overtrick_match::lang::Language;

    /// A record in the order of its keys, without what is nothing: no flag that is not set, no doubling of none.
    fn plain(json: &Json) -> Json {
        let nothing = |key: &str, value: &Json| {
            let none = [Json::Bool(false), Json::List(Vec::new()), Json::EMPTY];
            let counts = ["doubles", "extra_tricks", "foregone"];
            // What an auction adds to a commitment follows from its doubles.
            none.contains(value)
                || key == "multiplier"
                || counts.contains(&key) && *value == Json::Int(0)
                || key == "trump" && value.as_text() == Some("no-trump")
        };
        match json {
            Json::Object(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| (key.clone(), plain(value)));
                let mut entries: Vec<_> = entries.filter(|(key, it)| !nothing(key, it)).collect();
                entries.sort_by(|one, other| one.0.cmp(&other.0));
                Json::Object(entries)
            }
            Json::List(items) => {
                let mut items: Vec<Json> = items.iter().map(plain).collect();
                items.sort_by_key(|item| serde_json::to_string(item).unwrap());
                Json::List(items)
            }
            Json::Float(number) => Marked::of_number(json, 9)
                .and_then(|marked| marked.number())
                .unwrap_or(Json::Float(*number)),
            other => other.clone(),
        }
    }

    #[test]
    fn every_hand_of_a_sample_is_read_from_its_cells() {
        for game in games::all() {
            let sample = read_json(game.sample).unwrap();
            let scored = score(game.sample.as_bytes()).unwrap();
            let players: Vec<String> = sample.get("players").unwrap().typed().unwrap();
            let request = PadRequest {
                players: PadPlayers::Count(players.len()),
                options: sample.get("options").cloned().unwrap_or(Json::EMPTY),
                scan: true,
                ..PadRequest::new(game, Language::english())
            };
            let layout = scan_layout(&request).unwrap();
            let rows = layout.pages.iter().flat_map(|page| &page.rows);
            let records: Vec<&ScanRecord> = rows.flat_map(|row| &row.records).collect();
            for (index, hand) in sample.list("hands").iter().enumerate() {
                let dealer = scored.table.name(scored.hands[index].dealer);
                let Json::Object(mut entries) = with_auction(&sample, hand, dealer) else {
                    panic!("{hand:?}");
                };
                let left_out = [
                    "auction",
                    "calls",
                    "play",
                    "pile",
                    "pile_counts",
                    "stakes",
                    "note",
                    "dealer",
                    "irregularities",
                ];
                let fields = game.facts.record.iter();
                entries.retain(|(key, _)| {
                    !left_out.contains(&key.as_str()) && fields.clone().any(|it| it.name == key)
                });
                let hand = Json::Object(entries);
                let name = |seat: Option<usize>| Some(players[seat?].as_str());
                let is_said = |it: &Meaning, seat| {
                    find(&hand, it.field, name(seat)) == Some(&it.said(name(seat), None))
                };
                let mut fitting = records
                    .iter()
                    .filter(|it| it.always.iter().all(|said| is_said(said, it.seat)));
                let record = match fitting.clone().count() {
                    1 => fitting.next().unwrap(),
                    _ => records[index % records.len()],
                };
                let marks = record.mark(&players, &hand).expect("it goes in");
                let read = record.read(&layout, &players, &marks).unwrap();
                assert_eq!(
                    plain(&read),
                    plain(&hand),
                    "{} {}",
                    game.facts.id,
                    index + 1
                );
            }
        }
    }

    #[test]
    fn a_number_is_read_as_it_is_written() {
        for (number, wells, digits, minus, half) in [
            (Json::Int(7), 1, "7", false, false),
            (Json::Int(10), 1, "X", false, false),
            (Json::Int(10), 2, "10", false, false),
            (Json::Int(-45), 3, " 45", true, false),
            (Json::Float(45.5), 2, "45", false, true),
            (Json::Float(-0.5), 2, " 0", true, true),
        ] {
            let marked = Marked::of_number(&number, wells).unwrap();
            let written = (&*marked.digits, marked.minus, marked.half);
            assert_eq!(written, (digits, minus, half));
            assert_eq!(marked.number(), Some(number));
        }
        assert_eq!(Marked::of_number(&Json::Int(11), 1), None);
        assert_eq!(Marked::default().number(), None);
    }

    #[test]
    fn a_blank_row_is_no_record() {
        let game = &games::all()[0];
        let layout = scan_layout(&PadRequest::new(game, Language::english())).unwrap();
        let record = &layout.pages[0].rows[0].records[0];
        let blank = vec![Marked::default(); record.entries.len()];
        let players: Vec<String> = (0..layout.players).map(letter).collect();
        assert_eq!(record.read(&layout, &players, &blank), None);
    }
}
