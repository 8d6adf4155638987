//! Bulk writes to PostgreSQL.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::bulk::{BulkWrite, CopyMark};
use super::super::error::StoreError;
use super::super::tables::{CLUSTER_SETTINGS, Kind, Row, TABLES, Table};
use super::super::values::json;
use super::imports;
use super::pool::{Pool, Writing};
use super::rights;
use super::rows::{bound, size};
use overtrick_match::ledger::Timestamp;

/// Sets the sequences to continue after the copied numbers of changes, matches and webhooks, and computes
/// statistics, which freshly copied tables lack.
const GO_ON: [&str; 4] = [
    "SELECT setval('positions', coalesce(last, 1), last IS NOT NULL) FROM (SELECT greatest(\
     (SELECT max(position) FROM events), (SELECT max(position) FROM deleted_matches)) AS last) AS places",
    "SELECT setval(pg_get_serial_sequence('matches', 'number'), coalesce(max(number), 1), \
     max(number) IS NOT NULL) FROM matches",
    "SELECT setval(pg_get_serial_sequence('webhooks', 'number'), coalesce(max(number), 1), \
     max(number) IS NOT NULL) FROM webhooks",
    "ANALYZE matches, events, names, idempotency, publications",
];

/// Executes a bulk write in one transaction and returns its result.
pub async fn write(pool: &Pool, write: &BulkWrite) -> Result<u64, StoreError> {
    let mut writing = pool.begin().await?;
    let written = match write {
        BulkWrite::BeginCopy { source } => {
            if is_empty(&mut writing).await? {
                begin_copy(&mut writing, source).await?
            } else {
                0
            }
        }
        BulkWrite::BeginCopyAgain { source } => {
            let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
            let empty = format!("TRUNCATE {}, copying CASCADE", names.join(", "));
            writing.execute(sqlx::query(AssertSqlSafe(empty))).await?;
            begin_copy(&mut writing, source).await?
        }
        BulkWrite::Rows { table, rows, mark } => {
            insert(&mut writing, table, rows).await?;
            set_mark(&mut writing, mark).await?;
            u64::try_from(rows.len()).unwrap_or(u64::MAX)
        }
        BulkWrite::FinishCopy => {
            for statement in GO_ON {
                writing.execute(sqlx::query(statement)).await?;
            }
            writing.execute(sqlx::query("DELETE FROM copying")).await?
        }
        BulkWrite::BeginImport { name, at } => {
            let begin = "INSERT INTO imports (one, name, at) VALUES (1, $1, $2)";
            let begin = sqlx::query(begin).bind(name).bind(at.to_string());
            writing.execute(begin).await?
        }
        BulkWrite::ImportPart { matches, lines } => {
            imports::import_part(&mut writing, matches).await?;
            let ids = matches.iter().filter_map(|one| one.log.head.as_ref());
            let ids: Vec<&str> = ids.map(|head| &*head.id).collect();
            let lines: Vec<i64> = lines.iter().map(|line| bound(*line)).collect();
            let note = "INSERT INTO imported (line, match_number) SELECT l.line, matches.number \
                FROM unnest($1, $2) AS l (line, id) JOIN matches ON matches.id = l.id";
            let note = sqlx::query(note).bind(lines).bind(ids);
            writing.execute(note).await?
        }
        BulkWrite::FinishImport(right) => {
            rights::hold(&mut writing, right).await?;
            writing.execute(sqlx::query("DELETE FROM imported")).await?;
            writing.execute(sqlx::query("DELETE FROM imports")).await?
        }
        BulkWrite::TakeBack { at, limit } => take_back(&mut writing, *at, *limit).await?,
    };
    writing.commit().await?;
    Ok(written)
}

/// Whether nothing is stored, including traces of deleted matches.
async fn is_empty(writing: &mut Writing<'_>) -> Result<bool, StoreError> {
    for table in TABLES.iter().filter(|table| table.name != CLUSTER_SETTINGS) {
        let some = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if writing
            .row(sqlx::query(AssertSqlSafe(some)))
            .await?
            .is_some()
        {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn begin_copy(writing: &mut Writing<'_>, source: &str) -> Result<u64, StoreError> {
    writing
        .execute(sqlx::query("DELETE FROM cluster_settings"))
        .await?;
    let begin = "INSERT INTO copying (one, source, stage, after) VALUES (1, $1, 0, 'null')";
    writing.execute(sqlx::query(begin).bind(source)).await
}

async fn set_mark(writing: &mut Writing<'_>, mark: &CopyMark) -> Result<(), StoreError> {
    let set = sqlx::query("UPDATE copying SET stage = $1, after = $2")
        .bind(size(mark.table))
        .bind(json(&mark.after));
    writing.execute(set).await?;
    Ok(())
}

/// Inserts rows, all bound as one parameter.
async fn insert(writing: &mut Writing<'_>, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
    let value = |(index, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Text => format!("value ->> {index}"),
        Kind::Number => format!("(value ->> {index})::bigint"),
        Kind::Bytes => format!("decode(value ->> {index}, 'hex')"),
    };
    let values: Vec<String> = table.columns.iter().enumerate().map(value).collect();
    let insert = format!(
        "INSERT INTO {} ({}) SELECT {} FROM json_array_elements($1::text::json) AS rows (value)",
        table.name,
        table.column_list(),
        values.join(", ")
    );
    let insert = sqlx::query(AssertSqlSafe(insert)).bind(json(&rows));
    writing.execute(insert).await?;
    Ok(())
}

async fn take_back(
    writing: &mut Writing<'_>,
    at: Timestamp,
    limit: usize,
) -> Result<u64, StoreError> {
    let delete = "WITH stored AS (SELECT matches.id FROM imported \
        JOIN matches ON matches.number = imported.match_number ORDER BY line DESC LIMIT $2) \
        SELECT coalesce(array_agg(id) FILTER (WHERE delete_match(id, $1)), '{}') FROM stored";
    let delete = sqlx::query(delete).bind(at.to_string()).bind(size(limit));
    let ids: Option<Vec<String>> = writing
        .row(delete)
        .await?
        .map_or(Ok(None), |row| row.try_get(0).map(Some))?;
    let note = "UPDATE deleted_matches SET taken_back = 1 WHERE id = ANY ($1)";
    let note = sqlx::query(note).bind(ids.unwrap_or_default());
    writing.execute(note).await?;
    let left = writing
        .row(sqlx::query("SELECT count(*) FROM imported"))
        .await?;
    let left: i64 = left.map_or(Ok(0), |row| row.try_get(0))?;
    Ok(u64::try_from(left).unwrap_or(0))
}
