//! The part of the changes that was read last: a thousand who follow them stand at the same place.

use std::sync::Arc;

use tokio::sync::{Mutex, MutexGuard};

use crate::change_feed::report::{ChangeReport, Cursor};

/// The part that was read last. Whoever wants another waits for it, and the next ones have it.
#[derive(Debug, Default)]
pub struct FeedPage(Mutex<Page>);

/// A part of the changes.
#[derive(Debug, Default)]
pub struct Page(Option<(u64, Cursor, Arc<[ChangeReport]>)>);

impl FeedPage {
    /// For one at a time.
    pub async fn lock(&self) -> MutexGuard<'_, Page> {
        self.0.lock().await
    }
}

impl Page {
    /// The changes after a place, if they were read after the last commit.
    pub fn of(&self, commits: u64, since: Cursor) -> Option<Arc<[ChangeReport]>> {
        let (of, after, changes) = self.0.as_ref()?;
        (*of == commits && *after == since).then(|| changes.clone())
    }

    /// Keeps changes. Where there are none, others may have come from another process by the next time.
    pub fn keep(&mut self, commits: u64, since: Cursor, changes: &Arc<[ChangeReport]>) {
        if !changes.is_empty() {
            self.0 = Some((commits, since, changes.clone()));
        }
    }
}
