//! The changes of all matches in the order of their commits.

use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};

use super::change::{StoredAction, StoredChange};
use super::error::StoreError;
use super::rows;
use crate::ledger::MatchId;

/// What is read of an event. What is damaged is `NULL`, so that the others can be read.
macro_rules! event_columns {
    () => {
        "SELECT position, id, game, sequence AS version, at, by, \
         CASE WHEN json_valid(deed) THEN deed ->> 'action' END AS action, \
         CASE WHEN json_valid(outcome) THEN outcome ->> 'hands' END AS hands, \
         CASE WHEN json_valid(outcome) THEN outcome ->> 'complete' END AS complete, \
         (SELECT CASE WHEN json_valid(before.outcome) THEN before.outcome ->> 'complete' END \
         FROM events AS before WHERE before.match_number = events.match_number \
         AND before.sequence = events.sequence - 1) AS was_complete \
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
const GONE: &str = "SELECT position, id, game, version, at FROM gone \
    WHERE position > ?1 AND (?3 IS NULL OR id = ?3) ORDER BY position LIMIT ?2";
const GONE_AT: &str = "SELECT position, id, game, version, at FROM gone WHERE position = ?1";
const LAST: &str = "SELECT max(coalesce((SELECT max(position) FROM events), 0), \
    coalesce((SELECT max(position) FROM gone), 0))";

/// At most `limit` changes after a position, of one match or of all, in the order of commits.
pub async fn changes(
    readers: &SqlitePool,
    after: u64,
    of: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<StoredChange>, StoreError> {
    let (after, most) = (bound(after), i64::try_from(limit).unwrap_or(i64::MAX));
    let of = of.map(MatchId::as_str);
    // In one transaction: what is committed between two would be passed over.
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

/// The change at a position, if its match is still there.
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

/// The position of the last change; 0, if there is none.
pub async fn last_position(readers: &SqlitePool) -> Result<u64, StoreError> {
    let last: i64 = sqlx::query_scalar(LAST).fetch_one(readers).await?;
    Ok(u64::try_from(last).unwrap_or(0))
}

/// A number as SQLite binds it.
pub fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The part that an event and a deletion have in common; `None` for a row whose id cannot be read.
fn common(row: &SqliteRow) -> Option<StoredChange> {
    Some(StoredChange {
        position: rows::any_number(row, "position").ok()?,
        match_id: MatchId::read(&rows::text(row, "id").ok()?)?,
        game: rows::text(row, "game").ok()?,
        version: rows::any_number(row, "version").ok()?,
        at: rows::text(row, "at").ok()?,
        event: None,
    })
}

fn deletion(row: &SqliteRow) -> Option<StoredChange> {
    common(row)
}

fn event(row: &SqliteRow) -> Option<StoredChange> {
    let flag = |column: &str| {
        let flag: Option<Option<i64>> = row.try_get_unchecked(column).ok();
        flag.flatten().unwrap_or(0) != 0
    };
    let event = StoredAction {
        by: rows::text(row, "by").ok()?,
        action: rows::text(row, "action").ok()?,
        hands: rows::any_number(row, "hands").unwrap_or(0),
        complete: flag("complete"),
        was_complete: flag("was_complete"),
    };
    Some(StoredChange {
        event: Some(event),
        ..common(row)?
    })
}
