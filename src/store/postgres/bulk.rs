//! Bulk reads and writes in PostgreSQL.

use std::time::Duration;

use serde_json::Value;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::super::bulk::{
    BulkStore, BulkWrite, CopyMark, Figures, ImportClaim, Snapshot, UnfinishedImport,
};
use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::tables::{Kind, Row, Table, quoted};
use super::super::values::{id, unreadable};
use super::bulk_writes::write;
use super::database::Postgres;
use super::rows::number;
use overtrick_match::ledger::hex;

/// How long to wait for a lock.
const WAIT: &str = "SELECT set_config('lock_timeout', $1, false)";
/// Takes the lock for writing an import. The session holds it until its connection ends.
const CLAIM: &str = "SELECT pg_advisory_lock(1869902441, 16)";
/// Begins a view that stays open while the reader does something else.
const BEGIN: [&str; 2] = [
    "SELECT set_config('idle_in_transaction_session_timeout', '0', false)",
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
];

/// A consistent view of a database: a read transaction on its own connection.
struct PostgresSnapshot(PgConnection);

/// A connection whose session holds the lock.
#[derive(Debug)]
struct SessionClaim(#[expect(dead_code, reason = "it is held")] PgConnection);

impl ImportClaim for SessionClaim {}

impl Snapshot for PostgresSnapshot {
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
                        .map(|number| format!("${number}"))
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
                    None => query.bind(value.as_str().unwrap_or_default().to_owned()),
                };
            }
            let found = query.fetch_all(&mut self.0).await?;
            found.iter().map(|row| values(table, row)).collect()
        })
    }

    fn count(&mut self, table: &'static Table) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let count = format!("SELECT count(*) FROM {}", table.name);
            let count: i64 = sqlx::query_scalar(AssertSqlSafe(count))
                .fetch_one(&mut self.0)
                .await?;
            Ok(u64::try_from(count).unwrap_or(0))
        })
    }
}

/// The values of a row.
fn values(table: &Table, row: &PgRow) -> Result<Row, StoreError> {
    let value = |(name, kind): &(&str, Kind)| -> Result<Value, StoreError> {
        Ok(match kind {
            Kind::Text => row.try_get::<Option<String>, _>(*name)?.into(),
            Kind::Number => row.try_get::<Option<i64>, _>(*name)?.into(),
            Kind::Bytes => {
                let bytes: Option<&[u8]> = row.try_get(*name)?;
                bytes.map(hex).into()
            }
        })
    };
    table.columns.iter().map(value).collect()
}

impl BulkStore for Postgres {
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async move {
            let mut connection = self.pool.connector().connect_at_leisure().await?;
            for statement in BEGIN {
                sqlx::query(statement).execute(&mut connection).await?;
            }
            let snapshot: Box<dyn Snapshot> = Box::new(PostgresSnapshot(connection));
            Ok(snapshot)
        })
    }

    fn unfinished_copy(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(async move {
            let mark = || sqlx::query("SELECT source, stage, after FROM copying");
            let Some(row) = self.pool.row(mark).await? else {
                return Ok(None);
            };
            let after = serde_json::from_str(row.try_get("after")?);
            Ok(Some(CopyMark {
                source: row.try_get("source")?,
                table: usize::try_from(number(&row, "stage")?).unwrap_or(usize::MAX),
                after: after.map_err(|_| unreadable("a mark of a copy"))?,
            }))
        })
    }

    fn unfinished_import(&self) -> StoreFuture<'_, Option<UnfinishedImport>> {
        Box::pin(async move {
            let name = || sqlx::query("SELECT name FROM imports");
            let Some(row) = self.pool.row(name).await? else {
                return Ok(None);
            };
            let stored = || {
                sqlx::query("SELECT line, id FROM imported JOIN matches ON number = match_number")
            };
            let stored = self.pool.rows(stored).await?;
            let one = |row: &PgRow| Ok((number(row, "line")?, id(row.try_get("id")?)?));
            let matches: Result<Vec<_>, StoreError> = stored.iter().map(one).collect();
            Ok(Some(UnfinishedImport {
                name: row.try_get("name")?,
                matches: matches?,
            }))
        })
    }

    fn claim_import(&self, patience: Duration) -> StoreFuture<'_, Box<dyn ImportClaim>> {
        Box::pin(async move {
            let mut connection = self.pool.connector().connect_at_leisure().await?;
            let wait = sqlx::query(WAIT).bind(patience.as_millis().to_string());
            wait.execute(&mut connection).await?;
            sqlx::query(CLAIM).execute(&mut connection).await?;
            let claim: Box<dyn ImportClaim> = Box::new(SessionClaim(connection));
            Ok(claim)
        })
    }

    fn write_bulk(&self, what: BulkWrite) -> StoreFuture<'_, u64> {
        Box::pin(async move { self.write_health.note(write(&self.pool, &what).await) })
    }

    fn figures(&self) -> StoreFuture<'_, Figures> {
        Box::pin(async move {
            let figures = || {
                sqlx::query(
                    "SELECT (SELECT count(*) FROM matches) AS matches, \
                     pg_database_size(current_database()) AS bytes",
                )
            };
            let Some(row) = self.pool.row(figures).await? else {
                return Ok(Figures::default());
            };
            Ok(Figures {
                matches: number(&row, "matches")?,
                bytes: number(&row, "bytes")?,
            })
        })
    }

    fn queued(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    fn is_file(&self) -> bool {
        false
    }
}
