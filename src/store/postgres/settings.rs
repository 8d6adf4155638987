//! Settings for opening a PostgreSQL database.

use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

use super::super::error::StoreError;
use super::super::url::DatabaseUrl;

/// The settings for opening a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PostgresSettings {
    /// For example `postgres://overtrick@localhost/overtrick`.
    pub url: DatabaseUrl,
    /// How long to wait for a connection.
    pub patience: Duration,
    /// The longest time that the server works on a statement.
    pub statement_timeout: Duration,
}

impl PostgresSettings {
    /// The connection options.
    ///
    /// # Errors
    /// The text is not a database URL; the text is not repeated.
    pub fn options(&self) -> Result<PgConnectOptions, StoreError> {
        let options = PgConnectOptions::from_str(&self.url).map_err(|error| {
            StoreError::Other(format!(
                "the URL of the database cannot be read: {error}; such as postgres://overtrick@localhost/overtrick is expected"
            ))
        })?;
        // Statements contain match names; their callers report failures.
        let options = options.disable_statement_logging();
        Ok(match options.get_application_name() {
            Some(_) => options,
            None => options.application_name("overtrick"),
        })
    }
}
