//! How a database of a PostgreSQL server is opened.

use std::fmt;
use std::time::Duration;

/// How a database of a PostgreSQL server is opened. Its `Debug` shows no URL: a password may stand in it.
#[derive(Clone)]
pub struct PostgresSettings {
    /// Such as `postgres://overtrick@localhost/overtrick`.
    pub url: String,
    /// How long to wait for a connection.
    pub patience: Duration,
    /// How long the server works on a statement at most.
    pub statement_timeout: Duration,
}

impl fmt::Debug for PostgresSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (patience, timeout) = (self.patience, self.statement_timeout);
        write!(f, "PostgresSettings({patience:?}, {timeout:?})")
    }
}
