//! The scorer's context: where a hand is judged, and where all that is found about it is laid down.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::wire::{Given, PerPlayer};
use super::{Arg, Args, Breach, Finding, Line, Points, Seat, Table, args, segment};

/// Where in a document the judged thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentPlace {
    /// The hand at this index.
    Hand(usize),
    /// The hand being played.
    Current,
    /// The options.
    Options,
    /// The document itself.
    Top,
}

impl Display for DocumentPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentPlace::Hand(index) => write!(f, "/hands/{index}"),
            DocumentPlace::Current => f.write_str("/current"),
            DocumentPlace::Options => f.write_str("/options"),
            DocumentPlace::Top => Ok(()),
        }
    }
}

/// Whether a whole hand is judged, or one that is still being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// What is missing is a fault.
    Whole,
    /// What is missing is noted; nothing is scored.
    SoFar,
}

/// One hand on the context.
///
/// Pointers are written out only where something is wrong: `format_args!` makes one.
#[derive(Debug)]
pub struct HandContext<'a> {
    /// Who plays.
    pub table: &'a Table,
    /// The number of the hand, from 1.
    pub number: usize,
    /// Who dealt it.
    pub dealer: Seat,
    /// Whether the table let illegal steps stand.
    pub waived: bool,
    /// Whether the document ends the match after this hand, before its rules do.
    pub ends_match: bool,
    mode: Mode,
    place: DocumentPlace,
    left_out: &'a [String],
    findings: Vec<Finding>,
    warnings: Vec<Finding>,
    missing: Vec<String>,
    sums: Vec<Sum>,
    lines: Vec<Line>,
    detail: Option<Box<RawValue>>,
}

/// What the amounts at a place of a hand must add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Sum {
    /// Where they stand.
    pub pointer: String,
    /// What they come to, all of them together.
    pub sum: i64,
}

/// What a judged hand left on the context.
#[derive(Debug)]
pub struct Judgment {
    /// Its faults; with any of them the hand does not count.
    pub findings: Vec<Finding>,
    /// What is odd in it.
    pub warnings: Vec<Finding>,
    /// The pointers of what a hand being played still lacks.
    pub missing: Vec<String>,
    /// What the amounts of a hand being played must add up to.
    pub sums: Vec<Sum>,
    /// The derivation of its points.
    pub lines: Vec<Line>,
    /// The game's own results.
    pub detail: Option<Box<RawValue>>,
}

impl<'a> HandContext<'a> {
    /// Lays a hand on the context. What was left out in reading is not missed a second time.
    pub fn new(
        table: &'a Table,
        place: DocumentPlace,
        mode: Mode,
        number: usize,
        left_out: &'a [String],
    ) -> HandContext<'a> {
        HandContext {
            table,
            number,
            dealer: Seat::new(0),
            waived: false,
            ends_match: false,
            mode,
            place,
            left_out,
            findings: Vec::new(),
            warnings: Vec::new(),
            missing: Vec::new(),
            sums: Vec::new(),
            lines: Vec::with_capacity(8),
            detail: None,
        }
    }

    /// What is on it in the end.
    pub fn finish(self) -> Judgment {
        let HandContext {
            findings,
            warnings,
            missing,
            sums,
            lines,
            detail,
            ..
        } = self;
        Judgment {
            findings,
            warnings,
            missing,
            sums,
            lines,
            detail,
        }
    }

    /// Whether nothing has been found wrong so far.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether the hand is still being played.
    pub fn so_far(&self) -> bool {
        self.mode == Mode::SoFar
    }

    /// Notes a fault at a pointer within the hand (`/tricks/Bo`), resting on a clause.
    pub fn fault(
        &mut self,
        code: &'static str,
        pointer: impl Display,
        rule: &'static str,
        args: Args,
    ) {
        self.report(Finding::rule(code, pointer.to_string(), args).by(rule));
    }

    /// Notes any fault, its pointer within the hand.
    pub fn report(&mut self, finding: Finding) {
        self.findings.push(finding.under(&self.place.to_string()));
    }

    /// Notes what is odd but can be scored, at a pointer within the hand.
    pub fn warn(
        &mut self,
        code: &'static str,
        pointer: impl Display,
        rule: &'static str,
        args: Args,
    ) {
        let place = self.place.to_string();
        self.warnings.push(
            Finding::rule(code, pointer.to_string(), args)
                .by(rule)
                .under(&place),
        );
    }

    /// Notes an illegal step: a fault, or a warning where the table let it stand.
    pub fn irregular(&mut self, breach: Breach, pointer: &str) {
        let place = self.place.to_string();
        let finding = breach.into_finding("irregularity", pointer).under(&place);
        let list = if self.waived {
            &mut self.warnings
        } else {
            &mut self.findings
        };
        list.push(finding);
    }

    /// Notes that something is missing: a fault in a whole hand.
    pub fn missing(&mut self, pointer: impl Display + Copy) {
        if self.is_left_out(pointer) {
            return;
        }
        let pointer = format!("{}{pointer}", self.place);
        match self.mode {
            Mode::SoFar => self.missing.push(pointer),
            Mode::Whole => self
                .findings
                .push(Finding::shape("missing-field", pointer, args![])),
        }
    }

    /// Notes what the amounts at a pointer must add up to, for whoever enters them; whether they do
    /// is the game's to judge.
    pub fn adds_up_to(&mut self, pointer: &str, sum: i64) {
        if self.so_far() {
            let pointer = format!("{}{pointer}", self.place);
            self.sums.push(Sum { pointer, sum });
        }
    }

    /// Whether what stands at a pointer within the hand was left out in reading: its fault has been
    /// said, and nothing that would follow from it is missing.
    pub fn is_left_out(&self, pointer: impl Display) -> bool {
        if self.left_out.is_empty() {
            return false;
        }
        let pointer = format!("{}{pointer}", self.place);
        self.left_out.iter().any(|place| is_within(&pointer, place))
    }

    /// Adds a line to the derivation.
    pub fn line(&mut self, seat: Seat, points: Points, rule: &'static str, args: Args) {
        self.line_said(seat, points, rule, rule, args);
    }

    /// Adds a line whose sentence is not the one named as its clause is.
    pub fn line_said(
        &mut self,
        seat: Seat,
        points: Points,
        rule: &'static str,
        message: &'static str,
        args: Args,
    ) {
        self.lines.push(Line {
            seat,
            points,
            rule,
            message,
            args,
        });
    }

    /// The points of this seat so far.
    pub fn score(&self, seat: Seat) -> Points {
        self.lines
            .iter()
            .filter(|line| line.seat == seat)
            .map(|line| line.points)
            .sum()
    }

    /// Sets the game's own results of the hand.
    pub fn detail(&mut self, detail: &impl Serialize) {
        self.detail = serde_json::value::to_raw_value(detail).ok();
    }

    /// The name of a seat, for a message.
    pub fn name(&self, seat: Seat) -> Arg {
        Arg::Text(self.table.name(seat).clone())
    }

    /// The seat of a player named at this pointer; a stranger is a fault.
    pub fn seat(&mut self, pointer: impl Display, name: &str) -> Option<Seat> {
        let seat = self.table.seat(name);
        if seat.is_none() {
            self.report(unknown_player(self.table, &pointer.to_string(), name));
        }
        seat
    }

    /// The seat of the player in a field that may be absent.
    pub fn player(&mut self, pointer: impl Display, name: &Given<String>) -> Option<Seat> {
        name.as_ref().and_then(|name| self.seat(pointer, name))
    }

    /// The same, of a field that must be there.
    pub fn needed_player(
        &mut self,
        pointer: impl Display + Copy,
        name: &Given<String>,
    ) -> Option<Seat> {
        self.needed(name, pointer);
        self.player(pointer, name)
    }

    /// A field that must be there.
    pub fn needed<'b, T>(
        &mut self,
        given: &'b Given<T>,
        pointer: impl Display + Copy,
    ) -> Option<&'b T> {
        if given.is_none() {
            self.missing(pointer);
        }
        given.as_ref()
    }

    /// The dealer of a question that needs one.
    pub fn needed_dealer(&mut self, dealer: Option<Seat>) -> Option<Seat> {
        if dealer.is_none() {
            self.missing("/dealer");
        }
        dealer
    }

    /// A number that may be absent, and must be in the range.
    pub fn number(
        &mut self,
        pointer: impl Display,
        number: &Given<i64>,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        (**number).filter(|number| self.in_range(pointer, *number, range))
    }

    /// The same, of a field that must be there.
    pub fn needed_number(
        &mut self,
        pointer: impl Display + Copy,
        number: &Given<i64>,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        self.needed(number, pointer);
        self.number(pointer, number, range)
    }

    /// Whether the number is in the range; a fault if not.
    pub fn in_range(
        &mut self,
        pointer: impl Display,
        number: i64,
        range: RangeInclusive<i64>,
    ) -> bool {
        let fits = range.contains(&number);
        if !fits {
            self.report(out_of_range(&pointer.to_string(), number, &range));
        }
        fits
    }

    /// An amount for each of these seats, every one named once, each in the range.
    ///
    /// Gives the amounts in the order of `seats`, if none is missing or wrong; all faults are noted.
    pub fn amounts(
        &mut self,
        pointer: &str,
        amounts: &Given<PerPlayer<i64>>,
        seats: &[Seat],
        range: RangeInclusive<i64>,
    ) -> Option<Vec<i64>> {
        let Some(amounts) = &**amounts else {
            self.missing(pointer);
            return None;
        };
        let before = self.findings.len();
        let mut found: Vec<Option<i64>> = vec![None; seats.len()];
        for (name, amount) in amounts.iter() {
            let known = self
                .table
                .seat(name)
                .and_then(|seat| seats.iter().position(|known| *known == seat));
            match known {
                None => {
                    let place = format!("{pointer}/{}", segment(name));
                    let stranger = unknown_player(self.table, &place, name);
                    self.report(stranger);
                }
                Some(index) if found[index].is_some() => {
                    let place = format!("{pointer}/{}", segment(name));
                    self.report(Finding::rule("duplicate-player", place, args![name: name]));
                }
                Some(index) => {
                    found[index] = Some(*amount);
                    if !range.contains(amount) {
                        let place = format!("{pointer}/{}", segment(name));
                        self.report(out_of_range(&place, *amount, &range));
                    }
                }
            }
        }
        for (index, _) in found
            .iter()
            .enumerate()
            .filter(|(_, amount)| amount.is_none())
        {
            let name = self.table.name(seats[index]).clone();
            self.missing(format_args!("{pointer}/{}", segment(&name)));
        }
        let all: Option<Vec<i64>> = found.into_iter().collect();
        all.filter(|_| self.findings.len() == before)
    }
}

/// The house rules on the context.
#[derive(Debug)]
pub struct OptionsContext<'a> {
    /// Faults, their pointers from the document's root.
    pub findings: Vec<Finding>,
    left_out: &'a [String],
}

impl<'a> OptionsContext<'a> {
    /// An empty context. What was left out in reading is not missed a second time.
    pub fn new(left_out: &'a [String]) -> OptionsContext<'a> {
        OptionsContext {
            findings: Vec::new(),
            left_out,
        }
    }

    /// Notes a fault at a pointer within the options.
    pub fn fault(&mut self, code: &'static str, pointer: &str, args: Args) {
        self.findings
            .push(Finding::rule(code, format!("/options{pointer}"), args));
    }

    /// Notes that a house rule is missing that the others ask for.
    pub fn missing(&mut self, pointer: &str) {
        let pointer = format!("/options{pointer}");
        if !self.left_out.iter().any(|place| is_within(&pointer, place)) {
            self.findings
                .push(Finding::rule("missing-option", pointer, args![]));
        }
    }

    /// A number in its range, or the default: the one that is absent, and the one that is wrong.
    pub fn number(
        &mut self,
        name: impl Display,
        number: &Given<i64>,
        range: RangeInclusive<i64>,
        default: i64,
    ) -> i64 {
        match **number {
            None => default,
            Some(number) if range.contains(&number) => number,
            Some(number) => {
                self.findings
                    .push(out_of_range(&format!("/options/{name}"), number, &range));
                default
            }
        }
    }
}

/// The fault of a number outside its range.
pub fn out_of_range(pointer: &str, number: i64, range: &RangeInclusive<i64>) -> Finding {
    Finding::rule(
        "out-of-range",
        pointer,
        args![found: number, least: *range.start(), most: *range.end()],
    )
}

/// The fault of a name that nobody at the table has.
pub fn unknown_player(table: &Table, pointer: &str, name: &str) -> Finding {
    let names: Vec<Arc<str>> = table.names().to_vec();
    Finding::rule(
        "unknown-player",
        pointer,
        args![name: name.trim().to_owned(), players: names],
    )
}

fn is_within(pointer: &str, place: &str) -> bool {
    pointer
        .strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
