//! Migrating the tables of a database, after making a copy.

use std::path::Path;
use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{SqlStr, SqliteConnection};

use super::error::StoreError;
use super::files::{create_private, has_our_tables, put_in_place, vacuum_into};

/// The number, name and text of each migration. A released migration is never changed.
const FILES: [(i64, &str, &str); 2] = [
    (1, "first", include_str!("migrations/0001_first.sql")),
    (
        2,
        "idempotent changes",
        include_str!("migrations/0002_idempotent_changes.sql"),
    ),
];

/// The migrations in order.
pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(FILES.into_iter().map(migration).collect())
});

/// Runs the missing migrations. An existing database is first copied to a file next to it, named after the
/// first missing migration (`overtrick.db.before-0002`).
///
/// # Errors
/// [`StoreError::Unreleased`]; [`StoreError::Newer`]; the copy cannot be written, in which case nothing is
/// migrated.
pub async fn migrate(
    migrator: &Migrator,
    connection: &mut SqliteConnection,
    options: &SqliteConnectOptions,
    file: Option<&Path>,
) -> Result<(), StoreError> {
    let lacking = lacking(migrator, connection).await?;
    if let (Some(file), Some(lacking)) = (file, lacking) {
        let copy = file.with_added_extension(format!("before-{lacking:04}"));
        keep_copy(options, file, &copy).await?;
    }
    Ok(migrator.run(connection).await?)
}

/// The first missing migration, or `None` if the database is new or up to date.
///
/// # Errors
/// [`StoreError::Unreleased`]; [`StoreError::Newer`].
pub async fn lacking(
    migrator: &Migrator,
    connection: &mut SqliteConnection,
) -> Result<Option<i64>, StoreError> {
    if !has_our_tables(&mut *connection).await? {
        return Ok(None);
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    first_lacking(migrator, &applied)
}

/// An applied migration: its number, and the digest of its text.
pub type Applied = (i64, Vec<u8>);

/// The statement that lists the applied migrations.
pub const APPLIED: &str =
    "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";

/// The first migration that was not applied, if any.
///
/// # Errors
/// [`StoreError::Unreleased`]; [`StoreError::Newer`].
pub fn first_lacking(migrator: &Migrator, applied: &[Applied]) -> Result<Option<i64>, StoreError> {
    let mut ours = migrator.iter();
    for (version, checksum) in applied {
        match ours.next().filter(|ours| ours.version == *version) {
            Some(ours) if *ours.checksum == **checksum => {}
            Some(_) => return Err(StoreError::Unreleased),
            None => return Err(StoreError::Newer),
        }
    }
    Ok(ours.next().map(|ours| ours.version))
}

/// Writes a copy of a database with the same permissions. The copy gets its name when it is complete and
/// durable; it replaces the copy of an earlier attempt at the same migration.
async fn keep_copy(
    options: &SqliteConnectOptions,
    file: &Path,
    copy: &Path,
) -> Result<(), StoreError> {
    let draft = copy.with_added_extension(format!("{}.new", std::process::id()));
    let written = write_draft(options, file, &draft).await;
    let kept = written.and_then(|()| Ok(put_in_place(&draft, copy)?));
    if kept.is_err() {
        drop(std::fs::remove_file(&draft));
    }
    kept
}

async fn write_draft(
    options: &SqliteConnectOptions,
    file: &Path,
    draft: &Path,
) -> Result<(), StoreError> {
    // Left by an interrupted attempt with the same process id.
    drop(std::fs::remove_file(draft));
    create_private(draft)?;
    std::fs::set_permissions(draft, std::fs::metadata(file)?.permissions())?;
    vacuum_into(options, draft).await
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;
    use sqlx::{ConnectOptions, Connection};

    use super::*;

    /// The number after the last released migration.
    fn next_number() -> i64 {
        let numbers = MIGRATIONS.iter().map(|migration| migration.version);
        numbers.max().unwrap() + 1
    }

    /// The released migrations and one more, which adds a table.
    async fn with_one_more(folder: &Path) -> Migrator {
        let all = folder.join("migrations");
        std::fs::create_dir(&all).unwrap();
        for migration in MIGRATIONS.iter() {
            let name = format!("{:04}_released.sql", migration.version);
            std::fs::write(all.join(name), migration.sql.as_str()).unwrap();
        }
        let name = format!("{:04}_next.sql", next_number());
        std::fs::write(all.join(name), "CREATE TABLE next (id INTEGER) STRICT;").unwrap();
        Migrator::new(all).await.unwrap()
    }

    async fn tables(file: &Path) -> i64 {
        let options = SqliteConnectOptions::new().filename(file);
        let mut connection = options.connect().await.unwrap();
        let count = "SELECT count(*) FROM sqlite_schema WHERE name IN ('matches', 'next')";
        let count = sqlx::query_scalar(count).fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        count.unwrap()
    }

    #[tokio::test]
    async fn a_copy_is_kept_before_the_next_migration_and_before_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("overtrick.db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true);
        let next = with_one_more(folder.path()).await;
        for (migrator, tables_after) in
            [(&*MIGRATIONS, 1), (&*MIGRATIONS, 1), (&next, 2), (&next, 2)]
        {
            let mut connection = options.connect().await.unwrap();
            let migrated = migrate(migrator, &mut connection, &options, Some(&file)).await;
            migrated.unwrap();
            connection.close().await.unwrap();
            assert_eq!(tables(&file).await, tables_after);
        }
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        let copy = format!("overtrick.db.before-{:04}", next_number());
        assert_eq!(names, ["migrations", "overtrick.db", &copy]);
        assert_eq!(tables(&folder.path().join(copy)).await, 1);
    }
}
