//! What programs call matches, and what they note of them.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::matches::request::{Caller, Precondition};
use crate::matches::service::{MatchService, match_id};
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Labels, Ledger, MatchId};

impl MatchService {
    /// Changes what programs call a match, and what they noted of it. One that is labeled so already
    /// stays at its version.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`], if the caller
    /// does not direct it; those of the precondition; [`ServiceError::Refused`], if the match would be too large, or
    /// the external id is none that the caller may set; [`ServiceError::ExternalIdTaken`]; those of the store.
    pub async fn label(
        &self,
        id: &str,
        precondition: &Precondition,
        caller: &Caller,
        change: impl Fn(&Labels) -> Labels,
    ) -> Result<Arc<Ledger>, ServiceError> {
        let label = |before: &Ledger, now, by| {
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
            self.0.budget.check_change(false, before, &after)?;
            Ok(Some(after))
        };
        self.record(&match_id(id)?, precondition, caller, label)
            .await
    }
}

/// Refuses an external id that only programs set: whoever directs a match has those that begin with its id and a
/// slash. Any other could be that of a match which a program is yet to bring in.
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
