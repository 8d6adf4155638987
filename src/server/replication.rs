//! Following the commits of other servers on the same database.
//!
//! A notice from the database only wakes this task, which then reads the new commits. The task also looks for
//! commits at regular intervals, because a notice can be lost.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::error::ServiceError;
use crate::matches::service::{Inner, MatchService};
use overtrick_store::{Notice, StoredChange, WhatChanged};

/// How often this task looks for commits without a notice, and reloads program keys.
const POLL: Duration = Duration::from_millis(500);
/// The maximum number of commits read at once.
const MAX_PAGE: usize = 1000;
/// The maximum number of notices received at once.
const MAX_NOTICES: usize = 256;

impl MatchService {
    /// Follows the commits of other servers on the same database until the service is closed. Wakes event streams, and
    /// reloads program keys at least once a second. With SQLite, does nothing: there is only one server.
    ///
    /// # Errors
    /// Store errors.
    pub async fn follow(&self) -> Result<(), ServiceError> {
        let store = &self.0.store;
        if !store.is_shared() {
            return Ok(());
        }
        // Notices are subscribed to before the position is read, so that no later commit is missed.
        let notices = store.notices();
        let position = store.last_position().await?;
        let inner = Arc::downgrade(&self.0);
        let task = tokio::spawn(follow_others(inner, notices, position));
        if self.0.following.set(task.abort_handle()).is_err() {
            task.abort();
        }
        Ok(())
    }
}

async fn follow_others(inner: Weak<Inner>, mut notices: mpsc::Receiver<Notice>, mut position: u64) {
    let mut polls = interval(POLL);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    loop {
        let mut received = Vec::new();
        let is_poll = tokio::select! {
            _ = polls.tick() => true,
            _ = notices.recv_many(&mut received, MAX_NOTICES), if !notices.is_closed() => false,
        };
        let Some(inner) = inner.upgrade() else {
            return;
        };
        if is_poll {
            // If this fails, the next poll tries again; operations that need the keys then fail too.
            drop(inner.program_keys.read_again(&inner.store).await);
        }
        let followed = inner.catch_up(received, &mut position).await;
        if let Err(error) = &followed
            && !is_failing
        {
            tracing::warn!(?error, "the commits of other servers cannot be read");
        }
        is_failing = followed.is_err();
    }
}

impl Inner {
    /// Reads the commits after a position, and advances the position.
    async fn catch_up(&self, notices: Vec<Notice>, position: &mut u64) -> Result<(), ServiceError> {
        for notice in notices {
            if let Notice::Rematch(id) = notice {
                self.cache.wake(id.as_str());
            }
        }
        loop {
            let commits = self.store.changes(*position, None, MAX_PAGE).await?;
            let Some(last) = commits.last() else {
                return Ok(());
            };
            let (reached, is_last) = (last.position, commits.len() < MAX_PAGE);
            for commit in &commits {
                self.forget_older(commit).await;
            }
            self.committed();
            *position = reached;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Removes versions older than a commit from the cache, and notifies watchers.
    async fn forget_older(&self, commit: &StoredChange) {
        let id = &commit.match_id;
        if !matches!(commit.what, WhatChanged::Event(_)) {
            self.cache.delete(id);
        } else if self.cache.invalidate(id, commit.version) && self.cache.is_watched(id.as_str()) {
            // The match is read once for all watchers. If this fails, each watcher gets the error.
            drop(self.load(id).await);
            self.cache.notify(id.as_str(), commit.version);
        }
    }
}
