//! The settings of the store, checks of all stored matches, and backups, which are restored after replaying all of
//! their matches.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::ServiceError;
use crate::matches::service::{MatchService, match_id};
use crate::system::System;
use overtrick_match::ledger::{Damage, Match, MatchId};
use overtrick_store::{
    CutLog, DatabaseSettings, DatabaseUrl, PostgresSettings, SqliteSettings, StoreError, copy,
    is_postgres, put_in_place, quiesce,
};

/// How thoroughly matches are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every log against its hash chain, and the final score.
    Chain,
    /// Also the score after every event.
    Events,
}

/// What to do if lists differ from a log.
#[derive(Debug, Clone, Copy)]
enum Lists {
    Report,
    WriteAgain,
}

/// How often a match is read again if it changes during the check.
const MAX_TRIES: usize = 3;
/// The number of matches listed at once.
const PAGE: usize = 256;

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

    /// The damage of a match whose lists differ from its log, unless it is repaired.
    async fn check_lists(
        &self,
        mut played: Match,
        lists: Lists,
    ) -> Result<Option<String>, ServiceError> {
        for _ in 0..MAX_TRIES {
            if self.is_listed(&played).await? {
                return Ok(None);
            }
            if let Lists::WriteAgain = lists {
                return self.list_again(&played).await.map(|()| None);
            }
            // It may have changed since it was read.
            match self.verify_to(&played.id().clone(), Depth::Chain).await {
                Ok(Ok(again)) => played = again,
                Err(ServiceError::NotFound) | Ok(Err(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        let id = played.id();
        Ok(Some(format!(
            "lists do not show what the log of match {id} says; a backup that is restored does"
        )))
    }

    /// Checks every match and the database.
    ///
    /// # Errors
    /// Store errors.
    pub async fn verify_all(&self, depth: Depth) -> Result<Verified, ServiceError> {
        self.verify_each(depth, Lists::Report).await
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

    async fn verify_each(&self, depth: Depth, lists: Lists) -> Result<Verified, ServiceError> {
        let mut faults = self.0.store.faults().await?;
        let cut = self.0.store.cut_logs().await?;
        faults.extend(cut.into_iter().map(|CutLog { id, known, logged }| {
            format!(
                "the index knows {known} events of match {id}, and its log has {logged}: the newest are missing, \
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
                let checked = match MatchId::read(&id) {
                    Some(read) => self.verify_to(&read, depth).await,
                    None => Ok(Err(Damage::Match)),
                };
                match checked {
                    Ok(Ok(played)) => {
                        verified.sound += 1;
                        verified
                            .faults
                            .extend(self.check_lists(played, lists).await?);
                    }
                    Ok(Err(damage)) => verified.damaged.push(DamagedMatch { id, damage }),
                    // The match was deleted after it was listed.
                    Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Checks a backup and replaces the file of the database with it; returns its number of matches. If anything in
/// it is damaged, nothing is changed and the damage is listed.
///
/// # Errors
/// [`StoreError::Busy`] if the database is in use; store errors; the database is not a file.
pub async fn restore(
    settings: &StoreSettings,
    backup: &Path,
    system: System,
) -> Result<Result<usize, Verified>, ServiceError> {
    let Some(place) = settings.opening().file()? else {
        let reason = "only a database in a file is restored from a backup";
        return Err(ServiceError::other(reason));
    };
    let draft = place.with_extension("restoring");
    drop(std::fs::remove_file(&draft));
    let checked = check(settings, backup, &draft, system).await;
    if !checked.as_ref().is_ok_and(Verified::is_whole) {
        drop(std::fs::remove_file(&draft));
        return checked.map(Err);
    }
    if place.exists() {
        quiesce(&place).await?;
    }
    put_in_place(&draft, &place).map_err(StoreError::from)?;
    checked.map(|verified| Ok(verified.sound))
}

/// Copies a backup to a draft and replays its matches.
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
    let checked = matches.verify_each(Depth::Events, Lists::WriteAgain).await;
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
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}

/// The default name of the secret file.
const SECRET: &str = "overtrick.secret";

/// The database of matches, and the secret from which their keys are made.
#[derive(Debug, Clone)]
pub struct StoreSettings {
    /// A URL such as `sqlite://overtrick.db`, `sqlite::memory:` or
    /// `postgres://overtrick@localhost/overtrick`.
    pub database: DatabaseUrl,
    /// The secret file. The default is `overtrick.secret`, next to a SQLite file, or in the working directory
    /// for a database server.
    pub secret: Option<PathBuf>,
    /// Whether to create the database and the secret if they do not exist. A secret that neither exists nor
    /// is created is random while the store is open.
    pub create: bool,
    /// Whether to create a new secret if there are matches but their secret is lost. All their keys become
    /// invalid.
    pub new_secret: bool,
    /// Whether to refuse a database used by another server. The cache is correct only while nobody else
    /// changes the matches.
    pub exclusive: bool,
    /// How long to wait for a locked database, or for a connection to a database server.
    pub patience: Duration,
    /// The most pages of 4096 bytes in a SQLite file; 0 means as many as the disk holds.
    pub most_pages: u32,
    /// The longest time that a database server works on a statement.
    pub statement_timeout: Duration,
}

impl StoreSettings {
    /// The default settings for a database.
    pub fn new(database: impl Into<DatabaseUrl>) -> StoreSettings {
        StoreSettings {
            database: database.into(),
            secret: None,
            create: true,
            new_secret: false,
            exclusive: false,
            patience: Duration::from_secs(5),
            most_pages: 0,
            statement_timeout: Duration::from_secs(10),
        }
    }

    /// The settings to open the database.
    pub fn opening(&self) -> DatabaseSettings {
        let (url, patience) = (self.database.clone(), self.patience);
        if is_postgres(&url) {
            return DatabaseSettings::Postgres(PostgresSettings {
                url,
                patience,
                statement_timeout: self.statement_timeout,
            });
        }
        DatabaseSettings::Sqlite(SqliteSettings {
            url,
            patience,
            most_pages: self.most_pages,
            create: self.create,
            read_only: false,
        })
    }

    /// The secret file, or `None` if the database and the secret are in memory.
    ///
    /// # Errors
    /// The text is not a database URL.
    pub fn secret_file(&self) -> Result<Option<PathBuf>, ServiceError> {
        if let Some(file) = &self.secret {
            return Ok(Some(file.clone()));
        }
        match self.opening() {
            DatabaseSettings::Sqlite(sqlite) => {
                Ok(sqlite.file()?.map(|file| file.with_file_name(SECRET)))
            }
            DatabaseSettings::Postgres(_) => Ok(Some(PathBuf::from(SECRET))),
        }
    }
}
