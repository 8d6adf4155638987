//! Bulk writes to SQLite, each within a transaction that the caller begins and ends.

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Executor};

use super::bulk::{BulkWrite, CopyMark};
use super::error::StoreError;
use super::expiry;
use super::tables::{CLUSTER_SETTINGS, Kind, Row, TABLES, Table};
use super::values::{self, json};
use overtrick_match::ledger::Timestamp;

/// Executes a bulk write and returns its result. The caller writes imported matches.
pub async fn write(
    connection: &mut SqliteConnection,
    write: &BulkWrite,
) -> Result<u64, StoreError> {
    match write {
        BulkWrite::BeginCopy { source } => {
            if !is_empty(connection).await? {
                return Ok(0);
            }
            begin_copy(connection, source).await
        }
        BulkWrite::BeginCopyAgain { source } => {
            for table in TABLES.iter().rev() {
                let delete = format!("DELETE FROM {}", table.name);
                connection.execute(AssertSqlSafe(delete)).await?;
            }
            connection.execute("DELETE FROM copying").await?;
            begin_copy(connection, source).await
        }
        BulkWrite::Rows { table, rows, mark } => {
            insert(connection, table, rows).await?;
            set_mark(connection, mark).await?;
            Ok(rows.len().try_into().unwrap_or(u64::MAX))
        }
        BulkWrite::FinishCopy => {
            connection.execute("DELETE FROM copying").await?;
            Ok(1)
        }
        BulkWrite::BeginImport { name, at } => {
            sqlx::query("INSERT INTO imports (one, name, at) VALUES (1, ?1, ?2)")
                .bind(name)
                .bind(at.to_string())
                .execute(connection)
                .await?;
            Ok(1)
        }
        BulkWrite::FinishImport(_) => {
            connection.execute("DELETE FROM imported").await?;
            connection.execute("DELETE FROM imports").await?;
            Ok(1)
        }
        BulkWrite::TakeBack { at, limit } => take_back(connection, *at, *limit).await,
        BulkWrite::ImportPart { .. } => Ok(0),
    }
}

/// Records the import line of each of these matches.
pub async fn note_lines(
    connection: &mut SqliteConnection,
    lines: &[(u64, &str)],
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO imported (line, match_number) \
         SELECT value ->> 0, (SELECT number FROM matches WHERE id = value ->> 1) FROM json_each(?1)",
    )
    .bind(json(&lines))
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether nothing is stored, including traces of deleted matches.
async fn is_empty(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    for table in TABLES.iter().filter(|table| table.name != CLUSTER_SETTINGS) {
        let some = format!("SELECT EXISTS (SELECT 1 FROM {})", table.name);
        let some: bool = sqlx::query_scalar(AssertSqlSafe(some))
            .fetch_one(&mut *connection)
            .await?;
        if some {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn begin_copy(connection: &mut SqliteConnection, source: &str) -> Result<u64, StoreError> {
    connection.execute("DELETE FROM cluster_settings").await?;
    sqlx::query("INSERT INTO copying (one, source, stage, after) VALUES (1, ?1, 0, 'null')")
        .bind(source)
        .execute(connection)
        .await?;
    Ok(1)
}

async fn set_mark(connection: &mut SqliteConnection, mark: &CopyMark) -> Result<(), StoreError> {
    sqlx::query("UPDATE copying SET stage = ?1, after = ?2")
        .bind(i64::try_from(mark.table).unwrap_or(i64::MAX))
        .bind(json(&mark.after))
        .execute(connection)
        .await?;
    Ok(())
}

/// Inserts rows, all bound as one parameter.
async fn insert(
    connection: &mut SqliteConnection,
    table: &Table,
    rows: &[Row],
) -> Result<(), StoreError> {
    let value = |(index, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Text | Kind::Number => format!("value ->> {index}"),
        Kind::Bytes => format!("unhex(value ->> {index})"),
    };
    let values: Vec<String> = table.columns.iter().enumerate().map(value).collect();
    let insert = format!(
        "INSERT INTO {} ({}) SELECT {} FROM json_each(?1)",
        table.name,
        table.column_list(),
        values.join(", ")
    );
    sqlx::query(AssertSqlSafe(insert))
        .bind(json(&rows))
        .execute(connection)
        .await?;
    Ok(())
}

async fn take_back(
    connection: &mut SqliteConnection,
    at: Timestamp,
    limit: usize,
) -> Result<u64, StoreError> {
    let ids = "SELECT id FROM imported JOIN matches ON number = match_number \
               ORDER BY line DESC LIMIT ?1";
    let ids: Vec<String> = sqlx::query_scalar(ids)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&mut *connection)
        .await?;
    for id in &ids {
        expiry::delete(connection, &values::id(id)?, at).await?;
    }
    sqlx::query(
        "UPDATE deleted_matches SET taken_back = 1 WHERE id IN (SELECT value FROM json_each(?1))",
    )
    .bind(json(&ids))
    .execute(&mut *connection)
    .await?;
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM imported")
        .fetch_one(connection)
        .await?;
    Ok(u64::try_from(left).unwrap_or(0))
}
