//! The changes of all matches in the order of their commits, for those who follow them.

use std::sync::Arc;

use tokio::sync::watch;

use super::error::ServiceError;
use super::feed_report::{ChangeReport, Cursor};
use super::matches::Matches;
use crate::ledger::{Ledger, MatchId};
use crate::store::{StoredChange, WebhookStore};

impl Matches {
    /// A channel that is sent something whenever a change of any match was committed.
    pub fn watch_all(&self) -> watch::Receiver<u64> {
        self.0.commits.subscribe()
    }

    /// A channel that is sent something whenever a webhook was made or changed.
    pub fn watch_webhooks(&self) -> watch::Receiver<()> {
        self.0.webhook_changes.subscribe()
    }

    /// What is stored of webhooks, and of the changes that they are sent.
    pub fn webhook_store(&self) -> &dyn WebhookStore {
        &*self.0.store
    }

    /// The place of the last change.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn last_cursor(&self) -> Result<Cursor, ServiceError> {
        Ok(Cursor(self.0.store.last_position().await?))
    }

    /// At most `limit` changes after a place, of one match or of all, in the order of their commits. The
    /// last change of a match has its standings.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn changes_since(
        &self,
        since: Cursor,
        of: Option<&MatchId>,
        limit: usize,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let changes = self.0.store.changes(since.0, of, limit).await?;
        let mut reports = Vec::with_capacity(changes.len());
        for (index, change) in changes.iter().enumerate() {
            let report = ChangeReport::of(change);
            let later = &changes[index + 1..];
            let is_last = later.iter().all(|one| one.match_id != change.match_id);
            let ledger = match &change.event {
                Some(_) if is_last => self.match_after(change).await.ok(),
                _ => None,
            };
            let ledger = ledger.filter(|ledger| ledger.version() == change.version);
            reports.push(match ledger {
                Some(ledger) => report.with_standings(&ledger),
                None => report,
            });
        }
        Ok(reports)
    }

    /// The changes of all matches after a place, for one of many who follow them: they are read once for
    /// all who stand there.
    ///
    /// # Errors
    /// Those of the store.
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

    /// The match of a change, at its version or a later one: a change is durable a moment before the match
    /// in memory is the one after it.
    async fn match_after(&self, change: &StoredChange) -> Result<Arc<Ledger>, ServiceError> {
        let ledger = self.0.read(&change.match_id).await?;
        if ledger.version() < change.version {
            return self.0.load(&change.match_id).await;
        }
        Ok(ledger)
    }

    /// A change with the standings after it, however many came later.
    pub async fn report_of(&self, change: &StoredChange) -> ChangeReport {
        let report = ChangeReport::of(change);
        if change.event.is_none() {
            return report;
        }
        match self.match_after(change).await {
            Ok(ledger) if ledger.version() == change.version => report.with_standings(&ledger),
            Ok(ledger) => match ledger.at_version(change.version) {
                Ok(then) => report.with_standings(&then),
                Err(_) => report,
            },
            Err(_) => report,
        }
    }
}
