//! The changes of all matches in commit order.

use sqlx::sqlite::{SqlitePool, SqliteRow};

use super::change::{StoredChange, WhatChanged};
use super::error::StoreError;
use super::values::{self, bound};
use overtrick_match::ledger::MatchId;

/// The columns read from an event.
macro_rules! event_columns {
    () => {
        "SELECT position, id, sequence AS version, digest \
         FROM events JOIN matches ON matches.number = match_number "
    };
}

const EVENTS: &str = concat!(
    event_columns!(),
    "WHERE position > ?1 ORDER BY position LIMIT ?2"
);
const EVENTS_OF_ONE: &str = concat!(
    event_columns!(),
    "WHERE position > ?1 AND id = ?3 ORDER BY position LIMIT ?2"
);
const EVENT: &str = concat!(event_columns!(), "WHERE position = ?1");
const GONE: &str = "SELECT position, id, game, version, at, digest FROM deleted_matches \
    WHERE position > ?1 AND (?3 IS NULL OR id = ?3) ORDER BY position LIMIT ?2";
const GONE_AT: &str =
    "SELECT position, id, game, version, at, digest FROM deleted_matches WHERE position = ?1";
const LAST: &str = "SELECT max(coalesce((SELECT max(position) FROM events), 0), \
    coalesce((SELECT max(position) FROM deleted_matches), 0))";

/// At most `limit` changes after a position, of one match or of all, in commit order.
pub async fn changes(
    readers: &SqlitePool,
    after: u64,
    of: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<StoredChange>, StoreError> {
    let (after, most) = (bound(after), i64::try_from(limit).unwrap_or(i64::MAX));
    let of = of.map(MatchId::as_str);
    // One transaction, because commits between two reads would be skipped.
    let mut reading = readers.begin().await?;
    let events = match of {
        None => sqlx::query(EVENTS).bind(after).bind(most),
        Some(id) => sqlx::query(EVENTS_OF_ONE).bind(after).bind(most).bind(id),
    };
    let events = events.fetch_all(&mut *reading).await?;
    let gone = sqlx::query(GONE).bind(after).bind(most).bind(of);
    let gone = gone.fetch_all(&mut *reading).await?;
    drop(reading);
    let events = events.iter().filter_map(event);
    let mut changes: Vec<StoredChange> = events.chain(gone.iter().filter_map(deletion)).collect();
    changes.sort_unstable_by_key(|change| change.position);
    changes.truncate(limit);
    Ok(changes)
}

/// The change at a position, if its match still exists.
pub async fn change_at(
    readers: &SqlitePool,
    position: u64,
) -> Result<Option<StoredChange>, StoreError> {
    let row = sqlx::query(EVENT).bind(bound(position));
    if let Some(row) = row.fetch_optional(readers).await? {
        return Ok(event(&row));
    }
    let row = sqlx::query(GONE_AT).bind(bound(position));
    Ok(row
        .fetch_optional(readers)
        .await?
        .as_ref()
        .and_then(deletion))
}

/// The position of the last change, or 0.
pub async fn last_position(readers: &SqlitePool) -> Result<u64, StoreError> {
    let last: i64 = sqlx::query_scalar(LAST).fetch_one(readers).await?;
    Ok(u64::try_from(last).unwrap_or(0))
}

/// Converts a row to a change; `None` if its id cannot be read.
fn change(
    row: &SqliteRow,
    what: impl FnOnce(&MatchId, u64) -> Result<WhatChanged, StoreError>,
) -> Option<StoredChange> {
    let match_id = MatchId::read(&values::text(row, "id").ok()?)?;
    let version = values::any_number(row, "version").ok()?;
    Some(StoredChange {
        position: values::any_number(row, "position").ok()?,
        version,
        what: what(&match_id, version).ok()?,
        match_id,
    })
}

fn deletion(row: &SqliteRow) -> Option<StoredChange> {
    change(row, |id, version| {
        let told = (values::text(row, "game")?, values::text(row, "at")?);
        let digest = values::text(row, "digest")?;
        Ok(WhatChanged::deleted(id, told, version, &digest))
    })
}

fn event(row: &SqliteRow) -> Option<StoredChange> {
    change(row, |_, _| {
        Ok(WhatChanged::Event(values::text(row, "digest")?))
    })
}
