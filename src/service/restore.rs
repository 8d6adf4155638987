//! Restoring a backup.

use std::path::Path;
use std::sync::Arc;

use super::clock::Clock;
use super::error::ServiceError;
use super::matches::Matches;
use super::random::Random;
use super::settings::StoreSettings;
use super::verify::BackupError;
use crate::store::{copy, put_in_place, quiesce};

/// Checks a backup and replaces the database with it: how many matches it has. If some of them do not
/// replay as recorded, nothing is changed, and they are listed.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; those of the store.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: (Arc<dyn Clock>, Arc<dyn Random>),
) -> Result<Result<u64, Vec<BackupError>>, ServiceError> {
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
    system: (Arc<dyn Clock>, Arc<dyn Random>),
) -> Result<(u64, Vec<BackupError>), ServiceError> {
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
