//! Where matches are kept.

use std::path::PathBuf;
use std::time::Duration;

use super::ServiceError;
use crate::store::SqliteSettings;

/// Where matches are kept, and where the secret is that their keys are made with.
#[derive(Debug, Clone)]
pub struct StoreSettings {
    /// Such as `sqlite://overtrick.db`, or `sqlite::cache:`.
    pub database: String,
    /// The file of the secret; by default beside the database, as `overtrick.secret`.
    pub secret: Option<PathBuf>,
    /// Whether to make the database and the secret, if they are not there. A secret that is not
    /// there and is not made is random for as long as the store is open.
    pub create: bool,
    /// Whether to make another secret where matches are kept, but theirs is lost. None of the keys
    /// that were given out opens anything then.
    pub new_secret: bool,
    /// Whether to refuse a database that another server has. What is remembered of matches is right
    /// only as long as nobody else changes them.
    pub alone: bool,
    /// How long to wait for a database that somebody else has locked.
    pub patience: Duration,
    /// How many matches are held in cache at most; all others are read when they are asked for.
    pub remembered: usize,
    /// The most pages of 4096 bytes that the database may have; 0 is as many as the disk holds.
    pub most_pages: u32,
}

impl StoreSettings {
    /// The usual settings for a database.
    pub fn new(database: impl Into<String>) -> StoreSettings {
        StoreSettings {
            database: database.into(),
            secret: None,
            create: true,
            new_secret: false,
            alone: false,
            patience: Duration::from_secs(5),
            remembered: 512,
            most_pages: 0,
        }
    }

    /// How its database is opened.
    pub fn sqlite(&self) -> SqliteSettings {
        SqliteSettings {
            url: self.database.clone(),
            patience: self.patience,
            most_pages: self.most_pages,
            create: self.create,
        }
    }

    /// The file of the secret; nothing, if it is kept in cache only, as the database is.
    ///
    /// # Errors
    /// What is no URL of a database.
    pub fn secret_file(&self) -> Result<Option<PathBuf>, ServiceError> {
        if let Some(file) = &self.secret {
            return Ok(Some(file.clone()));
        }
        let database = self.sqlite().file()?;
        Ok(database.map(|file| file.with_file_name("overtrick.secret")))
    }
}
