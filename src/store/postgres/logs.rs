//! Reading logs and ids.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::lists::MatchSummary;
use super::pool::Pool;
use super::rows::{any_number, size, summary, text};
use super::texts::stored;
use overtrick_match::ledger::{
    EventTexts, MatchId, StoredEvent, StoredHead, StoredLog, StoredName,
};

/// A whole log in one statement for a consistent view: head, events, names.
const LOG: &str = "WITH found AS (SELECT number, id, game, created_at, count, head FROM matches \
    WHERE id = $1) \
    SELECT 0 AS part, count AS place, id AS a, game AS b, created_at AS c, head AS d, \
    NULL AS e, NULL AS f FROM found \
    UNION ALL SELECT 1, sequence, at, by, kind, outcome, commitments, digest FROM events \
    WHERE match_number = (SELECT number FROM found) \
    UNION ALL SELECT 2, number, name, salt, NULL, NULL, NULL, NULL FROM names \
    WHERE match_number = (SELECT number FROM found) \
    ORDER BY part, place";

/// The stored log of a match.
pub async fn log(pool: &Pool, id: &MatchId) -> Result<StoredLog, StoreError> {
    let mut log = StoredLog::default();
    let rows = pool.rows(|| sqlx::query(LOG).bind(id.as_str()));
    for row in &rows.await? {
        match row.try_get::<i32, _>("part")? {
            0 => log.head = Some(head(row)?),
            1 => log.events.push(event(row)?),
            _ => log.names.push(name(row)?),
        }
    }
    Ok(log)
}

fn head(row: &PgRow) -> Result<StoredHead, StoreError> {
    Ok(StoredHead {
        id: text(row, "a")?,
        game: text(row, "b")?,
        created_at: text(row, "c")?,
        count: any_number(row, "place")?,
        digest: text(row, "d")?,
    })
}

fn event(row: &PgRow) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        texts: EventTexts {
            sequence: any_number(row, "place")?,
            at: text(row, "a")?,
            by: text(row, "b")?,
            kind: text(row, "c")?,
            outcome: text(row, "d")?,
            commitments: text(row, "e")?,
        },
        digest: row.try_get("f")?,
    })
}

fn name(row: &PgRow) -> Result<StoredName, StoreError> {
    Ok(StoredName {
        number: usize::try_from(any_number(row, "place")?).unwrap_or(0),
        name: text(row, "a")?,
        salt: text(row, "b")?,
    })
}

/// The ids of all matches, even damaged ones.
pub async fn all_ids(
    pool: &Pool,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let found = "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
    let after = stored(after.unwrap_or_default());
    let found = pool.rows(|| sqlx::query(found).bind(&*after).bind(size(limit)));
    let found = found.await?;
    found.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

/// Matches in the order of their ids. A match without its last event has lost its log and is not listed.
pub async fn list(
    pool: &Pool,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<MatchSummary>, StoreError> {
    let found = "SELECT id, game, created_at, last.at AS changed_at, last.sequence AS version \
         FROM matches CROSS JOIN LATERAL (SELECT at, sequence FROM events \
         WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) AS last \
         WHERE id > $1 ORDER BY id LIMIT $2";
    let after = stored(after.unwrap_or_default());
    let found = pool.rows(|| sqlx::query(found).bind(&*after).bind(size(limit)));
    found.await?.iter().map(summary).collect()
}

/// Faults that the database has counted in its own continuous checks.
pub async fn faults(pool: &Pool) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    let broken = "SELECT indexrelid::regclass::text FROM pg_index \
        JOIN pg_class ON pg_class.oid = indexrelid \
        WHERE NOT (indisvalid AND indisready) AND relnamespace = current_schema()::regnamespace";
    for row in pool.rows(|| sqlx::query(broken)).await? {
        faults.push(format!("index {} is not valid", text(&row, "indexrelid")?));
    }
    let lost = "SELECT checksum_failures FROM pg_stat_database \
        WHERE datname = current_database() AND checksum_failures > 0";
    if let Some(row) = pool.row(|| sqlx::query(lost)).await? {
        let pages = any_number(&row, "checksum_failures")?;
        faults.push(format!(
            "{pages} pages had other checksums than were written"
        ));
    }
    let strays = "SELECT matches.id FROM matches WHERE count <> \
        (SELECT count(*) FROM events WHERE match_number = matches.number) ORDER BY id LIMIT 100";
    for row in pool.rows(|| sqlx::query(strays)).await? {
        let id = text(&row, "id")?;
        faults.push(format!(
            "match {id} has another number of events than was written"
        ));
    }
    Ok(faults)
}
