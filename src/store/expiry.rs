//! Unused matches: finding them, and deleting them with a marker.

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::digests::of_gone;
use super::error::StoreError;
use super::interface::Expiry;
use super::lists::MatchSummary;
use super::rows;
use super::values;
use overtrick_match::ledger::{MatchId, Timestamp};

/// Matches without hands that were neither changed nor read since a time.
pub async fn unused(
    readers: &SqlitePool,
    after: Option<&str>,
    since: Timestamp,
    limit: usize,
) -> Result<Vec<MatchSummary>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, game, created_at, events.at AS changed_at, sequence AS version \
         FROM matches JOIN events ON match_number = matches.number AND sequence = \
         (SELECT max(sequence) FROM events WHERE match_number = matches.number) \
         WHERE id > ?1 AND created_at < ?2 AND coalesce(read_at, '') < ?2 AND events.at < ?2 \
         AND outcome ->> 'hands' = 0 ORDER BY id LIMIT ?3",
    )
    .bind(after.unwrap_or_default())
    .bind(since.to_string())
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all(readers)
    .await?;
    rows.iter().map(rows::summary).collect()
}

/// Those of these ids whose matches were deleted or have expired.
pub async fn deleted(readers: &SqlitePool, ids: &[String]) -> Result<Vec<String>, StoreError> {
    let deleted = "SELECT DISTINCT id FROM deleted_matches \
         WHERE id IN (SELECT value FROM json_each(?1)) AND taken_back = 0";
    let deleted = sqlx::query_scalar(deleted)
        .bind(values::json(&ids))
        .fetch_all(readers)
        .await?;
    Ok(deleted)
}

/// Deletes a match at a version; returns whether there was one. Runs in the caller's transaction.
///
/// # Errors
/// [`StoreError::VersionConflict`] if it is at another version.
pub async fn delete_at(
    connection: &mut SqliteConnection,
    id: &MatchId,
    version: u64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let found = "SELECT coalesce((SELECT max(sequence) FROM events \
         WHERE match_number = matches.number), 0) AS version FROM matches WHERE id = ?1";
    let found = sqlx::query(found).bind(id.as_str());
    match found.fetch_optional(&mut *connection).await? {
        Some(row) if values::number(&row, "version")? == version => {
            delete(connection, id, at).await
        }
        Some(_) => Err(StoreError::VersionConflict),
        None => Ok(false),
    }
}

/// Deletes a match and records the deletion in commit order; returns whether there was one. Runs in the
/// caller's transaction.
pub async fn delete(
    connection: &mut SqliteConnection,
    id: &MatchId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let found = sqlx::query(
        "SELECT game, coalesce((SELECT max(sequence) FROM events \
         WHERE match_number = matches.number), 0) AS version FROM matches WHERE id = ?1",
    );
    let found = found.bind(id.as_str()).fetch_optional(&mut *connection);
    let Some(row) = found.await? else {
        return Ok(false);
    };
    let (game, version) = (
        values::text(&row, "game")?,
        values::any_number(&row, "version")?,
    );
    let at = at.to_string();
    sqlx::query(
        "INSERT INTO deleted_matches (position, id, game, version, at, digest) \
         SELECT 1 + max(coalesce((SELECT max(position) FROM events), 0), \
         coalesce((SELECT max(position) FROM deleted_matches), 0)), ?1, ?2, ?3, ?4, ?5",
    )
    .bind(id.as_str())
    .bind(&game)
    .bind(i64::try_from(version).unwrap_or(i64::MAX))
    .bind(&at)
    .bind(of_gone(id.as_str(), &game, version, &at))
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM deliveries WHERE match_id = ?1")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    let deleted = sqlx::query("DELETE FROM matches WHERE id = ?1")
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() > 0)
}

/// Deletes an unused match and leaves a marker. Runs in the caller's transaction.
pub async fn expire(
    connection: &mut SqliteConnection,
    expiry: &Expiry,
) -> Result<bool, StoreError> {
    let is_unused: Option<i64> = sqlx::query_scalar(
        "SELECT 1 FROM matches WHERE id = ?1 AND coalesce(read_at, '') < ?3 \
         AND (SELECT max(sequence) FROM events WHERE match_number = matches.number) = ?2",
    )
    .bind(expiry.id.as_str())
    .bind(i64::try_from(expiry.version).unwrap_or(i64::MAX))
    .bind(expiry.unread_since.to_string())
    .fetch_optional(&mut *connection)
    .await?;
    if is_unused.is_none() {
        return Ok(false);
    }
    delete(connection, &expiry.id, expiry.at).await?;
    sqlx::query("INSERT INTO expired (id, at, digest) VALUES (?1, ?2, ?3)")
        .bind(expiry.id.as_str())
        .bind(expiry.at.to_string())
        .bind(&expiry.digest)
        .execute(connection)
        .await?;
    Ok(true)
}
