//! Settings of the store.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::ServiceError;
use overtrick_store::{
    DatabaseSettings, DatabaseUrl, PostgresSettings, SqliteSettings, is_postgres,
};

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
