//! The game of a match: a shipped game, or a custom game with its definition in the match.

use std::sync::Arc;

use overtrick_core::bounds::HandWork;
use overtrick_core::form::FieldOf;
use overtrick_core::json::Json;
use overtrick_core::{Facts, Faults, Game, Name};
#[cfg(feature = "paper")]
use overtrick_core::{HouseRules, Table};
#[cfg(feature = "paper")]
use overtrick_games::PadRules;
use overtrick_games::{self as games, Entry, unknown_game};
use overtrick_own::{Definition, Own};

/// The game of a match. Clones share the definition.
///
/// ```
/// use overtrick_core::json::Json;
/// use overtrick_match::MatchGame;
///
/// let faults = MatchGame::new(&Json::object([("game", "no-such-game".into())])).unwrap_err();
/// assert_eq!(faults[0].code, "unknown-game");
/// let faults = MatchGame::new(&Json::object([("game", "own".into())])).unwrap_err();
/// assert!(faults.iter().all(|fault| fault.pointer.starts_with("/definition")));
/// ```
#[derive(Debug, Clone)]
pub enum MatchGame {
    /// A shipped game.
    Shipped(&'static Entry),
    /// A custom game, with the definition in its matches.
    Own(Arc<Definition>),
}

impl From<&'static Entry> for MatchGame {
    fn from(entry: &'static Entry) -> MatchGame {
        MatchGame::Shipped(entry)
    }
}

impl MatchGame {
    /// Returns the game of a match document.
    ///
    /// # Errors
    /// The game is unknown, or the definition has faults; every fault is below `/definition`.
    pub fn new(document: &Json) -> Result<MatchGame, Faults> {
        if overtrick_own::is_own(document) {
            let definition = document.get("definition").unwrap_or(&Json::Null);
            return overtrick_own::read_in_match(definition).map(MatchGame::Own);
        }
        let id = document.text("game").unwrap_or_default();
        let entry = games::find(id).ok_or_else(|| unknown_game(id))?;
        Ok(MatchGame::Shipped(entry))
    }

    /// Returns the facts that do not depend on a match. The fields, house rules and clauses of a custom game are in its
    /// definition instead.
    pub fn facts(&self) -> &'static Facts {
        match self {
            MatchGame::Shipped(entry) => entry.facts,
            MatchGame::Own(_) => Own::FACTS,
        }
    }

    /// Returns the id of the game in its documents.
    pub fn id(&self) -> &'static str {
        self.facts().id
    }

    /// Returns the definition of a custom game.
    pub fn definition(&self) -> Option<&Arc<Definition>> {
        match self {
            MatchGame::Shipped(_) => None,
            MatchGame::Own(definition) => Some(definition),
        }
    }

    /// Returns the shipped game; `None` for a custom game.
    pub fn shipped(&self) -> Option<&'static Entry> {
        match self {
            MatchGame::Shipped(entry) => Some(entry),
            MatchGame::Own(_) => None,
        }
    }

    /// Returns its name: the name in its definition, or else its id, which every language translates.
    pub fn name(&self) -> Name {
        let custom_name = self.custom_name().cloned();
        custom_name.unwrap_or(Name::new(self.id()))
    }

    /// Returns the name in the definition of a custom game; `None` for a shipped game, whose name is in the language
    /// files.
    pub fn custom_name(&self) -> Option<&Name> {
        Some(self.definition()?.name())
    }

    /// Returns the fewest and the most players.
    pub fn players(&self) -> (usize, usize) {
        let own = self.definition();
        own.map_or(self.facts().players, |own| own.players())
    }

    /// Returns the maximum work to judge a hand with this many players.
    pub fn work(&self, players: usize) -> HandWork {
        let own = self.definition();
        own.map_or(HandWork::SHIPPED, |own| own.work(players))
    }

    /// Passes the fields of a hand's record, including those that all games share, to `then`.
    pub fn with_record<T>(&self, then: impl FnOnce(&[FieldOf<'_>]) -> T) -> T {
        match self {
            MatchGame::Shipped(entry) => then(entry.facts.record),
            MatchGame::Own(definition) => definition.with_record_fields(then),
        }
    }
}

#[cfg(feature = "paper")]
impl MatchGame {
    /// Returns the house rules in force, in the form that pads need.
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

    /// Returns the default house rules for these players.
    pub fn usual_rules(&self, table: &Table) -> HouseRules {
        let rules = self.pad_rules(Json::EMPTY, table);
        rules.map_or_else(|_| Vec::new(), |rules| rules.in_force())
    }
}
