//! Replaying stored matches, and restoring a backup in which all of them replay.

use std::path::Path;

use super::error::ServiceError;
use super::matches::{Matches, match_id};
use super::outside::System;
use super::settings::StoreSettings;
use crate::ledger::{Ledger, ReplayError};
use crate::store::{copy, put_in_place, quiesce};

/// A match whose replay differs from what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupError {
    /// Its id.
    pub id: String,
    /// The number of the first event whose outcome differs.
    pub sequence: u64,
}

/// How many matches are listed at once.
const PAGE: usize = 256;

impl Matches {
    /// Replays a match from its start and judges every event again: how many events it has, or the
    /// first one whose outcome differs from what was recorded.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, ReplayError>, ServiceError> {
        let log = self.0.store.log(&match_id(id)?).await?;
        if log.events.is_empty() {
            return Err(ServiceError::NotFound);
        }
        Ok(Ledger::verify(log).map(|ledger| ledger.version()))
    }

    /// Replays every match: how many replay as recorded, and those that do not.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn verify_all(&self) -> Result<(usize, Vec<BackupError>), ServiceError> {
        let (mut sound, mut unsound, mut after) = (0, Vec::new(), None::<String>);
        loop {
            let page = self.list(after.as_deref(), PAGE).await?;
            let Some(last) = page.last() else {
                return Ok((sound, unsound));
            };
            after = Some(last.id.to_string());
            for summary in page {
                let id = summary.id.to_string();
                match self.verify(&id).await {
                    Ok(Ok(_)) => sound += 1,
                    Ok(Err(ReplayError { sequence })) => unsound.push(BackupError { id, sequence }),
                    // It was deleted after it was listed.
                    Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Checks a backup and replaces the database with it: how many matches it has. If some of them do not
/// replay as recorded, nothing is changed, and they are listed.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; those of the store.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: System,
) -> Result<Result<usize, Vec<BackupError>>, ServiceError> {
    let place = settings.sqlite().file()?;
    let place = place.ok_or_else(|| ServiceError::Store("no file to restore into".to_owned()))?;
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft, system).await;
    match checked {
        Ok((sound, unsound)) if unsound.is_empty() => {
            if place.exists() {
                quiesce(&place).await?;
            }
            put_in_place(&draft, &place)?;
            Ok(Ok(sound))
        }
        other => {
            drop(std::fs::remove_file(&draft));
            other.map(|(_, unsound)| Err(unsound))
        }
    }
}

/// Copies a backup to a draft, brings its tables up to date and replays its matches.
async fn check(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
    system: System,
) -> Result<(usize, Vec<BackupError>), ServiceError> {
    copy(backup, draft).await?;
    let settings = StoreSettings {
        database: format!("sqlite://{}", draft.display()),
        create: false,
        // The backup itself is the copy.
        copy_before_migration: false,
        ..settings.clone()
    };
    let matches = Matches::open(settings, system).await?;
    let checked = matches.verify_all().await;
    matches.close().await?;
    checked
}
