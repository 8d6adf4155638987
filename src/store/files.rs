//! Copying and replacing database files. A backup may come from an untrusted source, so it is restored only
//! if its schema is exactly ours.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::error::StoreError;
use super::migrate::{MIGRATIONS, has_our_tables, has_tables};

/// How long to wait for a lock on a database that will be replaced.
const PATIENCE: Duration = Duration::from_millis(500);

/// Returns the folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Returns the path of a file with links resolved; the file need not exist yet.
pub fn canonical(file: &Path) -> std::io::Result<PathBuf> {
    if let Ok(path) = file.canonicalize() {
        return Ok(path);
    }
    let folder = folder_of(file);
    // A dangling link: the database will be created at its target.
    if let Ok(target) = file.read_link() {
        return canonical(&folder.join(target));
    }
    Ok(folder
        .canonicalize()?
        .join(file.file_name().unwrap_or_default()))
}

/// Creates a new file for writing that only its owner can read.
///
/// # Errors
/// It already exists or cannot be created.
pub fn new_private(file: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Creates a file that only its owner can read. An existing file is left unchanged. Returns whether a file was created.
///
/// # Errors
/// [`StoreError::NoFolder`] if the folder does not exist. Its drive may not be mounted.
pub fn create_private(file: &Path) -> Result<bool, StoreError> {
    let folder = folder_of(file);
    if !folder.exists() {
        return Err(StoreError::NoFolder(folder.display().to_string()));
    }
    match new_private(file) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            ErrorKind::AlreadyExists => Ok(false),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                Err(StoreError::ReadOnly)
            }
            _ => Err(error.into()),
        },
    }
}

/// Copies a database to a new or empty file, even while others use the database. Only its owner can read a
/// new file. A new file is removed if the copy fails.
pub async fn vacuum_into(from: &SqliteConnectOptions, to: &Path) -> Result<(), StoreError> {
    let name = to.to_str();
    let name = name.ok_or_else(|| StoreError::Other("a name that is not UTF-8".to_owned()))?;
    let mut connection = from.connect().await?;
    let created = create_private(to)?;
    let copied = sqlx::query("VACUUM INTO ?1")
        .bind(name)
        .execute(&mut connection)
        .await;
    let closed = connection.close().await;
    let whole = copied.map(|_| ()).and(closed).map_err(StoreError::from);
    let durable = whole.and_then(|()| Ok(sync(to).and_then(|()| sync(folder_of(to)))?));
    if durable.is_err() && created {
        drop(std::fs::remove_file(to));
    }
    durable
}

/// Checks that no program is using a database file, and copies its write-ahead log into the file.
///
/// # Errors
/// [`StoreError::Busy`] if it is in use.
pub async fn quiesce(file: &Path) -> Result<(), StoreError> {
    let connection = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(PATIENCE)
        .connect()
        .await?;
    Ok(connection.close().await?)
}

/// Replaces the file `place` by renaming `file`. The change is durable on return.
pub fn put_in_place(file: &Path, place: &Path) -> std::io::Result<()> {
    sync(file)?;
    std::fs::rename(file, place)?;
    sync(folder_of(place))
}

/// Flushes the contents of a file, or the entries of a folder, to the disk.
pub fn sync(path: &Path) -> std::io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the store is made of files")]
    let file = std::fs::File::open(path)?;
    file.sync_all()
}

/// Copies one of our database files to a new file. The copy is durable on return.
///
/// # Errors
/// [`StoreError::NotOurs`], also for an empty file, which SQLite would accept as an empty database;
/// [`StoreError::OtherVersion`]; [`StoreError::Foreign`] if the schema could alter what is written.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let mut connection = options.connect().await?;
    let checked = check(&mut connection, from).await;
    connection.close().await?;
    checked?;
    vacuum_into(&options, to).await
}

async fn check(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    if !has_our_tables(&mut *connection).await? {
        return Err(StoreError::NotOurs(file.display().to_string()));
    }
    has_tables(&mut *connection).await?;
    match foreign(connection).await? {
        Some(foreign) => Err(StoreError::Foreign(foreign)),
        None => Ok(()),
    }
}

/// A table, index, trigger or view: its type, name and SQL.
type SchemaEntry = (String, String, String);

/// Returns the first schema entry that this program does not create. A foreign trigger, view or column
/// default could change the data that is written or shown.
async fn foreign(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let ours = our_schema().await?;
    let all = schema(connection).await?.into_iter();
    let foreign = { all }.find(|entry| !ours.contains(entry));
    Ok(foreign.map(|(kind, name, _)| format!("{kind} {name}")))
}

/// Returns the schema of a new database.
async fn our_schema() -> Result<Vec<SchemaEntry>, StoreError> {
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut connection = options.connect().await?;
    for migration in MIGRATIONS.iter() {
        connection.execute(migration.sql.clone()).await?;
    }
    let schema = schema(&mut connection).await?;
    connection.close().await?;
    Ok(schema)
}

/// Returns the schema of a database, without the internal tables of SQLite and sqlx.
async fn schema(connection: &mut SqliteConnection) -> Result<Vec<SchemaEntry>, StoreError> {
    let all = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL \
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_sqlx_migrations' ORDER BY name";
    Ok(sqlx::query_as(all).fetch_all(connection).await?)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn created_files_are_private() {
        let outside = tempfile::tempdir().unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let file = outside.path().join("overtrick.db");
        assert!(create_private(&file).unwrap());
        assert_eq!(mode(&file), 0o600);
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        assert!(!create_private(&file).unwrap());
        assert_eq!(mode(&file), 0o640);
    }

    #[test]
    fn a_missing_folder_is_not_created() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("drive");
        let missing = StoreError::NoFolder(folder.display().to_string());
        assert_eq!(create_private(&folder.join("overtrick.db")), Err(missing));
        assert!(!folder.exists());
    }
}
