//! Writing webhooks and their deliveries to PostgreSQL. Each write is a transaction with an exclusive lock
//! on webhooks.

use std::collections::HashSet;

use super::super::error::StoreError;
use super::super::right::Right;
use super::super::values::json;
use super::super::webhooks::{Next, Queued, SPACED, Settled, Webhook, WebhookState, WebhookWrite};
use super::pool::{Pool, Writing};
use super::rights;
use super::rows::bound;
use super::texts::stored;
use overtrick_match::ledger::{MatchId, Timestamp};

/// Executes a webhook write.
pub async fn write(pool: &Pool, what: &WebhookWrite, right: &Right) -> Result<u64, StoreError> {
    let mut writing = pool.begin().await?;
    // Locks are taken in the same order as in the deletion of a match, so that no deadlock is possible.
    let alone = "SELECT hold_right($1, $2, NULL, NULL), alone_with_webhooks(), \
        hold_right(NULL, NULL, $3, $4)";
    let alone = rights::bind(sqlx::query(alone), right);
    writing.execute(alone).await?;
    let written = write_in(&mut writing, what).await?;
    writing.commit().await?;
    Ok(written)
}

async fn write_in(writing: &mut Writing<'_>, write: &WebhookWrite) -> Result<u64, StoreError> {
    match write {
        WebhookWrite::Create {
            webhook,
            most,
            most_of_match,
        } => create(writing, webhook, (*most, *most_of_match)).await,
        WebhookWrite::Replace { webhook, now } => replace(writing, webhook, *now).await,
        WebhookWrite::Rotate {
            webhook,
            generation,
            previous_until,
        } => rotate(writing, (*webhook, *generation), *previous_until).await,
        WebhookWrite::Delete(webhook) => {
            let delete = sqlx::query("DELETE FROM webhooks WHERE number = $1");
            writing.execute(delete.bind(bound(*webhook))).await
        }
        WebhookWrite::Queue {
            deliveries,
            cursors,
            now,
        } => queue(writing, deliveries, cursors, *now).await,
        WebhookWrite::Settle(settled) => {
            for attempt in settled {
                settle(writing, attempt).await?;
            }
            Ok(u64::try_from(settled.len()).unwrap_or(0))
        }
        WebhookWrite::Replay {
            webhook,
            position,
            now,
        } => replay(writing, *webhook, *position, *now).await,
        WebhookWrite::Prune(before) => prune(writing, *before).await,
    }
}

async fn create(
    writing: &mut Writing<'_>,
    webhook: &Webhook,
    (most, most_of_match): (u32, u32),
) -> Result<u64, StoreError> {
    let of_match = webhook.match_id.as_ref().map(MatchId::as_str);
    let create = sqlx::query(
        "INSERT INTO webhooks (id, match_id, url, games, types, description, state, created_at, \
         generation, cursor) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 \
         WHERE (SELECT count(*) FROM webhooks WHERE (match_id IS NULL) = ($2 IS NULL)) < $11 \
         AND ($2 IS NULL OR (SELECT count(*) FROM webhooks WHERE match_id = $2) < $12)",
    )
    .bind(&webhook.id)
    .bind(of_match)
    .bind(&webhook.url)
    .bind(json(&webhook.games))
    .bind(json(&webhook.types))
    .bind(stored(&webhook.description))
    .bind(webhook.state.word())
    .bind(webhook.created_at.to_string())
    .bind(i64::from(webhook.generation))
    .bind(bound(webhook.cursor))
    .bind(i64::from(most))
    .bind(i64::from(most_of_match));
    writing.execute(create).await
}

async fn replace(
    writing: &mut Writing<'_>,
    webhook: &Webhook,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replace = sqlx::query(
        "UPDATE webhooks SET url = $2, games = $3, types = $4, description = $5, state = $6, \
         failing_since = CASE WHEN $6 = state THEN failing_since END WHERE number = $1",
    )
    .bind(bound(webhook.number))
    .bind(&webhook.url)
    .bind(json(&webhook.games))
    .bind(json(&webhook.types))
    .bind(stored(&webhook.description))
    .bind(webhook.state.word());
    let replaced = writing.execute(replace).await?;
    if webhook.state == WebhookState::Active {
        // Attempts from before it was turned off no longer count.
        let fresh = "UPDATE deliveries SET attempts = 0 \
            WHERE webhook_number = $1 AND state = 'waiting' AND due_at IS NULL";
        let fresh = sqlx::query(fresh).bind(bound(webhook.number));
        writing.execute(fresh).await?;
        go_on(writing, webhook.number, now).await?;
    } else {
        stand_still(writing, webhook.number).await?;
    }
    Ok(replaced)
}

async fn rotate(
    writing: &mut Writing<'_>,
    (webhook, generation): (u64, u32),
    previous_until: Timestamp,
) -> Result<u64, StoreError> {
    let rotate = sqlx::query(
        "UPDATE webhooks SET generation = generation + 1, previous_until = $3 \
         WHERE number = $1 AND generation = $2",
    )
    .bind(bound(webhook))
    .bind(i64::from(generation))
    .bind(previous_until.to_string());
    writing.execute(rotate).await
}

/// Of the waiting deliveries of a webhook, makes the first of each match due now, unless it is due already;
/// the others wait for it.
async fn go_on(writing: &mut Writing<'_>, webhook: u64, now: Timestamp) -> Result<(), StoreError> {
    let due = sqlx::query(
        "UPDATE deliveries SET due_at = CASE WHEN position = (SELECT min(first.position) \
         FROM deliveries AS first WHERE first.webhook_number = deliveries.webhook_number \
         AND first.match_id = deliveries.match_id AND first.state = 'waiting') \
         THEN coalesce(due_at, $2) END WHERE webhook_number = $1 AND state = 'waiting'",
    )
    .bind(bound(webhook))
    .bind(now.to_string());
    writing.execute(due).await?;
    Ok(())
}

/// Makes nothing of a webhook due.
async fn stand_still(writing: &mut Writing<'_>, webhook: u64) -> Result<(), StoreError> {
    let still = "UPDATE deliveries SET due_at = NULL WHERE webhook_number = $1 \
        AND due_at IS NOT NULL";
    let still = sqlx::query(still).bind(bound(webhook));
    writing.execute(still).await?;
    Ok(())
}

async fn queue(
    writing: &mut Writing<'_>,
    deliveries: &[Queued],
    cursors: &[(u64, u64, u64)],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut begun = HashSet::new();
    let firsts: Vec<bool> = deliveries
        .iter()
        .map(|queued| begun.insert((queued.webhook, &queued.match_id)))
        .collect();
    let numbers = |number: fn(&Queued) -> u64| -> Vec<i64> {
        deliveries.iter().map(|one| bound(number(one))).collect()
    };
    let ids: Vec<&str> = deliveries.iter().map(|one| one.match_id.as_str()).collect();
    let kinds: Vec<&str> = deliveries.iter().map(|one| one.kind).collect();
    // The first delivery of a webhook and match is due at once, if none of them is waiting already.
    let put = sqlx::query(
        "INSERT INTO deliveries (webhook_number, position, match_id, version, type, state, \
         attempts, due_at) \
         SELECT q.webhook, q.position, q.match_id, q.version, q.type, 'waiting', 0, \
         CASE WHEN q.is_first AND NOT EXISTS (SELECT 1 FROM deliveries AS before \
         WHERE before.webhook_number = q.webhook AND before.match_id = q.match_id \
         AND before.state = 'waiting') THEN $7 END \
         FROM unnest($1, $2, $3, $4, $5, $6) \
         AS q (webhook, position, match_id, version, type, is_first) \
         JOIN webhooks ON number = q.webhook AND webhooks.state = 'active' \
         ON CONFLICT DO NOTHING",
    )
    .bind(numbers(|one| one.webhook))
    .bind(numbers(|one| one.position))
    .bind(ids)
    .bind(numbers(|one| one.version))
    .bind(kinds)
    .bind(firsts)
    .bind(now.to_string());
    let queued = writing.execute(put).await?;
    let each = |of: fn(&(u64, u64, u64)) -> u64| -> Vec<i64> {
        cursors.iter().map(|one| bound(of(one))).collect()
    };
    let advance = sqlx::query(
        "UPDATE webhooks SET cursor = c.next FROM unnest($1, $2, $3) AS c (webhook, before, next) \
         WHERE number = c.webhook AND cursor = c.before AND state = 'active'",
    )
    .bind(each(|one| one.0))
    .bind(each(|one| one.1))
    .bind(each(|one| one.2));
    writing.execute(advance).await?;
    Ok(queued)
}

async fn settle(writing: &mut Writing<'_>, attempt: &Settled) -> Result<(), StoreError> {
    let (state, due_at) = match attempt.next {
        Next::Delivered { .. } => ("delivered", None),
        Next::Retry(at) => ("waiting", Some(at.to_string())),
        Next::Failed => ("failed", None),
        Next::Off(_) => ("waiting", None),
    };
    let at = attempt.at.to_string();
    let write = sqlx::query(
        "UPDATE deliveries SET state = $3, attempts = attempts + 1, last_at = $4, status = $5, \
         error = $6, due_at = CASE WHEN (SELECT state FROM webhooks WHERE number = $1) = 'active' \
         THEN $7 END WHERE webhook_number = $1 AND position = $2 AND state = 'waiting'",
    )
    .bind(bound(attempt.webhook))
    .bind(bound(attempt.position))
    .bind(state)
    .bind(&at)
    .bind(attempt.status.map(i64::from))
    .bind(&attempt.error)
    .bind(due_at);
    if writing.execute(write).await? == 0 {
        return Ok(());
    }
    match attempt.next {
        Next::Delivered { releases } => {
            let works = "UPDATE webhooks SET failing_since = NULL \
                WHERE number = $1 AND failing_since IS NOT NULL";
            let works = sqlx::query(works).bind(bound(attempt.webhook));
            if writing.execute(works).await? > 0 {
                release(writing, attempt, releases).await?;
            }
        }
        _ => {
            let fails = "UPDATE webhooks SET failing_since = coalesce(failing_since, $2) \
                WHERE number = $1";
            let fails = sqlx::query(fails).bind(bound(attempt.webhook)).bind(&at);
            writing.execute(fails).await?;
        }
    }
    match attempt.next {
        Next::Delivered { .. } | Next::Failed => next_of_match(writing, attempt).await,
        Next::Retry(_) => Ok(()),
        Next::Off(state) => {
            let off = "UPDATE webhooks SET state = $2 WHERE number = $1";
            let off = sqlx::query(off).bind(bound(attempt.webhook));
            writing.execute(off.bind(state.word())).await?;
            stand_still(writing, attempt.webhook).await
        }
    }
}

/// The receiver accepts messages again: deliveries that wait for another attempt become due.
async fn release(
    writing: &mut Writing<'_>,
    attempt: &Settled,
    most_attempts: u32,
) -> Result<(), StoreError> {
    let release = sqlx::query(
        "UPDATE deliveries SET due_at = CASE WHEN last_at <= $3 THEN $2 ELSE $4 END \
         WHERE webhook_number = $1 AND attempts BETWEEN 1 AND $5 \
         AND due_at > CASE WHEN last_at <= $3 THEN $2 ELSE $4 END",
    )
    .bind(bound(attempt.webhook))
    .bind(attempt.at.to_string())
    .bind(attempt.at.before(SPACED).to_string())
    .bind(attempt.at.after(SPACED).to_string())
    .bind(i64::from(most_attempts));
    writing.execute(release).await?;
    Ok(())
}

/// Makes the next delivery of the same webhook and match due.
async fn next_of_match(writing: &mut Writing<'_>, attempt: &Settled) -> Result<(), StoreError> {
    let next = sqlx::query(
        "UPDATE deliveries SET due_at = $3 WHERE webhook_number = $1 AND state = 'waiting' \
         AND position = (SELECT min(position) FROM deliveries WHERE webhook_number = $1 \
         AND match_id = $2 AND state = 'waiting') \
         AND (SELECT state FROM webhooks WHERE number = $1) = 'active'",
    )
    .bind(bound(attempt.webhook))
    .bind(attempt.match_id.as_str())
    .bind(attempt.at.to_string());
    writing.execute(next).await?;
    Ok(())
}

async fn replay(
    writing: &mut Writing<'_>,
    webhook: u64,
    position: u64,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replay = sqlx::query(
        "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = NULL \
         WHERE webhook_number = $1 AND position = $2",
    )
    .bind(bound(webhook))
    .bind(bound(position));
    let replayed = writing.execute(replay).await?;
    let active = sqlx::query("SELECT 1 FROM webhooks WHERE number = $1 AND state = 'active'");
    if writing.row(active.bind(bound(webhook))).await?.is_some() {
        go_on(writing, webhook, now).await?;
    }
    Ok(replayed)
}

async fn prune(writing: &mut Writing<'_>, before: Timestamp) -> Result<u64, StoreError> {
    let old = sqlx::query("DELETE FROM deliveries WHERE state <> 'waiting' AND last_at < $1")
        .bind(before.to_string());
    let old = writing.execute(old).await?;
    let told = sqlx::query(
        "DELETE FROM webhooks WHERE match_id IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = webhooks.match_id) \
         AND (state <> 'active' OR (cursor >= coalesce((SELECT max(position) FROM deleted_matches \
         WHERE deleted_matches.id = webhooks.match_id), 0) AND NOT EXISTS (SELECT 1 FROM deliveries \
         WHERE webhook_number = number AND deliveries.state = 'waiting')))",
    );
    writing.execute(told).await?;
    Ok(old)
}
