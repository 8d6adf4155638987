//! The labels of matches: external ids and metadata.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::matches::request::{Caller, Precondition};
use crate::matches::service::{MatchService, match_id};
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Labels, Match, MatchId};

impl MatchService {
    /// Changes the labels of a match. If nothing changes, the version stays.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the
    /// caller does not direct the match; failed preconditions; [`ServiceError::Refused`] if the match would
    /// be too large, or the caller may not set this external id; [`ServiceError::ExternalIdTaken`]; store
    /// errors.
    pub async fn label(
        &self,
        id: &str,
        precondition: &Precondition,
        caller: &Caller,
        change: impl Fn(&Labels) -> Labels,
    ) -> Result<Arc<Match>, ServiceError> {
        let label = |before: &Match, now, by| {
            let labels = change(before.labels());
            if labels == *before.labels() {
                return Ok(None);
            }
            if labels.external_id != before.labels().external_id && !caller.is_program() {
                for id in [&labels.external_id, &before.labels().external_id] {
                    check_namespace(before.id(), id.as_deref())?;
                }
            }
            let mut after = before.clone();
            after.label(labels, now, by)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, caller, label)
            .await
    }
}

/// Refuses an external id that only programs may set: directors may set those that begin with their match's
/// id and a slash. Any other might belong to a match that a program has yet to import.
pub fn check_namespace(id: &MatchId, external_id: Option<&str>) -> Result<(), Faults> {
    let own = format!("{id}/");
    let is_own = external_id.is_none_or(|external| external.starts_with(&own));
    let refused = || {
        Finding::rule(
            "external-id-of-programs",
            "/external_id",
            args![own: own.clone()],
        )
    };
    is_own.then_some(()).ok_or_else(|| refused().into())
}
