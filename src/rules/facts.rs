//! All that can be said of a game without a match: its clauses, house rules, fields and questions.

use super::HouseRule;
use super::form::Field;
use super::wire::words;

words! {
    /// What can be asked of an adjudicator.
    pub enum QuestionKind {
        /// Which calls were legal, and what may be called now.
        Auction = "auction",
        /// Who won a trick, and what could be played.
        Trick = "trick",
        /// The same of a whole hand.
        Play = "play",
        /// Which cards may be put aside.
        Discard = "discard",
        /// What a contract is worth, or what outbids a value.
        Value = "value",
        /// Who passes how many cards to whom.
        Pass = "pass",
    }
}

/// One clause of a game's rules, as our catalog numbers them; its text is in the languages' catalogs.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// Such as `brink-bid/made`.
    pub id: &'static str,
    /// Where in the author's rules it stands; of a reading of ours, what they leave open.
    pub source: &'static str,
    /// ◇: our reading, because the rulebook is silent or unclear.
    pub ours: bool,
}

impl Clause {
    /// A clause that the source states.
    pub const fn stated(id: &'static str, source: &'static str) -> Clause {
        Clause {
            id,
            source,
            ours: false,
        }
    }

    /// A reading of ours.
    pub const fn ours(id: &'static str, source: &'static str) -> Clause {
        Clause {
            id,
            source,
            ours: true,
        }
    }
}

/// Something that goes wrong at the table, and what the game's source says of it.
///
/// What it is stands under `[irregularity]` in the languages' catalogs, the remedy under `[remedy]`.
#[derive(Debug, Clone, Copy)]
pub struct Irregularity {
    /// Such as `brink-bid/revoke`.
    pub id: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// Where the source names a remedy; nothing, if it is silent.
    pub remedy: Option<&'static str>,
}

impl Irregularity {
    /// An irregularity for which the source names no remedy.
    pub const fn without_remedy(id: &'static str, clause: &'static str) -> Irregularity {
        Irregularity {
            id,
            clause,
            remedy: None,
        }
    }

    /// An irregularity whose remedy stands in this place of the source.
    pub const fn remedied(
        id: &'static str,
        clause: &'static str,
        remedy: &'static str,
    ) -> Irregularity {
        Irregularity {
            id,
            clause,
            remedy: Some(remedy),
        }
    }
}

/// All that can be said of a game without a match.
#[derive(Debug)]
pub struct Facts {
    /// Such as `brink-bid`.
    pub id: &'static str,
    /// Such as `Brink Bid`.
    pub name: &'static str,
    /// Who made it, as the source names them.
    pub author: &'static str,
    /// The rules that we follow.
    pub source: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// Whether its points may be halves.
    pub halves: bool,
    /// The newest edition of its scoring.
    pub edition: i64,
    /// Its clauses, in the order of its page.
    pub clauses: &'static [Clause],
    /// Its house rules.
    pub options: &'static [HouseRule],
    /// The fields of a hand's record.
    pub record: &'static [Field],
    /// The dice that its hands are rolled with, as fields of a record's `dice`; `None` without dice.
    pub dice: Option<&'static [Field]>,
    /// What can go wrong at the table.
    pub irregularities: &'static [Irregularity],
    /// What can be asked of it, each with its fields beside `game`, `players`, `options`, `question`
    /// and `dealer`.
    pub questions: &'static [(QuestionKind, &'static [Field])],
}

/// Clauses that hold at every table.
pub const COMMON: &[Clause] = &[
    Clause::ours("match/dealer", "a deal out of turn"),
    Clause::stated("play/turn", "the play of every game"),
    Clause::stated("play/held", "the play of every game"),
];

impl Facts {
    /// All its clauses: its own, then those of every table.
    pub fn all_clauses(&self) -> impl Iterator<Item = &'static Clause> {
        self.clauses.iter().chain(COMMON)
    }

    /// The clause of this id.
    pub fn clause(&self, id: &str) -> Option<&'static Clause> {
        self.all_clauses().find(|clause| clause.id == id)
    }
}

/// Defines the clauses of a game: a constant for each id, and the table `CLAUSES`.
///
/// `NAME = "game/clause", stated "where in the source";`, or `ours "what the source leaves open"` for
/// a reading of ours (◇).
#[macro_export]
#[doc(hidden)]
macro_rules! define_clauses {
    ($($name:ident = $id:literal, $mark:ident $source:expr;)*) => {
        $(pub(super) const $name: &str = $id;)*

        /// Every clause, in the order of the game's page.
        pub(super) const CLAUSES: &[$crate::rules::Clause] =
            &[$($crate::rules::Clause::$mark($name, $source)),*];
    };
}
pub use crate::define_clauses as clauses;
