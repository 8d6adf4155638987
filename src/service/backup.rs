//! Replaying stored matches, and restoring a backup in which all of them replay.

use std::path::Path;

use super::chaining::DamagedMatch;
use super::error::ServiceError;
use super::matches::{Matches, match_id};
use super::outside::System;
use super::settings::StoreSettings;
use crate::ledger::{Damage, Ledger, MatchId};
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

impl Matches {
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
        self.verify_each(depth, Lists::Report).await
    }

    async fn verify_each(&self, depth: Depth, lists: Lists) -> Result<Verified, ServiceError> {
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
/// is damaged, nothing is changed, and the damage is listed.
///
/// # Errors
/// [`ServiceError::Busy`], if the database is in use; those of the store.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: System,
) -> Result<Result<usize, Verified>, ServiceError> {
    let place = settings.opening().file()?;
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
    let checked = matches.verify_each(Depth::Events, Lists::WriteAgain).await;
    matches.close().await?;
    checked
}
