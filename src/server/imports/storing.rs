//! Storing judged matches, after checking what others have imported meanwhile.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use crate::error::ServiceError;
use crate::imports::report::{ImportOutcome, ImportReport};
use crate::imports::service::{Import, id_of};
use overtrick_match::ledger::MatchId;
use overtrick_store::{BulkChange, ImportedMatch, Known, Progress, StoreError};

/// How long to wait for another process that is importing.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often corrections are made anew because their matches were changed meanwhile.
const TRIES: usize = 8;
/// The number of matches looked up at once.
const PART: usize = 64;

impl Import {
    /// Stores everything durably, or nothing if a line was refused: in one transaction, so that readers see all
    /// of it or none. Only one process on a database stores an import at a time; matches stored by others
    /// before are recognized.
    ///
    /// # Errors
    /// [`ServiceError::ExternalIdTaken`] and [`ServiceError::Store`] if such a match was stored meanwhile by
    /// another way; [`ServiceError::Busy`] if another process takes too long, or has deleted a recognized
    /// match; store errors. Nothing remains after an error.
    pub async fn store(mut self, progress: &Progress) -> Result<ImportReport, ServiceError> {
        if self.report.refused > 0 {
            return Ok(self.report);
        }
        let inner = self.matches.0.clone();
        if self.has_nothing_to_store() {
            self.check_known().await?;
            return Ok(self.report);
        }
        let claim = inner.store.claim_import(PATIENCE).await?;
        self.recognize().await?;
        self.check_known().await?;
        if self.has_nothing_to_store() {
            return Ok(self.report);
        }
        // Completes even if the caller disconnects.
        let progress = progress.clone();
        let written = tokio::spawn(async move {
            let written = self.write(&progress).await;
            drop((claim, self.alone));
            written.map(|()| self.report)
        });
        let written = written.await;
        written.map_err(|error| ServiceError::Store(error.to_string()))?
    }

    fn has_nothing_to_store(&self) -> bool {
        self.stored.is_empty() && self.corrections.is_empty()
    }

    /// Writes everything; where a match was changed meanwhile, its correction is made anew.
    async fn write(&mut self, progress: &Progress) -> Result<(), ServiceError> {
        let matches = self.matches.clone();
        let ids = self.stored.iter().filter_map(|one| MatchId::read(id(one)?));
        let ids: Vec<MatchId> = ids.collect();
        let mut change = Arc::new(BulkChange {
            opened: std::mem::take(&mut self.stored),
            appended: Vec::new(),
        });
        let mut tries = TRIES;
        loop {
            tries -= 1;
            let events = self.corrections.iter_mut();
            let events = events.flat_map(|one| std::mem::take(&mut one.events));
            let appended = events.collect();
            let Ok(BulkChange { opened, .. }) = Arc::try_unwrap(change) else {
                return Err(ServiceError::Busy);
            };
            change = Arc::new(BulkChange { opened, appended });
            match matches.write_together(&change, progress).await {
                Err(StoreError::VersionConflict) if tries > 0 && !self.corrections.is_empty() => {
                    self.correct_again().await?;
                }
                Err(StoreError::VersionConflict | StoreError::NoMatch)
                    if !self.corrections.is_empty() =>
                {
                    return Err(ServiceError::Busy);
                }
                Err(error) => return Err(error.into()),
                Ok(()) => break,
            }
        }
        for id in &ids {
            matches.0.cache.forget_floor(id);
        }
        Ok(())
    }

    /// Recognizes what another process has stored since this import was judged.
    async fn recognize(&mut self) -> Result<(), ServiceError> {
        let mut there: HashMap<String, String> = HashMap::new();
        for part in self.stored.chunks(PART) {
            let mut asked = Known::default();
            for one in part {
                asked.external_ids.extend(one.listing.external_id.clone());
                asked.sources.extend(one.source.clone());
                asked.ids.extend(log_id(one).map(str::to_owned));
            }
            let store = &self.matches.0.store;
            let known = store.known(&asked).await?;
            let is_here = |id: &&String| known.iter().any(|found| found.ids[0] == **id);
            if !store
                .deleted(&asked.ids)
                .await?
                .iter()
                .all(|id| is_here(&id))
            {
                return Err(ServiceError::Deleted);
            }
            for one in part {
                let same = self.same(one, &known).await?;
                there.extend(id(one).map(str::to_owned).zip(same));
            }
        }
        let is_there = |id: Option<&str>| Some(there.get(id?)?.clone());
        self.stored.retain(|one| is_there(id(one)).is_none());
        for one in &mut self.report.matches {
            if let Some(found) = is_there(one.id.as_deref()) {
                one.id = Some(found);
                one.outcome = ImportOutcome::Unchanged;
            }
        }
        Ok(())
    }

    /// The id of an equal stored match. If only the external id is equal, the store refuses the match.
    async fn same(
        &self,
        one: &ImportedMatch,
        known: &[Known],
    ) -> Result<Option<String>, ServiceError> {
        if let Some(id) = log_id(one) {
            if !known.iter().any(|found| found.ids[0] == id) {
                return Ok(None);
            }
            let here = self.matches.0.stored(&id_of(id)?).await?;
            return Ok((here.head == one.log.head).then(|| id.to_owned()));
        }
        let has = |ids: &[String], id: Option<&String>| id.is_some_and(|id| ids.contains(id));
        let is_same = |found: &&Known| {
            has(&found.external_ids, one.listing.external_id.as_ref())
                || has(&found.sources, one.source.as_ref())
                    && (one.listing.external_id.is_none() || found.external_ids.is_empty())
        };
        let mut known = known.iter().filter(|_| !self.options.again);
        Ok(known.find(is_same).map(|found| found.ids[0].clone()))
    }

    /// Whether the recognized matches are still stored: another process may have undone its import.
    async fn check_known(&self) -> Result<(), ServiceError> {
        let new: HashSet<&str> = self.stored.iter().filter_map(id).collect();
        let known = self.report.matches.iter().filter(|one| one.is_already());
        let known: HashSet<&str> = known.filter_map(|one| one.id.as_deref()).collect();
        let known: Vec<&str> = known.difference(&new).copied().collect();
        for part in known.chunks(PART) {
            let asked = Known {
                ids: part.iter().map(ToString::to_string).collect(),
                ..Known::default()
            };
            if self.matches.0.store.known(&asked).await?.len() < part.len() {
                return Err(ServiceError::Busy);
            }
        }
        Ok(())
    }
}

/// The id of a match to be stored.
fn id(one: &ImportedMatch) -> Option<&str> {
    Some(&one.log.head.as_ref()?.id)
}

/// The id of a log, which is kept; a document gets a new one.
fn log_id(one: &ImportedMatch) -> Option<&str> {
    id(one).filter(|_| one.source.is_none())
}
