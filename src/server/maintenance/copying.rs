//! Copying a database into another one, between any backends, and checking the copy by replaying it.

use crate::clock::System;
use crate::error::ServiceError;
use crate::maintenance::settings::StoreSettings;
use crate::maintenance::verified::{DamagedMatch, Verified};
use crate::matches::service::MatchService;
use overtrick_match::ledger::{Damage, MatchId, StoredLog};
use overtrick_store::{
    self as store, BulkWrite, CopyMark, Counts, Lock, Progress, Stage, Store, StoreError,
    copy_rows, fingerprint,
};

/// The number of matches listed at once.
const PAGE: usize = 256;

/// The result of a copy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Copied {
    /// The result of replaying the copy. A match damaged in the source is damaged in the copy.
    pub checked: Verified,
    /// Whether it continued an interrupted run.
    pub resumed: bool,
}

/// What to do with a target that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Refuse it, unless a copy into it was started.
    Empty,
    /// Empty it first.
    Replaced,
}

/// Copies a database into another one, which must be empty or hold an interrupted copy. No server may be
/// using either.
///
/// # Errors
/// [`ServiceError::InUse`]; [`ServiceError::NotEmpty`]; [`ServiceError::SourceChanged`] if the source was
/// written during the copy; store errors. What was copied remains, and the next run continues from there.
pub async fn migrate(
    from: StoreSettings,
    to: &StoreSettings,
    system: System,
    progress: &Progress,
) -> Result<Copied, ServiceError> {
    let from = StoreSettings {
        create: false,
        exclusive: true,
        ..from
    };
    let source = MatchService::open(from, system).await?;
    let copied = source.copy_to(to, Target::Empty, progress).await;
    source.close().await?;
    copied
}

impl MatchService {
    /// Copies all matches, and everything stored with them, into another database.
    ///
    /// # Errors
    /// Same as [`migrate`].
    pub async fn copy_to(
        &self,
        to: &StoreSettings,
        target: Target,
        progress: &Progress,
    ) -> Result<Copied, ServiceError> {
        let opening = to.opening();
        let file = opening.file()?;
        let lock = file.map(|file| Lock::take(&file, to.create)).transpose()?;
        let store = store::open(&opening).await;
        let copied = match &store {
            Ok(store) => copy_into(&self.0.store, store, target, progress).await,
            Err(error) => Err(error.clone().into()),
        };
        let closed = match store {
            Ok(store) => store.close().await,
            Err(_) => Ok(()),
        };
        if let Some(lock) = lock {
            lock.release();
        }
        let copied = copied?;
        closed?;
        Ok(copied)
    }
}

async fn copy_into(
    from: &Store,
    to: &Store,
    target: Target,
    progress: &Progress,
) -> Result<Copied, ServiceError> {
    let mut snapshot = from.snapshot().await?;
    let source = fingerprint(&mut snapshot).await?;
    let (mark, resumed) = begin(to, &source, target).await?;
    let copied = copy_rows(&mut snapshot, to, mark, progress).await;
    copied.map_err(|error| match error {
        StoreError::NoMatch | StoreError::VersionConflict => ServiceError::Store(
            "the source has a row that fits no other; overtrick verify says which".to_owned(),
        ),
        error => error.into(),
    })?;
    drop(snapshot);
    let mut now = from.snapshot().await?;
    if fingerprint(&mut now).await? != source {
        return Err(ServiceError::SourceChanged);
    }
    let counts = Counts::read(&mut now).await?;
    drop(now);
    let mut there = to.snapshot().await?;
    let same = Counts::read(&mut there).await? == counts;
    drop(there);
    let mut checked = compare(from, to, counts.matches(), progress).await?;
    if !same {
        let fault = "the copy has not as many rows as the source".to_owned();
        checked.faults.push(fault);
    }
    if checked.faults.is_empty() {
        to.write_bulk(BulkWrite::FinishCopy).await?;
    }
    Ok(Copied { checked, resumed })
}

/// The progress of the copy into a target, and whether it was started earlier.
async fn begin(to: &Store, source: &str, target: Target) -> Result<(CopyMark, bool), ServiceError> {
    let begun = to.unfinished_copy().await?;
    // A copy of another source, or of one that has changed since, is deleted.
    let is_begun = begun.is_some();
    if let Some(mark) = begun.filter(|mark| mark.source == source) {
        return Ok((mark, true));
    }
    let source = source.to_owned();
    let write = if is_begun || target == Target::Replaced {
        BulkWrite::BeginCopyAgain {
            source: source.clone(),
        }
    } else {
        BulkWrite::BeginCopy {
            source: source.clone(),
        }
    };
    if to.write_bulk(write).await? == 0 {
        return Err(ServiceError::NotEmpty);
    }
    let mark = CopyMark {
        source,
        table: 0,
        after: None,
    };
    Ok((mark, false))
}

/// Compares the log of every match with its copy, and replays the copy.
async fn compare(
    from: &Store,
    to: &Store,
    count: u64,
    progress: &Progress,
) -> Result<Verified, ServiceError> {
    let mut checked = Verified::default();
    let (mut after, mut done) = (None::<String>, 0);
    loop {
        let page = from.ids(after.as_deref(), PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        for id in page {
            progress.tell(Stage::Checking, done, count);
            done += 1;
            let Some(read) = MatchId::read(&id) else {
                let damage = Damage::Match;
                checked.damaged.push(DamagedMatch { id, damage });
                continue;
            };
            match (log(from, &read).await?, log(to, &read).await?) {
                (Some(was), Some(is)) if was == is => match is.open() {
                    Ok(_) => checked.sound += 1,
                    Err(damage) => checked.damaged.push(DamagedMatch { id, damage }),
                },
                (None, _) => {
                    let damage = Damage::Unreadable;
                    checked.damaged.push(DamagedMatch { id, damage });
                }
                _ => checked.faults.push(format!(
                    "match {id} is not in the copy what it is in the source"
                )),
            }
        }
    }
    progress.tell(Stage::Checking, done, count);
    Ok(checked)
}

/// The stored log of a match; `None` if the disk has lost it.
async fn log(store: &Store, id: &MatchId) -> Result<Option<StoredLog>, ServiceError> {
    match store.log(id).await {
        Err(StoreError::Damaged(_)) => Ok(None),
        log => Ok(Some(log?)),
    }
}
