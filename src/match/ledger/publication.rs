//! How much of a match is public, and since when.

use serde::{Deserialize, Serialize};

use super::timestamp::Timestamp;

/// The part of a match that is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PublishedPart {
    /// The standings.
    #[default]
    Standings,
    /// Every hand with its scoring.
    Sheet,
}

impl PublishedPart {
    /// Its word in requests, answers and the store.
    pub const fn word(self) -> &'static str {
        match self {
            PublishedPart::Standings => "standings",
            PublishedPart::Sheet => "sheet",
        }
    }

    /// Parses a word.
    ///
    /// ```
    /// use overtrick_match::ledger::PublishedPart;
    ///
    /// assert_eq!(PublishedPart::from_word("sheet"), Some(PublishedPart::Sheet));
    /// assert_eq!(PublishedPart::default(), PublishedPart::Standings);
    /// ```
    pub fn from_word(word: &str) -> Option<PublishedPart> {
        let all = [PublishedPart::Standings, PublishedPart::Sheet];
        all.into_iter().find(|part| part.word() == word)
    }
}

/// The publication of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// How much of it is public.
    pub part: PublishedPart,
    /// When it was published.
    pub at: Timestamp,
    /// The day it was played, or else opened: `2026-11-21`.
    pub day: String,
    /// Where it was played.
    pub location: Option<String>,
}
