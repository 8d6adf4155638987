//! Connections to a PostgreSQL database.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{
    PgArguments, PgConnectOptions, PgConnection, PgDatabaseError, PgPool, PgPoolOptions, PgRow,
    PgSeverity,
};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use super::super::error::StoreError;
use super::super::rows::Rows;
use super::StoreSettings;

/// The maximum number of connections, shared by reads, the writer, and notices.
const MAX_CONNECTIONS: u32 = 10;
/// A connection that has been idle longer than this is tested before it is used.
const FRESH: Duration = Duration::from_secs(1);
/// The extra wait after the database's own timeout. If no answer has come by then, the network has failed.
const GRACE: Duration = Duration::from_secs(1);

/// The session settings. They override the database's defaults, so that a successful write is durable and a
/// statement sees everything committed before it began. JIT compilation is off.
const SESSION: &str = "SELECT set_config('statement_timeout', $1, false), \
    set_config('idle_in_transaction_session_timeout', $1, false), \
    set_config('default_transaction_isolation', 'read committed', false), \
    set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), \
    false), set_config('jit', 'off', false)";
/// A query with its bound values.
pub type Query<'q> = sqlx::query::Query<'q, sqlx::Postgres, PgArguments>;

/// Connections to a database, and how long to wait for one. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Pool {
    pub connections: PgPool,
    pub patience: Duration,
    /// The time limit of a statement.
    limit: Duration,
}

/// A connection of the pool. It is closed instead of reused if it is lost, or if a transaction on it was not committed.
pub struct Session {
    connection: PoolConnection<sqlx::Postgres>,
    limit: Duration,
    /// Whether it may be returned to the pool.
    is_clean: bool,
}

/// The reason why a statement failed.
#[derive(Debug)]
pub enum ExecError {
    /// The database refused the statement and did not execute it.
    Refused(StoreError),
    /// The connection was lost. The statement may or may not have been executed.
    Lost,
}

impl Pool {
    /// Returns a pool, which does not connect yet.
    pub fn new(settings: &StoreSettings, options: PgConnectOptions) -> Pool {
        let millis = settings.statement_timeout.as_millis().to_string();
        let connections = PgPoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(settings.patience)
            .test_before_acquire(false)
            .before_acquire(|connection, idle| {
                Box::pin(async move {
                    if idle.idle_for > FRESH {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .after_connect(move |connection, _| {
                let set = sqlx::query(SESSION).bind(millis.clone());
                Box::pin(async move { set.execute(connection).await.map(|_| ()) })
            })
            .connect_lazy_with(options);
        Pool {
            connections,
            patience: settings.patience,
            limit: settings.statement_timeout + GRACE,
        }
    }

    /// Returns a connection.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the database does not answer, or all connections are in use for too long; the reason if
    /// the database refuses.
    pub async fn session(&self) -> Result<Session, StoreError> {
        let connection = self.connections.acquire().await;
        let connection = connection.map_err(|error| match error {
            error if is_lost(&error) => StoreError::Busy,
            sqlx::Error::PoolClosed => StoreError::Other("the store is closed".to_owned()),
            error => error.into(),
        })?;
        Ok(Session {
            connection,
            limit: self.limit,
            is_clean: true,
        })
    }
}

impl Session {
    /// Begins a transaction, which is rolled back unless it is committed.
    pub async fn begin(&mut self) -> Result<(), ExecError> {
        self.is_clean = false;
        self.execute(sqlx::query("BEGIN")).await.map(|_| ())
    }

    /// Commits the transaction durably.
    pub async fn commit(&mut self) -> Result<(), ExecError> {
        self.execute(sqlx::query("COMMIT")).await?;
        self.is_clean = true;
        Ok(())
    }

    /// Executes a statement; returns the number of affected rows.
    pub async fn execute(&mut self, query: Query<'_>) -> Result<u64, ExecError> {
        let work = query.execute(&mut *self.connection);
        let executed = timeout(self.limit, work).await;
        Ok(self.check(executed)?.rows_affected())
    }

    /// Returns the rows of a query.
    pub async fn rows(&mut self, query: Query<'_>) -> Result<Vec<PgRow>, ExecError> {
        let work = query.fetch_all(&mut *self.connection);
        let fetched = timeout(self.limit, work).await;
        self.check(fetched)
    }

    /// Writes rows in one round trip.
    pub async fn write_rows(&mut self, rows: &Rows<'_>) -> Result<(), ExecError> {
        let statements = rows.statements().into_iter();
        let (statements, rows): (Vec<&str>, Vec<String>) = statements
            .map(|statement| (statement.sql, statement.rows))
            .unzip();
        let write = sqlx::query("SELECT write_rows($1, $2)");
        self.execute(write.bind(statements).bind(rows)).await?;
        Ok(())
    }

    /// Returns the result of a statement, and records whether the connection was lost.
    fn check<T>(
        &mut self,
        result: Result<Result<T, sqlx::Error>, tokio::time::error::Elapsed>,
    ) -> Result<T, ExecError> {
        match result {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) if !is_lost(&error) => Err(ExecError::Refused(error.into())),
            Ok(Err(_)) | Err(_) => {
                self.is_clean = false;
                Err(ExecError::Lost)
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.is_clean {
            self.connection.close_on_drop();
        }
    }
}

impl From<ExecError> for StoreError {
    fn from(error: ExecError) -> StoreError {
        match error {
            ExecError::Refused(error) => error,
            ExecError::Lost => StoreError::Busy,
        }
    }
}

/// Opens a connection within a time limit.
pub async fn connect(
    options: &PgConnectOptions,
    patience: Duration,
) -> Result<PgConnection, sqlx::Error> {
    let late = || sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    let connected = timeout(patience, options.connect()).await;
    let mut connection = connected.unwrap_or_else(|_| Err(late()))?;
    let unlimited = sqlx::query("SELECT set_config('statement_timeout', '0', false)");
    unlimited.execute(&mut connection).await?;
    Ok(connection)
}

/// Whether this error means that the connection is lost.
fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error
            .try_downcast_ref::<PgDatabaseError>()
            .is_some_and(ends_connection),
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        _ => false,
    }
}

/// Whether the database closes the connection with this error, for example because it is stopping or has too
/// many connections.
fn ends_connection(error: &PgDatabaseError) -> bool {
    let ends = matches!(error.severity(), PgSeverity::Fatal | PgSeverity::Panic);
    let code = error.code();
    ends && ["57P", "08", "53", "25", "XX"]
        .iter()
        .any(|class| code.starts_with(class))
}
