//! Putting what was committed into the queues of those who want it.

use std::collections::HashMap;

use crate::change_feed::report::{ChangeReport, Cursor};
use crate::change_feed::service::Standings;
use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::Timestamp;
use overtrick_store::{Queued, Right, StoredChange, Webhook, WebhookWrite};

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
pub async fn fill(matches: &MatchService, now: Timestamp) -> Result<bool, ServiceError> {
    let store = matches.webhook_store();
    let behind = store.behind(MOST_WAITING).await?;
    let mut is_more = false;
    // Nearly all stand at the same place, so that changes are read once for all of them.
    for same in behind.chunk_by(|one, other| one.cursor == other.cursor) {
        let changes = store.changes(same[0].cursor, None, TOGETHER).await?;
        is_more |= changes.len() == TOGETHER;
        let reports = wanted_by_any(matches, same, &changes).await?;
        for group in same.chunks(MOST_TOGETHER) {
            let (mut deliveries, mut cursors) = (Vec::new(), Vec::new());
            for webhook in group {
                let (wanted, cursor) = wanted(webhook, &changes, &reports);
                deliveries.extend(wanted);
                cursors.push((webhook.number, webhook.cursor, cursor));
            }
            let queue = WebhookWrite::Queue {
                deliveries,
                cursors,
                now,
            };
            store.write_webhooks(queue, Right::default()).await?;
        }
    }
    Ok(is_more)
}

/// What is told of the changes of the matches that some of these webhooks want to hear of, by place.
async fn wanted_by_any(
    matches: &MatchService,
    webhooks: &[Webhook],
    changes: &[StoredChange],
) -> Result<HashMap<Cursor, ChangeReport>, ServiceError> {
    let is_of_any = |change: &&StoredChange| {
        let mut matches = webhooks.iter().map(|webhook| webhook.match_id.as_ref());
        matches.any(|of| of.is_none_or(|id| *id == change.match_id))
    };
    let some: Vec<StoredChange> = changes.iter().filter(is_of_any).cloned().collect();
    let reports = matches.reports(&some, Standings::Without).await?;
    let by_place = reports.into_iter().map(|report| (report.cursor, report));
    Ok(by_place.collect())
}

/// What a webhook wants of these changes as far as there is room, and the place up to which that is all.
fn wanted(
    webhook: &Webhook,
    changes: &[StoredChange],
    reports: &HashMap<Cursor, ChangeReport>,
) -> (Vec<Queued>, u64) {
    let mut room = MOST_WAITING.saturating_sub(webhook.waiting);
    let (mut deliveries, mut cursor) = (Vec::new(), webhook.cursor);
    for change in changes {
        let report = reports.get(&Cursor::of(change));
        if let Some(report) = report.filter(|report| wants(webhook, report)) {
            if room == 0 {
                break;
            }
            room -= 1;
            deliveries.push(Queued {
                webhook: webhook.number,
                position: change.position,
                match_id: change.match_id.clone(),
                version: change.version,
                kind: report.kind.word(),
            });
        }
        cursor = change.position;
    }
    (deliveries, cursor)
}

fn wants(webhook: &Webhook, report: &ChangeReport) -> bool {
    let among = |list: &[String], word: &str| list.is_empty() || list.iter().any(|one| one == word);
    let of = webhook.match_id.as_ref();
    of.is_none_or(|id| *id == report.match_id)
        && among(&webhook.games, report.game.as_deref().unwrap_or_default())
        && among(&webhook.types, report.kind.word())
}
