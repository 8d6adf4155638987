//! A checked definition of a custom game, as JSON.

use overtrick_own::{Definition, read};
use serde::Serialize;

use super::PlayerRange;
use crate::lang::Language;
use overtrick_core::Finding;
use overtrick_core::json::Json;

/// A definition of a custom game that is sound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedDefinition {
    /// The names of the fields that a hand of it records, in order.
    pub fields: Vec<String>,
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The possible numbers of players.
    pub players: PlayerRange,
    /// The most steps that judging a hand takes.
    pub steps: u64,
}

impl CheckedDefinition {
    /// Checks a definition whole.
    ///
    /// # Errors
    /// Every fault, each with its pointer and the place in its expression.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    /// use overtrick_match::describe::CheckedDefinition;
    ///
    /// assert!(CheckedDefinition::read(&Json::EMPTY).is_err());
    /// ```
    pub fn read(definition: &Json) -> Result<CheckedDefinition, Vec<Finding>> {
        let definition = read(definition)?;
        let (least, most) = definition.players();
        Ok(CheckedDefinition {
            fields: definition.field_names().map(str::to_owned).collect(),
            id: definition.id().to_owned(),
            name: definition.name().to_string(),
            players: PlayerRange { least, most },
            steps: definition.steps(),
        })
    }
}

/// A word of a definition in a language; `None` if it has no such word.
pub fn word_in(definition: &Definition, word: &str, language: &Language) -> Option<String> {
    let mut words = definition.words().iter();
    let named = words.find(|known| **known == *word)?;
    Some(language.named(named))
}
