//! The context in which a game judges a hand: the table, and the findings.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::json::Json;
use super::judging::ScoredHand;
use super::wire::{Given, PerPlayer};
use super::{
    Arg, Args, Bounds, Breach, Finding, LeftOut, Name, Points, Reason, Seat, SeatPoints, Shown,
    Table, args, out_of_range, segment, unknown_player,
};

/// The part of a document, or the question, that a [`HandContext`] judges.
///
/// `Display` writes the JSON pointer to that part of the document, or nothing if there is no document.
///
/// ```
/// use overtrick_core::Subject;
///
/// assert_eq!(Subject::Hand(3).to_string(), "/hands/3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The hand at this index of a match document. A missing field is a fault.
    Hand(usize),
    /// The adjustment at this index of a match document.
    Adjustment(usize),
    /// The hand being played. A missing field is listed and is not a fault; the hand is not scored.
    Current,
    /// A single hand outside a match, possibly incomplete. A missing field is listed and is not a fault.
    Unfinished,
    /// A question to an adjudicator. A missing field is a fault.
    Question,
    /// The house rules of a match. A value outside its range is a fault and is replaced by the default.
    Options,
}

impl Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Hand(index) => write!(f, "/hands/{index}"),
            Subject::Adjustment(index) => write!(f, "/adjustments/{index}"),
            Subject::Current => f.write_str("/current"),
            Subject::Options => f.write_str("/options"),
            Subject::Unfinished | Subject::Question => Ok(()),
        }
    }
}

/// The context in which a game judges a hand or a question, or resolves its house rules.
///
/// A game reads the fields of a record with its methods, which report missing and wrong values. The game then
/// adds the reasons for the points. Pointers are relative to the hand. Pass them as `format_args!`, so that
/// they are formatted only for findings.
///
/// ```
/// use overtrick_core::wire::Given;
/// use overtrick_core::{HandContext, LeftOut, Reason, Seat, Subject, Table, args};
///
/// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
/// let mut context = HandContext::new(&table, Subject::Hand(0), 1, LeftOut::none());
/// let declarer = context.needed_player("/declarer", &Given(Some("Bo".into())));
/// let tricks = context.needed_number("/tricks", &Given(Some(9)), 0..=13);
/// if let (Some(declarer), Some(tricks)) = (declarer, tricks) {
///     context.add(Reason::new("a-game/tricks", args![tricks: tricks]).pays(declarer, tricks));
/// }
/// assert!(context.is_clean());
/// assert_eq!(context.finish().reasons[0].points[0].seat, Seat::new(1));
/// ```
#[derive(Debug)]
pub struct HandContext<'a> {
    /// The players.
    pub table: &'a Table,
    /// The number of the hand, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Seat,
    /// Whether the table let illegal steps stand.
    pub waived: bool,
    /// Whether the document ends the match after this hand.
    pub ends_match: bool,
    /// The edition of the game's scoring that applies to the match.
    pub edition: i64,
    pub(crate) subject: Subject,
    pub(crate) left_out: &'a LeftOut,
    pub(crate) judged: ScoredHand,
}

/// The required sum of several amounts of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sum {
    /// The JSON pointer to the field with the amounts.
    pub pointer: String,
    /// Their sum.
    pub sum: i64,
}

impl<'a> HandContext<'a> {
    /// Returns a context for the hand with this number, from 1. Fields at or below a pointer of `left_out`
    /// are never reported as missing.
    pub fn new(
        table: &'a Table,
        subject: Subject,
        number: usize,
        left_out: &'a LeftOut,
    ) -> HandContext<'a> {
        HandContext {
            table,
            number,
            dealer: Seat::new(0),
            waived: false,
            ends_match: false,
            edition: 1,
            subject,
            left_out,
            judged: ScoredHand {
                reasons: Vec::with_capacity(8),
                ..ScoredHand::default()
            },
        }
    }

    /// Returns the findings and the reasons.
    pub fn finish(self) -> ScoredHand {
        ScoredHand {
            number: self.number,
            dealer: self.dealer,
            ..self.judged
        }
    }

    /// Returns the number of faults so far.
    pub fn faults(&self) -> usize {
        self.judged.findings.len()
    }

    /// Whether no fault has been reported so far.
    pub fn is_clean(&self) -> bool {
        self.judged.findings.is_empty()
    }

    /// Whether the hand is still being played.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.subject, Subject::Current | Subject::Unfinished)
    }

    /// Reports the breach of a clause as a fault.
    ///
    /// ```
    /// use overtrick_core::{HandContext, LeftOut, Subject, Table, args};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
    /// let mut context = HandContext::new(&table, Subject::Hand(4), 5, LeftOut::none());
    /// context.fault("tricks-sum", "/tricks", "a-game/tricks", args![sum: 12, cards: 13]);
    /// assert_eq!(context.finish().findings[0].pointer, "/hands/4/tricks");
    /// ```
    pub fn fault(
        &mut self,
        code: impl Into<Name>,
        pointer: impl Display,
        rule: impl Into<Name>,
        args: Args,
    ) {
        self.report(Finding::rule(code, pointer.to_string(), args).by(rule));
    }

    /// Reports a fault without a clause.
    pub fn refuse(&mut self, code: impl Into<Name>, pointer: impl Display, args: Args) {
        self.report(Finding::rule(code, pointer.to_string(), args));
    }

    /// Reports any fault.
    pub fn report(&mut self, finding: Finding) {
        self.note(finding, false);
    }

    /// Reports any warning.
    pub fn report_warning(&mut self, finding: Finding) {
        self.note(finding, true);
    }

    /// Reports the breach of a clause as a warning, because the hand can still be scored.
    pub fn warn(
        &mut self,
        code: impl Into<Name>,
        pointer: impl Display,
        rule: impl Into<Name>,
        args: Args,
    ) {
        self.report_warning(Finding::rule(code, pointer.to_string(), args).by(rule));
    }

    /// Reports an illegal step: a fault, or a warning if the table let it stand.
    pub fn irregular(&mut self, breach: Breach, pointer: &str) {
        self.note(breach.into_finding("irregularity", pointer), self.waived);
    }

    /// Reports a fault. It is only a warning if the table let illegal steps stand and the result is known
    /// without the faulty part (`settled`).
    pub fn fault_or_warning(
        &mut self,
        settled: bool,
        code: impl Into<Name>,
        pointer: impl Display,
        rule: impl Into<Name>,
        args: Args,
    ) {
        let finding = Finding::rule(code, pointer.to_string(), args).by(rule);
        self.note(finding, self.waived && settled);
    }

    fn note(&mut self, finding: Finding, as_warning: bool) {
        let finding = finding.under(&self.subject.to_string());
        if as_warning {
            self.judged.warnings.push(finding);
        } else {
            self.judged.findings.push(finding);
        }
    }

    /// Returns a pointer within the hand as a pointer from the root of the document.
    fn whole_pointer(&self, pointer: impl Display) -> String {
        format!("{}{pointer}", self.subject)
    }

    /// Reports a missing field. It is a fault, except in a hand being played: there, its pointer is listed once.
    pub fn missing(&mut self, pointer: impl Display + Copy) {
        if self.is_left_out(pointer) {
            return;
        }
        if !self.is_unfinished() {
            return self.report(Finding::missing(pointer.to_string()));
        }
        let pointer = self.whole_pointer(pointer);
        if !self.judged.missing.contains(&pointer) {
            self.judged.missing.push(pointer);
        }
    }

    /// Records that a field does not exist in the hand being played, for example because of its contract.
    pub fn absent(&mut self, pointer: impl Display) {
        if self.is_unfinished() {
            let pointer = self.whole_pointer(pointer);
            self.judged.absent.push(pointer);
        }
    }

    /// Returns the pointers of the missing fields in the hand being played.
    pub fn missing_so_far(&self) -> impl Iterator<Item = &str> {
        self.judged.missing.iter().map(String::as_str)
    }

    /// Records the required sum of the amounts at a pointer, as help for entering the hand being played. This
    /// method does not check the sum.
    pub fn record_sum(&mut self, pointer: impl Display, sum: i64) {
        if self.is_unfinished() {
            let pointer = self.whole_pointer(pointer);
            self.judged.sums.push(Sum { pointer, sum });
        }
    }

    /// Whether the value at a pointer was left out because of a fault. That fault is already reported, so the
    /// value and the fields below it are not reported as missing.
    pub fn is_left_out(&self, pointer: impl Display) -> bool {
        !self.left_out.is_empty() && self.left_out.covers(&self.whole_pointer(pointer))
    }

    /// Adds a reason. If a reason with the same clause, arguments and factors exists, the points are added to
    /// that reason instead.
    pub fn add(&mut self, reason: Reason) {
        let mut known = self.judged.reasons.iter_mut();
        match known.find(|known| known.is_same(&reason)) {
            Some(known) => {
                for SeatPoints { seat, points } in reason.points {
                    known.pay(seat, points);
                }
            }
            None => self.judged.reasons.push(reason),
        }
    }

    /// Returns the reasons so far.
    pub fn reasons(&self) -> &[Reason] {
        &self.judged.reasons
    }

    /// Returns the points of a seat so far.
    pub fn score(&self, seat: Seat) -> Points {
        let reasons = self.judged.reasons.iter();
        reasons.filter_map(|reason| reason.points_of(seat)).sum()
    }

    /// Sets the game-specific results of the hand.
    pub fn detail(&mut self, detail: &Json) {
        self.judged.detail = serde_json::value::to_raw_value(detail).ok();
    }

    /// Sets the content of a [column](super::Column) in the hand's row: of the hand, or of the player in `seat`.
    pub fn show(&mut self, column: &'static str, seat: Option<Seat>, figure: impl Into<Arg>) {
        self.judged.shown.push(Shown {
            column,
            seat,
            figure: figure.into(),
        });
    }

    /// Returns the name of the player in a seat, for a message.
    pub fn name(&self, seat: Seat) -> Arg {
        Arg::Text(self.table.name(seat).clone())
    }

    /// Returns the seat of a player. An unknown name is a fault.
    pub fn seat(&mut self, pointer: impl Display, name: &str) -> Option<Seat> {
        let seat = self.table.seat(name);
        if seat.is_none() {
            self.report(unknown_player(self.table, &pointer.to_string(), name));
        }
        seat
    }

    /// Returns the seat of the player in an optional field. An unknown name is a fault.
    pub fn player(&mut self, pointer: impl Display, name: &Given<String>) -> Option<Seat> {
        name.as_ref().and_then(|name| self.seat(pointer, name))
    }

    /// Returns the seat of the player in a required field.
    pub fn needed_player(
        &mut self,
        pointer: impl Display + Copy,
        name: &Given<String>,
    ) -> Option<Seat> {
        self.needed(name, pointer);
        self.player(pointer, name)
    }

    /// Returns the value of a required field. An absent field is reported as missing.
    ///
    /// ```
    /// use overtrick_core::wire::Given;
    /// use overtrick_core::{HandContext, LeftOut, Subject, Table};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
    /// let mut context = HandContext::new(&table, Subject::Current, 1, LeftOut::none());
    /// assert_eq!(context.needed(&Given::<i64>(None), "/bid"), None);
    /// assert_eq!(context.finish().missing, ["/current/bid"]);
    /// ```
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

    /// Returns the number in an optional field. A number outside the range is a fault.
    pub fn number(
        &mut self,
        pointer: impl Display,
        number: &Given<i64>,
        bounds: impl Into<Bounds>,
    ) -> Option<i64> {
        (**number).filter(|number| self.in_range(pointer, *number, bounds))
    }

    /// Returns the number in a required field. A number outside the range is a fault.
    pub fn needed_number(
        &mut self,
        pointer: impl Display + Copy,
        number: &Given<i64>,
        bounds: impl Into<Bounds>,
    ) -> Option<i64> {
        self.needed(number, pointer);
        self.number(pointer, number, bounds)
    }

    /// Whether a number is in the range; if not, it is reported as a fault.
    pub fn in_range(
        &mut self,
        pointer: impl Display,
        number: i64,
        bounds: impl Into<Bounds>,
    ) -> bool {
        let Bounds { range, message } = bounds.into();
        let is_in_range = range.contains(&number);
        if !is_in_range {
            let fault = out_of_range(&pointer.to_string(), number, &range);
            self.report(fault.with_message(message));
        }
        is_in_range
    }

    /// Returns an amount for each seat.
    ///
    /// Returns `None` if a player is missing, unknown or named twice, or if an amount is outside the range.
    /// Each of these is reported.
    ///
    /// ```
    /// use overtrick_core::wire::{Given, PerPlayer};
    /// use overtrick_core::{HandContext, LeftOut, Subject, Table};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
    /// let mut context = HandContext::new(&table, Subject::Hand(0), 1, LeftOut::none());
    /// let bids = Given(Some(PerPlayer(vec![("Bo".into(), 1), ("Ann".into(), 2)])));
    /// assert_eq!(context.amounts("/bids", &bids, 0..=13), Some(vec![2, 1]));
    /// let bids = Given(Some(PerPlayer(vec![("Ann".into(), 14)])));
    /// assert_eq!(context.amounts("/bids", &bids, 0..=13), None);
    /// ```
    pub fn amounts(
        &mut self,
        pointer: &str,
        amounts: &Given<PerPlayer<i64>>,
        bounds: impl Into<Bounds>,
    ) -> Option<Vec<i64>> {
        let bounds = bounds.into();
        let amounts = self.needed(amounts, pointer)?;
        let before = self.faults();
        let mut found: Vec<Option<i64>> = vec![None; self.table.len()];
        for (name, amount) in amounts.iter() {
            let place = fmt::from_fn(|f| write!(f, "{pointer}/{}", segment(name)));
            match self.seat(&place, name).map(Seat::index) {
                Some(seat) if found[seat].is_some() => {
                    self.refuse("duplicate-player", &place, args![name: name]);
                }
                Some(seat) => {
                    found[seat] = Some(*amount);
                    self.in_range(&place, *amount, bounds.clone());
                }
                None => {}
            }
        }
        for (name, amount) in self.table.names().iter().zip(&found) {
            if amount.is_none() {
                self.missing(format_args!("{pointer}/{}", segment(name)));
            }
        }
        let all: Option<Vec<i64>> = found.into_iter().collect();
        all.filter(|_| self.faults() == before)
    }
}

/// Returns all values, or `None` if any item is `None`. It evaluates every item, so that all faults are reported.
pub fn all_or_none<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let items: Vec<Option<T>> = items.collect();
    items.into_iter().collect()
}
