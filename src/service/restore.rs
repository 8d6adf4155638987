//! Putting a backup in the place of a database.

use std::path::Path;

use super::{Matches, ServiceError, StoreSettings};
use crate::store::{copy, put_in_place, quiesce};

/// A match whose replay does not come to what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupError {
    /// Its id.
    pub id: String,
    /// The number of the first event of which something else comes.
    pub sequence: u64,
}

/// How many matches are read at once.
const PAGE: usize = 256;

impl Matches {
    /// Replays every match: how many there are, and those that do not come to what was recorded.
    ///
    /// # Errors
    /// What the store says.
    pub async fn verify_all(&self) -> Result<(u64, Vec<BackupError>), ServiceError> {
        let (mut sound, mut unsound, mut after) = (0, Vec::new(), None::<String>);
        loop {
            let page = self.list(after.as_deref(), PAGE).await?;
            let Some(last) = page.last() else {
                return Ok((sound, unsound));
            };
            after = Some(last.id.to_string());
            for listed in page {
                let id = listed.id.to_string();
                match self.verify(&id).await {
                    Ok(Ok(_)) => sound += 1,
                    Ok(Err(broken)) => unsound.push(BackupError {
                        id,
                        sequence: broken.sequence,
                    }),
                    // It was deleted since it was listed.
                    Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Checks a backup and puts it in the place of the database, which nobody may be using: how many
/// matches it has. If one of them is unsound nothing is changed, and they are told.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; what the store says.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
) -> Result<Result<u64, Vec<BackupError>>, ServiceError> {
    let place = settings.sqlite().file()?;
    let place = place.ok_or_else(|| ServiceError::Store("no file to restore into".to_owned()))?;
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft).await;
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

async fn check(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
) -> Result<(u64, Vec<BackupError>), ServiceError> {
    copy(backup, draft).await?;
    let matches = Matches::open(StoreSettings {
        database: format!("sqlite://{}", draft.display()),
        create: false,
        ..settings.clone()
    })
    .await?;
    let checked = matches.verify_all().await;
    matches.close().await?;
    checked
}
