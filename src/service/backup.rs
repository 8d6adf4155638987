//! Replaying stored matches, and restoring a backup in which all of them replay.

use std::path::Path;

use super::chaining::DamagedMatch;
use super::error::ServiceError;
use super::matches::{Matches, match_id};
use super::outside::System;
use super::settings::StoreSettings;
use crate::ledger::{Damage, MatchId};
use crate::store::{copy, put_in_place, quiesce};

/// How thoroughly matches are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every text against the chain of digests, and the score at the end.
    Chain,
    /// The score after every event as well.
    Events,
}

/// What checking every match came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many matches are as they were recorded.
    pub sound: usize,
    /// Those that are not.
    pub damaged: Vec<DamagedMatch>,
    /// What is wrong with the database beside them, in words for a log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Whether nothing is damaged.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}

/// How many matches are listed at once.
const PAGE: usize = 256;

impl Matches {
    /// Checks a match against the chain of digests, replays it and judges it again after each event:
    /// how many events it has, or the first damage.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, Damage>, ServiceError> {
        self.verify_to(&match_id(id)?, Depth::Events).await
    }

    async fn verify_to(
        &self,
        id: &MatchId,
        depth: Depth,
    ) -> Result<Result<u64, Damage>, ServiceError> {
        let log = match self.0.stored(id).await {
            Err(ServiceError::Damaged { damage, .. }) => return Ok(Err(damage)),
            log => log?,
        };
        let checked = match depth {
            Depth::Chain => log.open(),
            Depth::Events => log.verify(),
        };
        Ok(checked.map(|ledger| ledger.version()))
    }

    /// Checks every match and the database.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn verify_all(&self, depth: Depth) -> Result<Verified, ServiceError> {
        let mut verified = Verified {
            faults: self.0.store.faults().await?,
            ..Verified::default()
        };
        let mut after = None::<String>;
        loop {
            let page = self.0.store.ids(after.as_deref(), PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(verified);
            };
            after = Some(last.clone());
            for id in page {
                let checked = match MatchId::read(&id) {
                    Some(id) => self.verify_to(&id, depth).await,
                    None => Ok(Err(Damage::Match)),
                };
                match checked {
                    Ok(Ok(_)) => verified.sound += 1,
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
/// is damaged, nothing is changed, and the damage is listed.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; those of the store.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: System,
) -> Result<Result<usize, Verified>, ServiceError> {
    let place = settings.sqlite().file()?;
    let place = place.ok_or_else(|| ServiceError::Store("no file to restore into".to_owned()))?;
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft, system).await;
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

/// Copies a backup to a draft, brings its tables up to date and replays its matches.
async fn check(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
    system: System,
) -> Result<Verified, ServiceError> {
    copy(backup, draft).await?;
    let settings = StoreSettings {
        database: format!("sqlite://{}", draft.display()),
        create: false,
        // The backup itself is the copy.
        copy_before_migration: false,
        ..settings.clone()
    };
    let matches = Matches::open(settings, system).await?;
    let checked = matches.verify_all(Depth::Events).await;
    matches.close().await?;
    checked
}
