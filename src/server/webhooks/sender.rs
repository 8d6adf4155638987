//! The sender of webhooks: it fills the queues, sends due deliveries, and records their results.
//!
//! Per webhook and match, only one delivery is sent at a time, so that a receiver gets the changes of a match
//! in order. A delivery stays in the store until it is accepted, so a killed sender resumes there.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;
use serde::Serialize;
use tokio::sync::{Semaphore, oneshot, watch};

use crate::change_feed::include::Include;
use crate::change_feed::report::ChangeReport;
use crate::error::ServiceError;
use crate::matches::service::MatchService;
use crate::replication::leases::Lease;
use crate::webhooks::answered::{Answered, Failure};
use crate::webhooks::backoff::{LONG, RECOVERED_AFTER, RELEASED, delay};
use crate::webhooks::client::Client;
use crate::webhooks::counts::Counts;
use crate::webhooks::under_way::{MOST_AT_ONCE, Room, UnderWay};
use crate::webhooks::{queue, signature};
use overtrick_match::ledger::{MatchId, Timestamp};
use overtrick_store::{
    Delivery, Next, Right, Settled, StoredChange, Webhook, WebhookState, WebhookWrite, WhatChanged,
};

/// The number of due deliveries read at once.
const TOGETHER: usize = 2 * MOST_AT_ONCE;
/// The most simultaneous tests, in all and per match.
const MOST_TESTS: usize = 16;
const MOST_TESTS_OF_MATCH: usize = 2;
/// The longest interval between checks for due deliveries.
const POLLING: Duration = Duration::from_secs(1);
/// How long changes are collected before queues are filled.
const GATHERING: Duration = Duration::from_millis(5);
/// How long running attempts may take when the service stops. Unfinished ones are sent again.
const STOPPING: Duration = Duration::from_secs(3);
/// How long other instances wait for a killed sender.
const LEASE: Duration = Duration::from_secs(10);
/// The most cached bodies: many webhooks send the same ones.
const BODIES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);
/// The most bytes of a cached body: one with every hand of a long match is large.
const LARGEST_CACHED: usize = 64 * 1024;

/// Bodies by the position of the change, the current version of its match, and what they include.
type Bodies = LruCache<(u64, u64, Include), Arc<[u8]>>;

/// The settings of the sender.
#[derive(Debug, Clone)]
pub struct SenderSettings {
    /// The timeout of an attempt.
    pub timeout: Duration,
    /// Whether internal addresses and plain HTTP are allowed.
    pub allows_private: bool,
    /// The public address of this service, if the settings name one.
    pub public_url: Option<String>,
}

/// Sends due deliveries of webhooks.
#[derive(Debug)]
pub struct Sender {
    matches: MatchService,
    client: Client,
    /// Delivery metrics.
    pub counts: Counts,
    tests: Semaphore,
    /// The running tests, per match.
    tested: Mutex<HashMap<MatchId, usize>>,
    /// The cached body of a change, for one version of its match, because names may change later.
    bodies: Mutex<Bodies>,
}

/// A message to a receiver, following Standard Webhooks.
#[derive(Debug, Serialize)]
struct Message<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    timestamp: &'a str,
    data: T,
}

impl Sender {
    /// A sender that has not sent anything yet.
    pub fn new(matches: MatchService, settings: &SenderSettings) -> Sender {
        Sender {
            matches,
            client: Client::new(
                settings.timeout,
                settings.allows_private,
                settings.public_url.as_deref(),
            ),
            counts: Counts::default(),
            tests: Semaphore::new(MOST_TESTS),
            tested: Mutex::default(),
            bodies: Mutex::new(LruCache::new(BODIES)),
        }
    }

    /// Sends until the service stops.
    pub async fn run(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let mut commits = self.matches.watch_all();
        let mut webhooks = self.matches.watch_webhooks();
        let mut under_way = UnderWay::default();
        // A repeated error is logged once.
        let mut logged = None;
        let mut lease = Lease::new("webhooks", LEASE);
        while !*stopping.borrow_and_update() {
            commits.mark_unchanged();
            webhooks.mark_unchanged();
            let (wait, has_webhooks) = match self.step(&mut under_way, &mut lease).await {
                Ok(stepped) => {
                    logged = None;
                    stepped
                }
                Err(error) => {
                    if logged.as_ref() != Some(&error) {
                        let reason = error.to_string();
                        tracing::error!(operation = "send webhooks", reason, "the store failed");
                    }
                    logged = Some(error);
                    (POLLING, true)
                }
            };
            tokio::select! {
                _ = stopping.changed() => break,
                _ = commits.changed(), if has_webhooks => tokio::time::sleep(GATHERING).await,
                _ = webhooks.changed() => {}
                Some(ended) = under_way.tasks.join_next_with_id() => under_way.end(ended),
                () = tokio::time::sleep(wait) => {}
            }
        }
        let ending = async {
            while let Some(ended) = under_way.tasks.join_next_with_id().await {
                under_way.end(ended);
            }
        };
        drop(tokio::time::timeout(STOPPING, ending).await);
        if let Err(error) = self.settle(&mut under_way).await {
            tracing::warn!(?error, "what was delivered last is delivered again");
        }
        self.matches.give_back(lease).await;
    }

    /// Records results, fills the queues and sends due deliveries. Returns how long to wait if nothing
    /// happens, and whether there are webhooks, for which commits matter. Only one of several instances on a
    /// database sends.
    async fn step(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        lease: &mut Lease,
    ) -> Result<(Duration, bool), ServiceError> {
        self.settle(under_way).await?;
        let store = self.matches.webhook_store();
        if store.webhooks(None, 0, 1).await?.is_empty() {
            return Ok((POLLING, false));
        }
        if !self.matches.holds(lease).await? {
            return Ok((POLLING, true));
        }
        let now = self.matches.clock().now();
        let is_more = queue::fill(&self.matches, now).await?;
        self.send_due(under_way, now).await?;
        if is_more {
            return Ok((Duration::ZERO, true));
        }
        let next = store.next_due(now).await?;
        let wait = next.map_or(POLLING, |next| {
            Duration::from_millis(next.as_millis().saturating_sub(now.as_millis()))
        });
        Ok((wait.min(POLLING), true))
    }

    async fn settle(&self, under_way: &mut UnderWay) -> Result<(), ServiceError> {
        while let Some(ended) = under_way.tasks.try_join_next_with_id() {
            under_way.end(ended);
        }
        if under_way.settled.is_empty() {
            return Ok(());
        }
        let settle = WebhookWrite::Settle(under_way.settled.clone());
        self.matches
            .webhook_store()
            .write_webhooks(settle, Right::default())
            .await?;
        for settled in std::mem::take(&mut under_way.settled) {
            under_way.free(&(settled.webhook, settled.match_id));
        }
        Ok(())
    }

    /// Starts due deliveries, as far as there is room.
    async fn send_due(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        now: Timestamp,
    ) -> Result<(), ServiceError> {
        under_way.look_again();
        let mut passed = HashSet::new();
        loop {
            passed.extend(under_way.full());
            let without: Vec<u64> = passed.iter().copied().collect();
            let store = self.matches.webhook_store();
            let due = store.due(now, &without, TOGETHER).await?;
            let is_last = due.len() < TOGETHER;
            for (delivery, webhook) in due {
                match under_way.room(&delivery, &webhook) {
                    Room::Here => {
                        let sender = self.clone();
                        under_way.begin(delivery, webhook, |delivery, webhook, end| async move {
                            sender.attempt(delivery, webhook, end).await
                        });
                    }
                    Room::Later | Room::Awaited => {
                        passed.insert(webhook.number);
                    }
                }
            }
            if is_last {
                break;
            }
        }
        under_way.make_room();
        Ok(())
    }

    /// Tries a delivery once; `None` if the change can no longer be read. An attempt that is aborted counts
    /// as too slow.
    async fn attempt(
        &self,
        delivery: Delivery,
        webhook: Webhook,
        end: oneshot::Receiver<()>,
    ) -> Option<Settled> {
        let now = self.matches.clock().now();
        let change = self.matches.webhook_store().change_at(delivery.position);
        let body = match change.await.ok()? {
            Some(change) => self.body(&change, Include::sent(&webhook.include)).await?,
            // The match was deleted with its changes.
            None => {
                return Some(Settled {
                    webhook: delivery.webhook,
                    position: delivery.position,
                    match_id: delivery.match_id,
                    at: now,
                    status: None,
                    error: None,
                    next: Next::Deleted,
                });
            }
        };
        let id = message_id(&webhook, delivery.position);
        let sent = tokio::select! {
            sent = self.send(&webhook, &id, now, &body) => sent,
            Ok(()) = end => Err(Failure::TooSlow),
        };
        self.counts.count(sent.is_ok_and(Answered::is_success));
        let webhook_id = webhook.id.as_str();
        tracing::debug!(webhook_id, attempt = delivery.attempts + 1, ?sent, "sent");
        let mut random = [0];
        drop(self.matches.random().fill(&mut random));
        Some(settled(&delivery, &webhook, now, sent, random[0]))
    }

    /// Sends a webhook a message without content, once.
    ///
    /// # Errors
    /// Why there was no answer; [`Failure::TooSlow`] if too many tests are running.
    pub async fn test(&self, webhook: &Webhook) -> Result<Answered, Failure> {
        let _permit = self.tests.try_acquire().map_err(|_| Failure::TooSlow)?;
        let _test = match &webhook.match_id {
            Some(id) => Some(Test::new(self, id).ok_or(Failure::TooSlow)?),
            None => None,
        };
        let now = self.matches.clock().now();
        let message = Message {
            kind: "webhook.test",
            timestamp: &now.to_string(),
            data: serde_json::json!({ "webhook": webhook.id }),
        };
        let body = serde_json::to_vec(&message).unwrap_or_default();
        let id = format!("msg_{}_test_{}", webhook.id, now.as_millis());
        self.send(webhook, &id, now, &body).await
    }

    fn tested(&self) -> MutexGuard<'_, HashMap<MatchId, usize>> {
        self.tested.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(
        &self,
        webhook: &Webhook,
        id: &str,
        now: Timestamp,
        body: &[u8],
    ) -> Result<Answered, Failure> {
        let secrets = self.matches.signing_secrets(webhook, now);
        let seconds = signature::seconds(now);
        let headers = [
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", seconds.to_string()),
            (
                "webhook-signature",
                signature::header(&secrets, id, seconds, body),
            ),
        ];
        self.client.post(&webhook.url, &headers, body).await
    }

    /// The body of the message about a change.
    async fn body(&self, change: &StoredChange, include: Include) -> Option<Arc<[u8]>> {
        let version = match &change.what {
            WhatChanged::Event(_) => {
                let played = self.matches.read(change.match_id.as_str()).await;
                played.map_or(0, |played| played.version())
            }
            WhatChanged::Deleted(..) | WhatChanged::DeletedDamaged => 0,
        };
        let key = (change.position, version, include);
        let lock = || self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(body) = lock().get(&key).cloned() {
            return Some(body);
        }
        let report: ChangeReport = self.matches.report_of(change, include).await.ok()??;
        let now = self.matches.clock().now().to_string();
        let message = Message {
            kind: report.kind.word(),
            timestamp: report.at.as_deref().unwrap_or(&now),
            data: &report,
        };
        let body: Arc<[u8]> = serde_json::to_vec(&message).ok()?.into();
        if body.len() <= LARGEST_CACHED {
            lock().put(key, body.clone());
        }
        Some(body)
    }
}

/// A running test of a match's webhook, until this is dropped.
struct Test<'s>(&'s Sender, MatchId);

impl<'s> Test<'s> {
    /// Starts a test, unless the match has enough.
    fn new(sender: &'s Sender, id: &MatchId) -> Option<Test<'s>> {
        let mut tested = sender.tested();
        let count = tested.entry(id.clone()).or_default();
        if *count >= MOST_TESTS_OF_MATCH {
            return None;
        }
        *count += 1;
        drop(tested);
        Some(Test(sender, id.clone()))
    }
}

impl Drop for Test<'_> {
    fn drop(&mut self) {
        let mut tested = self.0.tested();
        if let Some(count) = tested.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                tested.remove(&self.1);
            }
        }
    }
}

/// The id of a message, the same for every attempt.
pub fn message_id(webhook: &Webhook, position: u64) -> String {
    format!("msg_{}_{position}", webhook.id)
}

/// The consequences of an attempt.
fn settled(
    delivery: &Delivery,
    webhook: &Webhook,
    now: Timestamp,
    sent: Result<Answered, Failure>,
    chance: u8,
) -> Settled {
    let asked = sent.ok().and_then(|answered| answered.retry_after);
    let failing_for = webhook
        .failing_since
        .map_or(0, |since| now.as_millis().saturating_sub(since.as_millis()));
    let failing_for = Duration::from_millis(failing_for);
    let next = match (sent, delay(delivery.attempts, asked, chance)) {
        (Ok(answered), _) if answered.is_success() => Next::Delivered {
            releases: if failing_for >= RECOVERED_AFTER {
                u32::MAX
            } else {
                RELEASED
            },
        },
        (Ok(Answered { status: 410, .. }), _) => Next::Off(WebhookState::Gone),
        (_, Some(delay)) => Next::Retry(now.after(delay)),
        (_, None) if failing_for >= LONG => Next::Off(WebhookState::Failing),
        (_, None) => Next::Failed,
    };
    Settled {
        webhook: delivery.webhook,
        position: delivery.position,
        match_id: delivery.match_id.clone(),
        at: now,
        status: sent.ok().map(|answered| answered.status),
        error: sent.err().map(|failure| failure.word().to_owned()),
        next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(failing_since: Option<Timestamp>) -> Webhook {
        Webhook {
            number: 1,
            id: "w".to_owned(),
            match_id: None,
            url: String::new(),
            games: Vec::new(),
            types: Vec::new(),
            include: Vec::new(),
            description: String::new(),
            state: WebhookState::Active,
            created_at: Timestamp::from_millis(0),
            generation: 0,
            previous_until: None,
            failing_since,
            cursor: 0,
            waiting: 1,
        }
    }

    fn next(status: u16, attempts: u32, failing_for: Option<Duration>) -> Next {
        let now = Timestamp::from_millis(1_000_000_000_000);
        let delivery = Delivery {
            webhook: 1,
            position: 7,
            match_id: MatchId::read("abcdefghijklmnopqrstuv").unwrap(),
            version: 1,
            kind: "match.opened".to_owned(),
            state: overtrick_store::DeliveryState::Waiting,
            attempts,
            due_at: None,
            last_at: None,
            status: None,
            error: None,
        };
        let answered = Answered {
            status,
            retry_after: None,
        };
        let webhook = webhook(failing_for.map(|time| now.before(time)));
        settled(&delivery, &webhook, now, Ok(answered), 0).next
    }

    #[test]
    fn what_follows_depends_on_the_answer_and_on_how_long_nothing_was_taken() {
        let hours = |hours| Some(Duration::from_hours(hours));
        assert_eq!(next(200, 0, None), Next::Delivered { releases: RELEASED });
        assert_eq!(
            next(204, 3, hours(2)),
            Next::Delivered { releases: u32::MAX }
        );
        assert_eq!(next(410, 0, None), Next::Off(WebhookState::Gone));
        let later = Timestamp::from_millis(1_000_000_005_000);
        for status in [301, 404, 500] {
            assert_eq!(next(status, 0, None), Next::Retry(later), "{status}");
        }
        // Others were accepted meanwhile: only this delivery is given up.
        assert_eq!(next(500, 12, hours(1)), Next::Failed);
        assert_eq!(next(500, 12, hours(75)), Next::Off(WebhookState::Failing));
    }
}
