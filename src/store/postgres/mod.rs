//! Logs in a PostgreSQL database.
//!
//! Several servers may share a database. Unique keys decide which of two writes is first; events are committed in the
//! order of their positions, see `in_order` in the first migration.

mod listening;
mod pool;
mod writer;

use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection, Row as _};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::append::Append;
use super::error::StoreError;
use super::migrate::{APPLIED, Applied, is_current, only};
use super::statement::{Sql, Statement, Value, on_postgres};
use super::url::DatabaseUrl;
use super::write::{Transaction, Work, WriteOptions};
use super::write_health::{PATIENCE, WriteHealth};
pub use listening::Notice;
use listening::listen;
use pool::{ExecError, MAX_CONNECTIONS, Pool, connect, is_lost};
pub use pool::{Query, Session};
use writer::{Job, Reply, write};

/// The capacity of the writer's queue; further writes wait.
const MAX_QUEUED: usize = 4096;
/// The capacity of the channel for notices.
const MAX_NOTICES: usize = 1024;
/// How long to wait for a lock.
const WAIT: &str = "SELECT set_config('lock_timeout', $1, false)";
/// The lock for writing an import. A session has it until its connection ends.
const CLAIM: &str = "SELECT pg_advisory_lock(1869902441, 16)";

/// The tables, as the one migration that makes them.
static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| only(include_str!("migrations/0001_first.sql")));

/// The settings for opening a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PostgresSettings {
    /// For example `postgres://overtrick@localhost/overtrick`.
    pub url: DatabaseUrl,
    /// How long to wait for a connection.
    pub patience: Duration,
    /// The longest time that the database works on a statement.
    pub statement_timeout: Duration,
}

/// A PostgreSQL database with its single writer of events and its other connections.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
    write_health: WriteHealth,
    jobs: mpsc::Sender<Job>,
}

impl PostgresSettings {
    /// The connection options.
    ///
    /// # Errors
    /// The text is not a database URL; the text is not repeated.
    fn options(&self) -> Result<PgConnectOptions, StoreError> {
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

impl Postgres {
    /// Opens a database, makes the tables of a new one and starts its writer.
    ///
    /// # Errors
    /// The database cannot be reached or used; it is of another version of the program.
    pub async fn open(settings: &PostgresSettings) -> Result<Postgres, StoreError> {
        let options = settings.options()?;
        make_tables(&options, settings.patience).await?;
        let pool = Pool::new(settings, options);
        let (jobs, received) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(write(pool.clone(), received));
        Ok(Postgres {
            pool,
            write_health: WriteHealth::default(),
            jobs,
        })
    }

    /// Sends the writer a job and waits for its answer.
    async fn ask(&self, job: impl FnOnce(Reply) -> Job) -> Result<(), StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Appends an event.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let written = self.ask(|reply| Job::Append(Box::new(append), reply));
        self.write_health.note(written.await)
    }

    /// Executes statements, all or none.
    pub async fn write(&self, statements: &[Statement]) -> Result<u64, StoreError> {
        let written = async {
            let mut session = self.pool.session().await?;
            if statements.len() > 1 {
                session.begin().await?;
            }
            let mut touched = 0;
            for statement in statements {
                touched = session.execute(statement.on_postgres()).await?;
            }
            if statements.len() > 1 {
                session.commit().await?;
            }
            Ok(touched)
        };
        self.write_health.note(written.await)
    }

    /// Does some work in a transaction.
    pub async fn transact(&self, options: WriteOptions, work: Work) -> Result<u64, StoreError> {
        let written = async {
            let mut session = self.pool.session().await?;
            session.begin().await?;
            if options.in_order {
                session.execute(sqlx::query("SELECT in_order()")).await?;
            }
            let written = work(&mut Transaction::Postgres(&mut session)).await?;
            session.commit().await?;
            Ok(written)
        };
        self.write_health.note(written.await)
    }

    /// The rows of a query that reads. If a connection is lost, another one is tried.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the database cannot be reached or takes too long.
    pub async fn rows(&self, sql: &Sql, values: &[Value<'_>]) -> Result<Vec<PgRow>, StoreError> {
        // When the database was restarted, all idle connections are lost.
        for _ in 0..MAX_CONNECTIONS {
            let mut session = self.pool.session().await?;
            match session.rows(on_postgres(sql, values)).await {
                Err(ExecError::Lost) => {}
                found => return Ok(found?),
            }
        }
        Err(StoreError::Busy)
    }

    /// What the database finds wrong with itself: it checks what it can without being asked, and keeps count.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        let broken = "SELECT indexrelid::regclass::text FROM pg_index \
            JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT (indisvalid AND indisready) \
            AND relnamespace = current_schema()::regnamespace";
        for row in self.rows(&broken.into(), &[]).await? {
            let index: String = row.try_get("indexrelid")?;
            faults.push(format!("index {index} is not valid"));
        }
        let lost = "SELECT checksum_failures FROM pg_stat_database \
            WHERE datname = current_database() AND checksum_failures > 0";
        for row in self.rows(&lost.into(), &[]).await? {
            let pages: i64 = row.try_get("checksum_failures")?;
            faults.push(format!(
                "{pages} pages had other checksums than were written"
            ));
        }
        let strays = "SELECT matches.id FROM matches WHERE count <> \
            (SELECT count(*) FROM events WHERE match_number = matches.number) \
            ORDER BY id LIMIT 100";
        for row in self.rows(&strays.into(), &[]).await? {
            let id: String = row.try_get("id")?;
            faults.push(format!(
                "match {id} has another number of events than was written"
            ));
        }
        Ok(faults)
    }

    /// Whether it can be read and written.
    pub async fn health(&self) -> Result<(), StoreError> {
        let read = Sql::from("SELECT 1 FROM matches LIMIT 1");
        let read = self.rows(&read, &[]);
        timeout(PATIENCE, read)
            .await
            .map_err(|_| StoreError::Busy)??;
        let probe = async {
            let mut session = self.pool.session().await?;
            session.execute(sqlx::query("SELECT probe()")).await?;
            Ok(())
        };
        self.write_health.check(probe).await
    }

    /// The notices of the database, from now on.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        let (sender, notices) = mpsc::channel(MAX_NOTICES);
        tokio::spawn(listen(self.pool.connections.clone(), sender));
        notices
    }

    /// Opens a connection of its own, without time limits, for a lock that its session holds.
    pub async fn lock_session(&self) -> Result<PgConnection, StoreError> {
        let options = self.pool.connections.connect_options();
        Ok(connect(&options, self.pool.patience).await?)
    }

    /// Claims to be the only one who writes an import.
    pub async fn claim_import(&self, patience: Duration) -> Result<PgConnection, StoreError> {
        let mut session = self.lock_session().await?;
        let wait = sqlx::query(WAIT).bind(patience.as_millis().to_string());
        wait.execute(&mut session).await?;
        sqlx::query(CLAIM).execute(&mut session).await?;
        Ok(session)
    }

    /// How many jobs wait for the writer.
    pub fn queued(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Writes what waits, and closes, after what is still being done: a last read may be noted just now.
    pub async fn close(&self) -> Result<(), StoreError> {
        let closed = match self.ask(Job::Close).await {
            Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
            closed => closed,
        };
        drop(timeout(self.pool.patience, self.pool.connections.close()).await);
        closed
    }
}

/// Makes the tables of a new database. Servers that start at once check one after another. If the tables are
/// there, nothing is written, so this works on a read-only database and for a role that may not create tables.
///
/// # Errors
/// The database cannot be reached, with the reason; [`StoreError::OtherVersion`]; the tables are missing and the
/// database cannot be written.
async fn make_tables(options: &PgConnectOptions, patience: Duration) -> Result<(), StoreError> {
    let connected = connect(options, patience).await;
    let mut connection = connected.map_err(|error| match error {
        error if is_lost(&error) => {
            StoreError::Other(format!("the database cannot be reached: {error}"))
        }
        error => error.into(),
    })?;
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

/// Whether a database has the tables of this version; `false` for a new one.
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
