//! Following the commits of other servers on the same database.
//!
//! A notice of the database only wakes this task, which then reads the new commits. It also looks for commits
//! regularly, so that no commit is missed if a notice is lost.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::error::ServiceError;
use crate::matches::service::{Inner, MatchService};
use overtrick_store::{Notice, StoredChange, WhatChanged};

/// How often this task looks for commits without notices, and reads program keys again.
const POLL: Duration = Duration::from_millis(500);
/// The most commits read at once.
const MAX_PAGE: usize = 1000;
/// The most notices taken at once.
const MAX_NOTICES: usize = 256;

impl MatchService {
    /// Follows the commits of other servers on the same database until the service is closed. Wakes streams, and reads
    /// program keys again, so that they are at most a second old. A SQLite database has only one server.
    ///
    /// # Errors
    /// Store errors.
    pub async fn follow(&self) -> Result<(), ServiceError> {
        let store = &self.0.store;
        if !store.is_shared() {
            return Ok(());
        }
        // The notices are subscribed to before the position is read, so that no later commit is missed.
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
            // If this fails, it is tried again, and the operations that need the keys fail too.
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
    /// Reads the commits after a position, and advances it.
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

    /// Removes versions older than a commit from memory, and notifies watchers.
    async fn forget_older(&self, commit: &StoredChange) {
        let id = &commit.match_id;
        if !matches!(commit.what, WhatChanged::Event(_)) {
            self.cache.delete(id);
        } else if self.cache.invalidate(id, commit.version) && self.cache.is_watched(id.as_str()) {
            // The match is read once for all watchers. If that fails, each of them gets the error.
            drop(self.load(id).await);
            self.cache.notify(id.as_str(), commit.version);
        }
    }
}
