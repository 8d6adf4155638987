//! A cache of the last page of changes: many followers are at the same cursor.

use std::sync::Arc;

use tokio::sync::{Mutex, MutexGuard};

use crate::change_feed::report::{ChangeReport, Cursor};

/// The last page read. A follower at another cursor waits and reads a new page, which the next ones share.
#[derive(Debug, Default)]
pub struct FeedPage(Mutex<Page>);

/// The cached changes with their commit count and cursor, if any.
#[derive(Debug, Default)]
pub struct Page(Option<(u64, Cursor, Arc<[ChangeReport]>)>);

impl FeedPage {
    /// Locks the page; one follower at a time.
    pub async fn lock(&self) -> MutexGuard<'_, Page> {
        self.0.lock().await
    }
}

impl Page {
    /// The changes after a cursor, if they were read after the last commit.
    pub fn of(&self, commits: u64, since: Cursor) -> Option<Arc<[ChangeReport]>> {
        let (of, after, changes) = self.0.as_ref()?;
        (*of == commits && *after == since).then(|| changes.clone())
    }

    /// Caches changes. Empty results are not cached: another process may add changes before the next read.
    pub fn keep(&mut self, commits: u64, since: Cursor, changes: &Arc<[ChangeReport]>) {
        if !changes.is_empty() {
            self.0 = Some((commits, since, changes.clone()));
        }
    }
}
