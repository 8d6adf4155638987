//! How a database of a PostgreSQL server is opened.

use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

use super::super::error::StoreError;
use super::super::url::DatabaseUrl;

/// How a database of a PostgreSQL server is opened.
#[derive(Debug, Clone)]
pub struct PostgresSettings {
    /// Such as `postgres://overtrick@localhost/overtrick`.
    pub url: DatabaseUrl,
    /// How long to wait for a connection.
    pub patience: Duration,
    /// How long the server works on a statement at most.
    pub statement_timeout: Duration,
}

impl PostgresSettings {
    /// How a connection is made.
    ///
    /// # Errors
    /// A text that is no URL of a database; the text is not repeated.
    pub fn options(&self) -> Result<PgConnectOptions, StoreError> {
        let options = PgConnectOptions::from_str(&self.url).map_err(|error| {
            StoreError::Other(format!(
                "the URL of the database cannot be read: {error}; such as postgres://overtrick@localhost/overtrick is expected"
            ))
        })?;
        // Statements have names of matches in them, and are reported by whoever asked.
        let options = options.disable_statement_logging();
        Ok(match options.get_application_name() {
            Some(_) => options,
            None => options.application_name("overtrick"),
        })
    }
}
