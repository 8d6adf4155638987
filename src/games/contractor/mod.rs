//! Contractor: three players outbid each other with what they will do without.

mod auction;
mod cards;
mod catalog;
mod contract;
mod discard;
mod hand;
mod pad;
mod questions;
mod record;
mod score;
mod value;

use serde::Deserialize;
use serde_json::Value;

use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::wire::{Given, words};
use crate::rules::{
    Answer, Facts, Game, HandContext, HouseRules, OptionsContext, QuestionKind, Seat, Table, args,
};
use contract::Strain;
pub use record::Record;

words! {
    /// What is doubled when an absolutely sure contractor fails.
    pub enum Doubles {
        /// All that the contractor loses, wagers too.
        Everything = "everything",
        /// What the contract costs.
        Contract = "contract",
    }
}

words! {
    /// What becomes of a condition that can have no effect.
    pub enum Idle {
        /// It cannot be bid.
        Refuse = "refuse",
        /// It counts its points.
        Allow = "allow",
    }
}

/// The house rules of a match of Contractor, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    strain_values: Given<StrainValues>,
    challenge_points: Given<i64>,
    absolutely_sure_doubles: Given<Doubles>,
    idle_conditions: Given<Idle>,
    dealers_bonus: Given<i64>,
    hands_planned: Given<Option<i64>>,
}

/// What the strains are worth, as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StrainValues {
    diamonds: Given<i64>,
    hearts: Given<i64>,
    clubs: Given<i64>,
    spades: Given<i64>,
    #[serde(rename = "no-trump")]
    no_trump: Given<i64>,
    crazytrump: Given<i64>,
    nil: Given<i64>,
}

const VALUE: Kind = Kind::Int(5, 20);
const STRAIN_VALUES: &[Field] = &[
    Field::optional("diamonds", VALUE),
    Field::optional("hearts", VALUE),
    Field::optional("clubs", VALUE),
    Field::optional("spades", VALUE),
    Field::optional("no-trump", VALUE),
    Field::optional("crazytrump", VALUE),
    Field::optional("nil", VALUE),
];

impl StrainValues {
    /// In the order of [`Strain::ALL`], each with its default.
    fn all(&self) -> [(&Given<i64>, i64); 7] {
        [
            (&self.diamonds, 5),
            (&self.hearts, 5),
            (&self.clubs, 6),
            (&self.spades, 6),
            (&self.no_trump, 7),
            (&self.crazytrump, 7),
            (&self.nil, 8),
        ]
    }
}

/// A match of Contractor: its house rules in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contractor {
    /// In the order of [`Strain::ALL`].
    strain_values: [i64; 7],
    challenge_points: i64,
    doubles_everything: bool,
    idle_allowed: bool,
    dealers_bonus: i64,
    hands_planned: Option<i64>,
}

/// How far a match has come.
#[derive(Debug, Clone, Default)]
pub struct State {
    hands: i64,
}

fn read_hands_planned(given: &Given<Option<i64>>, context: &mut OptionsContext<'_>) -> Option<i64> {
    let planned = (**given).flatten()?;
    let known = context.number("hands_planned", &Given(Some(planned)), 3..=9999, 3);
    if planned == known && planned % 3 != 0 {
        context.fault("hands-uneven", "/hands_planned", args![found: planned]);
    }
    Some(known)
}

impl Game for Contractor {
    type Options = Options;
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &catalog::FACTS;

    fn rules(options: &Options, _table: &Table, context: &mut OptionsContext<'_>) -> Contractor {
        let values = options.strain_values.clone().0.unwrap_or_default();
        let mut strain_values = [0; 7];
        for (strain, (given, default)) in Strain::ALL.iter().zip(values.all()) {
            let name = format!("strain_values/{}", strain.word());
            strain_values[*strain as usize] = context.number(&name, given, 5..=20, default);
        }
        Contractor {
            strain_values,
            challenge_points: context.number(
                "challenge_points",
                &options.challenge_points,
                0..=1000,
                3,
            ),
            doubles_everything: *options.absolutely_sure_doubles != Some(Doubles::Contract),
            idle_allowed: *options.idle_conditions == Some(Idle::Allow),
            dealers_bonus: context.number("dealers_bonus", &options.dealers_bonus, 0..=1000, 1),
            hands_planned: read_hands_planned(&options.hands_planned, context),
        }
    }

    fn resolved(&self) -> HouseRules {
        let values = Strain::ALL.iter().zip(self.strain_values);
        let values = values.map(|(strain, value)| (strain.word().to_owned(), value.into()));
        let doubles = if self.doubles_everything {
            Doubles::Everything
        } else {
            Doubles::Contract
        };
        let idle = if self.idle_allowed {
            Idle::Allow
        } else {
            Idle::Refuse
        };
        vec![
            ("strain_values", Value::Object(values.collect())),
            ("challenge_points", self.challenge_points.into()),
            ("absolutely_sure_doubles", doubles.word().into()),
            ("idle_conditions", idle.word().into()),
            ("dealers_bonus", self.dealers_bonus.into()),
            ("hands_planned", self.hands_planned.into()),
        ]
    }

    fn open(&self, _table: &Table) -> State {
        State::default()
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        state.hands += 1;
        hand::judge(self, record, context);
    }

    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        questions::answer(self, kind, dealer, body, context)
    }

    fn complete(&self, state: &State) -> bool {
        self.hands_planned
            .is_some_and(|planned| state.hands >= planned)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
