//! The interface of a game.

use serde_json::value::RawValue;

use super::form::Field;
use super::json::Json;
use super::pad::{Pad, PlayedHand};
use super::{
    Amounts, Answer, Args, ComingHand, Facts, HandContext, HandRecord, Name, NextHand, OpenMatch,
    Outlook, QuestionKind, RulesInForce, Seat, Table,
};

/// What is asked of a game.
#[derive(Debug)]
pub struct Question {
    /// Which of its questions.
    pub kind: QuestionKind,
    /// Who dealt, where the question names a dealer.
    pub dealer: Option<Seat>,
    /// The fields of this question that are well formed.
    pub body: Json,
}

/// What can be asked of a game.
pub trait Adjudicator {
    /// The kinds of questions that it answers, as [`Facts::questions`] has them.
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])];

    /// Answers a question. What is missing or cannot be read is noted on the context, and there is no
    /// answer.
    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer>;
}

/// A game on paper.
pub trait HasPad {
    /// A blank pad: fields, rows and a legend.
    fn pad(&self, table: &Table) -> Pad;

    /// Writes the hands that were played into a pad. `detail` is the game's own results at the end.
    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json);
}

/// The scoring of a game: `Self` is its resolved house rules, and a match is a fold of its hands over a
/// state.
///
/// A pure function of one hand would not do: one game ranks rows across hands, another carries a
/// pot over. Checking and recording are the same call.
pub trait Scoring {
    /// The record of a hand.
    type Record: HandRecord;
    /// What carries over from hand to hand.
    type State: Clone + Send + Sync + 'static;

    /// The state before the first hand.
    fn open(&self, table: &Table) -> Self::State;

    /// The state before the hand of this number, in a match of whose earlier hands nothing is known.
    fn before(&self, table: &Table, _number: usize) -> Self::State {
        self.open(table)
    }

    /// Judges a hand. Faults, warnings, missing fields and the lines of the score go to the context.
    ///
    /// After a fault, the state must still advance as well as possible, so that the faults of later hands
    /// are found too.
    fn judge(&self, state: &mut Self::State, record: &Self::Record, context: &mut HandContext<'_>);

    /// Whether the match is complete by the rules of the game.
    fn complete(&self, state: &Self::State) -> bool;

    /// The game's own results after the hands that were played.
    fn detail(&self, _state: &Self::State, _table: &Table) -> Option<Box<RawValue>> {
        None
    }
}

/// What is known of the hands to come.
pub trait Forecast: Scoring {
    /// The amounts that the record of this hand can have, with the values that they can have at all.
    fn amounts(&self, hand: &ComingHand<'_, Self::Record>) -> Amounts;

    /// What is to be known of the hand that comes after this state, with what has been recorded of it.
    fn next(&self, state: &Self::State, hand: &ComingHand<'_, Self::Record>) -> NextHand;

    /// What each player holds when the play of each hand after the next one begins, to the end of the
    /// match; empty, where that is the same in every hand.
    fn cards_ahead(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// What a table lists under its hands of what is still open: keys of the `[next]` section with their
    /// figures.
    fn listed(&self, _state: &Self::State, _table: &Table) -> Vec<(Name, Args)> {
        Vec::new()
    }

    /// Who can still win after this state. Nothing, where the match has no fixed length or the bounds
    /// would not be exact.
    fn outlook(
        &self,
        _state: &Self::State,
        _open: &OpenMatch<'_, Self::Record>,
    ) -> Option<Outlook> {
        None
    }
}

/// A game: its house rules, how its hands are scored, what is known of those to come, the questions that it
/// answers, and its pad.
pub trait Game:
    RulesInForce + Scoring + Forecast + Adjudicator + HasPad + Send + Sync + 'static
{
    /// The description of the game.
    const FACTS: &'static Facts;
}
