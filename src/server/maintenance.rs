//! Checks of all stored matches; backups; and deleting unused matches. A backup is restored only after all its matches
//! are replayed.

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
    /// Checks every log against its hash chain, and the final score.
    Chain,
    /// Also checks the score after every event.
    Events,
}

/// How often a match is read again if it changes during the check.
const MAX_TRIES: usize = 3;
/// The number of matches listed at once.
const PAGE: usize = 256;
const DAY: Duration = Duration::from_hours(24);

impl MatchService {
    /// Checks a match against its hash chain, replays it and judges it again after each event; returns the
    /// number of events, or the first damage.
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

    /// Checks a match and its lists, and adds the result to `verified`. If `repairs` is set, lists that differ from
    /// the log are written again.
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
        // If the match changes after it is read, its lists are those of the next version.
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

    /// Writes a consistent copy of the file of the database into a new file; returns the number of matches.
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

    /// Returns the unused matches: they have no hands, and have not changed for this many days.
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

    /// Deletes the matches unused for this many days; returns those that were deleted.
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

/// Checks a backup and replaces the database file with it. Returns its number of matches. If anything in the backup is
/// damaged, changes nothing and lists the damage.
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

/// A match that differs from what was recorded.
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
    /// Other faults of the database, as texts for a log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Whether nothing is damaged.
    pub fn is_intact(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}
