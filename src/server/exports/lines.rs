//! Exported matches: as documents, or as complete logs.

use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::matches::service::{MatchService, damaged};
use overtrick_match::ledger::{Damage, Match, MatchId, StoredLog};

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

/// The document of a match; if it has labels, under `document` next to them.
pub fn document_line(played: &Match) -> String {
    let document = serde_json::to_string(&played.document()).unwrap_or_default();
    let labels = played.labels();
    if labels.is_empty() {
        return document;
    }
    let labels = serde_json::to_string(labels).unwrap_or_default();
    let labels = labels.trim_start_matches('{');
    format!("{{\"document\":{document},{labels}")
}

/// The line of a damaged match in an export.
pub fn damaged_line(id: &MatchId, damage: Damage) -> String {
    let line: Value = json!({ "damaged": { "id": id.as_str(), "detail": damage.to_string() } });
    line.to_string()
}
