//! Contractor: three players bid for the contract. The more advantages a bid gives up, the higher its value.

mod auction;
mod paper;
mod play;
mod questions;
mod record;
mod score;

use overtrick_core::prelude::*;
pub use record::Record;
use record::Strain;

impl Game for Contractor {
    const FACTS: &'static Facts = &Facts {
        id: "contractor",
        name: "Contractor",
        author: "Thorin N. Tatge",
        source: "Contractor, a card game for three, rules by Thorin N. Tatge",
        players: (3, 3),
        clauses: clauses::CLAUSES,
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<Contractor>()
    };
}

words! {
    /// The amount that is doubled when an Absolutely Sure contract fails.
    pub enum Doubles {
        /// All points that the contractor loses, including wagers.
        Everything = "everything",
        /// The value of the contract.
        Contract = "contract",
    }
}

words! {
    /// Whether a condition that can have no effect may be bid.
    pub enum Idle {
        /// It cannot be bid.
        Refuse = "refuse",
        /// It can be bid, and adds its points to the value.
        Allow = "allow",
    }
}

numbers! {
    /// The values of the strains.
    pub struct StrainValues(5..=20) {
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
    /// The house rules in force for a match of Contractor.
    pub struct Contractor(options, table, context);

    strain_values: numbers(StrainValues), ours clauses::STRAIN_VALUES;
    challenge_points: number(0..=1000, 3), stated clauses::WAGER;
    absolutely_sure_doubles: word(Doubles::Everything), ours clauses::SURE_DOUBLES;
    idle_conditions: word(Idle::Refuse), ours clauses::IDLE_CONDITIONS;
    dealers_bonus: number(0..=1000, 1), stated clauses::DEALERS_BONUS;
    hands_planned: custom {
        optional Option<i64> = Kind::Nullable(&Kind::Int(3, 9999)), default "null",
        Option<i64> = hands_planned(options.hands_planned.flatten(), context)
    }, stated clauses::LENGTH;
}

/// Returns the number of hands. It must be a multiple of three, so that everyone deals equally often.
fn hands_planned(planned: Option<i64>, context: &mut HandContext<'_>) -> Option<i64> {
    let planned = planned?;
    if !context.in_range("/hands_planned", planned, 3..=9999) {
        return Some(3);
    }
    if planned % 3 != 0 {
        context.refuse("hands-uneven", "/hands_planned", args![found: planned]);
    }
    Some(planned)
}

impl Contractor {
    /// Returns the number of hands, if the table has agreed on one.
    fn planned(&self) -> Option<usize> {
        usize::try_from(self.hands_planned?).ok()
    }

    /// Returns the value of a strain.
    fn strain_value(&self, strain: Strain) -> i64 {
        let values = &self.strain_values;
        match strain {
            Strain::Diamonds => values.diamonds,
            Strain::Hearts => values.hearts,
            Strain::Clubs => values.clubs,
            Strain::Spades => values.spades,
            Strain::NoTrump => values.no_trump,
            Strain::Crazytrump => values.crazytrump,
            Strain::Nil => values.nil,
        }
    }
}

mod clauses {
    overtrick_core::clauses! { "contractor":
        DEAL, LENGTH, TURN, PASSED, OUTBID, CHALLENGE, BOTH_CHALLENGE ours, CHALLENGE_CANCELED,
        AUCTION_END, REDEAL, SAME_DEALER ours, CONTRACT, CLUBS, STRAIN_VALUES ours, EXTRA_TRICKS,
        FOREGONE, SOUR_TRUMPS, SOUR_JOKER, JOKER_TRUMP ours, IDLE_CONDITIONS ours, EXPOSED,
        ABSOLUTELY_SURE, NIL_WITHOUT_JOKER, STOLEN_JOKER ours, THIEVERY, THIEVERY_FIRST ours,
        DEALERS_BONUS, DISCARD, LEAD, FOLLOW, TRICK, JOKER, JOKER_SUIT ours, NO_TRUMP, CRAZYTRUMP,
        REVEALED_CARD, NIL, TRICKS, MADE, FAILED, OPPONENTS, NIL_OPPONENTS, WAGER,
        SURE_DOUBLES ours, WINNER, TIE ours,
    }

    overtrick_core::irregularities! {
        "contractor/misdeal": DEAL => guided Misdeal;
        "contractor/bid-out-of-turn": TURN => guided Call;
        "contractor/bid-too-low": OUTBID => guided Call;
        "contractor/bid-after-pass": PASSED => guided Call;
        "contractor/bid-past-limits": CONTRACT => guided Call;
        "contractor/joker-kept": NIL_WITHOUT_JOKER => remedied "Nil without joker";
        "contractor/aside-count": DISCARD => guided Aside;
        "contractor/revoke": FOLLOW => guided Revoke;
        "contractor/early-trump": SOUR_TRUMPS => guided Revoke;
        "contractor/led-out-of-turn": LEAD => guided OutOfTurn;
        "contractor/out-of-turn": "play/turn" => guided OutOfTurn;
    }
}
