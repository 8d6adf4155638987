//! Reading webhooks and their deliveries from a PostgreSQL database.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::rows::{id, time, unreadable};
use super::super::webhooks::{Delivery, DeliveryState, Webhook, WebhookState};
use super::pool::Pool;
use super::rows::{any_number, bound, moment, number, size};
use super::texts::{read, stored};
use overtrick_match::ledger::{MatchId, Timestamp};

/// A webhook with how many deliveries wait in its queue.
macro_rules! webhook {
    ($which:literal) => {
        concat!(
            "SELECT number, id, match_id, url, games, types, description, state, created_at, \
             generation, previous_until, failing_since, cursor, waiting FROM webhooks \
             CROSS JOIN LATERAL (SELECT count(*) AS waiting FROM deliveries \
             WHERE webhook_number = number AND deliveries.state = 'waiting') AS queue ",
            $which
        )
    };
}

/// The columns of a delivery, under names that stand beside those of a webhook.
macro_rules! delivery {
    ($rest:literal) => {
        concat!(
            "SELECT webhook_number, position, deliveries.match_id AS delivered_match, version, type, \
             deliveries.state AS delivery_state, attempts, due_at, last_at, status, error",
            $rest
        )
    };
}

/// At most `limit` webhooks after a number.
pub async fn webhooks(
    pool: &Pool,
    of: Option<&MatchId>,
    after: u64,
    limit: usize,
) -> Result<Vec<Webhook>, StoreError> {
    let found = webhook!(
        "WHERE number > $1 AND ($2::text IS NULL OR match_id = $2) ORDER BY number LIMIT $3"
    );
    let rows = pool.rows(|| {
        sqlx::query(found)
            .bind(bound(after))
            .bind(of.map(MatchId::as_str))
            .bind(size(limit))
    });
    rows.await?.iter().map(webhook_of).collect()
}

/// A webhook.
pub async fn webhook(pool: &Pool, id: &str) -> Result<Option<Webhook>, StoreError> {
    let found = webhook!("WHERE id = $1");
    let row = pool.row(|| sqlx::query(found).bind(stored(id))).await?;
    row.as_ref().map(webhook_of).transpose()
}

/// The active webhooks before the last position that have room.
pub async fn behind(pool: &Pool, last: u64, room: u64) -> Result<Vec<Webhook>, StoreError> {
    let found = webhook!(
        "WHERE webhooks.state = 'active' AND cursor < $1 AND waiting < $2 ORDER BY cursor"
    );
    let rows = pool.rows(|| sqlx::query(found).bind(bound(last)).bind(bound(room)));
    rows.await?.iter().map(webhook_of).collect()
}

/// At most `limit` deliveries that are due, each with its webhook.
pub async fn due(
    pool: &Pool,
    now: Timestamp,
    without: &[u64],
    limit: usize,
) -> Result<Vec<(Delivery, Webhook)>, StoreError> {
    let found = delivery!(
        ", number, id, webhooks.match_id, url, games, types, description, webhooks.state, \
         created_at, generation, previous_until, failing_since, cursor, 0::bigint AS waiting \
         FROM deliveries JOIN webhooks ON number = webhook_number \
         WHERE due_at <= $1 AND webhooks.state = 'active' AND webhook_number <> ALL ($2) \
         ORDER BY due_at, position LIMIT $3"
    );
    let without: Vec<i64> = without.iter().copied().map(bound).collect();
    let rows = pool.rows(|| {
        sqlx::query(found)
            .bind(now.to_string())
            .bind(&*without)
            .bind(size(limit))
    });
    let read = |row: &PgRow| Ok((delivery_of(row)?, webhook_of(row)?));
    rows.await?.iter().map(read).collect()
}

/// When the next delivery after a moment is due.
pub async fn next_due(pool: &Pool, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
    let next = "SELECT min(due_at) AS next FROM deliveries WHERE due_at > $1";
    let row = pool
        .row(|| sqlx::query(next).bind(after.to_string()))
        .await?;
    row.map_or(Ok(None), |row| moment(&row, "next"))
}

/// At most `limit` deliveries of a webhook before a position.
pub async fn deliveries(
    pool: &Pool,
    webhook: u64,
    before: u64,
    state: Option<DeliveryState>,
    limit: usize,
) -> Result<Vec<Delivery>, StoreError> {
    let found = delivery!(
        " FROM deliveries WHERE webhook_number = $1 AND position < $2 \
         AND ($3::text IS NULL OR state = $3) ORDER BY position DESC LIMIT $4"
    );
    let rows = pool.rows(|| {
        sqlx::query(found)
            .bind(bound(webhook))
            .bind(bound(before))
            .bind(state.map(DeliveryState::word))
            .bind(size(limit))
    });
    rows.await?.iter().map(delivery_of).collect()
}

/// How many deliveries wait.
pub async fn waiting(pool: &Pool) -> Result<u64, StoreError> {
    let count = "SELECT count(*) FROM deliveries WHERE state = 'waiting'";
    let row = pool.row(|| sqlx::query(count)).await?;
    row.map_or(Ok(0), |row| any_number(&row, "count"))
}

fn words(row: &PgRow, column: &str) -> Result<Vec<String>, StoreError> {
    let list = serde_json::from_str(row.try_get(column)?);
    list.map_err(|_| unreadable("a list of words"))
}

fn small(row: &PgRow, column: &str) -> Result<u32, StoreError> {
    u32::try_from(number(row, column)?).map_err(|_| unreadable("a number"))
}

fn webhook_of(row: &PgRow) -> Result<Webhook, StoreError> {
    let of_match: Option<&str> = row.try_get("match_id")?;
    Ok(Webhook {
        number: number(row, "number")?,
        id: row.try_get("id")?,
        match_id: of_match.map(id).transpose()?,
        url: row.try_get("url")?,
        games: words(row, "games")?,
        types: words(row, "types")?,
        description: read(row.try_get("description")?),
        state: WebhookState::stored(row.try_get("state")?)?,
        created_at: time(row.try_get("created_at")?)?,
        generation: small(row, "generation")?,
        previous_until: moment(row, "previous_until")?,
        failing_since: moment(row, "failing_since")?,
        cursor: number(row, "cursor")?,
        waiting: number(row, "waiting")?,
    })
}

fn delivery_of(row: &PgRow) -> Result<Delivery, StoreError> {
    let status: Option<i64> = row.try_get("status")?;
    Ok(Delivery {
        webhook: number(row, "webhook_number")?,
        position: number(row, "position")?,
        match_id: id(row.try_get("delivered_match")?)?,
        version: number(row, "version")?,
        kind: row.try_get("type")?,
        state: DeliveryState::stored(row.try_get("delivery_state")?)?,
        attempts: small(row, "attempts")?,
        due_at: moment(row, "due_at")?,
        last_at: moment(row, "last_at")?,
        status: status.and_then(|status| u16::try_from(status).ok()),
        error: row.try_get("error")?,
    })
}
