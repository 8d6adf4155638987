//! Logs in a SQLite database.

mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::time::{Instant, sleep};

use super::error::StoreError;
use super::files::{create_private, vacuum_into};
use super::lock::Lock;
use super::migrate::{has_tables, make_tables};
use super::place::{Place, network_file_system};
use super::store::{StoreSettings, is_postgres};
use super::writer::Writer;
pub use writer::{SqliteWriter, write_rows};

/// The number of reading connections.
const READERS: u32 = 4;
/// How long to wait before trying to take a lock again.
const PAUSE: Duration = Duration::from_millis(50);

/// A SQLite database with its reading connections.
#[derive(Debug)]
pub struct Sqlite {
    pub(super) readers: SqlitePool,
    options: Box<SqliteConnectOptions>,
    /// Its file; `None` for a database in memory.
    file: Option<PathBuf>,
    pub(super) place: Place,
}

impl StoreSettings {
    fn sqlite_options(&self) -> Result<SqliteConnectOptions, StoreError> {
        Ok(SqliteConnectOptions::from_str(&self.database)?
            .create_if_missing(self.create)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Overwrites erased names and deleted matches with zeros.
            .pragma("secure_delete", "ON")
            .busy_timeout(self.patience))
    }

    /// Returns the database file; `None` for a database in memory or on a server.
    ///
    /// # Errors
    /// The text is not a database URL.
    pub fn file(&self) -> Result<Option<PathBuf>, StoreError> {
        let url = &self.database;
        if is_postgres(url) {
            return Ok(None);
        }
        let options = self.sqlite_options()?;
        let in_memory = url.contains(":memory:") || url.contains("mode=memory");
        Ok((!in_memory).then(|| options.get_filename().to_owned()))
    }
}

impl Sqlite {
    /// Opens a database and creates the tables of a new one. A database that cannot be written is opened
    /// read-only, and every write is refused.
    ///
    /// # Errors
    /// The file cannot be opened, is locked, or is not a database of this program.
    pub async fn open(settings: &StoreSettings) -> Result<(Sqlite, Writer), StoreError> {
        let opened = if settings.read_only {
            Err(StoreError::ReadOnly)
        } else {
            Sqlite::open_to_write(settings).await
        };
        let (error, file) = match (opened, settings.file()?) {
            (Err(error), Some(file)) if error != StoreError::Busy => (error, file),
            (opened, _) => return opened,
        };
        let options = read_only_options(&settings.database, &file, settings.patience).await;
        let Ok((options, readers)) = options else {
            return Err(error);
        };
        let reason = match error {
            StoreError::Full => StoreError::Full,
            _ => StoreError::ReadOnly,
        };
        let sqlite = Sqlite::new(settings, options, readers.unwrap_or(READERS));
        Ok((sqlite, Writer::ReadOnly(reason)))
    }

    async fn open_to_write(settings: &StoreSettings) -> Result<(Sqlite, Writer), StoreError> {
        let options = settings.sqlite_options()?;
        let writing = match settings.most_pages {
            0 => options.clone(),
            most => options.clone().pragma("max_page_count", most.to_string()),
        };
        if let Some(file) = settings.file()?.filter(|_| settings.create) {
            create_private(&file)?;
        }
        let file = settings.file()?;
        if let Some(system) = file.as_deref().and_then(network_file_system) {
            tracing::warn!(
                system,
                "the database is on a network file system, where it can be damaged; keep it on a local disk"
            );
        }
        let mut writer = writing.connect().await?;
        make_tables(&mut writer).await?;
        let sqlite = Sqlite::new(settings, options, READERS);
        let writer = SqliteWriter::new(writer, sqlite.place.clone());
        Ok((sqlite, Writer::Sqlite(writer)))
    }

    fn new(settings: &StoreSettings, options: SqliteConnectOptions, readers: u32) -> Sqlite {
        let file = settings.file().ok().flatten();
        // If the file is deleted, readers must not create a new one.
        let options = match file {
            Some(_) => options.create_if_missing(false),
            None => options,
        };
        let readers = SqlitePoolOptions::new()
            .max_connections(readers)
            .min_connections(0)
            .acquire_timeout(settings.patience.max(Duration::from_secs(1)))
            .connect_lazy_with(options.clone().pragma("query_only", "ON"));
        Sqlite {
            readers,
            options: Box::new(options),
            place: Place::new(file.as_deref()),
            file,
        }
    }

    /// Returns the faults that SQLite finds in the file and the tables.
    pub(super) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let check = sqlx::query_scalar("PRAGMA integrity_check");
        let mut faults: Vec<String> = check.fetch_all(&self.readers).await?;
        faults.retain(|fault| fault != "ok");
        let strays = sqlx::query("PRAGMA foreign_key_check");
        for row in strays.fetch_all(&self.readers).await? {
            let (table, number): (String, Option<i64>) = (row.try_get(0)?, row.try_get(1)?);
            let number = number
                .map(|number| format!(" {number}"))
                .unwrap_or_default();
            faults.push(format!("row{number} in table {table} belongs to no match"));
        }
        Ok(faults)
    }

    /// Writes a consistent copy into a new file.
    pub(super) async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        self.place.check()?;
        vacuum_into(&self.options, file).await
    }

    /// Takes the lock for writing an import; waits at most this long.
    pub(super) async fn claim_import(
        &self,
        patience: Duration,
    ) -> Result<Option<Lock>, StoreError> {
        let end = Instant::now() + patience;
        loop {
            let lock = self.file.as_deref().map(Lock::take_for_import);
            match lock.transpose() {
                Err(StoreError::InUse) if Instant::now() < end => sleep(PAUSE).await,
                Err(StoreError::InUse) => return Err(StoreError::Busy),
                taken => return taken,
            }
        }
    }
}

/// Returns the options for opening a read-only database, and the number of readers unless it is the default.
///
/// # Errors
/// The file cannot be read, or its tables do not exist yet.
async fn read_only_options(
    url: &str,
    file: &Path,
    patience: Duration,
) -> Result<(SqliteConnectOptions, Option<u32>), StoreError> {
    let usual = SqliteConnectOptions::from_str(url)?
        .create_if_missing(false)
        .busy_timeout(patience);
    let read_only = usual.clone().read_only(true);
    if check(&read_only).await.is_ok() {
        return Ok((read_only, None));
    }
    // SQLite cannot create its shared-memory file. If the write-ahead log is empty, the database is opened as
    // an immutable file. Otherwise it gets a single exclusive reader, which needs no shared memory.
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    let has_pending_writes = Path::new(&log).metadata().is_ok_and(|log| log.len() > 0);
    let (options, readers) = if has_pending_writes {
        (usual.locking_mode(SqliteLockingMode::Exclusive), Some(1))
    } else {
        (read_only.immutable(true), None)
    };
    check(&options).await?;
    Ok((options, readers))
}

async fn check(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let mut connection = options.connect().await?;
    let has_tables = has_tables(&mut connection).await;
    let read = sqlx::query("SELECT 1 FROM matches LIMIT 1");
    let read = read.fetch_optional(&mut connection).await;
    connection.close().await?;
    read?;
    if has_tables? {
        Ok(())
    } else {
        Err(StoreError::ReadOnly)
    }
}
