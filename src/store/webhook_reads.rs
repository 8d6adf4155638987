//! Reading webhooks and their deliveries from an SQLite database.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::error::StoreError;
use super::feed::bound;
use super::rows;
use super::webhooks::{Delivery, DeliveryState, Webhook, WebhookState};
use overtrick_match::ledger::{MatchId, Timestamp};

/// The columns of a webhook, with how many deliveries wait in its queue.
const WEBHOOK: &str = "SELECT webhooks.*, (SELECT count(*) FROM deliveries \
    WHERE webhook_number = number AND deliveries.state = 'waiting') AS waiting FROM webhooks ";
/// The columns of a delivery, under names that stand beside those of a webhook.
const DELIVERY: &str = "SELECT webhook_number, position, deliveries.match_id AS delivered_match, \
    version, type, deliveries.state AS delivery_state, attempts, due_at, last_at, status, error";

/// At most `limit` webhooks after a number.
pub async fn webhooks(
    readers: &SqlitePool,
    of: Option<&MatchId>,
    after: u64,
    limit: usize,
) -> Result<Vec<Webhook>, StoreError> {
    let which = "WHERE number > ?1 AND (?2 IS NULL OR match_id = ?2) ORDER BY number LIMIT ?3";
    let rows = sqlx::query(AssertSqlSafe(format!("{WEBHOOK}{which}")))
        .bind(bound(after))
        .bind(of.map(MatchId::as_str))
        .bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = rows.fetch_all(readers).await?;
    rows.iter().map(webhook_of).collect()
}

/// A webhook.
pub async fn webhook(readers: &SqlitePool, id: &str) -> Result<Option<Webhook>, StoreError> {
    let row = sqlx::query(AssertSqlSafe(format!("{WEBHOOK}WHERE id = ?1"))).bind(id);
    let row = row.fetch_optional(readers).await?;
    row.as_ref().map(webhook_of).transpose()
}

/// The active webhooks before the last position that have room.
pub async fn behind(
    readers: &SqlitePool,
    last: u64,
    room: u64,
) -> Result<Vec<Webhook>, StoreError> {
    let which = "WHERE webhooks.state = 'active' AND cursor < ?1 AND waiting < ?2 ORDER BY cursor";
    let rows = sqlx::query(AssertSqlSafe(format!("{WEBHOOK}{which}")))
        .bind(bound(last))
        .bind(bound(room));
    let rows = rows.fetch_all(readers).await?;
    rows.iter().map(webhook_of).collect()
}

/// At most `limit` deliveries that are due, each with its webhook.
pub async fn due(
    readers: &SqlitePool,
    now: Timestamp,
    without: &[u64],
    limit: usize,
) -> Result<Vec<(Delivery, Webhook)>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "{DELIVERY}, webhooks.*, 0 AS waiting \
         FROM deliveries JOIN webhooks ON number = webhook_number \
         WHERE due_at <= ?1 AND webhooks.state = 'active' \
         AND webhook_number NOT IN (SELECT value FROM json_each(?2)) \
         ORDER BY due_at, position LIMIT ?3"
    )))
    .bind(now.to_string())
    .bind(rows::json(&without))
    .bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = rows.fetch_all(readers).await?;
    let read = |row: &SqliteRow| Ok((delivery_of(row)?, webhook_of(row)?));
    rows.iter().map(read).collect()
}

/// When the next delivery after a moment is due.
pub async fn next_due(
    readers: &SqlitePool,
    after: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let next: Option<String> =
        sqlx::query_scalar("SELECT min(due_at) FROM deliveries WHERE due_at > ?1")
            .bind(after.to_string())
            .fetch_one(readers)
            .await?;
    next.as_deref().map(rows::time).transpose()
}

/// At most `limit` deliveries of a webhook before a position.
pub async fn deliveries(
    readers: &SqlitePool,
    webhook: u64,
    before: u64,
    state: Option<DeliveryState>,
    limit: usize,
) -> Result<Vec<Delivery>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "{DELIVERY} FROM deliveries \
         WHERE webhook_number = ?1 AND position < ?2 AND (?3 IS NULL OR state = ?3) \
         ORDER BY position DESC LIMIT ?4"
    )))
    .bind(bound(webhook))
    .bind(bound(before))
    .bind(state.map(DeliveryState::word))
    .bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = rows.fetch_all(readers).await?;
    rows.iter().map(delivery_of).collect()
}

/// How many deliveries wait.
pub async fn waiting(readers: &SqlitePool) -> Result<u64, StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM deliveries WHERE state = 'waiting'")
        .fetch_one(readers)
        .await?;
    Ok(u64::try_from(count).unwrap_or(0))
}

fn moment(row: &SqliteRow, column: &str) -> Result<Option<Timestamp>, StoreError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(rows::time).transpose()
}

fn words(row: &SqliteRow, column: &str) -> Result<Vec<String>, StoreError> {
    let list = serde_json::from_str(row.try_get(column)?);
    list.map_err(|_| rows::unreadable("a list of words"))
}

fn small(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    u32::try_from(rows::number(row, column)?).map_err(|_| rows::unreadable("a number"))
}

fn webhook_of(row: &SqliteRow) -> Result<Webhook, StoreError> {
    let of_match: Option<&str> = row.try_get("match_id")?;
    Ok(Webhook {
        number: rows::number(row, "number")?,
        id: row.try_get("id")?,
        match_id: of_match.map(rows::id).transpose()?,
        url: row.try_get("url")?,
        games: words(row, "games")?,
        types: words(row, "types")?,
        description: row.try_get("description")?,
        state: WebhookState::stored(row.try_get("state")?)?,
        created_at: rows::time(row.try_get("created_at")?)?,
        generation: small(row, "generation")?,
        previous_until: moment(row, "previous_until")?,
        failing_since: moment(row, "failing_since")?,
        cursor: rows::number(row, "cursor")?,
        waiting: rows::number(row, "waiting")?,
    })
}

fn delivery_of(row: &SqliteRow) -> Result<Delivery, StoreError> {
    let status: Option<i64> = row.try_get("status")?;
    Ok(Delivery {
        webhook: rows::number(row, "webhook_number")?,
        position: rows::number(row, "position")?,
        match_id: rows::id(row.try_get("delivered_match")?)?,
        version: rows::number(row, "version")?,
        kind: row.try_get("type")?,
        state: DeliveryState::stored(row.try_get("delivery_state")?)?,
        attempts: small(row, "attempts")?,
        due_at: moment(row, "due_at")?,
        last_at: moment(row, "last_at")?,
        status: status.and_then(|status| u16::try_from(status).ok()),
        error: row.try_get("error")?,
    })
}
