//! The current state of a match.

use serde::Serialize;

use crate::bounded_json;
use crate::document::{Detail, Report};
use crate::lang::Language;
use crate::ledger::{Match, MatchId, NameEntry, PublishedPart, SeatView};
use overtrick_core::Faults;
use overtrick_core::json::Json;
use overtrick_core::judging::InPlay;

/// The current match: its document, its seats, and the scores.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MatchState))]
pub struct State {
    id: MatchId,
    /// The number of its events.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    version: u64,
    /// The digest of its whole log: SHA-256, hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    /// Its damage, if any; only an administrator can see a damaged match.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
    /// The people in each seat. Like `people` and `document`, present only with `detail=full`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatView>,
    /// All people who sit or sat in the match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    people: Vec<NameEntry>,
    /// Whether its last change can be undone.
    can_undo: bool,
    /// Whether an undone change can be redone.
    can_redo: bool,
    /// The part of the match that is published; absent if no part is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    publication: Option<PublishedPart>,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// Metadata set by a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::metadata))]
    metadata: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::match_document))]
    document: Option<Json>,
    result: Report,
    /// The number of cards in each hand that follows the next hand; absent if the number does not vary in
    /// this game, or if no hand follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cards_ahead: Vec<i64>,
    /// Present only in the answer to erasing a person: JSON pointers in this state to texts that still contain
    /// the name. To remove these, delete the match and open another match from the corrected document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name_remains: Option<Vec<String>>,
}

impl State {
    /// Creates the state of a match in a language and level of detail.
    ///
    /// # Errors
    /// The match cannot be scored. An accepted change never causes this.
    pub fn new(
        played: &Match,
        language: &'static Language,
        detail: Detail,
    ) -> Result<State, Faults> {
        let scored = played.scored()?;
        let is_full = detail == Detail::Full;
        let seats = is_full.then(|| played.seats());
        let people = is_full.then(|| played.people());
        Ok(State {
            id: played.id().clone(),
            version: played.version(),
            head: played.head().filter(|_| is_full).map(ToString::to_string),
            damage: played.damage().map(|damage| damage.to_string()),
            seats: seats.unwrap_or_default(),
            people: people.unwrap_or_default(),
            can_undo: played.can_undo(),
            can_redo: played.can_redo(),
            publication: played.published_part(),
            external_id: played.labels().external_id.clone(),
            metadata: played.labels().metadata.clone(),
            document: is_full.then(|| played.document()),
            cards_ahead: scored.open().map(InPlay::cards_ahead).unwrap_or_default(),
            result: Report::with(scored, language, detail),
            name_remains: None,
        })
    }

    /// Returns its JSON, like [`Report::to_json`].
    ///
    /// # Errors
    /// The JSON is larger.
    pub fn to_json(&self, most: usize) -> serde_json::Result<Vec<u8>> {
        bounded_json(self, most)
    }
}
