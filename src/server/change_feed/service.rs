//! The changes of all matches in commit order, for followers.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;

use crate::change_feed::report::{ChangeReport, Cursor};
use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::{Ledger, MatchId};
use overtrick_store::{Store, StoredChange, WhatChanged};

impl MatchService {
    /// A channel that is notified of every committed change of any match.
    pub fn watch_all(&self) -> watch::Receiver<u64> {
        self.0.commits.subscribe()
    }

    /// A channel that is notified when a webhook is created or changed.
    pub fn watch_webhooks(&self) -> watch::Receiver<()> {
        self.0.webhook_changes.subscribe()
    }

    /// The store of webhooks and their deliveries.
    pub fn webhook_store(&self) -> &Store {
        &self.0.store
    }

    /// The position of the last change.
    ///
    /// # Errors
    /// Store errors.
    pub async fn last_cursor(&self) -> Result<Cursor, ServiceError> {
        Ok(Cursor(self.0.store.last_position().await?))
    }

    /// At most `limit` changes after a position, of one match or of all, in commit order. The last change of
    /// each match has its standings.
    ///
    /// # Errors
    /// Store errors.
    pub async fn changes_since(
        &self,
        since: Cursor,
        of: Option<&MatchId>,
        limit: usize,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let changes = self.0.store.changes(since.0, of, limit).await?;
        self.reports(&changes, Standings::OfLast).await
    }

    /// The reports of changes, in order, read from the logs of their matches. A change that differs from what
    /// was recorded is reported as damaged; changes of deleted matches are left out.
    ///
    /// # Errors
    /// Store errors.
    pub async fn reports(
        &self,
        changes: &[StoredChange],
        standings: Standings,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let mut reports: Vec<ChangeReport> = Vec::with_capacity(changes.len());
        let mut of_matches: BTreeMap<&str, Vec<&StoredChange>> = BTreeMap::new();
        for change in changes {
            match &change.what {
                WhatChanged::Deleted(game, at) => {
                    reports.push(ChangeReport::deleted(change, game, at));
                }
                WhatChanged::DeletedDamaged => reports.push(ChangeReport::damaged(change)),
                WhatChanged::Event(_) => {
                    let same = of_matches.entry(change.match_id.as_str());
                    same.or_default().push(change);
                }
            }
        }
        // One match at a time: together they might not fit in memory.
        for same in of_matches.into_values() {
            reports.extend(self.reports_of_match(&same, standings).await?);
        }
        reports.sort_unstable_by_key(|report| report.cursor);
        Ok(reports)
    }

    /// The reports of some changes of one match, the latest last.
    async fn reports_of_match(
        &self,
        changes: &[&StoredChange],
        standings: Standings,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let Some(last) = changes.last() else {
            return Ok(Vec::new());
        };
        let told = |ledger: &Ledger| -> Vec<Option<ChangeReport>> {
            let told = changes
                .iter()
                .map(|change| ChangeReport::of(change, ledger));
            told.collect()
        };
        let mut read = self.match_after(last).await;
        let mut reports = Vec::new();
        if let Ok(ledger) = &read {
            reports = told(ledger);
            if reports.iter().any(Option::is_none) {
                // The match in memory may have been deleted and imported again.
                read = self.0.load(&last.match_id).await;
                reports = read.as_deref().map(told).unwrap_or_default();
            }
        }
        let ledger = match read {
            Ok(ledger) => Some(ledger),
            Err(ServiceError::NotFound | ServiceError::Expired) => return Ok(Vec::new()),
            Err(ServiceError::Damaged { .. }) => None,
            Err(error) => return Err(error),
        };
        reports.resize_with(changes.len(), || None);
        let reports = reports.into_iter().zip(changes).map(|(report, change)| {
            let shown = ledger.as_ref().filter(|ledger| {
                standings == Standings::OfLast && ledger.version() == change.version
            });
            match (report, shown) {
                (None, _) => ChangeReport::damaged(change),
                (Some(report), Some(ledger)) => report.with_standings(ledger),
                (Some(report), None) => report,
            }
        });
        Ok(reports.collect())
    }

    /// The changes of all matches after a position, for one of many followers: all followers at the same
    /// position share one read.
    ///
    /// # Errors
    /// Store errors.
    pub async fn live_changes(
        &self,
        since: Cursor,
        limit: usize,
    ) -> Result<Arc<[ChangeReport]>, ServiceError> {
        let mut page = self.0.page.lock().await;
        let commits = *self.0.commits.borrow();
        if let Some(known) = page.of(commits, since) {
            return Ok(known);
        }
        let changes: Arc<[ChangeReport]> = self.changes_since(since, None, limit).await?.into();
        page.keep(commits, since, &changes);
        Ok(changes)
    }

    /// The match of a change, at its version or a later one: a change is durable a moment before the match in
    /// memory is updated.
    async fn match_after(&self, change: &StoredChange) -> Result<Arc<Ledger>, ServiceError> {
        let ledger = self.0.read(&change.match_id).await?;
        if ledger.version() < change.version {
            return self.0.load(&change.match_id).await;
        }
        Ok(ledger)
    }

    /// A change with the standings after it, even if later changes exist; `None` if its match was deleted.
    ///
    /// # Errors
    /// Store errors.
    pub async fn report_of(
        &self,
        change: &StoredChange,
    ) -> Result<Option<ChangeReport>, ServiceError> {
        let reports = self.reports(std::slice::from_ref(change), Standings::OfLast);
        let Some(report) = reports.await?.pop() else {
            return Ok(None);
        };
        if report.standings.is_some() || report.action.is_none() {
            return Ok(Some(report));
        }
        let ledger = self.0.read(&change.match_id).await?;
        Ok(Some(match ledger.at_version(change.version) {
            Ok(then) => report.with_standings(&then),
            Err(_) => report,
        }))
    }
}

/// Which reported changes get the standings after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standings {
    /// None.
    Without,
    /// The last change of each match.
    OfLast,
}
