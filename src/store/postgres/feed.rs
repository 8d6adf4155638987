//! The changes of all matches in commit order.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::super::change::{StoredChange, WhatChanged};
use super::super::error::StoreError;
use super::pool::Pool;
use super::rows::{any_number, bound, size, text};
use overtrick_match::ledger::MatchId;

/// The columns read from events and deletions.
macro_rules! changes {
    ($events:literal, $gone:literal) => {
        concat!(
            "SELECT * FROM (SELECT true AS is_event, position, id, sequence AS version, digest, \
             NULL AS game, NULL AS at FROM events JOIN matches ON matches.number = match_number WHERE ",
            $events,
            ") AS changed UNION ALL SELECT * FROM (SELECT false, position, id, version, digest, game, at \
             FROM deleted_matches WHERE ",
            $gone,
            ") AS deleted ORDER BY position LIMIT $2"
        )
    };
}

// One statement, because commits between two reads would be skipped.
const ALL: &str = changes!(
    "position > $1 ORDER BY position LIMIT $2",
    "position > $1 ORDER BY position LIMIT $2"
);
const OF_ONE: &str = changes!(
    "match_number = (SELECT number FROM matches WHERE id = $3) AND position > $1 \
     ORDER BY position LIMIT $2",
    "id = $3 AND position > $1 ORDER BY position LIMIT $2"
);
const AT: &str = changes!("position = $1", "position = $1");
const LAST: &str = "SELECT greatest((SELECT max(position) FROM events), \
    (SELECT max(position) FROM deleted_matches), 0)";

/// At most `limit` changes after a position, of one match or of all, in commit order.
pub async fn changes(
    pool: &Pool,
    after: u64,
    of: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<StoredChange>, StoreError> {
    let rows = pool.rows(|| match of {
        None => sqlx::query(ALL).bind(bound(after)).bind(size(limit)),
        Some(id) => {
            let query = sqlx::query(OF_ONE).bind(bound(after)).bind(size(limit));
            query.bind(id.as_str())
        }
    });
    Ok(rows.await?.iter().filter_map(change).collect())
}

/// The change at a position, if its match still exists.
pub async fn change_at(pool: &Pool, position: u64) -> Result<Option<StoredChange>, StoreError> {
    let row = pool.row(|| sqlx::query(AT).bind(bound(position)).bind(1_i64));
    Ok(row.await?.as_ref().and_then(change))
}

/// The position of the last change, or 0.
pub async fn last_position(pool: &Pool) -> Result<u64, StoreError> {
    let row = pool.row(|| sqlx::query(LAST)).await?;
    row.map_or(Ok(0), |row| any_number(&row, "greatest"))
}

/// Converts a row to a change; `None` if its id cannot be read.
fn change(row: &PgRow) -> Option<StoredChange> {
    let match_id = MatchId::read(&text(row, "id").ok()?)?;
    let version = any_number(row, "version").ok()?;
    let digest = text(row, "digest").ok()?;
    let what = if row.try_get("is_event").ok()? {
        WhatChanged::Event(digest)
    } else {
        let told = (text(row, "game").ok()?, text(row, "at").ok()?);
        WhatChanged::deleted(&match_id, told, version, &digest)
    };
    Some(StoredChange {
        position: any_number(row, "position").ok()?,
        match_id,
        version,
        what,
    })
}
