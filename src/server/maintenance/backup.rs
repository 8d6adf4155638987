//! Replaying stored matches, and restoring a backup in which all of them replay.

use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use crate::clock::System;
use crate::error::ServiceError;
use crate::maintenance::copying::Target;
use crate::maintenance::settings::StoreSettings;
use crate::maintenance::verified::{DamagedMatch, Verified};
use crate::matches::service::{MatchService, match_id};
use overtrick_match::ledger::{Damage, Ledger, MatchId};
use overtrick_store::{Progress, Stage, copy, copy_to_file, put_in_place, quiesce};

/// How thoroughly matches are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every text against the chain of digests, and the score at the end.
    Chain,
    /// The score after every event as well.
    Events,
}

/// What is done where lists do not show what a log says.
#[derive(Debug, Clone, Copy)]
enum Lists {
    Report,
    WriteAgain,
}

/// How often a match is read again that changes while it is checked.
const TRIES: usize = 3;
/// How many matches are listed at once.
const PAGE: usize = 256;
/// How often the size of a copy is looked at.
const LOOK: Duration = Duration::from_millis(200);

impl MatchService {
    /// Checks a match against the chain of digests, replays it and judges it again after each event:
    /// how many events it has, or the first damage.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, Damage>, ServiceError> {
        let checked = self.verify_to(&match_id(id)?, Depth::Events).await?;
        Ok(checked.map(|ledger| ledger.version()))
    }

    async fn verify_to(
        &self,
        id: &MatchId,
        depth: Depth,
    ) -> Result<Result<Ledger, Damage>, ServiceError> {
        let log = match self.0.stored(id).await {
            Err(ServiceError::Damaged { damage, .. }) => return Ok(Err(damage)),
            log => log?,
        };
        Ok(match depth {
            Depth::Chain => log.open(),
            Depth::Events => log.verify(),
        })
    }

    /// The fault of a match of which lists do not show what its log says, unless it is mended.
    async fn check_lists(
        &self,
        ledger: Ledger,
        lists: Lists,
    ) -> Result<Option<String>, ServiceError> {
        if self.is_listed(&ledger).await? {
            return Ok(None);
        }
        let id = ledger.id().to_string();
        match lists {
            Lists::WriteAgain => self.list_again(&ledger).await.map(|()| None),
            Lists::Report if self.is_listed_now(ledger).await? => Ok(None),
            Lists::Report => Ok(Some(format!(
                "lists do not show what the log of match {id} says; a backup that is restored does"
            ))),
        }
    }

    /// Whether lists show of a match what its log says. It may have changed since it was read: then it is
    /// read again.
    async fn is_listed_now(&self, ledger: Ledger) -> Result<bool, ServiceError> {
        let mut ledger = ledger;
        for _ in 0..TRIES {
            if self.is_listed(&ledger).await? {
                return Ok(true);
            }
            match self.verify_to(&ledger.id().clone(), Depth::Chain).await {
                Ok(Ok(again)) => ledger = again,
                Err(ServiceError::NotFound | ServiceError::Expired) | Ok(Err(_)) => {
                    return Ok(true);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Checks every match and the database.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn verify_all(&self, depth: Depth) -> Result<Verified, ServiceError> {
        self.verify_with(depth, &Progress::silent()).await
    }

    /// The same, and tells how far it has come.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn verify_with(
        &self,
        depth: Depth,
        progress: &Progress,
    ) -> Result<Verified, ServiceError> {
        self.verify_each(depth, Lists::Report, progress).await
    }

    /// Writes a consistent copy of the database into a file that does not exist yet, of SQLite in any case:
    /// how many matches there are.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn backup(&self, file: &Path, progress: &Progress) -> Result<u64, ServiceError> {
        let store = &self.0.store;
        let figures = store.figures().await?;
        if !store.is_file() {
            copy_to_file(store, file, progress).await?;
            return Ok(figures.matches);
        }
        let mut copying = pin!(store.backup(file));
        loop {
            tokio::select! {
                copied = &mut copying => {
                    copied?;
                    return Ok(figures.matches);
                }
                () = tokio::time::sleep(LOOK) => {
                    let written = file.metadata().map_or(0, |file| file.len());
                    progress.tell(Stage::CopyingBytes, written, figures.bytes);
                }
            }
        }
    }

    async fn verify_each(
        &self,
        depth: Depth,
        lists: Lists,
        progress: &Progress,
    ) -> Result<Verified, ServiceError> {
        let mut verified = Verified {
            faults: self.0.store.faults().await?,
            ..Verified::default()
        };
        let all = self.0.store.figures().await.unwrap_or_default().matches;
        let (mut after, mut done) = (None::<String>, 0);
        loop {
            let page = self.0.store.ids(after.as_deref(), PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(verified);
            };
            after = Some(last.clone());
            for id in page {
                progress.tell(Stage::Checking, done, all);
                done += 1;
                let checked = match MatchId::read(&id) {
                    Some(read) => self.verify_to(&read, depth).await,
                    None => Ok(Err(Damage::Match)),
                };
                match checked {
                    Ok(Ok(ledger)) => {
                        verified.sound += 1;
                        verified
                            .faults
                            .extend(self.check_lists(ledger, lists).await?);
                    }
                    Ok(Err(damage)) => verified.damaged.push(DamagedMatch { id, damage }),
                    // It was deleted after it was listed.
                    Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Checks a backup and replaces the database with it: how many matches it has. If anything in it
/// is damaged, nothing is changed, and the damage is listed. A database that is no file is replaced if that
/// is allowed, or if a restore of the same backup was cut off.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; [`ServiceError::NotEmpty`]; those of the store.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    replace: bool,
    system: System,
    progress: &Progress,
) -> Result<Result<usize, Verified>, ServiceError> {
    let Some(place) = settings.opening().file()? else {
        let target = if replace {
            Target::Replaced
        } else {
            Target::Empty
        };
        let draft = backup.with_added_extension("restoring");
        drop(std::fs::remove_file(&draft));
        let restored = fill(settings, backup, &draft, target, system, progress).await;
        drop(std::fs::remove_file(&draft));
        return restored;
    };
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft, system, progress).await;
    match checked {
        Ok(verified) if verified.is_whole() => {
            if place.exists() {
                quiesce(&place).await?;
            }
            put_in_place(&draft, &place)?;
            Ok(Ok(verified.sound))
        }
        other => {
            drop(std::fs::remove_file(&draft));
            other.map(Err)
        }
    }
}

/// Checks a backup, and copies what it has into a database that is no file.
async fn fill(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
    target: Target,
    system: System,
    progress: &Progress,
) -> Result<Result<usize, Verified>, ServiceError> {
    let checked = check(settings, backup, draft, system.clone(), progress).await?;
    if !checked.is_whole() {
        return Ok(Err(checked));
    }
    let source = MatchService::open(of_draft(settings, draft), system).await?;
    let copied = source.copy_to(settings, target, progress).await;
    source.close().await?;
    let checked = copied?.checked;
    Ok(if checked.is_whole() {
        Ok(checked.sound)
    } else {
        Err(checked)
    })
}

/// Copies a backup to a draft, brings its tables up to date and replays its matches.
async fn check(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
    system: System,
    progress: &Progress,
) -> Result<Verified, ServiceError> {
    copy(backup, draft).await?;
    let matches = MatchService::open(of_draft(settings, draft), system).await?;
    let lists = Lists::WriteAgain;
    let checked = matches.verify_each(Depth::Events, lists, progress).await;
    matches.close().await?;
    checked
}

/// How a draft is opened.
fn of_draft(settings: &StoreSettings, draft: &Path) -> StoreSettings {
    StoreSettings {
        database: format!("sqlite://{}", draft.display()).into(),
        create: false,
        // The backup itself is the copy.
        copy_before_migration: false,
        ..settings.clone()
    }
}
