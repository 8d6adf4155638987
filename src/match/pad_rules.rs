//! The house rules of a game, as its pads need them.

use overtrick_core::json::Json;
use overtrick_core::{Faults, HouseRules, Table};
use overtrick_games::PadRules;
use overtrick_own::rules_in_force;

use crate::MatchGame;

impl MatchGame {
    /// The house rules in force, as its pads need them.
    ///
    /// # Errors
    /// Every fault of the house rules.
    pub fn pad_rules(&self, options: Json, table: &Table) -> Result<Box<dyn PadRules>, Faults> {
        match self {
            MatchGame::Shipped(entry) => (entry.pad_rules)(options, table),
            MatchGame::Own(definition) => Ok(Box::new(rules_in_force(definition, options, table)?)),
        }
    }

    /// The usual house rules for these players.
    pub fn usual_rules(&self, table: &Table) -> HouseRules {
        let rules = self.pad_rules(Json::EMPTY, table);
        rules.map_or_else(|_| Vec::new(), |rules| rules.in_force())
    }
}
