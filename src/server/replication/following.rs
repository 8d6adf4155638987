//! Following the commits of other instances on the same database, by notices and by polling from the last
//! known position, so that a lost notice loses nothing.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::error::ServiceError;
use crate::matches::cache::Told;
use crate::matches::service::{Inner, MatchService};
use overtrick_match::ledger::MatchId;
use overtrick_store::{Commit, Notice};

/// How often commits are polled, independent of notices.
const CATCHING_UP: Duration = Duration::from_secs(1);
/// The most commits read at once.
const PAGE: usize = 1000;
/// How often unannounced commits may be found before the subscription to notices is renewed: its network
/// connection may have failed silently.
const MOST_SILENT: u32 = 3;
/// The most notices taken at once.
const TOGETHER: usize = 256;

/// The position up to which all commits are known.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The position up to which commits were read.
    position: u64,
    /// The last commit announced by a notice.
    heard: u64,
    program_keys: u64,
}

impl MatchService {
    /// Follows the commits of other instances on the same database until the service is closed; meanwhile the
    /// data in memory is current. If nobody else can write, there is nothing to follow.
    ///
    /// # Errors
    /// Store errors.
    pub async fn follow(&self) -> Result<(), ServiceError> {
        let store = &self.0.store;
        if !store.is_shared() {
            return Ok(());
        }
        let now = Instant::now();
        let notices = store.notices();
        let last = store.last_position().await?;
        let commits = store.commits(last, 1).await?;
        let place = Place {
            position: last,
            heard: last,
            program_keys: commits.api_keys,
        };
        self.0.program_keys.read_again(store).await?;
        self.0.freshness.note(now);
        let inner = Arc::downgrade(&self.0);
        let task = tokio::spawn(run(inner, notices, place));
        if self.0.following.set(task.abort_handle()).is_err() {
            task.abort();
        }
        Ok(())
    }
}

async fn run(inner: Weak<Inner>, mut notices: mpsc::Receiver<Notice>, mut place: Place) {
    let mut catching_up = interval(CATCHING_UP);
    catching_up.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut is_failing, mut silent) = (false, 0);
    loop {
        let (mut received, mut is_due) = (Vec::new(), false);
        tokio::select! {
            _ = catching_up.tick() => is_due = true,
            count = notices.recv_many(&mut received, TOGETHER) => {
                if count == 0 {
                    // The listener ended because the store was closed.
                    catching_up.tick().await;
                    is_due = true;
                }
            }
        }
        let Some(inner) = inner.upgrade() else {
            return;
        };
        if !received.is_empty() {
            silent = 0;
        }
        let (before, heard) = (place.position, place.heard);
        let mut followed = inner.take(received, &mut place).await;
        if is_due && followed.is_ok() {
            followed = inner.catch_up(&mut place).await;
            // Commits were found that no notice had announced.
            silent += u32::from(place.position > heard && place.position > before);
        }
        if silent >= MOST_SILENT {
            (notices, silent) = (inner.store.notices(), 0);
        }
        if let Err(error) = &followed
            && !is_failing
        {
            tracing::warn!(?error, "what other instances write cannot be read");
        }
        is_failing = followed.is_err();
    }
}

impl Inner {
    async fn take(&self, notices: Vec<Notice>, place: &mut Place) -> Result<(), ServiceError> {
        let (mut commits, mut keys_changed, mut is_lost) = (Vec::new(), false, false);
        for notice in notices {
            match notice {
                Notice::Committed(some) => commits.extend(some),
                Notice::ApiKeys => keys_changed = true,
                Notice::Next(id) => self.led_on(&id).await?,
                Notice::Lost => is_lost = true,
            }
        }
        self.told(commits, &mut place.heard).await;
        if keys_changed {
            self.program_keys.read_again(&self.store).await?;
        }
        if is_lost {
            // The last notice does not prove that earlier ones arrived.
            place.heard = place.position;
            self.catch_up(place).await?;
        }
        Ok(())
    }

    /// Reads the commits after a position and advances it.
    async fn catch_up(&self, place: &mut Place) -> Result<(), ServiceError> {
        loop {
            let before = Instant::now();
            let part = self.store.commits(place.position, PAGE).await?;
            let is_last = part.commits.len() < PAGE;
            let last = part.commits.last().map(|commit| commit.position);
            self.told(part.commits, &mut place.heard).await;
            if part.api_keys != place.program_keys {
                self.program_keys.read_again(&self.store).await?;
                place.program_keys = part.api_keys;
            }
            place.position = last.unwrap_or(place.position);
            if is_last {
                self.freshness.note(before);
                return Ok(());
            }
        }
    }

    /// Records commits of any instance.
    async fn told(&self, commits: Vec<Commit>, heard: &mut u64) {
        let mut last: HashMap<MatchId, Option<u64>> = HashMap::new();
        let mut is_news = false;
        for commit in commits {
            is_news |= commit.position > *heard;
            *heard = commit.position.max(*heard);
            last.insert(commit.id, commit.version);
        }
        for (id, version) in last {
            match version {
                None => self.cache.delete(&id),
                Some(version) if self.cache.tell(&id, version) == Told::NewsForWatchers => {
                    // Read once for all watchers; if that fails, the watchers get the error.
                    drop(self.load(&id).await);
                    self.cache.notify(id.as_str(), version);
                }
                Some(_) => {}
            }
        }
        if is_news {
            self.committed();
        }
    }

    /// Another match was opened as the next one after this.
    async fn led_on(&self, id: &MatchId) -> Result<(), ServiceError> {
        if self.cache.is_watched(id.as_str())
            && let Some(next) = self.store.next(id).await?
        {
            self.rematches.note(id.clone(), next);
            self.cache.wake(id.as_str());
        }
        Ok(())
    }
}
