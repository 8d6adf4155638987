//! A connection to a PostgreSQL server, and how it can fail.

use std::fmt;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgDatabaseError, PgSeverity};
use sqlx::{ConnectOptions, Connection, Postgres, Row};
use tokio::time::{Instant, timeout};

use super::super::error::StoreError;
use super::settings::PostgresSettings;

/// A query with its bound values.
pub type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

/// How long a connection may be idle before it is checked for use.
const FRESH: Duration = Duration::from_secs(1);
/// How much longer than the server's own timeout to wait for it; after that, the network has failed.
const GRACE: Duration = Duration::from_secs(1);

/// The session settings. Whatever the server's defaults are, an answered write is durable, and a statement
/// sees everything committed before it began. Plans for huge inputs are not JIT-compiled.
const SESSION: &str = "SELECT set_config('statement_timeout', $1, false), \
    set_config('idle_in_transaction_session_timeout', $1, false), \
    set_config('default_transaction_isolation', 'read committed', false), \
    set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), \
    false), set_config('enable_seqscan', $2, false), set_config('jit', 'off', false), \
    current_setting('server_encoding')";

/// How to make connections, and how long to wait for them.
#[derive(Clone)]
pub struct Connector {
    options: PgConnectOptions,
    patience: Duration,
    statement_timeout: Duration,
    /// Whether plans may scan whole tables.
    seqscan: &'static str,
}

/// An open connection.
#[derive(Debug)]
pub struct OpenConnection {
    pub connection: PgConnection,
    used: Instant,
}

/// Why a statement failed, as far as known.
#[derive(Debug)]
pub enum ExecError {
    /// The server refused it: it was not executed.
    Refused(StoreError),
    /// The connection was lost, so it is unknown whether it was executed.
    Lost(StoreError),
}

impl From<ExecError> for StoreError {
    fn from(trouble: ExecError) -> StoreError {
        match trouble {
            ExecError::Refused(error) | ExecError::Lost(error) => error,
        }
    }
}

impl fmt::Debug for Connector {
    /// Omits the connection options, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Connector({:?}, {:?})",
            self.patience, self.statement_timeout
        )
    }
}

impl Connector {
    /// A connector to the server of these settings.
    ///
    /// # Errors
    /// The text is not a database URL.
    pub fn new(settings: &PostgresSettings) -> Result<Connector, StoreError> {
        Ok(Connector {
            options: settings.options()?,
            patience: settings.patience,
            statement_timeout: settings.statement_timeout,
            seqscan: "on",
        })
    }

    /// For connections that find every row by an index: a plan made while a table was small would scan all of
    /// it when it has grown.
    pub fn by_index(self) -> Connector {
        Connector {
            seqscan: "off",
            ..self
        }
    }

    /// The connection options without the session settings.
    pub fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// How long to wait for a connection.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the server does not answer; the server's reason for refusing.
    pub async fn connect(&self) -> Result<OpenConnection, StoreError> {
        self.try_connect().await.map_err(|error| match error {
            error if is_lost(&error) => StoreError::Busy,
            error => error.into(),
        })
    }

    /// Like [`Connector::connect`], with the reason why the server cannot be reached.
    pub async fn try_connect(&self) -> Result<OpenConnection, sqlx::Error> {
        let connecting = async {
            let mut connection = self.options.connect().await?;
            let millis = self.statement_timeout.as_millis().to_string();
            let set = sqlx::query(SESSION).bind(millis).bind(self.seqscan);
            let row = set.persistent(false).fetch_one(&mut connection).await?;
            let encoding: String = row.try_get(6)?;
            if encoding != "UTF8" {
                let text = format!(
                    "the database is encoded in {encoding}; create it with ENCODING 'UTF8'"
                );
                return Err(sqlx::Error::Configuration(text.into()));
            }
            Ok(connection)
        };
        let connection = in_time(self.patience, connecting).await?;
        Ok(OpenConnection {
            connection,
            used: Instant::now(),
        })
    }

    /// A connection without time limits, for example for a migration.
    pub async fn connect_at_leisure(&self) -> Result<PgConnection, sqlx::Error> {
        let mut open = self.try_connect().await?;
        let unlimited = sqlx::query("SELECT set_config('statement_timeout', '0', false)");
        unlimited.execute(&mut open.connection).await?;
        Ok(open.connection)
    }

    /// Runs some work on a connection, within the time limit.
    ///
    /// # Errors
    /// Why it failed, or that the outcome is unknown.
    pub async fn run<T>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, ExecError> {
        in_time(self.statement_timeout + GRACE, work)
            .await
            .map_err(trouble)
    }
}

impl OpenConnection {
    /// Records that it was just used.
    pub fn used(&mut self) {
        self.used = Instant::now();
    }

    /// Whether the connection is alive: recently used, or checked now.
    pub async fn is_there(&mut self, line: &Connector) -> bool {
        if self.used.elapsed() < FRESH {
            return true;
        }
        let asked = in_time(line.patience, self.connection.ping()).await;
        asked.is_ok()
    }
}

async fn in_time<T>(
    most: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = || sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    timeout(most, work).await.unwrap_or_else(|_| Err(late()))
}

/// What an error means for the connection.
pub fn trouble(error: sqlx::Error) -> ExecError {
    if is_lost(&error) {
        return ExecError::Lost(StoreError::Busy);
    }
    ExecError::Refused(error.into())
}

/// Whether the connection is lost.
pub fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error
            .try_downcast_ref::<PgDatabaseError>()
            .is_some_and(is_the_end),
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        _ => false,
    }
}

/// Whether the server closes the connection with this error, independent of the statement: it is stopping or
/// starting, or has too many connections.
fn is_the_end(error: &PgDatabaseError) -> bool {
    let ends = matches!(error.severity(), PgSeverity::Fatal | PgSeverity::Panic);
    let code = error.code();
    ends && ["57P", "08", "53", "25", "XX"]
        .iter()
        .any(|class| code.starts_with(class))
}
