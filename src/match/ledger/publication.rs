//! What of a match is public, and since when.

use serde::{Deserialize, Serialize};

use super::timestamp::Timestamp;

/// What of a published match everybody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Showing {
    /// How the players stand.
    #[default]
    Standings,
    /// Every hand, and how each point came about.
    Sheet,
}

impl Showing {
    /// Whether it is what an event says that names nothing.
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

    /// What a word stands for.
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

/// How a match is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// What of it is shown.
    pub showing: Showing,
    /// Since when.
    pub at: Timestamp,
    /// The day on which it was played, or else opened: `2026-11-21`.
    pub day: String,
}
