//! The changes of all matches in commit order, for followers.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;

use crate::change_feed::include::{Include, Room, with_included};
use crate::change_feed::report::{ChangeReport, Cursor};
use crate::error::ServiceError;
use crate::matches::judged::judge_apart;
use crate::matches::service::MatchService;
use overtrick_match::ledger::{Match, MatchId};
use overtrick_store::{StoredChange, WhatChanged};

impl MatchService {
    /// A channel that is notified of every committed change of any match.
    pub fn watch_all(&self) -> watch::Receiver<u64> {
        self.0.commits.subscribe()
    }

    /// The position of the last change.
    ///
    /// # Errors
    /// Store errors.
    pub async fn last_cursor(&self) -> Result<Cursor, ServiceError> {
        Ok(Cursor(self.0.store.last_position().await?))
    }

    /// At most `limit` changes after a position, of one match or of all, in commit order; fewer, but at least
    /// one, if they include much.
    ///
    /// # Errors
    /// Store errors.
    pub async fn changes_since(
        &self,
        since: Cursor,
        of: Option<&MatchId>,
        limit: usize,
        include: Include,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let changes = self.0.store.changes(since.0, of, limit).await?;
        self.reports(&changes, include).await
    }

    /// The reports of changes, in order, read from the logs of their matches. A change that differs from what
    /// was recorded is reported as damaged; changes of deleted matches are left out. If they include too much,
    /// the last ones are left out.
    ///
    /// # Errors
    /// Store errors.
    pub async fn reports(
        &self,
        changes: &[StoredChange],
        include: Include,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let Some(first) = changes.first() else {
            return Ok(Vec::new());
        };
        let mut room = Room::new(Cursor::new(first));
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
        // One match at a time: together they might not fit in memory. The page may end where the first change
        // of a match does not fit, so the match that changed first comes first.
        let mut of_matches: Vec<_> = of_matches.into_values().collect();
        of_matches.sort_unstable_by_key(|same| same.first().map(|change| Cursor::new(change)));
        for same in of_matches {
            reports.extend(self.reports_of_match(&same, include, &mut room).await?);
        }
        if let Some(end) = room.end {
            reports.retain(|report| report.cursor < end);
        }
        reports.sort_unstable_by_key(|report| report.cursor);
        Ok(reports)
    }

    /// The reports of some changes of one match, the latest last.
    async fn reports_of_match(
        &self,
        changes: &[&StoredChange],
        include: Include,
        room: &mut Room,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let Some(last) = changes.last() else {
            return Ok(Vec::new());
        };
        let told = |played: &Match| -> Vec<Option<ChangeReport>> {
            let told = changes
                .iter()
                .map(|change| ChangeReport::new(change, played));
            told.collect()
        };
        let mut read = self.match_after(last).await;
        let mut reports = Vec::new();
        if let Ok(played) = &read {
            reports = told(played);
            if reports.iter().any(Option::is_none) {
                // The match in memory may have been deleted and imported again.
                read = self.0.load(&last.match_id).await;
                reports = read.as_deref().map(told).unwrap_or_default();
            }
        }
        let played = match read {
            Ok(played) => Some(played),
            Err(ServiceError::NotFound | ServiceError::Expired) => return Ok(Vec::new()),
            Err(ServiceError::Damaged { .. }) => None,
            Err(error) => return Err(error),
        };
        reports.resize_with(changes.len(), || None);
        let reports = reports.into_iter().zip(changes);
        let reports = reports
            .map(|(report, change)| report.unwrap_or_else(|| ChangeReport::damaged(change)))
            .collect();
        let Some(played) = played else {
            return Ok(reports);
        };
        let (so_far, bytes) = (*room, played.size());
        let included = move || with_included(&played, reports, include, so_far);
        let (reports, left) = if include.is_costly() {
            judge_apart(bytes, included).await?
        } else {
            included()
        };
        *room = left;
        Ok(reports)
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
        include: Include,
    ) -> Result<Arc<[ChangeReport]>, ServiceError> {
        let mut page = self.0.page.lock().await;
        let key = (*self.0.commits.borrow(), since, include);
        if let Some(known) = page.of(key) {
            return Ok(known);
        }
        let changes = self.changes_since(since, None, limit, include);
        let changes: Arc<[ChangeReport]> = changes.await?.into();
        page.keep(key, &changes);
        Ok(changes)
    }

    /// The match of a change, at its version or a later one: a change is durable a moment before the match in
    /// memory is updated.
    async fn match_after(&self, change: &StoredChange) -> Result<Arc<Match>, ServiceError> {
        let played = self.0.read(&change.match_id).await?;
        if played.version() < change.version {
            return self.0.load(&change.match_id).await;
        }
        Ok(played)
    }
}
