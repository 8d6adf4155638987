//! The game of a match: one that ships, or one that the match brings along.

use std::sync::Arc;

use overtrick_core::bounds::HandWork;
use overtrick_core::form::FieldOf;
use overtrick_core::json::Json;
use overtrick_core::{Arg, Facts, Faults, Finding, Game, Name};
#[cfg(feature = "paper")]
use overtrick_core::{HouseRules, Table};
#[cfg(feature = "paper")]
use overtrick_games::PadRules;
use overtrick_games::{self as games, Entry, unknown_game};
use overtrick_own::{Definition, Own};

use crate::lang::Language;

/// The game of a match. Clones share a definition.
///
/// ```
/// use overtrick_core::json::Json;
/// use overtrick_match::MatchGame;
///
/// let faults = MatchGame::new(&Json::from([("game", "no-such-game".into())])).unwrap_err();
/// assert_eq!(faults[0].code, "unknown-game");
/// let faults = MatchGame::new(&Json::from([("game", "own".into())])).unwrap_err();
/// assert!(faults.iter().all(|fault| fault.pointer.starts_with("/definition")));
/// ```
#[derive(Debug, Clone)]
pub enum MatchGame {
    /// A game that ships.
    Shipped(&'static Entry),
    /// A custom game, by the definition that its matches carry.
    Own(Arc<Definition>),
}

impl From<&'static Entry> for MatchGame {
    fn from(entry: &'static Entry) -> MatchGame {
        MatchGame::Shipped(entry)
    }
}

impl From<Arc<Definition>> for MatchGame {
    fn from(definition: Arc<Definition>) -> MatchGame {
        MatchGame::Own(definition)
    }
}

impl MatchGame {
    /// The game of a match document.
    ///
    /// # Errors
    /// No game has this id; every fault of the definition, below `/definition`.
    pub fn new(document: &Json) -> Result<MatchGame, Faults> {
        if overtrick_own::is_own(document) {
            let definition = document.get("definition").unwrap_or(&Json::Null);
            return Ok(own_definition(definition)?.into());
        }
        let id = document.text("game").unwrap_or_default();
        let entry = games::find(id).ok_or_else(|| unknown_game(id))?;
        Ok(MatchGame::Shipped(entry))
    }

    /// All that can be said of it without a match. A custom game has its fields, house rules and clauses in its
    /// definition instead.
    pub fn facts(&self) -> &'static Facts {
        match self {
            MatchGame::Shipped(entry) => entry.facts,
            MatchGame::Own(_) => Own::FACTS,
        }
    }

    /// The id that its documents name.
    pub fn id(&self) -> &'static str {
        self.facts().id
    }

    /// The definition of a custom game.
    pub fn definition(&self) -> Option<&Arc<Definition>> {
        match self {
            MatchGame::Shipped(_) => None,
            MatchGame::Own(definition) => Some(definition),
        }
    }

    /// The game that ships, if it is one.
    pub fn shipped(&self) -> Option<&'static Entry> {
        match self {
            MatchGame::Shipped(entry) => Some(entry),
            MatchGame::Own(_) => None,
        }
    }

    /// What it is called in a sentence.
    pub fn argument(&self) -> Arg {
        match self {
            MatchGame::Shipped(entry) => Arg::from(entry.facts.id),
            MatchGame::Own(definition) => Arg::from(definition.name().clone()),
        }
    }

    /// What it is called in a language.
    pub fn name(&self, language: &Language) -> String {
        match self {
            MatchGame::Shipped(entry) => language.word(entry.facts.id),
            MatchGame::Own(definition) => language.named(definition.name()),
        }
    }

    /// What a custom game calls itself, in each language; games that ship are called by the language files.
    pub fn called(&self) -> Option<&Name> {
        Some(self.definition()?.name())
    }

    /// The fewest and the most players.
    pub fn players(&self) -> (usize, usize) {
        match self {
            MatchGame::Shipped(entry) => entry.facts.players,
            MatchGame::Own(definition) => definition.players(),
        }
    }

    /// The work of judging a hand of so many players, at most.
    pub fn work(&self, players: usize) -> HandWork {
        match self {
            MatchGame::Shipped(_) => HandWork::SHIPPED,
            MatchGame::Own(definition) => definition.work(players),
        }
    }

    /// Passes the fields of a hand's record, the shared ones among them, to `then`.
    pub fn with_record<T>(&self, then: impl FnOnce(&[FieldOf<'_>]) -> T) -> T {
        match self {
            MatchGame::Shipped(entry) => then(entry.facts.record),
            MatchGame::Own(definition) => definition.with_record_fields(then),
        }
    }
}

/// The definition that a match document carries.
///
/// # Errors
/// Every fault of it, below `/definition`.
pub(crate) fn own_definition(definition: &Json) -> Result<Arc<Definition>, Faults> {
    let under = |fault: Finding| fault.under("/definition");
    let read = overtrick_own::read(definition).map(Arc::new);
    read.map_err(|faults| faults.into_iter().map(under).collect())
}

#[cfg(feature = "paper")]
impl MatchGame {
    /// The house rules in force, as its pads need them.
    ///
    /// # Errors
    /// Every fault of the house rules.
    pub fn pad_rules(&self, options: Json, table: &Table) -> Result<Box<dyn PadRules>, Faults> {
        match self {
            MatchGame::Shipped(entry) => (entry.pad_rules)(options, table),
            MatchGame::Own(definition) => Ok(Box::new(overtrick_own::rules_in_force(
                definition, options, table,
            )?)),
        }
    }

    /// The usual house rules for these players.
    pub fn usual_rules(&self, table: &Table) -> HouseRules {
        let rules = self.pad_rules(Json::EMPTY, table);
        rules.map_or_else(|_| Vec::new(), |rules| rules.in_force())
    }
}
