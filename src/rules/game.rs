//! The interface of a game.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::json::Json;
use super::pad::{Pad, PlayedHand};
use super::wire::{Given, words};
use super::{Answer, Facts, HandContext, OptionsContext, QuestionKind, Seat, Table};

words! {
    /// What the players decided about the illegal steps of a hand.
    pub enum Irregularities {
        /// They let them stand: the illegal steps become warnings, and the record counts.
        Waived = "waived",
    }
}

/// The fields that a hand's record has in every game.
#[derive(Debug)]
pub struct Common<'a> {
    /// The dealer, if the record names one.
    pub dealer: &'a Given<String>,
    /// A remark of the scorer's.
    pub note: &'a Given<String>,
    /// What the players decided about illegal steps.
    pub irregularities: &'a Given<Irregularities>,
}

/// The record of a hand as written. Every field is optional, and nothing is judged yet.
pub trait HandRecord: DeserializeOwned + Default {
    /// The fields that every game has.
    fn common(&self) -> Common<'_>;
}

/// The house rules in force, each with its value as JSON.
pub type HouseRules = Vec<(&'static str, serde_json::Value)>;

/// A game. `Self` is its house rules in force; a match is a fold of its hands over a state.
///
/// A state is needed because a hand alone does not determine its score in every game: one game ranks
/// rows across hands, another carries a pot over. The same call checks a hand and scores it.
///
/// [`crate::judging`] has an example of a whole game.
pub trait Game: Sized {
    /// The house rules as written in a document.
    type Options: DeserializeOwned + Default;
    /// The record of a hand.
    type Record: HandRecord;
    /// What carries over from hand to hand.
    type State: Clone;
    /// The description of the game.
    const FACTS: &'static Facts;

    /// Resolves the house rules. A faulty one is reported to the context and has its default instead.
    fn rules(options: &Self::Options, table: &Table, context: &mut OptionsContext<'_>) -> Self;

    /// The house rules in force, as JSON, in the order of [`Facts::options`].
    fn resolved(&self) -> HouseRules;

    /// The state before the first hand.
    fn open(&self, table: &Table) -> Self::State;

    /// Judges a hand. Faults, warnings, missing fields and the lines of the score go to the context.
    ///
    /// After a fault, the state must still advance as well as possible, so that the faults of later hands
    /// are found too.
    fn judge(&self, state: &mut Self::State, record: &Self::Record, context: &mut HandContext<'_>);

    /// Whether the match is complete by the rules of the game.
    fn complete(&self, state: &Self::State) -> bool;

    /// Answers a question. If fields are missing or faulty, they are reported to the context, and there is
    /// no answer.
    ///
    /// `dealer` is the dealer if the question names one. `body` has the well-formed fields of the
    /// question.
    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer>;

    /// A blank pad: fields, rows and a legend.
    fn pad(&self, table: &Table) -> Pad;

    /// Writes the hands that were played into a pad. `detail` is the game's own results at the end.
    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json);

    /// The game's own results after the hands that were played.
    fn detail(&self, _state: &Self::State, _table: &Table) -> Option<Box<RawValue>> {
        None
    }
}
