//! Exported matches: as documents, or as complete logs.

use serde::Serialize;
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::matches::service::{MatchService, damaged};
use overtrick_core::json::Json;
use overtrick_match::document::StandingReport;
use overtrick_match::ledger::{Damage, Labels, Match, MatchId, StoredLog};

/// The format of an exported match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportForm {
    /// Its document, next to its labels.
    #[default]
    Documents,
    /// Its complete log.
    Logs,
}

impl MatchService {
    /// The stored log of a match, for export: unchecked, and not kept in memory.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`]; store errors.
    pub async fn stored_log(&self, id: &MatchId) -> Result<StoredLog, ServiceError> {
        self.0.stored(id).await
    }
}

/// A line of an export: this match, checked.
///
/// # Errors
/// [`ServiceError::Damaged`].
pub fn export_line(log: StoredLog, id: &MatchId, form: ExportForm) -> Result<String, ServiceError> {
    let unchecked = (form == ExportForm::Logs).then(|| log.clone());
    let played = log.open().map_err(|damage| damaged(id, damage))?;
    Ok(match unchecked {
        Some(log) => json!({ "log": log }).to_string(),
        None => document_line(&played),
    })
}

/// A line of an export with a document.
#[derive(Serialize)]
struct DocumentLine<'a> {
    document: Json,
    #[serde(flatten)]
    labels: &'a Labels,
    /// The day it was played, or else opened.
    day: String,
    /// The ranks of its players, best first; absent if it cannot be scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standings: Vec<StandingReport>,
}

/// The document of a match under `document`, next to its labels, its day and its standings.
pub fn document_line(played: &Match) -> String {
    let scored = played.scored();
    let line = DocumentLine {
        document: played.document(),
        labels: played.labels(),
        day: played.listing().day,
        standings: scored.map_or_else(|_| Vec::new(), |scored| StandingReport::all(&scored)),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// The line of a damaged match in an export.
pub fn damaged_line(id: &MatchId, damage: Damage) -> String {
    let line: Value = json!({ "damaged": { "id": id.as_str(), "detail": damage.to_string() } });
    line.to_string()
}
