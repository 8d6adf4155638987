//! Copying everything that a store has into another, whatever their backends are.

use serde_json::json;

use super::bulk::{BulkStore, BulkWrite, CopyMark, Snapshot};
use super::error::StoreError;
use super::progress::{Progress, Stage};
use super::tables::{Row, TABLES};

/// How many rows each table has: what a source has when a copy begins, and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts([u64; TABLES.len()]);

impl Counts {
    /// Those of a view.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn of(snapshot: &mut dyn Snapshot) -> Result<Counts, StoreError> {
        let mut counts = [0; TABLES.len()];
        for (count, table) in counts.iter_mut().zip(&TABLES) {
            *count = snapshot.count(table).await?;
        }
        Ok(Counts(counts))
    }

    /// How many rows there are.
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// As a text by which a source is recognized, with the position of its last change.
    pub fn text(&self, last: u64) -> String {
        json!({ "rows": self.0, "last": last }).to_string()
    }

    /// How many rows come before a table.
    fn before(&self, table: usize) -> u64 {
        self.0.iter().take(table).sum()
    }
}

/// Copies the rows that a copy lacks, in batches, each with a mark of how far it has come. The copy is not
/// ended.
///
/// # Errors
/// Those of the stores. What was written stays, and the copy goes on from there.
pub async fn copy_rows(
    from: &mut dyn Snapshot,
    to: &dyn BulkStore,
    mut mark: CopyMark,
    progress: &Progress,
) -> Result<(), StoreError> {
    let counts = Counts::of(from).await?;
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
