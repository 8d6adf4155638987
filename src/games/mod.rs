//! The games, a line each.

pub mod berzerka;
pub mod brink_bid;
pub mod contract_sabacc;
pub mod contractor;
pub mod mariash;

use std::sync::Arc;

use crate::adjudicate::{self, Question};
use crate::document::{
    Envelope, Fold, MatchFold, Scored, examine_source, in_force, judge, typed_source,
};
use crate::rules::form::Reading;
use crate::rules::json::Json;
use crate::rules::{Answer, Facts, Finding, Game, HouseRules, Table, args};
use crate::sheets::data::{Pad, PlayedHand};

/// An answer with the table it was given at, or what keeps the question from being read.
pub(crate) type Ruled = Result<(Answer, Table), Vec<Finding>>;

/// Writes what was played into a game's pad: house rules, players, hands, results at the end.
type Filling = fn(Json, &Table, &[PlayedHand<'_>], &Json) -> Result<Pad, Vec<Finding>>;

/// A game as the rest of the house calls it, its own types behind it.
#[derive(Debug)]
pub struct Entry {
    /// All that can be said of it without a match.
    pub facts: &'static Facts,
    /// Scores a document; nothing, if the typed reader cannot read it.
    pub(crate) score: fn(Envelope<'_>) -> Option<Result<Scored, Vec<Finding>>>,
    /// Scores a document that has been read as a value, with all its faults of form.
    pub(crate) examine: fn(Json, Reading) -> Result<Arc<dyn MatchFold>, Vec<Finding>>,
    /// Whether the typed reader reads a document; nothing of it is judged.
    pub(crate) reads: fn(Envelope<'_>) -> bool,
    /// The faults that reading by the field tables finds.
    #[cfg(test)]
    pub(crate) faults_of_form: fn(Json, Reading) -> Vec<Finding>,
    /// Answers a question that has been read, as far as it is well formed.
    pub(crate) adjudicate: fn(Question) -> Ruled,
    /// The house rules in force.
    pub(crate) resolve: fn(Json, &Table) -> Result<HouseRules, Vec<Finding>>,
    /// Its pad under these house rules.
    pad: fn(Json, &Table) -> Result<Pad, Vec<Finding>>,
    /// Its pad with what was played, and the game's own results at the end.
    played: Filling,
}

impl Entry {
    /// Its blank pad for these players under these house rules.
    ///
    /// # Errors
    /// The faults of the house rules.
    pub fn pad(&self, options: Json, table: &Table) -> Result<Pad, Vec<Finding>> {
        (self.pad)(options, table)
    }

    /// Its pad with what was played, and the game's own results at the end.
    ///
    /// # Errors
    /// The faults of the house rules.
    pub fn filled_pad(
        &self,
        options: Json,
        table: &Table,
        hands: &[PlayedHand<'_>],
        detail: &Json,
    ) -> Result<Pad, Vec<Finding>> {
        (self.played)(options, table, hands, detail)
    }

    const fn of<G: Game>() -> Entry {
        Entry {
            facts: G::FACTS,
            score: |envelope| {
                typed_source::<G>(envelope).map(|source| judge(source).map(Fold::into_scored))
            },
            examine: |document, reading| {
                judge(examine_source::<G>(document, reading)).map(Fold::erased)
            },
            reads: |envelope| typed_source::<G>(envelope).is_some(),
            #[cfg(test)]
            faults_of_form: |document, reading| {
                examine_source::<G>(document, reading).reading.findings
            },
            adjudicate: adjudicate::answer::<G>,
            resolve: |options, table| Ok(in_force::<G>(options, table)?.resolved()),
            pad: |options, table| Ok(in_force::<G>(options, table)?.pad(table)),
            played: |options, table, hands, detail| {
                let game = in_force::<G>(options, table)?;
                let mut pad = game.pad(table);
                game.fill(&mut pad, hands, detail);
                Ok(pad)
            },
        }
    }
}

static GAMES: &[Entry] = &[
    Entry::of::<berzerka::Berzerka>(),
    Entry::of::<contract_sabacc::ContractSabacc>(),
    Entry::of::<brink_bid::BrinkBid>(),
    Entry::of::<contractor::Contractor>(),
    Entry::of::<mariash::Mariash>(),
];

/// Every game there is.
pub fn all() -> &'static [Entry] {
    GAMES
}

/// The game of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.facts.id == id)
}

/// The fault of a table with too few or too many players.
pub fn players_count(facts: &Facts, found: usize) -> Finding {
    let (least, most) = facts.players;
    let message = (least == most).then_some("players-count-exact");
    let args = args![found: found, least: least, most: most, game: facts.id];
    Finding {
        message,
        ..Finding::rule("players-count", "/players", args)
    }
}
