//! The pad and the sheet of a custom game. Both have a field for each field of the game's definition.

use std::sync::LazyLock;

use overtrick_core::pad::{CARDS, Field, Kind};
use overtrick_core::prelude::*;
use overtrick_core::{LeftOut, Subject};

use crate::definition::{Definition, FieldRule, MAX_ENTRIES};
use crate::game::Own;
use crate::record::Record;
use crate::types::Type;

/// The keys of a definition's fields on paper, in the order of the fields.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let keys = (1..=MAX_ENTRIES).map(|number| format!("field-{number}"));
    keys.collect()
});

/// The most figures and letters in a field that is filled in with a pencil. Scorers abbreviate longer words.
const MAX_FIGURES: usize = 4;
const MAX_LETTERS: usize = 6;

impl Definition {
    /// Returns the labels of its fields, each with its key on paper.
    pub fn labels(&self) -> impl Iterator<Item = (&'static str, &Name)> {
        self.keyed().map(|(key, field)| (key, &field.input.label))
    }

    /// Returns the labels of its house rules, each with its name in documents, in the order of the file.
    pub fn option_labels(&self) -> impl Iterator<Item = (&str, &Name)> {
        let rules = self.options.iter();
        rules.map(|rule| (rule.name.as_str(), &rule.label))
    }

    /// Returns its fields on paper, except those that never apply. A field with a value for each player
    /// occurs once for each partner of a side. Returns `None` if there are more fields than keys.
    fn placed(&self, partners: usize, absent: &[bool]) -> Option<Vec<Placed<'_>>> {
        let mut further = KEYS.iter().skip(self.fields.len());
        let mut placed = Vec::new();
        let fields = self.keyed().zip(absent);
        for ((key, field), _) in fields.filter(|(_, absent)| !**absent) {
            let shares = field.each && !field.by_side;
            for partner in 0..if shares { partners } else { 1 } {
                placed.push(Placed {
                    key: if partner == 0 { key } else { further.next()? },
                    field,
                    partner: field.each.then_some(partner),
                });
            }
        }
        Some(placed)
    }

    /// Returns its fields with their keys on paper.
    fn keyed(&self) -> impl Iterator<Item = (&'static str, &FieldRule)> {
        KEYS.iter().map(String::as_str).zip(&self.fields)
    }

    /// Whether the points of a hand are recorded values of the players. This is false if there are sides,
    /// because partners share their points.
    fn records_points(&self) -> bool {
        if self.sides > 0 {
            return false;
        }
        let [score] = self.json().list("score") else {
            return false;
        };
        let plain = score.get("when").is_none() && score.get("otherwise").is_none();
        let points = score.text("points").map(str::trim);
        let mut fields = self.fields.iter().filter(|field| field.each);
        plain && fields.any(|field| points == Some(field.input.name.as_str()))
    }
}

/// A field on paper.
struct Placed<'d> {
    key: &'static str,
    field: &'d FieldRule,
    /// The number of the partner in the column, from 0, if each player has a value.
    partner: Option<usize>,
}

/// The places of fields and players on paper.
struct Places<'d> {
    fields: Vec<Placed<'d>>,
    /// The players of each column; empty if each player has a column.
    sides: Vec<Vec<Seat>>,
}

impl Places<'_> {
    /// Returns the place of a player's values: the column, and the number of the partner in that column.
    fn of(&self, seat: Seat) -> (usize, usize) {
        let seat = seat.index();
        match self.sides.len() {
            0 => (seat, 0),
            sides => (seat % sides, seat / sides),
        }
    }

    /// Returns the number of a partner, from 1, if partners share a column but have separate values.
    fn number(&self, placed: &Placed<'_>) -> Option<usize> {
        let is_shared = !self.sides.is_empty() && !placed.field.by_side;
        placed.partner.filter(|_| is_shared).map(|at| at + 1)
    }

    /// Returns the labels of the fields.
    fn captions(&self) -> Vec<(&'static str, Text)> {
        let caption = |placed: &Placed<'_>| label_of(placed.field, self.number(placed));
        let fields = self.fields.iter();
        fields.map(|placed| (placed.key, caption(placed))).collect()
    }

    /// Reduces a row to one column for each side, if there are sides.
    fn columns(&self, row: &mut Row) {
        if !self.sides.is_empty() {
            // The first players of all sides come before their partners in seat order.
            row.seats.truncate(self.sides.len());
        }
    }
}

impl HasPad for Own {
    fn pad(&self, table: &Table) -> Pad {
        let length = match self.hands {
            Some(_) => Length::Rounds,
            None => Length::Open {
                multiple_of: table.len(),
            },
        };
        let places = self.places(table);
        let mut rows = rows(self.hands.unwrap_or(1), table.len());
        for row in &mut rows {
            places.columns(row);
            if self.definition.deals.is_some() {
                // The dealers after the first hand depend on the play.
                row.dealer = None;
            }
        }
        let cards = self.cards_of_hands(table);
        for (row, cards) in rows.iter_mut().zip(&cards) {
            let text = Text::of("cards-dealt", args![cards: *cards]);
            row.hand.set(CARDS.key, Value::text(text));
        }
        let cards = (!cards.is_empty()).then_some(CARDS);
        let blank = |each: bool| {
            let fields = places
                .fields
                .iter()
                .filter(move |placed| placed.field.each == each);
            fields.map(|placed| self.blank(placed.key, placed.field))
        };
        Pad {
            hand: cards.into_iter().chain(blank(false)).collect(),
            seat: blank(true).chain(self.sums()).collect(),
            rows,
            length,
            legend: self.legend(table),
            captions: places.captions(),
            sides: places.sides,
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        let Some(first) = hands.first() else {
            return pad.rows.clear();
        };
        pad.rows = self.rows(hands, &self.places(first.table));
    }

    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let places = self.places(table);
        let mut pad = Pad {
            rows: self.rows(hands, &places),
            legend: self.legend_of_sheet(table),
            captions: places.captions(),
            ..Pad::default()
        };
        for placed in &places.fields {
            let (key, field) = (placed.key, placed.field);
            match field.input.kind {
                Type::Number(_) if field.each => pad.seat.push(self.blank(key, field)),
                _ if field.each => pad.seat.push(Field::new(key, Kind::Label)),
                _ => pad.hand.push(Field::new(key, Kind::Label)),
            }
        }
        pad.sides = places.sides;
        pad.seat.extend(self.sums());
        pad
    }
}

impl Own {
    /// Returns the sides, each with its players in seat order; empty if all players play alone.
    fn sides(&self, table: &Table) -> Vec<Vec<Seat>> {
        let firsts = table.seats().take(self.definition.sides);
        firsts.map(|first| self.side(table, first)).collect()
    }

    /// Returns the places on paper. Partners share a column, unless this would need more fields than there are keys.
    fn places(&self, table: &Table) -> Places<'_> {
        let sides = self.sides(table);
        let partners = sides.iter().map(Vec::len).max().unwrap_or(1);
        let absent = self.absent_fields();
        if partners > 1
            && let Some(fields) = self.definition.placed(partners, &absent)
        {
            return Places { fields, sides };
        }
        Places {
            fields: self.definition.placed(1, &absent).unwrap_or_default(),
            sides: Vec::new(),
        }
    }

    /// Returns the fields for the points and the total of each player.
    fn sums(&self) -> impl Iterator<Item = Field> {
        let points = (!self.definition.records_points()).then_some(POINTS);
        points.into_iter().chain([TOTAL])
    }

    /// Returns a field that is filled in with a pencil.
    fn blank(&self, key: &'static str, field: &FieldRule) -> Field {
        let figures = match &field.input.kind {
            Type::Number(range) => {
                let digits = |number: i64| number.unsigned_abs().to_string().len();
                digits(range.least).max(digits(range.most)) + usize::from(range.least < 0)
            }
            Type::Flag => {
                // The caption of the field already names the flag.
                return ticks(key, [(key, Text::plain(""))]);
            }
            Type::Player => 2,
            Type::Word(_) => {
                let words = self.definition.words_at(&field.input.words);
                words.map(|word| word.chars().count()).max().unwrap_or(0)
            }
        };
        let most = if field.each { MAX_FIGURES } else { MAX_LETTERS };
        let figures = u8::try_from(figures.clamp(2, most)).unwrap_or(2);
        write(key).figures(figures)
    }

    /// Returns the number of cards per player in each hand; empty if the number is constant, or is not known
    /// before the match.
    fn cards_of_hands(&self, table: &Table) -> Vec<i64> {
        let definition = &self.definition;
        let known = definition.cards.as_ref().is_some_and(|cards| {
            let facts = &cards.facts;
            facts.of_hand && !facts.totals && definition.carry.is_empty()
        });
        let Some(hands) = self.hands.filter(|_| known && definition.deals.is_none()) else {
            return Vec::new();
        };
        let mut dealer = Seat::new(0);
        let cards = (1..=hands).map(|number| {
            let mut context = HandContext::new(table, Subject::Current, number, LeftOut::none());
            context.dealer = dealer;
            let mut state = self.before(table, number);
            self.judge(&mut state, &Record::default(), &mut context);
            dealer = table.next(dealer);
            state.cards
        });
        let cards: Vec<i64> = cards.collect();
        if cards.windows(2).all(|pair| pair[0] == pair[1]) {
            return Vec::new();
        }
        cards
    }

    fn rows(&self, hands: &[PlayedHand<'_>], places: &Places<'_>) -> Vec<Row> {
        let rows = hands.iter().map(|hand| self.played(hand, places));
        rows.collect()
    }

    /// Returns the row of a played hand: players' numbers as figures, and all other values as text after
    /// their labels.
    fn played(&self, hand: &PlayedHand<'_>, places: &Places<'_>) -> Row {
        let mut row = hand.row();
        places.columns(&mut row);
        for placed in &places.fields {
            let (key, field) = (placed.key, placed.field);
            let Some(value) = hand.record.get(&field.input.name) else {
                continue;
            };
            let Some(partner) = placed.partner else {
                if let Some(text) = self.text(value, field, None) {
                    row.hand.set(key, Value::text(text));
                }
                continue;
            };
            let number = places.number(placed);
            for (name, value) in value.entries() {
                let place = hand.table.seat(name).map(|seat| places.of(seat));
                let column = place.filter(|(_, known)| *known == partner);
                let Some(values) = column.and_then(|(column, _)| row.seats.get_mut(column)) else {
                    continue;
                };
                if let Some(text) = self.text(value, field, number) {
                    values.set(key, Value::text(text));
                }
            }
        }
        row
    }

    /// Returns a value with its label and, if partners share a column, the partner's number before it. A
    /// player's number has no label. A flag that is set is only its label; other flags are `None`.
    fn text(&self, value: &Json, field: &FieldRule, partner: Option<usize>) -> Option<Text> {
        let value = match value {
            Json::Bool(true) => return Some(label_of(field, partner)),
            Json::Int(number) if field.each => return Some(Text::Plain(figures(*number))),
            Json::Int(number) => Arg::Int(*number),
            Json::Text(text) => {
                let mut words = self.definition.words_at(&field.input.words);
                let word = words.find(|word| ***word == **text);
                word.map_or_else(|| Arg::from(text.clone()), |word| word.clone().into())
            }
            _ => return None,
        };
        let label = field.input.label.clone();
        Some(match partner {
            Some(partner) => {
                let args = args![label: label, partner: partner, value: value];
                Text::of("value-of-partner", args)
            }
            None => Text::of("own-value", args![label: label, value: value]),
        })
    }

    /// Returns the texts under the figures of a sheet.
    fn legend_of_sheet(&self, table: &Table) -> Vec<Text> {
        let sides = self.sides(table);
        let mut legend = Vec::new();
        if !sides.is_empty() {
            let fields = &self.definition.fields;
            if !self.places(table).sides.is_empty()
                && fields.iter().any(|field| field.each && !field.by_side)
            {
                legend.push(Text::message("legend-partners"));
            }
            let sides: Vec<String> = sides.iter().map(|side| table.joined(side)).collect();
            let args = args![sides: sides.join(", ")];
            legend.push(Text::of("legend-sides", args));
        }
        if self.definition.lowest_wins() {
            legend.push(Text::message("legend-lowest"));
        }
        legend
    }

    /// Returns the texts on the back of a pad: the clauses, the words of the fields, and how to read the rows.
    fn legend(&self, table: &Table) -> Vec<Text> {
        let definition = &self.definition;
        let clauses = self.clauses();
        let mut legend: Vec<Text> = clauses.map(|(_, text)| Text::Word(text.clone())).collect();
        let absent = self.absent_fields();
        for (field, _) in definition.fields.iter().zip(absent).filter(|(_, it)| !it) {
            if let Type::Word(_) = field.input.kind {
                let words: Vec<Name> = definition.words_at(&field.input.words).cloned().collect();
                let args = args![label: field.input.label.clone(), words: words];
                legend.push(Text::of("own-words", args));
            }
        }
        legend.extend(self.legend_of_sheet(table));
        if definition.deals.is_none() {
            legend.push(Text::message("legend-dealer"));
        }
        legend
    }
}

/// Returns the label of a field, with the number of the partner, if any.
fn label_of(field: &FieldRule, partner: Option<usize>) -> Text {
    let label = field.input.label.clone();
    match partner {
        Some(partner) => Text::of("of-partner", args![label: label, partner: partner]),
        None => Text::Word(label),
    }
}

/// Writes a number with a real minus sign (−).
fn figures(number: i64) -> String {
    number.to_string().replace('-', "−")
}
