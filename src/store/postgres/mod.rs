//! Logs in a PostgreSQL database.
//!
//! Several servers may share a database. If two of them write the same event, a unique key lets only the first write
//! succeed. Events are committed in the order of their positions: see `in_order` in the first migration.

mod listening;
mod pool;
mod writer;

use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection, Row as _};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::error::StoreError;
use super::migrate::{APPLIED, Applied, is_current, only};
use super::servers::Notice;
use super::statement::{Sql, Value, on_postgres};
use super::store::StoreSettings;
use super::writer::Writer;
use listening::listen;
use pool::{ExecError, Pool, connect};
pub use pool::{Query, Session};
pub use writer::PostgresWriter;

/// The capacity of the channel for notices.
const MAX_NOTICES: usize = 1024;
/// Sets how long to wait for a lock.
const WAIT: &str = "SELECT set_config('lock_timeout', $1, false)";
/// Takes the lock for writing an import. A session holds the lock until its connection ends.
const CLAIM: &str = "SELECT pg_advisory_lock(1869902441, 16)";

/// The only migration, which creates the tables.
static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| only(include_str!("migrations/0001_first.sql")));

/// A PostgreSQL database with its connections.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
}

impl StoreSettings {
    /// Returns the connection options.
    ///
    /// # Errors
    /// The text is not a database URL. The error does not repeat the text.
    fn postgres_options(&self) -> Result<PgConnectOptions, StoreError> {
        let options = PgConnectOptions::from_str(&self.database).map_err(|error| {
            StoreError::Other(format!(
                "the URL of the database cannot be read: {error}; use a URL such as postgres://overtrick@localhost/overtrick"
            ))
        })?;
        // Statements are not logged, because they contain names of players. Callers report failures.
        let options = options.disable_statement_logging();
        Ok(match options.get_application_name() {
            Some(_) => options,
            None => options.application_name("overtrick"),
        })
    }
}

impl Postgres {
    /// Opens a database and creates the tables of a new one.
    ///
    /// # Errors
    /// The database cannot be reached or used, or belongs to another version of the program.
    pub async fn open(settings: &StoreSettings) -> Result<(Postgres, Writer), StoreError> {
        let options = settings.postgres_options()?;
        make_tables(&options, settings.patience).await?;
        let pool = Pool::new(settings, options);
        let writer = PostgresWriter { pool: pool.clone() };
        Ok((Postgres { pool }, Writer::Postgres(writer)))
    }

    /// Returns the rows of a read-only query. If a connection is lost, the query is repeated on another one.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the database cannot be reached or takes too long.
    pub async fn rows(&self, sql: &Sql, values: &[Value<'_>]) -> Result<Vec<PgRow>, StoreError> {
        // A restart of the database breaks all idle connections, so several attempts may fail.
        let end = Instant::now() + self.pool.patience;
        loop {
            let mut session = self.pool.session().await?;
            match session.rows(on_postgres(sql, values)).await {
                Err(ExecError::Lost) if Instant::now() < end => {}
                found => return Ok(found?),
            }
        }
    }

    /// Returns the faults that the database finds in its indexes, pages and logs. PostgreSQL counts a damaged
    /// page each time it reads it.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let faults = "SELECT 'index ' || indexrelid::regclass || ' is not valid' AS fault FROM pg_index \
            JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT (indisvalid AND indisready) \
            AND relnamespace = current_schema()::regnamespace UNION ALL \
            SELECT checksum_failures || ' pages have wrong checksums' \
            FROM pg_stat_database \
            WHERE datname = current_database() AND checksum_failures > 0 UNION ALL \
            SELECT 'match ' || id || ' has a wrong number of events' FROM \
            (SELECT id FROM matches WHERE count <> \
            (SELECT count(*) FROM events WHERE match_number = matches.number) \
            ORDER BY id LIMIT 100) AS strays";
        let found = self.rows(&faults.into(), &[]).await?;
        let faults = found.iter().map(|row| Ok(row.try_get("fault")?));
        faults.collect()
    }

    /// Returns a channel that receives the database's notices from this call on.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        let (sender, notices) = mpsc::channel(MAX_NOTICES);
        tokio::spawn(listen(self.pool.connections.clone(), sender));
        notices
    }

    /// Opens a separate connection without time limits, whose session is to hold a lock.
    pub async fn lock_session(&self) -> Result<PgConnection, StoreError> {
        let options = self.pool.connections.connect_options();
        Ok(connect(&options, self.pool.patience).await?)
    }

    /// Takes the lock for writing an import; waits at most this long.
    pub async fn claim_import(&self, patience: Duration) -> Result<PgConnection, StoreError> {
        let mut session = self.lock_session().await?;
        let wait = sqlx::query(WAIT).bind(patience.as_millis().to_string());
        wait.execute(&mut session).await?;
        sqlx::query(CLAIM).execute(&mut session).await?;
        Ok(session)
    }

    /// Closes all connections once the current reads are complete.
    pub async fn close(&self) {
        drop(timeout(self.pool.patience, self.pool.connections.close()).await);
    }
}

/// Creates the tables of a new database. Servers that start at the same time do this one after another. If the tables
/// exist, nothing is written, so a read-only database or a role that may not create tables is enough.
///
/// # Errors
/// The database cannot be reached, with the reason; [`StoreError::OtherVersion`]; the tables are missing and the
/// database cannot be written.
async fn make_tables(options: &PgConnectOptions, patience: Duration) -> Result<(), StoreError> {
    let mut connection = connect(options, patience).await?;
    let encoding = "SELECT current_setting('server_encoding')";
    let encoding: String = sqlx::query_scalar(encoding)
        .fetch_one(&mut connection)
        .await?;
    if encoding != "UTF8" {
        return Err(StoreError::Other(format!(
            "the database is encoded in {encoding}; create it with ENCODING 'UTF8'"
        )));
    }
    if !has_tables(&mut connection).await? {
        MIGRATIONS.run(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

/// Whether a database has the tables of this version; `false` for a new database.
async fn has_tables(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let table = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let is_there: bool = sqlx::query_scalar(table)
        .fetch_one(&mut *connection)
        .await?;
    if !is_there {
        return Ok(false);
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    is_current(&MIGRATIONS, &applied)
}
