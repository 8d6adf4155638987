//! How much of a match is public, and since when.

use serde::{Deserialize, Serialize};

use super::timestamp::Timestamp;

/// How much of a published match is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Showing {
    /// The standings.
    #[default]
    Standings,
    /// Every hand with its scoring.
    Sheet,
}

impl Showing {
    /// Whether it is the default of an event that does not say.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn is_default(&self) -> bool {
        *self == Showing::default()
    }

    /// Its word in requests, answers and the store.
    pub const fn word(self) -> &'static str {
        match self {
            Showing::Standings => "standings",
            Showing::Sheet => "sheet",
        }
    }

    /// Parses a word.
    ///
    /// ```
    /// use overtrick_match::ledger::Showing;
    ///
    /// assert_eq!(Showing::from_word("sheet"), Some(Showing::Sheet));
    /// assert_eq!(Showing::default(), Showing::Standings);
    /// ```
    pub fn from_word(word: &str) -> Option<Showing> {
        let all = [Showing::Standings, Showing::Sheet];
        all.into_iter().find(|showing| showing.word() == word)
    }
}

/// The publication of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// How much of it is public.
    pub showing: Showing,
    /// When it was published.
    pub at: Timestamp,
    /// The day it was played, or else opened: `2026-11-21`.
    pub day: String,
    /// Where it was played.
    pub location: Option<String>,
}
