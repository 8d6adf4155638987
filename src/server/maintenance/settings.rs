//! Where matches are stored.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::ServiceError;
use overtrick_store::{
    DatabaseSettings, DatabaseUrl, PostgresSettings, SqliteSettings, is_postgres,
};

/// The file of the secret, unless the settings name another.
const SECRET: &str = "overtrick.secret";

/// Where matches are stored, and where the secret is that their keys are made with.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own, and any two of them go together"
)]
#[derive(Debug, Clone)]
pub struct StoreSettings {
    /// A URL such as `sqlite://overtrick.db`, `sqlite::memory:` or
    /// `postgres://overtrick@localhost/overtrick`.
    pub database: DatabaseUrl,
    /// The file of the secret; by default `overtrick.secret` beside the database, or where the program
    /// runs if a server has the database.
    pub secret: Option<PathBuf>,
    /// Whether to create the database and the secret, if they do not exist. A secret that does not
    /// exist and is not created is random for as long as the store is open.
    pub create: bool,
    /// Whether to create another secret where there are matches, but theirs is lost. All their keys
    /// become invalid.
    pub new_secret: bool,
    /// Whether to refuse a database that another server has. The cache is right only as long as
    /// nobody else changes the matches.
    pub exclusive: bool,
    /// Whether to keep a copy of the database before its tables are migrated.
    pub copy_before_migration: bool,
    /// How long to wait for a locked database, or for a connection to a server of databases.
    pub patience: Duration,
    /// About how many bytes of memory the cached matches may take; all others are read from the
    /// database when they are used.
    pub cache: usize,
    /// The most bytes of a match's log; 0 is without limit. What is larger already is read, exported,
    /// undone and deleted as ever.
    pub match_size: usize,
    /// The most hands of a match, up to the most that any match may have; 0 is without limit.
    pub match_hands: usize,
    /// The most pages of 4096 bytes that a file of SQLite may have; 0 is as many as the disk holds.
    pub most_pages: u32,
    /// How long a server of databases works on a statement at most.
    pub statement_timeout: Duration,
}

impl StoreSettings {
    /// The usual settings for a database.
    pub fn new(database: impl Into<DatabaseUrl>) -> StoreSettings {
        StoreSettings {
            database: database.into(),
            secret: None,
            create: true,
            new_secret: false,
            exclusive: false,
            copy_before_migration: true,
            patience: Duration::from_secs(5),
            cache: 64 << 20,
            match_size: 0,
            match_hands: 0,
            most_pages: 0,
            statement_timeout: Duration::from_secs(10),
        }
    }

    /// How its database is opened.
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
            copy_before_migration: self.copy_before_migration,
            read_only: false,
        })
    }

    /// The file of the secret, or `None` for one in memory, as the database is.
    ///
    /// # Errors
    /// A text that is no URL of a database.
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
