//! Writing webhooks and their deliveries to SQLite, in a transaction of the writer.

use std::collections::HashSet;

use sqlx::SqliteConnection;

use super::error::StoreError;
use super::values::{bound, json};
use super::webhooks::{Next, Queued, SPACED, Settled, Webhook, WebhookState, WebhookWrite};
use overtrick_match::ledger::{MatchId, Timestamp};

/// Executes a webhook write.
pub async fn write(
    connection: &mut SqliteConnection,
    write: &WebhookWrite,
) -> Result<u64, StoreError> {
    match write {
        WebhookWrite::Create {
            webhook,
            most,
            most_of_match,
        } => create(connection, webhook, (*most, *most_of_match)).await,
        WebhookWrite::Replace { webhook, now } => replace(connection, webhook, *now).await,
        WebhookWrite::Rotate {
            webhook,
            generation,
            previous_until,
        } => rotate(connection, (*webhook, *generation), *previous_until).await,
        WebhookWrite::Delete(webhook) => {
            let delete = sqlx::query("DELETE FROM webhooks WHERE number = ?1");
            let deleted = delete.bind(bound(*webhook)).execute(connection).await?;
            Ok(deleted.rows_affected())
        }
        WebhookWrite::Queue {
            deliveries,
            cursors,
            now,
        } => queue(connection, deliveries, cursors, *now).await,
        WebhookWrite::Settle(settled) => {
            for attempt in settled {
                settle(connection, attempt).await?;
            }
            Ok(u64::try_from(settled.len()).unwrap_or(0))
        }
        WebhookWrite::Replay {
            webhook,
            position,
            now,
        } => replay(connection, *webhook, *position, *now).await,
        WebhookWrite::Prune(before) => prune(connection, *before).await,
    }
}

async fn create(
    connection: &mut SqliteConnection,
    webhook: &Webhook,
    (most, most_of_match): (u32, u32),
) -> Result<u64, StoreError> {
    let of_match = webhook.match_id.as_ref().map(MatchId::as_str);
    let created = sqlx::query(
        "INSERT INTO webhooks (id, match_id, url, games, types, description, state, created_at, \
         generation, cursor) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 \
         WHERE (SELECT count(*) FROM webhooks WHERE (match_id IS NULL) = (?2 IS NULL)) < ?11 \
         AND (?2 IS NULL OR (SELECT count(*) FROM webhooks WHERE match_id = ?2) < ?12)",
    )
    .bind(&webhook.id)
    .bind(of_match)
    .bind(&webhook.url)
    .bind(json(&webhook.games))
    .bind(json(&webhook.types))
    .bind(&webhook.description)
    .bind(webhook.state.word())
    .bind(webhook.created_at.to_string())
    .bind(i64::from(webhook.generation))
    .bind(bound(webhook.cursor))
    .bind(i64::from(most))
    .bind(i64::from(most_of_match))
    .execute(connection)
    .await?;
    Ok(created.rows_affected())
}

async fn replace(
    connection: &mut SqliteConnection,
    webhook: &Webhook,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replaced = sqlx::query(
        "UPDATE webhooks SET url = ?2, games = ?3, types = ?4, description = ?5, state = ?6, \
         failing_since = CASE WHEN ?6 = state THEN failing_since END WHERE number = ?1",
    )
    .bind(bound(webhook.number))
    .bind(&webhook.url)
    .bind(json(&webhook.games))
    .bind(json(&webhook.types))
    .bind(&webhook.description)
    .bind(webhook.state.word())
    .execute(&mut *connection)
    .await?;
    if webhook.state == WebhookState::Active {
        // Attempts from before it was turned off no longer count.
        let fresh = "UPDATE deliveries SET attempts = 0 \
            WHERE webhook_number = ?1 AND state = 'waiting' AND due_at IS NULL";
        let fresh = sqlx::query(fresh).bind(bound(webhook.number));
        fresh.execute(&mut *connection).await?;
        go_on(connection, webhook.number, None, now).await?;
    } else {
        stand_still(connection, webhook.number).await?;
    }
    Ok(replaced.rows_affected())
}

async fn rotate(
    connection: &mut SqliteConnection,
    (webhook, generation): (u64, u32),
    previous_until: Timestamp,
) -> Result<u64, StoreError> {
    let rotated = sqlx::query(
        "UPDATE webhooks SET generation = generation + 1, previous_until = ?3 \
         WHERE number = ?1 AND generation = ?2",
    )
    .bind(bound(webhook))
    .bind(i64::from(generation))
    .bind(previous_until.to_string())
    .execute(connection)
    .await?;
    Ok(rotated.rows_affected())
}

/// Of the waiting deliveries of a webhook, makes the first of each match, or of one match, due now, unless it
/// is due already; the others wait for it.
async fn go_on(
    connection: &mut SqliteConnection,
    webhook: u64,
    of: Option<&MatchId>,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE deliveries SET due_at = CASE WHEN position = (SELECT min(first.position) \
         FROM deliveries AS first WHERE first.webhook_number = deliveries.webhook_number \
         AND first.match_id = deliveries.match_id AND first.state = 'waiting') \
         THEN coalesce(due_at, ?3) END \
         WHERE webhook_number = ?1 AND state = 'waiting' AND (?2 IS NULL OR match_id = ?2)",
    )
    .bind(bound(webhook))
    .bind(of.map(MatchId::as_str))
    .bind(now.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes nothing of a webhook due.
async fn stand_still(connection: &mut SqliteConnection, webhook: u64) -> Result<(), StoreError> {
    let still = "UPDATE deliveries SET due_at = NULL WHERE webhook_number = ?1 \
        AND due_at IS NOT NULL";
    let still = sqlx::query(still).bind(bound(webhook));
    still.execute(connection).await?;
    Ok(())
}

async fn queue(
    connection: &mut SqliteConnection,
    deliveries: &[Queued],
    cursors: &[(u64, u64, u64)],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut begun = HashSet::new();
    let row = |queued: &Queued| {
        let Queued {
            webhook,
            position,
            match_id,
            version,
            kind,
        } = queued;
        let is_first = begun.insert((*webhook, match_id.clone()));
        let is_first = u8::from(is_first);
        (
            *webhook,
            *position,
            match_id.clone(),
            *version,
            *kind,
            is_first,
        )
    };
    let rows: Vec<_> = deliveries.iter().map(row).collect();
    // The first delivery of a webhook and match is due at once, if none of them is waiting already.
    let queued = sqlx::query(
        "INSERT INTO deliveries (webhook_number, position, match_id, version, type, state, \
         attempts, due_at) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 'waiting', 0, \
         CASE WHEN value ->> 5 AND NOT EXISTS (SELECT 1 FROM deliveries AS before \
         WHERE before.webhook_number = value ->> 0 AND before.match_id = value ->> 2 \
         AND before.state = 'waiting') THEN ?2 END \
         FROM json_each(?1) JOIN webhooks ON number = value ->> 0 AND webhooks.state = 'active' \
         WHERE true ON CONFLICT DO NOTHING",
    )
    .bind(json(&rows))
    .bind(now.to_string())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE webhooks SET cursor = value ->> 2 FROM json_each(?1) \
         WHERE number = value ->> 0 AND cursor = value ->> 1 AND state = 'active'",
    )
    .bind(json(&cursors))
    .execute(connection)
    .await?;
    Ok(queued.rows_affected())
}

async fn settle(connection: &mut SqliteConnection, attempt: &Settled) -> Result<(), StoreError> {
    let (state, due_at) = match attempt.next {
        Next::Delivered { .. } => ("delivered", None),
        Next::Retry(at) => ("waiting", Some(at.to_string())),
        Next::Failed => ("failed", None),
        Next::Off(_) => ("waiting", None),
    };
    let at = attempt.at.to_string();
    let written = sqlx::query(
        "UPDATE deliveries SET state = ?3, attempts = attempts + 1, last_at = ?4, status = ?5, \
         error = ?6, due_at = CASE WHEN (SELECT state FROM webhooks WHERE number = ?1) = 'active' \
         THEN ?7 END WHERE webhook_number = ?1 AND position = ?2 AND state = 'waiting'",
    )
    .bind(bound(attempt.webhook))
    .bind(bound(attempt.position))
    .bind(state)
    .bind(&at)
    .bind(attempt.status.map(i64::from))
    .bind(&attempt.error)
    .bind(due_at)
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 0 {
        return Ok(());
    }
    match attempt.next {
        Next::Delivered { releases } => {
            let works = "UPDATE webhooks SET failing_since = NULL \
                WHERE number = ?1 AND failing_since IS NOT NULL";
            let works = sqlx::query(works).bind(bound(attempt.webhook));
            if works.execute(&mut *connection).await?.rows_affected() > 0 {
                release(connection, attempt, releases).await?;
            }
        }
        _ => {
            let fails = "UPDATE webhooks SET failing_since = coalesce(failing_since, ?2) \
                WHERE number = ?1";
            let fails = sqlx::query(fails).bind(bound(attempt.webhook)).bind(&at);
            fails.execute(&mut *connection).await?;
        }
    }
    match attempt.next {
        Next::Delivered { .. } | Next::Failed => next_of_match(connection, attempt).await,
        Next::Retry(_) => Ok(()),
        Next::Off(state) => {
            let off = "UPDATE webhooks SET state = ?2 WHERE number = ?1";
            let off = sqlx::query(off)
                .bind(bound(attempt.webhook))
                .bind(state.word());
            off.execute(&mut *connection).await?;
            stand_still(connection, attempt.webhook).await
        }
    }
}

/// The receiver accepts messages again: deliveries that wait for another attempt become due.
async fn release(
    connection: &mut SqliteConnection,
    attempt: &Settled,
    most_attempts: u32,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE deliveries SET due_at = CASE WHEN last_at <= ?3 THEN ?2 ELSE ?4 END \
         WHERE webhook_number = ?1 AND attempts BETWEEN 1 AND ?5 \
         AND due_at > CASE WHEN last_at <= ?3 THEN ?2 ELSE ?4 END",
    )
    .bind(bound(attempt.webhook))
    .bind(attempt.at.to_string())
    .bind(attempt.at.before(SPACED).to_string())
    .bind(attempt.at.after(SPACED).to_string())
    .bind(i64::from(most_attempts))
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes the next delivery of the same webhook and match due.
async fn next_of_match(
    connection: &mut SqliteConnection,
    attempt: &Settled,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE deliveries SET due_at = ?3 WHERE webhook_number = ?1 AND state = 'waiting' \
         AND position = (SELECT min(position) FROM deliveries WHERE webhook_number = ?1 \
         AND match_id = ?2 AND state = 'waiting') \
         AND (SELECT state FROM webhooks WHERE number = ?1) = 'active'",
    )
    .bind(bound(attempt.webhook))
    .bind(attempt.match_id.as_str())
    .bind(attempt.at.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

async fn replay(
    connection: &mut SqliteConnection,
    webhook: u64,
    position: u64,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replayed = sqlx::query(
        "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = NULL \
         WHERE webhook_number = ?1 AND position = ?2",
    )
    .bind(bound(webhook))
    .bind(bound(position))
    .execute(&mut *connection)
    .await?;
    let is_active: Option<i64> =
        sqlx::query_scalar("SELECT 1 FROM webhooks WHERE number = ?1 AND state = 'active'")
            .bind(bound(webhook))
            .fetch_optional(&mut *connection)
            .await?;
    if is_active.is_some() {
        go_on(connection, webhook, None, now).await?;
    }
    Ok(replayed.rows_affected())
}

async fn prune(connection: &mut SqliteConnection, before: Timestamp) -> Result<u64, StoreError> {
    let old = sqlx::query("DELETE FROM deliveries WHERE state <> 'waiting' AND last_at < ?1")
        .bind(before.to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM webhooks WHERE match_id IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM matches WHERE id = webhooks.match_id) \
         AND (state <> 'active' OR (cursor >= coalesce((SELECT max(position) FROM deleted_matches \
         WHERE id = webhooks.match_id), 0) AND NOT EXISTS (SELECT 1 FROM deliveries \
         WHERE webhook_number = number AND deliveries.state = 'waiting')))",
    )
    .execute(connection)
    .await?;
    Ok(old.rows_affected())
}
