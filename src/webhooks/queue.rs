//! Putting what was committed into the queues of those who want it.

use crate::ledger::Timestamp;
use crate::service::{EventType, Matches, ServiceError};
use crate::store::{Queued, StoredChange, Webhook, WebhookWrite};

/// How many deliveries wait in the queue of a webhook. What comes later is found by its cursor when there
/// is room: nothing is lost, and the queue stays small.
const MOST_WAITING: u64 = 256;
/// How many changes are read together.
const TOGETHER: usize = 256;
/// How many webhooks are served together.
const MOST_TOGETHER: usize = 64;

/// Fills all queues that lack something and have room; whether there may be more.
///
/// # Errors
/// Those of the store.
pub async fn fill(matches: &Matches, now: Timestamp) -> Result<bool, ServiceError> {
    let store = matches.webhook_store();
    let behind = store.behind(MOST_WAITING).await?;
    let mut is_more = false;
    // Nearly all stand at the same place, so that changes are read once for all of them.
    for same in behind.chunk_by(|one, other| one.cursor == other.cursor) {
        let changes = store.changes(same[0].cursor, None, TOGETHER).await?;
        is_more |= changes.len() == TOGETHER;
        for group in same.chunks(MOST_TOGETHER) {
            let (mut deliveries, mut cursors) = (Vec::new(), Vec::new());
            for webhook in group {
                let (wanted, cursor) = wanted(webhook, &changes);
                deliveries.extend(wanted);
                cursors.push((webhook.number, webhook.cursor, cursor));
            }
            let queue = WebhookWrite::Queue {
                deliveries,
                cursors,
                now,
            };
            store.write_webhooks(queue).await?;
        }
    }
    Ok(is_more)
}

/// What a webhook wants of these changes as far as there is room, and the place up to which that is all.
fn wanted(webhook: &Webhook, changes: &[StoredChange]) -> (Vec<Queued>, u64) {
    let mut room = MOST_WAITING.saturating_sub(webhook.waiting);
    let (mut deliveries, mut cursor) = (Vec::new(), webhook.cursor);
    for change in changes {
        let kind = EventType::of(change);
        if wants(webhook, change, kind) {
            if room == 0 {
                break;
            }
            room -= 1;
            deliveries.push(Queued {
                webhook: webhook.number,
                position: change.position,
                match_id: change.match_id.clone(),
                version: change.version,
                kind: kind.word(),
            });
        }
        cursor = change.position;
    }
    (deliveries, cursor)
}

fn wants(webhook: &Webhook, change: &StoredChange, kind: EventType) -> bool {
    let among = |list: &[String], word: &str| list.is_empty() || list.iter().any(|one| one == word);
    webhook
        .match_id
        .as_ref()
        .is_none_or(|id| *id == change.match_id)
        && among(&webhook.games, &change.game)
        && among(&webhook.types, kind.word())
}
