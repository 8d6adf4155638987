//! The interface of a game.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::json::Json;
use super::pad::{Pad, PlayedHand};
use super::wire::{Given, words};
use super::{Answer, Facts, HandContext, OptionsContext, QuestionKind, Seat, Table};

words! {
    /// What the table decided about illegal steps of a hand.
    pub enum Irregularities {
        /// It let them stand: they become warnings, and what was recorded counts.
        Waived = "waived",
    }
}

/// The fields that a hand's record has in every game.
#[derive(Debug)]
pub struct Common<'a> {
    /// Who dealt, where it was said.
    pub dealer: &'a Given<String>,
    /// A remark.
    pub note: &'a Given<String>,
    /// What became of illegal steps.
    pub irregularities: &'a Given<Irregularities>,
}

/// A hand as it was recorded: untrusted, everything optional.
pub trait HandRecord: DeserializeOwned + Default {
    /// The fields that every game has.
    fn common(&self) -> Common<'_>;
}

/// The house rules in force, each with its value as JSON.
pub type HouseRules = Vec<(&'static str, serde_json::Value)>;

/// A game: `Self` is its resolved house rules, and a match is a fold of its hands over a state.
///
/// A pure function of one hand would not do: one game ranks rows across hands, another carries a
/// pot over. Checking and recording are the same call.
pub trait Game: Sized {
    /// The house rules as written in a document.
    type Options: DeserializeOwned + Default;
    /// The record of a hand.
    type Record: HandRecord;
    /// What carries over from hand to hand.
    type State: Clone;
    /// All that can be said without a match.
    const FACTS: &'static Facts;

    /// Resolves the house rules. A faulty one is noted on the context and has its default instead.
    fn rules(options: &Self::Options, table: &Table, context: &mut OptionsContext<'_>) -> Self;

    /// The house rules in force, as JSON, in the order of [`Facts::options`].
    fn resolved(&self) -> HouseRules;

    /// The state before the first hand.
    fn open(&self, table: &Table) -> Self::State;

    /// Judges a hand: faults, warnings, what is missing and the lines of its score go on the context.
    ///
    /// With a fault, the state is carried on as well as it can be, so that the faults of later
    /// hands are found too.
    fn judge(&self, state: &mut Self::State, record: &Self::Record, context: &mut HandContext<'_>);

    /// Whether the match is over by its own rules.
    fn complete(&self, state: &Self::State) -> bool;

    /// Answers a question. What cannot be read is laid on the context, and there is no answer.
    ///
    /// `dealer` is who dealt, where the question says; `body` has the fields of this question that
    /// are well formed.
    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer>;

    /// Its pad: fields, rows and a legend, nothing played yet.
    fn pad(&self, table: &Table) -> Pad;

    /// Writes what was played into a pad; `detail` are the game's own results at the end.
    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json);

    /// The game's own results at the end of what was played.
    fn detail(&self, _state: &Self::State, _table: &Table) -> Option<Box<RawValue>> {
        None
    }
}
