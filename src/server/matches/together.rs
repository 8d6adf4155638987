//! Writing events of many matches, all of them or none.

use std::collections::HashMap;
use std::sync::Arc;

use crate::matches::service::MatchService;
use overtrick_match::ledger::MatchId;
use overtrick_store::{BulkChange, Progress, StoreError};

impl MatchService {
    /// Writes new matches and events of others in one transaction, and notifies the watchers of those that
    /// changed.
    ///
    /// # Errors
    /// Same as [`Store::write_together`](overtrick_store::Store::write_together).
    pub(crate) async fn write_together(
        &self,
        change: &Arc<BulkChange>,
        progress: &Progress,
    ) -> Result<(), StoreError> {
        let inner = &self.0;
        let changed = change.appended.iter();
        let changed = changed.map(|append| (append.id.clone(), append.event.texts.sequence));
        let changed: HashMap<MatchId, u64> = changed.collect();
        // Before they are written: a copy in memory would be shown as it was, beside others as they are then.
        for (id, version) in &changed {
            inner.cache.invalidate(id, *version);
        }
        let written = inner.store.write_together(change.clone(), progress).await;
        if written.is_err() {
            for id in changed.keys() {
                inner.cache.forget_floor(id);
            }
        }
        for id in changed
            .keys()
            .filter(|id| inner.cache.is_watched(id.as_str()))
        {
            // Notifies the watchers, of what others have written too; if it fails, they get the error.
            drop(inner.load(id).await);
        }
        if written.is_ok() {
            inner.committed();
        }
        written
    }
}
