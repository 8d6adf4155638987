//! Contractor: three players outbid each other with what they will do without.

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
        halves: false,
        balances: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: Contractor::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        irregularities: clauses::IRREGULARITIES,
        questions: Contractor::QUESTIONS,
    };
}

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

    strain_values: numbers(StrainValues, StrainValuesWritten), ours clauses::STRAIN_VALUES;
    challenge_points: number(0..=1000, 3), stated clauses::WAGER;
    absolutely_sure_doubles: word(Doubles::Everything), ours clauses::SURE_DOUBLES;
    idle_conditions: word(Idle::Refuse), ours clauses::IDLE;
    dealers_bonus: number(0..=1000, 1), stated clauses::DEALERS_BONUS;
    hands_planned: custom {
        optional Option<i64> = Kind::Nullable(&Kind::Int(3, 9999)), default "null",
        Option<i64> = hands_planned(options.hands_planned.flatten(), context)
    }, stated clauses::LENGTH;
}

/// The number of hands, a multiple of three, so that everyone deals as often.
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
    /// The number of hands, if it is agreed.
    fn planned(&self) -> Option<usize> {
        usize::try_from(self.hands_planned?).ok()
    }

    /// What a strain is worth.
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
    overtrick_core::clauses! {
        DEAL = "contractor/deal", stated "Setup";
        LENGTH = "contractor/length", stated "Setup";
        TURN = "contractor/turn", stated "Bidding";
        PASSED = "contractor/passed", stated "Bidding";
        OUTBID = "contractor/outbid", stated "Bidding";
        CHALLENGE = "contractor/challenge", stated "Bidding";
        BOTH_CHALLENGE = "contractor/both-challenge", ours "whether both opponents may challenge";
        CHALLENGE_CANCELED = "contractor/challenge-canceled", stated "Bidding";
        AUCTION_END = "contractor/auction-end", stated "Bidding";
        REDEAL = "contractor/redeal", stated "Bidding";
        SAME_DEALER = "contractor/same-dealer", ours "who deals again after three passes";
        CONTRACT = "contractor/contract", stated "Bidding";
        CLUBS = "contractor/clubs", stated "Bidding";
        STRAIN_VALUES = "contractor/strain-values", ours "the table of strain values is missing";
        EXTRA_TRICKS = "contractor/extra-tricks", stated "Extra trick";
        FOREGONE = "contractor/foregone", stated "Card foregone from kitty";
        SOUR_TRUMPS = "contractor/sour-trumps", stated "Sour Trumps";
        SOUR_JOKER = "contractor/sour-joker", stated "Sour Trumps";
        JOKER_TRUMP = "contractor/joker-trump", ours "a joker that is named as trumps";
        IDLE = "contractor/idle-conditions", ours "Sour Trumps in a strain without trumps";
        EXPOSED = "contractor/exposed", stated "Exposed";
        ABSOLUTELY_SURE = "contractor/absolutely-sure", stated "Absolutely Sure";
        NIL_WITHOUT_JOKER = "contractor/nil-without-joker", stated "Nil without joker";
        STOLEN_JOKER = "contractor/stolen-joker", ours "a joker that the contractor is given under Thievery";
        THIEVERY = "contractor/thievery", stated "Thievery";
        THIEVERY_FIRST = "contractor/thievery-first", ours "whether Thievery or Exposed comes first";
        DEALERS_BONUS = "contractor/dealers-bonus", stated "Dealer's bonus";
        DISCARD = "contractor/discard", stated "Play";
        LEAD = "contractor/lead", stated "Play";
        FOLLOW = "contractor/follow", stated "Play";
        TRICK = "contractor/trick", stated "Play";
        JOKER = "contractor/joker", stated "Play";
        JOKER_SUIT = "contractor/joker-suit", ours "the suit of a joker that is not led";
        NO_TRUMP = "contractor/no-trump", stated "No-Trump";
        CRAZYTRUMP = "contractor/crazytrump", stated "Crazytrump";
        REVEALED_CARD = "contractor/revealed-card", stated "Card foregone from kitty";
        NIL = "contractor/nil", stated "Nil";
        TRICKS = "contractor/tricks", stated "Play";
        MADE = "contractor/made", stated "Scoring";
        FAILED = "contractor/failed", stated "Scoring";
        OPPONENTS = "contractor/opponents", stated "Scoring";
        NIL_OPPONENTS = "contractor/nil-opponents", stated "Scoring";
        WAGER = "contractor/wager", stated "Scoring";
        SURE_DOUBLES = "contractor/sure-doubles", ours "whether lost wagers are doubled too";
        WINNER = "contractor/winner", stated "Scoring";
        TIE = "contractor/tie", ours "equal highest totals";
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
