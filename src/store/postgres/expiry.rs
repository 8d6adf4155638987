//! Unused and deleted matches.

use sqlx::Row;

use super::super::error::StoreError;
use super::super::interface::Expiry;
use super::super::lists::MatchSummary;
use super::super::right::Right;
use super::pool::Pool;
use super::rights;
use super::rows::{bound, size, summary};
use overtrick_match::ledger::{MatchId, Timestamp};

/// Matches without hands that were neither changed nor read since a time.
pub async fn unused(
    pool: &Pool,
    after: Option<&str>,
    since: Timestamp,
    limit: usize,
) -> Result<Vec<MatchSummary>, StoreError> {
    let found = "SELECT id, game, created_at, last.at AS changed_at, last.sequence AS version \
         FROM matches CROSS JOIN LATERAL (SELECT at, sequence, outcome FROM events \
         WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) AS last \
         WHERE id > $1 AND created_at < $2 AND coalesce(read_at, '') < $2 AND last.at < $2 \
         AND json_member(outcome, 'hands') = '0' ORDER BY id LIMIT $3";
    let found = pool.rows(|| {
        sqlx::query(found)
            .bind(after.unwrap_or_default())
            .bind(since.to_string())
            .bind(size(limit))
    });
    found.await?.iter().map(summary).collect()
}

/// Those of these ids whose matches were deleted or have expired.
pub async fn deleted(pool: &Pool, ids: &[String]) -> Result<Vec<String>, StoreError> {
    let deleted = "SELECT DISTINCT id FROM deleted_matches WHERE id = ANY ($1) AND taken_back = 0";
    let deleted = pool.rows(|| sqlx::query(deleted).bind(ids)).await?;
    deleted.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Deletes a match at a version; returns whether there was one.
pub async fn delete(
    pool: &Pool,
    (id, version): (&MatchId, u64),
    at: Timestamp,
    right: &Right,
) -> Result<bool, StoreError> {
    let delete = "SELECT in_order(), hold_right($1, $2, $3, $4), \
        delete_match_at($5, $6, $7) AS deleted";
    let delete = rights::bind(sqlx::query(delete), right)
        .bind(id.as_str())
        .bind(bound(version))
        .bind(at.to_string());
    let row = pool.call(delete).await?;
    let deleted: Option<bool> = row.map_or(Ok(None), |row| row.try_get("deleted"))?;
    match deleted {
        Some(true) => Ok(true),
        Some(false) => Err(StoreError::VersionConflict),
        None => Ok(false),
    }
}

/// Deletes an unused match and leaves a marker; returns whether it was deleted.
pub async fn expire(pool: &Pool, expiry: &Expiry) -> Result<bool, StoreError> {
    let call = sqlx::query("SELECT expire_match($1, $2, $3, $4, $5)")
        .bind(expiry.id.as_str())
        .bind(bound(expiry.version))
        .bind(expiry.unread_since.to_string())
        .bind(expiry.at.to_string())
        .bind(&expiry.digest);
    let row = pool.call(call).await?;
    Ok(row.map_or(Ok(false), |row| row.try_get(0))?)
}
