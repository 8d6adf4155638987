//! The house rules of Contractor.

use super::clauses;
use super::contract::Strain;
use overtrick_core::prelude::*;

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

numbers! {
    /// What the strains are worth.
    pub struct StrainValues(5..=20) written StrainValuesWritten {
        diamonds = 5,
        hearts = 5,
        clubs = 6,
        spades = 6,
        no_trump "no-trump" = 7,
        crazytrump = 7,
        nil = 8,
    }
}

house_rules! {
    /// A match of Contractor: its house rules in force.
    pub struct Contractor(options, table, context);

    strain_values: numbers(StrainValues), ours clauses::STRAIN_VALUES;
    challenge_points: number(0..=1000, 3), stated clauses::WAGER;
    absolutely_sure_doubles: word(Doubles::Everything), ours clauses::SURE_DOUBLES;
    idle_conditions: word(Idle::Refuse), ours clauses::IDLE;
    dealers_bonus: number(0..=1000, 1), stated clauses::DEALERS_BONUS;
    hands_planned: custom {
        optional Option<i64> = Kind::Nullable(&Kind::Int(3, 9999)), default "null",
        Option<i64> = hands_planned(&options.hands_planned, context)
    }, stated clauses::LENGTH;
}

/// The number of hands, a multiple of three, so that everyone deals as often.
fn hands_planned(given: &Given<Option<i64>>, context: &mut OptionsContext<'_>) -> Option<i64> {
    let planned = given.flatten()?;
    let known = context.number("hands_planned", &Given(Some(planned)), 3..=9999, 3);
    if planned == known && planned % 3 != 0 {
        context.fault("hands-uneven", "/hands_planned", args![found: planned]);
    }
    Some(known)
}

impl StrainValues {
    /// What a strain is worth.
    pub(super) fn of(&self, strain: Strain) -> i64 {
        match strain {
            Strain::Diamonds => self.diamonds,
            Strain::Hearts => self.hearts,
            Strain::Clubs => self.clubs,
            Strain::Spades => self.spades,
            Strain::NoTrump => self.no_trump,
            Strain::Crazytrump => self.crazytrump,
            Strain::Nil => self.nil,
        }
    }
}

impl Contractor {
    /// Whether a condition that can have no effect may be bid.
    pub(super) fn idle_allowed(&self) -> bool {
        self.idle_conditions == Idle::Allow
    }
}
