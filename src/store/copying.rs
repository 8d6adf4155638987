//! Copying a whole store into another, between any backends.

use std::path::Path;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::error::StoreError;
use super::files::{create_private, put_in_place, quiesce};
use super::progress::{Progress, Stage};
use super::sql::{BulkWrite, CopyMark, Snapshot};
use super::sqlite::SqliteSettings;
use super::store::{DatabaseSettings, Store, open};
use super::tables::{CLUSTER_SETTINGS, Row, TABLES};
use overtrick_match::ledger::hex;

/// How long to wait for exclusive use of a file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The row count of each table, for a source when a copy begins and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts([u64; TABLES.len()]);

impl Counts {
    /// The row counts of a view.
    ///
    /// # Errors
    /// Store errors.
    pub async fn read(snapshot: &mut Snapshot) -> Result<Counts, StoreError> {
        let mut counts = [0; TABLES.len()];
        let tables = TABLES.iter().filter(|table| table.name != CLUSTER_SETTINGS);
        for (count, table) in counts.iter_mut().zip(tables) {
            *count = snapshot.count(table).await?;
        }
        Ok(Counts(counts))
    }

    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.0[0]
    }

    /// The number of all rows.
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of rows in the tables before this one.
    fn before(&self, table: usize) -> u64 {
        self.0.iter().take(table).sum()
    }
}

/// Copies the missing rows in batches, each with a progress mark. Does not end the copy.
///
/// # Errors
/// Store errors. Written rows remain, and the copy can be continued from there.
pub async fn copy_rows(
    from: &mut Snapshot,
    to: &Store,
    mut mark: CopyMark,
    progress: &Progress,
) -> Result<(), StoreError> {
    let counts = Counts::read(from).await?;
    let mut done = counts.before(mark.table);
    while let Some(table) = TABLES.get(mark.table) {
        progress.tell(Stage::Copying, done.min(counts.all()), counts.all());
        let rows = from.rows(table, mark.after.as_ref(), table.batch).await?;
        let Some(last) = rows.last() else {
            mark.table += 1;
            mark.after = None;
            continue;
        };
        let key: Row = last.iter().take(table.key).cloned().collect();
        mark.after = Some(key);
        done += u64::try_from(rows.len()).unwrap_or(0);
        let mark = mark.clone();
        to.write_bulk(BulkWrite::Rows { table, rows, mark }).await?;
    }
    progress.tell(Stage::Copying, counts.all(), counts.all());
    Ok(())
}

/// The fingerprint of a source in its current state: a digest of the row counts of its tables, and of the
/// digests of its matches' logs.
///
/// # Errors
/// Store errors.
pub async fn fingerprint(of: &mut Snapshot) -> Result<String, StoreError> {
    let counts = Counts::read(of).await?;
    let mut digest = Sha256::new_with_prefix("overtrick database");
    for count in counts.0 {
        digest.update(count.to_be_bytes());
    }
    let matches = &TABLES[0];
    let column = |name: &str| matches.columns.iter().position(|(known, _)| *known == name);
    let (id, head) = (column("id").unwrap_or(0), column("head").unwrap_or(0));
    let mut after: Option<Row> = None;
    loop {
        let rows = of.rows(matches, after.as_ref(), matches.batch).await?;
        let Some(last) = rows.last() else { break };
        after = Some(last.iter().take(matches.key).cloned().collect());
        for row in &rows {
            for value in [row.get(id), row.get(head)].into_iter().flatten() {
                digest.update(value.as_str().unwrap_or_default());
                digest.update([0]);
            }
        }
    }
    Ok(hex(&digest.finalize()))
}

/// Writes a whole store, as of one moment, to a new SQLite file. The file gets its name when it is complete
/// and durable.
///
/// # Errors
/// Store errors; file errors.
pub async fn copy_to_file(
    from: &Store,
    file: &Path,
    progress: &Progress,
) -> Result<(), StoreError> {
    if file.exists() {
        return Err(std::io::Error::from(std::io::ErrorKind::AlreadyExists).into());
    }
    let draft = file.with_added_extension("part");
    // Left by an interrupted attempt.
    drop(std::fs::remove_file(&draft));
    create_private(&draft)?;
    let written = write_draft(from, &draft, progress).await;
    let placed = match written {
        Ok(()) => quiesce(&draft)
            .await
            .and_then(|()| Ok(put_in_place(&draft, file)?)),
        Err(error) => Err(error),
    };
    if placed.is_err() {
        drop(std::fs::remove_file(&draft));
    }
    placed
}

async fn write_draft(from: &Store, draft: &Path, progress: &Progress) -> Result<(), StoreError> {
    let settings = SqliteSettings {
        url: format!("sqlite://{}", draft.display()).into(),
        patience: PATIENCE,
        most_pages: 0,
        create: true,
        copy_before_migration: false,
        read_only: false,
    };
    let to = open(&DatabaseSettings::Sqlite(settings)).await?;
    let copied = copy_whole(from, &to, progress).await;
    let closed = to.close().await;
    copied.and(closed)
}

async fn copy_whole(from: &Store, to: &Store, progress: &Progress) -> Result<(), StoreError> {
    let mut snapshot = from.snapshot().await?;
    let source = String::new();
    let begun = BulkWrite::BeginCopyAgain {
        source: source.clone(),
    };
    to.write_bulk(begun).await?;
    let mark = CopyMark {
        source,
        table: 0,
        after: None,
    };
    copy_rows(&mut snapshot, to, mark, progress).await?;
    to.write_bulk(BulkWrite::FinishCopy).await?;
    Ok(())
}
