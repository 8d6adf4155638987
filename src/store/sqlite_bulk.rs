//! Bulk reads and writes in SQLite.

use std::time::Duration;

use serde_json::Value;
use sqlx::sqlite::{Sqlite as Database, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _, Transaction};
use tokio::time::{Instant, sleep};

use super::bulk::{
    BulkStore, BulkWrite, CopyMark, Figures, ImportClaim, Snapshot, UnfinishedImport,
};
use super::error::StoreError;
use super::future::StoreFuture;
use super::lock::Lock;
use super::sqlite::Sqlite;
use super::tables::{Kind, Row, Table, quoted};
use super::values;
use super::writer::Job;
use overtrick_match::ledger::hex;

/// A consistent view of a database: a read transaction.
struct SqliteSnapshot(Transaction<'static, Database>);

/// How long to wait before trying a lock again.
const PAUSE: Duration = Duration::from_millis(50);

/// The lock for writing an import; `None` if no other process can use the database.
#[derive(Debug)]
struct FileClaim(Option<Lock>);

impl ImportClaim for FileClaim {}

impl Drop for FileClaim {
    fn drop(&mut self) {
        if let Some(lock) = &self.0 {
            lock.release();
        }
    }
}

impl Snapshot for SqliteSnapshot {
    fn rows<'a>(
        &'a mut self,
        table: &'static Table,
        after: Option<&'a Row>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Row>> {
        Box::pin(async move {
            let key: Vec<String> = table.key_columns().into_iter().map(quoted).collect();
            let key = key.join(", ");
            let beyond = match after {
                Some(after) => {
                    let places: Vec<String> = (1..=after.len())
                        .map(|number| format!("?{number}"))
                        .collect();
                    format!("WHERE ({key}) > ({})", places.join(", "))
                }
                None => String::new(),
            };
            let select = format!(
                "SELECT {} FROM {} {beyond} ORDER BY {key} LIMIT {limit}",
                table.column_list(),
                table.name
            );
            let mut query = sqlx::query(AssertSqlSafe(select));
            for value in after.into_iter().flatten() {
                query = match value.as_i64() {
                    Some(number) => query.bind(number),
                    None => query.bind(value.as_str().unwrap_or_default()),
                };
            }
            let found = query.fetch_all(&mut *self.0).await?;
            found.iter().map(|row| values(table, row)).collect()
        })
    }

    fn count(&mut self, table: &'static Table) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let count = format!("SELECT count(*) FROM {}", table.name);
            let count: i64 = sqlx::query_scalar(AssertSqlSafe(count))
                .fetch_one(&mut *self.0)
                .await?;
            Ok(u64::try_from(count).unwrap_or(0))
        })
    }
}

/// The values of a row. Invalid texts are copied as far as possible; their digest reveals the damage.
fn values(table: &Table, row: &SqliteRow) -> Result<Row, StoreError> {
    let value = |(name, kind): &(&str, Kind)| -> Result<Value, StoreError> {
        Ok(match kind {
            Kind::Text => values::any_text(row, name)?.into(),
            Kind::Number => row.try_get_unchecked::<Option<i64>, _>(*name)?.into(),
            Kind::Bytes => {
                let bytes: Option<&[u8]> = row.try_get_unchecked(*name)?;
                bytes.map(hex).into()
            }
        })
    };
    table.columns.iter().map(value).collect()
}

impl BulkStore for Sqlite {
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async move {
            let mut reading = self.readers.begin().await?;
            // The view begins with the first read.
            sqlx::query("SELECT 1 FROM matches LIMIT 1")
                .fetch_optional(&mut *reading)
                .await?;
            let snapshot: Box<dyn Snapshot> = Box::new(SqliteSnapshot(reading));
            Ok(snapshot)
        })
    }

    fn unfinished_copy(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT source, stage, after FROM copying")
                .fetch_optional(&self.readers)
                .await?;
            let mark = |row: SqliteRow| -> Result<CopyMark, StoreError> {
                let after = serde_json::from_str(row.try_get("after")?);
                Ok(CopyMark {
                    source: row.try_get("source")?,
                    table: usize::try_from(values::number(&row, "stage")?).unwrap_or(usize::MAX),
                    after: after.map_err(|_| values::unreadable("a mark of a copy"))?,
                })
            };
            row.map(mark).transpose()
        })
    }

    fn unfinished_import(&self) -> StoreFuture<'_, Option<UnfinishedImport>> {
        Box::pin(async move {
            let mut reading = self.readers.begin().await?;
            let name: Option<String> = sqlx::query_scalar("SELECT name FROM imports")
                .fetch_optional(&mut *reading)
                .await?;
            let Some(name) = name else { return Ok(None) };
            let stored = "SELECT line, id FROM imported JOIN matches ON number = match_number";
            let stored = sqlx::query(stored).fetch_all(&mut *reading).await?;
            let one = |row: &SqliteRow| {
                let id = values::id(row.try_get("id")?)?;
                Ok((values::number(row, "line")?, id))
            };
            let matches: Result<Vec<_>, StoreError> = stored.iter().map(one).collect();
            Ok(Some(UnfinishedImport {
                name,
                matches: matches?,
            }))
        })
    }

    fn claim_import(&self, patience: Duration) -> StoreFuture<'_, Box<dyn ImportClaim>> {
        Box::pin(async move {
            let end = Instant::now() + patience;
            let lock = loop {
                let lock = self.file.as_deref().map(Lock::take_for_import);
                match lock.transpose() {
                    Err(StoreError::InUse) if Instant::now() < end => sleep(PAUSE).await,
                    Err(StoreError::InUse) => return Err(StoreError::Busy),
                    taken => break taken?,
                }
            };
            let claim: Box<dyn ImportClaim> = Box::new(FileClaim(lock));
            Ok(claim)
        })
    }

    fn write_bulk(&self, write: BulkWrite) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::Bulk(Box::new(write), reply));
            self.write_health.note(written.await)
        })
    }

    fn figures(&self) -> StoreFuture<'_, Figures> {
        Box::pin(async move {
            let figures = "SELECT (SELECT count(*) FROM matches) AS matches, \
                 (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes";
            let row = sqlx::query(figures).fetch_one(&self.readers).await?;
            Ok(Figures {
                matches: values::number(&row, "matches")?,
                bytes: values::number(&row, "bytes")?,
            })
        })
    }

    fn queued(&self) -> usize {
        self.waiting_jobs()
    }

    fn is_file(&self) -> bool {
        true
    }
}
