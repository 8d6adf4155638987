//! Checking, backing up, restoring and deleting stored matches. All matches of a backup are replayed before
//! it is restored.

use std::path::Path;
use std::time::Duration;

use crate::error::ServiceError;
use crate::matches::service::{MatchService, match_id};
use crate::system::System;
use overtrick_match::ledger::{Damage, Match, MatchId};
use overtrick_store::{
    CutLog, MatchSummary, StoreError, StoreSettings, copy, put_in_place, quiesce,
};

/// How thoroughly matches are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Checks the hash chain and the final score of each log.
    Chain,
    /// Also checks the score after every event.
    Events,
}

/// How many times a match is checked if it changes during the check.
const MAX_TRIES: usize = 3;
/// The number of matches listed at once.
const PAGE: usize = 256;
const DAY: Duration = Duration::from_hours(24);

impl MatchService {
    /// Checks the hash chain of a match and its score after each event. Returns the number of events, or the
    /// first damage.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn verify(&self, id: &str) -> Result<Result<u64, Damage>, ServiceError> {
        let checked = self.verify_to(&match_id(id)?, Depth::Events).await?;
        Ok(checked.map(|played| played.version()))
    }

    async fn verify_to(
        &self,
        id: &MatchId,
        depth: Depth,
    ) -> Result<Result<Match, Damage>, ServiceError> {
        let log = match self.0.stored(id).await {
            Err(ServiceError::Damaged { damage, .. }) => return Ok(Err(damage)),
            log => log?,
        };
        Ok(match depth {
            Depth::Chain => log.open(),
            Depth::Events => log.verify(),
        })
    }

    /// Checks a match and its list data, and adds the result to `verified`. If `repairs` is set, list data
    /// that differs from the log is rewritten.
    async fn verify_one(
        &self,
        id: String,
        depth: Depth,
        repairs: bool,
        verified: &mut Verified,
    ) -> Result<(), ServiceError> {
        let Some(match_id) = MatchId::read(&id) else {
            let damage = Damage::Match;
            verified.damaged.push(DamagedMatch { id, damage });
            return Ok(());
        };
        // If the match changes after it is read, its list data is that of a later version.
        for _ in 0..MAX_TRIES {
            let played = match self.verify_to(&match_id, depth).await {
                Ok(Ok(played)) => played,
                Ok(Err(damage)) => {
                    verified.damaged.push(DamagedMatch { id, damage });
                    return Ok(());
                }
                // The match was deleted after it was listed.
                Err(ServiceError::NotFound) => return Ok(()),
                Err(error) => return Err(error),
            };
            let is_listed = self.is_listed(&played).await?;
            if !is_listed && repairs {
                self.rewrite_lists(&played).await?;
            }
            if is_listed || repairs {
                verified.sound += 1;
                return Ok(());
            }
        }
        verified.sound += 1;
        verified.faults.push(format!(
            "the lists of match {id} differ from its log; restoring a backup corrects them"
        ));
        Ok(())
    }

    /// Checks every match and the database.
    ///
    /// # Errors
    /// Store errors.
    pub async fn verify_all(&self, depth: Depth) -> Result<Verified, ServiceError> {
        self.verify_each(depth, false).await
    }

    /// Writes a consistent copy of the database to a new file; returns the number of matches.
    ///
    /// # Errors
    /// Store errors; the database is not a file.
    pub async fn backup(&self, file: &Path) -> Result<u64, ServiceError> {
        let figures = self.0.store.figures().await?;
        self.0.store.backup(file).await?;
        Ok(figures.matches)
    }

    async fn verify_each(&self, depth: Depth, repairs: bool) -> Result<Verified, ServiceError> {
        let mut faults = self.0.store.faults().await?;
        let cut = self.0.store.cut_logs().await?;
        faults.extend(cut.into_iter().map(|CutLog { id, listed, logged }| {
            format!(
                "the index lists {listed} events of match {id}, and its log has {logged}: the newest are missing, \
                 perhaps because the file was copied while it was written; restore a backup made by overtrick backup"
            )
        }));
        let mut verified = Verified {
            faults,
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
                self.verify_one(id, depth, repairs, &mut verified).await?;
            }
        }
    }

    /// Returns the unused matches: those that have no hands and have not changed for this many days.
    ///
    /// # Errors
    /// Store errors.
    pub async fn unused(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let since = self.clock().now().before(DAY * days);
        let (mut unused, mut after) = (Vec::new(), None::<String>);
        loop {
            let store = &self.0.store;
            let page = store.unused(after.as_deref(), since, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(unused);
            };
            after = Some(last.id.to_string());
            for summary in page {
                let log = store.log(&summary.id).await?;
                let open = log.open().is_ok_and(|played| played.is_empty());
                unused.extend(open.then_some(summary));
            }
        }
    }

    /// Deletes the matches that were unused for this many days; returns the deleted matches.
    ///
    /// # Errors
    /// Store errors.
    pub async fn expire(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let mut expired = Vec::new();
        for summary in self.unused(days).await? {
            match self.delete_version(&summary.id, summary.version).await {
                Ok(()) => expired.push(summary),
                // The match was changed or deleted meanwhile.
                Err(ServiceError::Conflict { .. } | ServiceError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(expired)
    }
}

/// Checks a backup, replaces the database file with it, and returns its number of matches. If the backup is
/// damaged, changes nothing and returns the damage.
///
/// # Errors
/// [`StoreError::Busy`] if the database is in use; store errors; the database is not a file.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: System,
) -> Result<Result<usize, Verified>, ServiceError> {
    let Some(place) = settings.file()? else {
        let reason = "only a database in a file can be restored from a backup";
        return Err(ServiceError::other(reason));
    };
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft, system).await;
    if !checked.as_ref().is_ok_and(Verified::is_intact) {
        drop(std::fs::remove_file(&draft));
        return checked.map(Err);
    }
    if place.exists() {
        quiesce(&place).await?;
    }
    put_in_place(&draft, &place).map_err(StoreError::from)?;
    checked.map(|verified| Ok(verified.sound))
}

/// Copies a backup to a temporary file and replays its matches.
async fn check(
    settings: &StoreSettings,
    backup: &Path,
    draft: &Path,
    system: System,
) -> Result<Verified, ServiceError> {
    copy(backup, draft).await?;
    let settings = StoreSettings {
        database: format!("sqlite://{}", draft.display()).into(),
        create: false,
        ..settings.clone()
    };
    let matches = Box::pin(MatchService::open(settings, system)).await?;
    let checked = matches.verify_each(Depth::Events, true).await;
    matches.close().await?;
    checked
}

/// A match whose stored data is damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedMatch {
    /// Its id.
    pub id: String,
    /// Where the damage was detected.
    pub damage: Damage,
}

/// The result of checking every match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of intact matches.
    pub sound: usize,
    /// The damaged matches.
    pub damaged: Vec<DamagedMatch>,
    /// Other faults of the database, as messages for the log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Whether nothing is damaged.
    pub fn is_intact(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}
