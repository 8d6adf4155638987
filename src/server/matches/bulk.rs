//! Changes of many matches at once, all or none: publishing, hiding, labeling, deleting.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Labels, Match, MatchId, Role, Showing};
use overtrick_store::{Append, BulkChange, Progress, Right, StoreError};

/// The most matches of a request.
pub const MOST_IDS: usize = 1_000;
/// How often a request is tried if others change its matches meanwhile.
const TRIES: usize = 8;

/// What is to be done with each match.
#[derive(Debug, Clone, PartialEq)]
pub enum BulkAction {
    /// Publish so much of it, or hide it.
    Publish(Option<Showing>),
    /// Label it.
    Label {
        /// The external ids to be set, or removed, by match.
        external_ids: Vec<(MatchId, Option<String>)>,
        /// The metadata of every match.
        metadata: BulkMetadata,
    },
    /// Delete it.
    Delete,
}

/// What becomes of the metadata of each match.
#[derive(Debug, Clone, PartialEq)]
pub enum BulkMetadata {
    /// They stay.
    Keep,
    /// They are replaced, or removed.
    Set(Option<Json>),
}

/// What became of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkResult {
    /// The match.
    pub id: String,
    /// Its version now, or its last one; `None` of one that was deleted before.
    pub version: Option<u64>,
    /// Whether it was changed.
    pub changed: bool,
}

/// The matches of a request as they are, and what is to be written.
#[derive(Default)]
struct Planned {
    results: Vec<BulkResult>,
    appended: Vec<Append>,
    deleted: Vec<(MatchId, u64)>,
    faults: Faults,
}

impl MatchService {
    /// Changes matches, given as they were sent, for a caller who may direct every match. What is as it should
    /// be stays unchanged; so does a match that was deleted and is to be.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`]; [`ServiceError::Refused`] with each id
    /// of no match, and each match that would be too large; [`ServiceError::ExternalIdTaken`];
    /// [`ServiceError::Busy`] if others keep changing the matches; store errors. Nothing is changed then.
    pub async fn change_many(
        &self,
        ids: &[String],
        action: &BulkAction,
        caller: &Caller,
    ) -> Result<Vec<BulkResult>, ServiceError> {
        for _ in 0..TRIES {
            let by = self.role_everywhere(caller);
            let by = by.ok_or(ServiceError::Unauthorized)?;
            if by < Role::Direct {
                return Err(ServiceError::Forbidden);
            }
            let planned = self.planned(ids, action, by).await?;
            if !planned.faults.is_empty() {
                return Err(ServiceError::Refused(planned.faults));
            }
            let right = Right::of_program(caller.key_in_use());
            match self
                .write_planned(planned.appended, planned.deleted, right)
                .await
            {
                Err(StoreError::VersionConflict | StoreError::NoMatch) => {}
                written => return Ok(written.map(|()| planned.results)?),
            }
        }
        Err(ServiceError::Busy)
    }

    /// What is to be written, and what then becomes of each match.
    async fn planned(
        &self,
        ids: &[String],
        action: &BulkAction,
        by: Role,
    ) -> Result<Planned, ServiceError> {
        let mut planned = Planned::default();
        let gone = match action {
            BulkAction::Delete => self.0.store.deleted(ids).await?,
            _ => Vec::new(),
        };
        for (index, id) in ids.iter().enumerate() {
            let place = format!("/ids/{index}");
            let before = match MatchId::read(id) {
                Some(id) => self.0.read_now(&id).await,
                None => Err(ServiceError::NotFound),
            };
            let before = match before {
                Ok(before) => before,
                Err(ServiceError::NotFound | ServiceError::Expired) if gone.contains(id) => {
                    planned.results.push(BulkResult {
                        id: id.clone(),
                        version: None,
                        changed: false,
                    });
                    continue;
                }
                Err(ServiceError::NotFound | ServiceError::Expired) => {
                    let args = args![id: id.clone()];
                    planned
                        .faults
                        .push(Finding::rule("no-such-match", place, args));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut result = BulkResult {
                id: id.clone(),
                version: Some(before.version()),
                changed: true,
            };
            if *action == BulkAction::Delete {
                planned
                    .deleted
                    .push((before.id().clone(), before.version()));
                planned.results.push(result);
                continue;
            }
            match self.acted(&before, action, by) {
                Ok(Some(mut after)) => {
                    planned
                        .appended
                        .push(self.sealed(Some(&before), &mut after)?);
                    result.version = Some(after.version());
                }
                Ok(None) => result.changed = false,
                Err(faults) => {
                    let placed = faults.into_iter().map(|fault| fault.under(&place));
                    planned.faults.extend(placed);
                }
            }
            planned.results.push(result);
        }
        Ok(planned)
    }

    /// The match after an action other than deleting; `None` if it stays as it is.
    fn acted(
        &self,
        before: &Match,
        action: &BulkAction,
        by: Role,
    ) -> Result<Option<Match>, Faults> {
        let (now, mut after) = (self.clock().now(), before.clone());
        match action {
            BulkAction::Delete => return Ok(None),
            BulkAction::Publish(what) if before.showing() == *what => return Ok(None),
            BulkAction::Publish(what) => drop(after.publish(*what, now, by)?),
            BulkAction::Label {
                external_ids,
                metadata,
            } => {
                let mut external_ids = external_ids.iter();
                let own = external_ids.find(|(id, _)| id == before.id());
                let was = before.labels();
                let labels = Labels {
                    external_id: own.map_or(was.external_id.clone(), |(_, own)| own.clone()),
                    metadata: match metadata {
                        BulkMetadata::Keep => was.metadata.clone(),
                        BulkMetadata::Set(metadata) => metadata.clone(),
                    },
                };
                if labels == *was {
                    return Ok(None);
                }
                after.label(labels, now, by)?;
            }
        }
        Ok(Some(after))
    }

    /// Writes what was planned, all or nothing.
    async fn write_planned(
        &self,
        appended: Vec<Append>,
        deleted: Vec<(MatchId, u64)>,
        right: Right,
    ) -> Result<(), StoreError> {
        // Completes even if the caller disconnects.
        let matches = self.clone();
        let written = tokio::spawn(async move {
            if !appended.is_empty() {
                let change = Arc::new(BulkChange {
                    appended,
                    ..BulkChange::default()
                });
                let silent = Progress::silent();
                matches.write_together(&change, &right, &silent).await?;
            }
            if !deleted.is_empty() {
                let (inner, all) = (&matches.0, deleted.clone());
                inner
                    .store
                    .delete_together(all, inner.now(), &right)
                    .await?;
                for (id, _) in &deleted {
                    inner.cache.delete(id);
                }
                inner.committed();
            }
            Ok(())
        });
        let written = written.await;
        written.unwrap_or_else(|error| Err(StoreError::Other(error.to_string())))
    }
}
