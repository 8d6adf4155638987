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

/// Answering questions about a game.
pub trait Adjudicator {
    /// The kinds of questions that it answers, as in [`Facts::questions`].
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])];

    /// Answers a question. Missing and unreadable values are reported to the context, and the answer is
    /// `None`.
    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer>;
}

/// The paper pad of a game, and the sheet of its played hands.
pub trait HasPad {
    /// Returns a blank pad: fields, rows and a legend.
    fn pad(&self, table: &Table) -> Pad;

    /// Completes the row of a played hand. The row already has the record's values at the paths of the pad's fields.
    fn fill_rest(&self, _row: &mut Row, _hand: &PlayedHand<'_>) {}

    /// Fills played hands into a pad. `detail` has the game-specific results at the end.
    ///
    /// By default, each hand becomes a row that [`fill_rest`](HasPad::fill_rest) completes.
    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        let rows = hands.iter().enumerate().map(|(index, hand)| {
            let mut row = hand.cells(pad, pad.rows.get(index));
            self.fill_rest(&mut row, hand);
            row
        });
        pad.rows = rows.collect();
    }

    /// Returns the sheet of played hands for readers, with choices in words.
    ///
    /// The hands are rows. The fields of the hand are phrases, in reading order. The fields of a player are
    /// figures, with phrases under them ([`Kind::Label`](super::pad::Kind::Label)). The legend has only what a reader
    /// needs to understand the figures. `detail` has the game-specific results at the end.
    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], detail: &Json) -> Pad;
}

/// The scoring of a game: `Self` is its resolved house rules, and a match is a fold of its hands over a
/// state.
///
/// Some hands cannot be judged alone: one game ranks rows across hands, and another carries over a pot. The same call
/// checks a hand and records it.
pub trait Scoring {
    /// The record of a hand.
    type Record: HandRecord;
    /// The state carried over from hand to hand.
    type State: Clone + Send + Sync + 'static;

    /// Returns the state before the first hand.
    fn open(&self, table: &Table) -> Self::State;

    /// Returns the state before the hand with this number, if nothing is known about earlier hands.
    fn before(&self, table: &Table, _number: usize) -> Self::State {
        self.open(table)
    }

    /// Judges a hand. Reports faults, warnings, missing fields and score lines to the context.
    ///
    /// The state must advance as far as possible even after a fault, so that faults of later hands are found too.
    fn judge(&self, state: &mut Self::State, record: &Self::Record, context: &mut HandContext<'_>);

    /// Stores the totals, including adjustments, after a hand or before the first hand. The end of the match or the
    /// next dealer may depend on them.
    fn note_totals(&self, _state: &mut Self::State, _table: &Table, _totals: &[Points]) {}

    /// Returns the dealer of the hand after one that `dealer` dealt; by default, the next seat.
    fn next_dealer(&self, _state: &Self::State, table: &Table, dealer: Seat) -> Seat {
        table.next(dealer)
    }

    /// Returns the seats that share a score with this seat, including this seat.
    fn side(&self, _table: &Table, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }

    /// Returns the most work for judging a hand.
    fn work(&self, _table: &Table) -> HandWork {
        HandWork::SHIPPED
    }

    /// Returns the number of the game's units in one point: 1, 10 or 100.
    fn scale(&self) -> i64 {
        1
    }

    /// Returns the values that rank players before their totals, by seat. The first value that differs decides, and the
    /// greater one is better. Empty if only totals count.
    fn merits(&self, _state: &Self::State) -> Vec<Vec<i64>> {
        Vec::new()
    }

    /// Returns the values that are shown before the hand after this state, and at the end.
    fn show(&self, _state: &Self::State, _table: &Table) -> Vec<Show> {
        Vec::new()
    }

    /// Whether the lowest total wins.
    fn lowest_wins(&self) -> bool {
        false
    }

    /// Whether the match is complete by the rules of the game.
    fn complete(&self, state: &Self::State) -> bool;

    /// Returns the game-specific results after the played hands.
    fn detail(&self, _state: &Self::State, _table: &Table) -> Option<Json> {
        None
    }
}

/// Forecasts of the hands to come.
pub trait Forecast: Scoring {
    /// Returns the amounts in the record of this hand, with their possible values.
    fn amounts(&self, hand: &ComingHand<'_, Self::Record>) -> Amounts;

    /// Returns the description of the next hand after this state, given the part recorded so far.
    fn next(&self, state: &Self::State, hand: &ComingHand<'_, Self::Record>) -> NextHand;

    /// Returns the number of cards that each player holds at the start of play in each hand after the next one, to the
    /// end of the match. Empty if the number is the same in every hand.
    fn cards_ahead(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// Returns who can still win after this state; `None` if the match has no fixed length or the answer cannot be
    /// computed exactly.
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

    /// Returns the fewest and the most players. They depend on the options only if the options contain the rules.
    fn players(_options: &Self::Options) -> (usize, usize) {
        Self::FACTS.players
    }

    /// Returns the name that a match has for its game, if the options contain one.
    fn called(&self) -> Option<Name> {
        None
    }

    /// Whether the game has a clause with this id.
    fn has_clause(_options: &Self::Options, id: &str) -> bool {
        Self::FACTS.clause(id).is_some()
    }
}
