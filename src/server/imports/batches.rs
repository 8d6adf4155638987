//! Storing a large import in batches. An interrupted import is either continued or undone completely.

use std::time::Duration;

use crate::error::ServiceError;
use crate::imports::lines::{Left, Lines};
use crate::imports::service::Import;
use crate::matches::service::{Inner, MatchService};
use overtrick_match::ledger::Timestamp;
use overtrick_store::{
    BulkWrite, ImportedMatch, Progress, Right, Stage, Store, StoreError, UnfinishedImport,
};

/// The most matches in one transaction.
const MOST_MATCHES: usize = 256;
/// The most events in one transaction, unless a single match has more.
const MOST_EVENTS: usize = 16_384;
/// How long to wait for another process that is importing.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// The same at startup, where waiting is optional: the system may need a moment to notice that a process has
/// ended.
const PATIENCE_OF_A_START: Duration = Duration::from_secs(1);

impl MatchService {
    /// The digest of an import that is in progress in batches, or was interrupted.
    ///
    /// # Errors
    /// Store errors.
    pub async fn unfinished_import(&self) -> Result<Option<String>, ServiceError> {
        let unfinished = self.0.store.unfinished_import().await?;
        Ok(unfinished.map(|import| import.name))
    }
}

impl Import {
    /// Continues the import with this name if it was interrupted; returns whether it was. The remains of
    /// another interrupted import are deleted.
    ///
    /// # Errors
    /// [`ServiceError::Busy`] if another process is importing; store errors.
    pub async fn resume(&mut self, name: &str, progress: &Progress) -> Result<bool, ServiceError> {
        let inner = &self.matches.0;
        if inner.store.unfinished_import().await?.is_none() {
            return Ok(false);
        }
        let claim = inner.store.claim_import(PATIENCE).await?;
        match inner.store.unfinished_import().await? {
            Some(unfinished) if unfinished.name == name => {
                let matches = unfinished.matches.into_iter().collect();
                self.left = Some(Left { claim, matches });
                Ok(true)
            }
            Some(unfinished) => {
                inner.take_back(unfinished, progress).await?;
                Ok(false)
            }
            None => Ok(false),
        }
    }
}

impl Inner {
    /// Deletes the remains of an interrupted import, unless another process continues it.
    pub(crate) async fn take_back_left(&self) -> Result<(), ServiceError> {
        if self.store.unfinished_import().await?.is_none() {
            return Ok(());
        }
        let _claim = match self.store.claim_import(PATIENCE_OF_A_START).await {
            Err(StoreError::Busy) => return Ok(()),
            claim => claim?,
        };
        self.take_back_unfinished(&Progress::silent()).await
    }

    /// Deletes the matches of an import and ends it.
    async fn take_back(
        &self,
        unfinished: UnfinishedImport,
        progress: &Progress,
    ) -> Result<(), ServiceError> {
        let all = u64::try_from(unfinished.matches.len()).unwrap_or(u64::MAX);
        loop {
            let at = self.now();
            let limit = MOST_MATCHES;
            let left = BulkWrite::TakeBack { at, limit };
            let left = self.store.write_bulk(left).await?;
            progress.tell(Stage::TakingBack, all.saturating_sub(left), all);
            if left == 0 {
                break;
            }
        }
        let finish = BulkWrite::FinishImport(Right::default());
        self.store.write_bulk(finish).await?;
        for (_, id) in &unfinished.matches {
            self.cache.delete(id);
        }
        self.committed();
        Ok(())
    }

    /// Stores matches durably: few in one transaction, many in batches. After a failure nothing remains. The
    /// caller holds the claim.
    pub(crate) async fn import(
        &self,
        name: String,
        lines: Lines,
        goes_on: bool,
        right: Right,
        progress: &Progress,
    ) -> Result<(), ServiceError> {
        if !goes_on && is_one_batch(&lines) {
            let matches = lines.into_iter().map(|(_, one)| one).collect();
            return Ok(self.store.import(matches, right).await?);
        }
        let batches = self.import_batches(name, lines, goes_on, progress);
        let stored = match batches.await {
            // The caller may have lost its right during the import: then everything is deleted.
            Ok(()) => {
                let finished = self.store.write_bulk(BulkWrite::FinishImport(right));
                finished.await.map(|_| ()).map_err(ServiceError::from)
            }
            failed => failed,
        };
        if stored.is_err() {
            // If that fails too, the next start deletes them.
            drop(self.take_back_unfinished(progress).await);
        }
        stored
    }

    /// Deletes the remains of an interrupted import. The caller holds the claim.
    pub(crate) async fn take_back_unfinished(
        &self,
        progress: &Progress,
    ) -> Result<(), ServiceError> {
        match self.store.unfinished_import().await? {
            Some(unfinished) => self.take_back(unfinished, progress).await,
            None => Ok(()),
        }
    }

    async fn import_batches(
        &self,
        name: String,
        lines: Lines,
        goes_on: bool,
        progress: &Progress,
    ) -> Result<(), ServiceError> {
        let store: &Store = &self.store;
        if !goes_on {
            let at: Timestamp = self.now();
            store
                .write_bulk(BulkWrite::BeginImport { name, at })
                .await?;
        }
        let (mut done, all) = (0, u64::try_from(lines.len()).unwrap_or(u64::MAX));
        for batch in batches(lines) {
            progress.tell(Stage::Storing, done, all);
            done += u64::try_from(batch.len()).unwrap_or(0);
            let (lines, matches) = batch.into_iter().unzip();
            let part = BulkWrite::ImportPart { matches, lines };
            store.write_bulk(part).await?;
        }
        progress.tell(Stage::Storing, done, all);
        Ok(())
    }
}

/// Whether these matches fit in one transaction.
fn is_one_batch(lines: &[(u64, ImportedMatch)]) -> bool {
    lines.len() <= MOST_MATCHES && events(lines) <= MOST_EVENTS
}

fn events(lines: &[(u64, ImportedMatch)]) -> usize {
    lines.iter().map(|(_, one)| one.log.events.len()).sum()
}

/// Splits the matches into batches of one transaction each.
fn batches(lines: Lines) -> Vec<Lines> {
    let mut batches: Vec<Lines> = Vec::new();
    let mut room = 0;
    for line in lines {
        let events = line.1.log.events.len();
        match batches.last_mut() {
            Some(batch) if batch.len() < MOST_MATCHES && events <= room => batch.push(line),
            _ => {
                room = MOST_EVENTS;
                batches.push(vec![line]);
            }
        }
        room = room.saturating_sub(events);
    }
    batches
}
