//! A cache of the last page of changes: many followers are at the same cursor.

use std::sync::Arc;

use tokio::sync::{Mutex, MutexGuard};

use crate::change_feed::include::Include;
use crate::change_feed::report::{ChangeReport, Cursor};

/// The last page read. A follower at another cursor waits and reads a new page, which the next ones share.
#[derive(Debug, Default)]
pub struct FeedPage(Mutex<Page>);

/// What a page was read for: the commit count, the cursor that it follows, and what its reports include.
pub type PageKey = (u64, Cursor, Include);

/// The cached changes, if any.
#[derive(Debug, Default)]
pub struct Page(Option<(PageKey, Arc<[ChangeReport]>)>);

impl FeedPage {
    /// Locks the page; one follower at a time.
    pub async fn lock(&self) -> MutexGuard<'_, Page> {
        self.0.lock().await
    }
}

impl Page {
    /// The changes, if they were read for this.
    pub fn of(&self, key: PageKey) -> Option<Arc<[ChangeReport]>> {
        let (known, changes) = self.0.as_ref()?;
        (*known == key).then(|| changes.clone())
    }

    /// Caches changes. Empty results are not cached: another process may add changes before the next read.
    pub fn keep(&mut self, key: PageKey, changes: &Arc<[ChangeReport]>) {
        if !changes.is_empty() {
            self.0 = Some((key, changes.clone()));
        }
    }
}
