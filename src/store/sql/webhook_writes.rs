//! Writing webhooks and their deliveries, each write in one transaction.

use std::collections::HashSet;

use super::super::error::StoreError;
use super::super::right::Right;
use super::super::statement::Value;
use super::super::store::Store;
use super::super::values::json;
use super::super::webhooks::{Next, Queued, SPACED, Settled, Webhook, WebhookState, WebhookWrite};
use super::super::write::{Alone, Terms, Transaction};
use overtrick_match::ledger::{MatchId, Timestamp};

impl Store {
    /// Writes something of webhooks; what it comes to.
    ///
    /// # Errors
    /// Those of the database, such as [`StoreError::Full`]; [`StoreError::NoRight`].
    pub async fn write_webhooks(
        &self,
        write: WebhookWrite,
        right: Right,
    ) -> Result<u64, StoreError> {
        let terms = Terms {
            alone: Alone::Webhooks,
            right,
            erases: false,
        };
        self.transact(terms, move |transaction| {
            Box::pin(async move { do_write(transaction, &write).await })
        })
        .await
    }
}

async fn do_write(
    transaction: &mut Transaction<'_>,
    write: &WebhookWrite,
) -> Result<u64, StoreError> {
    match write {
        WebhookWrite::Create {
            webhook,
            most,
            most_of_match,
        } => create(transaction, webhook, (*most, *most_of_match)).await,
        WebhookWrite::Replace { webhook, now } => replace(transaction, webhook, *now).await,
        WebhookWrite::Rotate {
            webhook,
            generation,
            previous_until,
        } => {
            let rotate = "UPDATE webhooks SET generation = generation + 1, previous_until = $3 \
                WHERE number = $1 AND generation = $2";
            let values = [
                (*webhook).into(),
                (*generation).into(),
                (*previous_until).into(),
            ];
            transaction.run(rotate, &values).await
        }
        WebhookWrite::Delete(webhook) => {
            let delete = "DELETE FROM webhooks WHERE number = $1";
            transaction.run(delete, &[(*webhook).into()]).await
        }
        WebhookWrite::Queue {
            deliveries,
            cursors,
            now,
        } => queue(transaction, deliveries, cursors, *now).await,
        WebhookWrite::Settle(settled) => {
            for attempt in settled {
                settle(transaction, attempt).await?;
            }
            Ok(u64::try_from(settled.len()).unwrap_or(0))
        }
        WebhookWrite::Replay {
            webhook,
            position,
            now,
        } => replay(transaction, *webhook, *position, *now).await,
        WebhookWrite::Prune(before) => prune(transaction, *before).await,
    }
}

async fn create(
    transaction: &mut Transaction<'_>,
    webhook: &Webhook,
    (most, most_of_match): (u32, u32),
) -> Result<u64, StoreError> {
    let create = "INSERT INTO webhooks (id, match_id, url, games, types, description, state, \
        created_at, generation, cursor, include) \
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13 \
        WHERE (SELECT count(*) FROM webhooks WHERE (match_id IS NULL) = ($2 IS NULL)) < $11 \
        AND ($2 IS NULL OR (SELECT count(*) FROM webhooks WHERE match_id = $2) < $12)";
    let values = [
        (&*webhook.id).into(),
        webhook.match_id.as_ref().map(MatchId::as_str).into(),
        (&*webhook.url).into(),
        json(&webhook.games).into(),
        json(&webhook.types).into(),
        (&*webhook.description).into(),
        webhook.state.word().into(),
        webhook.created_at.into(),
        webhook.generation.into(),
        webhook.cursor.into(),
        most.into(),
        most_of_match.into(),
        json(&webhook.include).into(),
    ];
    transaction.run(create, &values).await
}

async fn replace(
    transaction: &mut Transaction<'_>,
    webhook: &Webhook,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replace = "UPDATE webhooks SET url = $2, games = $3, types = $4, description = $5, \
        state = $6, failing_since = CASE WHEN $6 = state THEN failing_since END, include = $7 \
        WHERE number = $1";
    let values = [
        webhook.number.into(),
        (&*webhook.url).into(),
        json(&webhook.games).into(),
        json(&webhook.types).into(),
        (&*webhook.description).into(),
        webhook.state.word().into(),
        json(&webhook.include).into(),
    ];
    let replaced = transaction.run(replace, &values).await?;
    if webhook.state == WebhookState::Active {
        // The attempts of the time before it was turned off count no more.
        let fresh = "UPDATE deliveries SET attempts = 0 \
            WHERE webhook_number = $1 AND state = 'waiting' AND due_at IS NULL";
        transaction.run(fresh, &[webhook.number.into()]).await?;
        go_on(transaction, webhook.number, now).await?;
    } else {
        stand_still(transaction, webhook.number).await?;
    }
    Ok(replaced)
}

/// Of the deliveries of a webhook that wait, the first of each match is due now unless it is due already;
/// the others wait for it.
async fn go_on(
    transaction: &mut Transaction<'_>,
    webhook: u64,
    now: Timestamp,
) -> Result<(), StoreError> {
    let due = "UPDATE deliveries SET due_at = CASE WHEN position = (SELECT min(first.position) \
        FROM deliveries AS first WHERE first.webhook_number = deliveries.webhook_number \
        AND first.match_id = deliveries.match_id AND first.state = 'waiting') \
        THEN coalesce(due_at, $2) END WHERE webhook_number = $1 AND state = 'waiting'";
    transaction.run(due, &[webhook.into(), now.into()]).await?;
    Ok(())
}

/// Nothing of a webhook is due.
async fn stand_still(transaction: &mut Transaction<'_>, webhook: u64) -> Result<(), StoreError> {
    let still = "UPDATE deliveries SET due_at = NULL WHERE webhook_number = $1 \
        AND due_at IS NOT NULL";
    transaction.run(still, &[webhook.into()]).await?;
    Ok(())
}

async fn queue(
    transaction: &mut Transaction<'_>,
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
    // The first of a webhook and a match is due at once, if none of them waits already.
    let put = "INSERT INTO deliveries (webhook_number, position, match_id, version, type, state, \
        attempts, due_at) \
        SELECT webhooks.number, CAST(value ->> 1 AS bigint), value ->> 2, \
        CAST(value ->> 3 AS bigint), value ->> 4, 'waiting', 0, \
        CASE WHEN CAST(value ->> 5 AS bigint) = 1 AND NOT EXISTS (SELECT 1 \
        FROM deliveries AS before WHERE before.webhook_number = webhooks.number \
        AND before.match_id = value ->> 2 AND before.state = 'waiting') THEN $2 END \
        FROM json_each($1) JOIN webhooks ON webhooks.number = CAST(value ->> 0 AS bigint) \
        AND webhooks.state = 'active' WHERE true ON CONFLICT DO NOTHING";
    let values = [Value::rows(&rows), now.into()];
    let queued = transaction.run(put, &values).await?;
    let advance = "UPDATE webhooks SET cursor = CAST(value ->> 2 AS bigint) FROM json_each($1) \
        WHERE number = CAST(value ->> 0 AS bigint) AND cursor = CAST(value ->> 1 AS bigint) \
        AND state = 'active'";
    transaction.run(advance, &[Value::rows(&cursors)]).await?;
    Ok(queued)
}

async fn settle(transaction: &mut Transaction<'_>, attempt: &Settled) -> Result<(), StoreError> {
    let (state, due_at) = match attempt.next {
        Next::Deleted => return end_deleted(transaction, attempt).await,
        Next::Delivered { .. } => ("delivered", None),
        Next::Retry(at) => ("waiting", Some(at)),
        Next::Failed => ("failed", None),
        Next::Off(_) => ("waiting", None),
    };
    let write = "UPDATE deliveries SET state = $3, attempts = attempts + 1, last_at = $4, \
        status = $5, error = $6, due_at = CASE WHEN \
        (SELECT state FROM webhooks WHERE number = $1) = 'active' THEN $7 END \
        WHERE webhook_number = $1 AND position = $2 AND state = 'waiting'";
    let values = [
        attempt.webhook.into(),
        attempt.position.into(),
        state.into(),
        attempt.at.into(),
        Value::Number(attempt.status.map(u64::from)),
        attempt.error.as_deref().into(),
        due_at.into(),
    ];
    if transaction.run(write, &values).await? == 0 {
        return Ok(());
    }
    if let Next::Delivered { releases } = attempt.next {
        let works = "UPDATE webhooks SET failing_since = NULL \
            WHERE number = $1 AND failing_since IS NOT NULL";
        if transaction.run(works, &[attempt.webhook.into()]).await? > 0 {
            release(transaction, attempt, releases).await?;
        }
    } else {
        let fails = "UPDATE webhooks SET failing_since = coalesce(failing_since, $2) \
            WHERE number = $1";
        let values = [attempt.webhook.into(), attempt.at.into()];
        transaction.run(fails, &values).await?;
    }
    match attempt.next {
        Next::Delivered { .. } | Next::Failed => next_of_match(transaction, attempt).await,
        Next::Retry(_) | Next::Deleted => Ok(()),
        Next::Off(state) => {
            let off = "UPDATE webhooks SET state = $2 WHERE number = $1";
            let values = [attempt.webhook.into(), state.word().into()];
            transaction.run(off, &values).await?;
            stand_still(transaction, attempt.webhook).await
        }
    }
}

/// The delivery ends without an attempt, and its receiver is not to blame.
async fn end_deleted(
    transaction: &mut Transaction<'_>,
    attempt: &Settled,
) -> Result<(), StoreError> {
    let end = "UPDATE deliveries SET state = 'deleted', due_at = NULL, last_at = $3 \
        WHERE webhook_number = $1 AND position = $2 AND state = 'waiting'";
    let values = [
        attempt.webhook.into(),
        attempt.position.into(),
        attempt.at.into(),
    ];
    transaction.run(end, &values).await?;
    next_of_match(transaction, attempt).await
}

/// The receiver takes something again: what waits for another attempt waits no longer.
async fn release(
    transaction: &mut Transaction<'_>,
    attempt: &Settled,
    most_attempts: u32,
) -> Result<(), StoreError> {
    let release = "UPDATE deliveries SET due_at = CASE WHEN last_at <= $3 THEN $2 ELSE $4 END \
        WHERE webhook_number = $1 AND attempts BETWEEN 1 AND $5 \
        AND due_at > CASE WHEN last_at <= $3 THEN $2 ELSE $4 END";
    let values = [
        attempt.webhook.into(),
        attempt.at.into(),
        attempt.at.before(SPACED).into(),
        attempt.at.after(SPACED).into(),
        most_attempts.into(),
    ];
    transaction.run(release, &values).await?;
    Ok(())
}

/// The next delivery of the same webhook and match is due.
async fn next_of_match(
    transaction: &mut Transaction<'_>,
    attempt: &Settled,
) -> Result<(), StoreError> {
    let next = "UPDATE deliveries SET due_at = $3 WHERE webhook_number = $1 AND state = 'waiting' \
        AND position = (SELECT min(position) FROM deliveries WHERE webhook_number = $1 \
        AND match_id = $2 AND state = 'waiting') \
        AND (SELECT state FROM webhooks WHERE number = $1) = 'active'";
    let values = [
        attempt.webhook.into(),
        attempt.match_id.as_str().into(),
        attempt.at.into(),
    ];
    transaction.run(next, &values).await?;
    Ok(())
}

async fn replay(
    transaction: &mut Transaction<'_>,
    webhook: u64,
    position: u64,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let replay = "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = NULL \
        WHERE webhook_number = $1 AND position = $2";
    let values = [webhook.into(), position.into()];
    let replayed = transaction.run(replay, &values).await?;
    let active = "SELECT 1 FROM webhooks WHERE number = $1 AND state = 'active'";
    if transaction.row(active, &[webhook.into()]).await?.is_some() {
        go_on(transaction, webhook, now).await?;
    }
    Ok(replayed)
}

async fn prune(transaction: &mut Transaction<'_>, before: Timestamp) -> Result<u64, StoreError> {
    let old = "DELETE FROM deliveries WHERE state <> 'waiting' AND last_at < $1";
    let old = transaction.run(old, &[before.into()]).await?;
    let reported = "DELETE FROM webhooks WHERE match_id IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = webhooks.match_id) \
        AND (state <> 'active' OR (cursor >= coalesce((SELECT max(position) FROM deleted_matches \
        WHERE deleted_matches.id = webhooks.match_id), 0) AND NOT EXISTS (SELECT 1 FROM deliveries \
        WHERE webhook_number = number AND deliveries.state = 'waiting')))";
    transaction.run(reported, &[]).await?;
    Ok(old)
}
