//! The interface of a game.

use super::bounds::HandWork;
use super::form::Field;
use super::json::Json;
use super::pad::{Pad, PlayedHand, Row};
use super::wire::Given;
use super::{
    Amounts, Answer, ComingHand, Facts, HandContext, HandRecord, Name, NextHand, OpenMatch,
    Outlook, Points, QuestionKind, RulesInForce, Seat, Show, Table,
};

/// A question to a game.
#[derive(Debug)]
pub struct Question {
    /// The kind of question.
    pub kind: QuestionKind,
    /// The dealer, if the question names one.
    pub dealer: Given<Seat>,
    /// Its well-formed fields.
    pub body: Json,
}

/// Answers questions about a game.
pub trait Adjudicator {
    /// The kinds of questions that the game answers, as in [`Facts::questions`].
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])];

    /// Answers a question. Reports missing and unreadable values to the context, and then returns `None`.
    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer>;
}

/// The paper pad of a game, and the sheet that shows its played hands.
pub trait HasPad {
    /// Returns a blank pad: fields, rows and a legend.
    fn pad(&self, table: &Table) -> Pad;

    /// Completes the row of a played hand. Fields with a path already have their values from the record.
    fn fill_rest(&self, _row: &mut Row, _hand: &PlayedHand<'_>) {}

    /// Fills in a pad with played hands. `detail` contains the game-specific results after the last hand.
    ///
    /// The default writes a row for each hand, which [`fill_rest`](HasPad::fill_rest) completes.
    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        let rows = hands.iter().enumerate().map(|(index, hand)| {
            let mut row = hand.cells(pad, pad.rows.get(index));
            self.fill_rest(&mut row, hand);
            row
        });
        pad.rows = rows.collect();
    }

    /// Returns the sheet that shows the played hands; choices are in words, not in boxes to tick.
    ///
    /// Each hand is a row. The fields of the hand are phrases, in reading order. The fields of a player are
    /// numbers, with phrases under them ([`Kind::Label`](super::pad::Kind::Label)). The legend only explains
    /// the numbers. `detail` contains the game-specific results after the last hand.
    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], detail: &Json) -> Pad;
}

/// The scoring of a game under resolved house rules (`Self`). Judging a match folds its hands into a state.
///
/// The score of a hand may depend on earlier hands: one game ranks rows across hands, and another carries
/// over a pot. A single call checks a hand and records it in the state.
pub trait Scoring {
    /// The record of a hand.
    type Record: HandRecord;
    /// The state carried over from hand to hand.
    type State: Clone + Send + Sync + 'static;

    /// Returns the state before the first hand.
    fn open(&self, table: &Table) -> Self::State;

    /// Returns the state before the hand with this number when the earlier hands are unknown.
    fn before(&self, table: &Table, _number: usize) -> Self::State {
        self.open(table)
    }

    /// Judges a hand. Reports faults, warnings and missing fields to the context, and adds the reasons for points.
    ///
    /// Even after a fault, the state must advance as far as possible, so that faults in later hands are found too.
    fn judge(&self, state: &mut Self::State, record: &Self::Record, context: &mut HandContext<'_>);

    /// Stores the totals in the state, before the first hand and after each hand; they include adjustments.
    /// The end of the match or the next dealer may depend on them.
    fn note_totals(&self, _state: &mut Self::State, _table: &Table, _totals: &[Points]) {}

    /// Returns the next dealer after a hand dealt by `dealer`; by default, the next seat.
    fn next_dealer(&self, _state: &Self::State, table: &Table, dealer: Seat) -> Seat {
        table.next(dealer)
    }

    /// Returns the seats that share a score with this seat, including this seat.
    fn side(&self, _table: &Table, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }

    /// Returns the maximum work of judging a hand.
    fn work(&self, _table: &Table) -> HandWork {
        HandWork::SHIPPED
    }

    /// Returns how many of the game's units make one point: 1, 10 or 100.
    fn scale(&self) -> i64 {
        1
    }

    /// Returns a list of values for each seat, which ranks the players; totals only break ties. The first
    /// values that differ decide, and the greater is better. Empty if only totals count.
    fn merits(&self, _state: &Self::State) -> Vec<Vec<i64>> {
        Vec::new()
    }

    /// Returns the values that are shown before the next hand and at the end of the match.
    fn show(&self, _state: &Self::State, _table: &Table) -> Vec<Show> {
        Vec::new()
    }

    /// Whether the lowest total wins.
    fn lowest_wins(&self) -> bool {
        false
    }

    /// Whether the match is complete by the rules of the game.
    fn complete(&self, state: &Self::State) -> bool;

    /// Returns the game-specific results after the hands played so far.
    fn detail(&self, _state: &Self::State, _table: &Table) -> Option<Json> {
        None
    }
}

/// Forecasts of the remaining hands of a match.
pub trait Forecast: Scoring {
    /// Returns the amounts in the record of this hand, with their possible values.
    fn amounts(&self, hand: &ComingHand<'_, Self::Record>) -> Amounts;

    /// Returns the description of the next hand, from the state before it and the part recorded so far.
    fn next(&self, state: &Self::State, hand: &ComingHand<'_, Self::Record>) -> NextHand;

    /// Returns the numbers of cards that a player holds when play begins: one for each hand after the next
    /// one, up to the last. Empty if the number is the same in every hand.
    fn cards_ahead(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// Returns who can still win the match; `None` if it has no fixed length or the answer cannot be computed
    /// exactly.
    fn outlook(
        &self,
        _state: &Self::State,
        _open: &OpenMatch<'_, Self::Record>,
    ) -> Option<Outlook> {
        None
    }
}

/// A game: its house rules, its scoring, its forecast, the questions that it answers, and its pad.
pub trait Game:
    RulesInForce + Scoring + Forecast + Adjudicator + HasPad + Send + Sync + 'static
{
    /// The description of the game.
    const FACTS: &'static Facts;

    /// Returns the minimum and maximum number of players. They depend on the options only in a custom game.
    fn players(_options: &Self::Options) -> (usize, usize) {
        Self::FACTS.players
    }

    /// Returns the name of a custom game; `None` for a shipped game.
    fn called(&self) -> Option<Name> {
        None
    }

    /// Whether the game has a clause with this id.
    fn has_clause(_options: &Self::Options, id: &str) -> bool {
        Self::FACTS.clause(id).is_some()
    }
}
