//! What a game is to the rest of the house.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::form::Field;
use super::json::Json;
use super::wire::{Given, words};
use super::{Answer, HandContext, OptionsContext, Seat, Table};
use crate::sheets::data::{Pad, PlayedHand};

words! {
    /// What the table decided about illegal steps of a hand.
    pub enum Irregularities {
        /// It let them stand: they become warnings, and what was recorded counts.
        Waived = "waived",
    }
}

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

/// One house rule of a game: an option of its matches.
#[derive(Debug, Clone, Copy)]
pub struct HouseRule {
    /// Its key, and what it holds.
    pub field: Field,
    /// Its default as JSON; `null` where there is none or it depends on the players.
    pub default: &'static str,
    /// The clause that it settles or changes.
    pub clause: &'static str,
    /// ◇: the rulebook is silent on what the default should be.
    pub ours: bool,
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
pub trait Game: Sized + Send + Sync + 'static {
    /// The house rules as written in a document.
    type Options: DeserializeOwned + Default;
    /// The record of a hand.
    type Record: HandRecord;
    /// What carries over from hand to hand.
    type State: Clone + Send + Sync + 'static;
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
