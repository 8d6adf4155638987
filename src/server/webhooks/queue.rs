//! Filling the queues of webhooks with committed changes.

use std::collections::HashMap;

use crate::change_feed::include::Include;
use crate::change_feed::report::{ChangeReport, Cursor};
use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_match::ledger::Timestamp;
use overtrick_store::{Queued, Right, StoredChange, Webhook, WebhookWrite};

/// The most deliveries in a webhook's queue. Later changes are found by its cursor when there is room, so
/// nothing is lost and the queue stays small.
const MOST_WAITING: u64 = 256;
/// The number of changes read at once.
const TOGETHER: usize = 256;
/// The number of webhooks handled at once.
const MOST_TOGETHER: usize = 64;

/// Fills all queues that are behind and have room; returns whether there may be more.
///
/// # Errors
/// Store errors.
pub async fn fill(matches: &MatchService, now: Timestamp) -> Result<bool, ServiceError> {
    let store = matches.webhook_store();
    let behind = store.behind(MOST_WAITING).await?;
    let mut is_more = false;
    // Nearly all webhooks have the same cursor, so they share one read.
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

/// Reports of those changes whose matches any of these webhooks covers, by position.
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
    let reports = matches.reports(&some, Include::NOTHING).await?;
    let by_place = reports.into_iter().map(|report| (report.cursor, report));
    Ok(by_place.collect())
}

/// The changes that a webhook wants, as far as there is room, and the position up to which they are complete.
fn wanted(
    webhook: &Webhook,
    changes: &[StoredChange],
    reports: &HashMap<Cursor, ChangeReport>,
) -> (Vec<Queued>, u64) {
    let mut room = MOST_WAITING.saturating_sub(webhook.waiting);
    let (mut deliveries, mut cursor) = (Vec::new(), webhook.cursor);
    for change in changes {
        let report = reports.get(&Cursor::new(change));
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
