//! Webhooks: changes of matches are sent to the addresses in the settings file, signed by Standard Webhooks 1.0.
//!
//! One task per webhook follows the change feed. Its cursor in the database is its only state: a change is sent
//! again until it is accepted, and then the next one is sent.

mod client;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::web::Data;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use url::Url;

use crate::app::state::Service;
use crate::change_feed::report::{ChangeReport, Cursor, EventType};
use crate::change_feed::service::Include;
use crate::error::ServiceError;
use crate::settings::WebhookSettings;
use client::{Client, Failure};
use overtrick_match::ledger::{Timestamp, hex};

/// The most changes read at once.
const MAX_PAGE: usize = 32;
/// After how many changes that are not sent their position is stored.
const MAX_SKIPPED: u64 = 1000;
/// How long the changes of a page are sent before they are read again: names may have been erased meanwhile.
const MAX_PAGE_AGE: Duration = Duration::from_secs(2);
/// How often changes are looked for without news.
const POLL: Duration = Duration::from_secs(30);
/// The delay after the first failure; it doubles with each further one.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// The longest delay, unless the receiver asks for a longer one.
const MAX_DELAY: Duration = Duration::from_mins(10);
/// The longest delay that a receiver may ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(1);
/// The shortest delay whose failure is logged, if it is not the first.
const LOG_INTERVAL: Duration = Duration::from_mins(1);
/// How long a message that is being sent may still take when the service stops.
const STOPPING: Duration = Duration::from_secs(3);
/// How often the server that sends checks that it still has the lock, and any other tries to get it.
const LOCK_CHECK: Duration = Duration::from_secs(2);

/// The webhooks of a service.
#[derive(Debug)]
pub struct Webhooks {
    webhooks: Vec<Arc<Webhook>>,
    client: Client,
}

/// A webhook, with its figures since the start of the service. Its `Debug` output hides the URL and the key.
struct Webhook {
    /// Its number in the settings file, from 1.
    number: usize,
    url: Url,
    /// The key of its row in the database: a digest of the URL.
    digest: String,
    signing_key: Vec<u8>,
    games: Vec<String>,
    kinds: Vec<EventType>,
    sent: AtomicU64,
    failed: AtomicU64,
    /// The time of the change that is to be sent next, in milliseconds since 1970; 0 if none waits.
    waiting_since: AtomicU64,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// A message, following Standard Webhooks.
#[derive(Debug, Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: EventType,
    timestamp: &'a str,
    data: &'a ChangeReport,
}

impl Webhooks {
    /// The webhooks of valid settings.
    pub fn new(settings: &[WebhookSettings]) -> Webhooks {
        let webhooks = settings.iter().enumerate();
        let webhooks = webhooks.filter_map(|(index, settings)| Webhook::new(index + 1, settings));
        Webhooks {
            webhooks: webhooks.map(Arc::new).collect(),
            client: Client::default(),
        }
    }

    /// The metrics of each webhook by its number; no metrics without webhooks.
    pub fn metrics(&self, now: Timestamp) -> String {
        if self.webhooks.is_empty() {
            return String::new();
        }
        let age = |webhook: &Webhook| match webhook.waiting_since.load(Ordering::Relaxed) {
            0 => 0,
            since => now.as_millis().saturating_sub(since) / 1000,
        };
        let sent = |webhook: &Webhook| webhook.sent.load(Ordering::Relaxed);
        let failed = |webhook: &Webhook| webhook.failed.load(Ordering::Relaxed);
        self.metric("sent_total", "counter", "Accepted messages.", sent)
            + &self.metric("failed_total", "counter", "Failed attempts.", failed)
            + &self.metric(
                "waiting_seconds",
                "gauge",
                "The age of the change that is to be sent next; 0 if none waits.",
                age,
            )
    }

    fn metric(
        &self,
        name: &str,
        kind: &str,
        help: &str,
        value: impl Fn(&Webhook) -> u64,
    ) -> String {
        let name = format!("overtrick_webhook_{name}");
        let mut text = format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
        for webhook in &self.webhooks {
            let (number, value) = (webhook.number, value(webhook));
            text += &format!("{name}{{webhook=\"{number}\"}} {value}\n");
        }
        text
    }
}

impl Webhook {
    /// The webhook with a number; `None` if its settings are not valid.
    fn new(number: usize, settings: &WebhookSettings) -> Option<Webhook> {
        let url = settings.address()?;
        Some(Webhook {
            number,
            digest: hex(&Sha256::digest(url.as_str())),
            url,
            signing_key: settings.signing_key()?,
            games: settings.games.clone(),
            kinds: settings.event_types(),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            waiting_since: AtomicU64::new(0),
        })
    }

    /// Whether a change is sent. A damaged change has no game, and is sent for all games.
    fn covers(&self, change: &ChangeReport) -> bool {
        let of_game = |game: &String| self.games.is_empty() || self.games.contains(game);
        let of_kind = self.kinds.is_empty() || self.kinds.contains(&change.kind);
        of_kind && change.game.as_ref().is_none_or(of_game)
    }

    /// The id of the message about a change, the same for every attempt.
    fn message_id(&self, change: Cursor) -> String {
        format!("msg_{:.16}_{}", self.digest, change.0)
    }

    fn signature(&self, id: &str, seconds: u64, body: &[u8]) -> String {
        // HMAC accepts keys of every length; otherwise receivers would reject the empty signature.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.signing_key) else {
            return String::new();
        };
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Starts sending, if there are webhooks; the task ends after the service has begun to stop. Changes that are
/// made after this returns are sent to new webhooks, too.
pub async fn start(service: &Data<Service>) -> Option<JoinHandle<()>> {
    for webhook in &service.webhooks.webhooks {
        if let Err(failure) = begin(service, webhook).await {
            tracing::warn!(
                webhook = webhook.number,
                reason = failure.reason,
                "the webhook cannot begin; it is tried again"
            );
        }
    }
    let has_webhooks = !service.webhooks.webhooks.is_empty();
    has_webhooks.then(|| tokio::spawn(send(service.clone())))
}

/// Returns the last change that a webhook is done with, by the database. A new webhook begins after the newest
/// change.
async fn begin(service: &Service, webhook: &Webhook) -> Result<Cursor, Failure> {
    let store = &service.matches.0.store;
    let mut position = store.webhook_cursor(&webhook.digest).await?;
    if position.is_none() {
        let newest = service.matches.last_cursor().await?;
        store
            .begin_webhook(webhook.digest.clone(), newest.0)
            .await?;
        // Another server may have been first.
        position = store.webhook_cursor(&webhook.digest).await?;
    }
    let missing = || Failure::new("the store failed", "the webhook has no position");
    position.map(Cursor).ok_or_else(missing)
}

/// Runs a task per webhook while this server has the lock: of several servers on a database, one sends.
async fn send(service: Data<Service>) {
    let mut stopping = service.stopping.subscribe();
    let mut lock = service.matches.0.store.webhook_lock();
    let mut tasks = JoinSet::new();
    let mut checks = interval(LOCK_CHECK);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stopping.wait_for(|is_stopping| *is_stopping) => break,
            _ = checks.tick() => {}
        }
        if lock.hold().await != Ok(true) {
            tasks.shutdown().await;
        } else if tasks.is_empty() {
            for webhook in &service.webhooks.webhooks {
                tasks.spawn(Sender::new(service.clone(), webhook.clone()).run());
            }
        }
    }
    while tasks.join_next().await.is_some() {}
    lock.release().await;
}

/// The task of a webhook.
struct Sender {
    service: Data<Service>,
    webhook: Arc<Webhook>,
    /// The last change that it is done with, once read.
    cursor: Option<Cursor>,
    /// The cursor in the database.
    stored: Cursor,
    /// The failures since the last success.
    failures: u32,
}

impl Sender {
    fn new(service: Data<Service>, webhook: Arc<Webhook>) -> Sender {
        Sender {
            service,
            webhook,
            cursor: None,
            stored: Cursor::START,
            failures: 0,
        }
    }

    /// Sends until the service stops.
    async fn run(mut self) {
        let service = self.service.clone();
        let mut news = service.matches.watch_all();
        let mut stopping = service.stopping.subscribe();
        while !*stopping.borrow() {
            // Before looking, so that no later commit is missed.
            news.mark_unchanged();
            let sent = tokio::select! {
                sent = self.send_page() => sent,
                () = stopped(&mut stopping) => break,
            };
            let delay = match sent {
                Ok(ControlFlow::Continue(())) => continue,
                Ok(ControlFlow::Break(())) => None,
                Err(failure) => Some(self.fail(&failure)),
            };
            let wait = async {
                match delay {
                    // News does not make a failing receiver healthy.
                    Some(delay) => sleep(delay).await,
                    None => drop(timeout(POLL, news.changed()).await),
                }
            };
            tokio::select! {
                () = wait => {}
                _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
            }
        }
        if let Some(cursor) = self.cursor
            && let Err(failure) = self.store(cursor).await
        {
            let number = self.webhook.number;
            tracing::warn!(
                webhook = number,
                reason = failure.reason,
                "the last change is sent again"
            );
        }
    }

    /// Sends the changes of a page; `Break` if there are no more.
    async fn send_page(&mut self) -> Result<ControlFlow<()>, Failure> {
        let cursor = self.cursor().await?;
        let include = Include {
            hands: false,
            standings: true,
        };
        let matches = &self.service.matches;
        let changes = matches.changes_since(cursor, None, MAX_PAGE, include);
        let changes = changes.await?;
        let read_at = Instant::now();
        for change in &changes {
            if self.webhook.covers(change) {
                self.send_change(change).await?;
                self.cursor = Some(change.cursor);
                self.store(change.cursor).await?;
                if *self.service.stopping.borrow() || read_at.elapsed() > MAX_PAGE_AGE {
                    return Ok(ControlFlow::Continue(()));
                }
            } else {
                self.cursor = Some(change.cursor);
                if change.cursor.0.saturating_sub(self.stored.0) >= MAX_SKIPPED {
                    self.store(change.cursor).await?;
                }
            }
        }
        self.webhook.waiting_since.store(0, Ordering::Relaxed);
        Ok(if changes.is_empty() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    /// The last change that the webhook is done with. After a failure it is stored first, so that no crash makes
    /// more than one accepted message be sent again.
    async fn cursor(&mut self) -> Result<Cursor, Failure> {
        if let Some(cursor) = self.cursor {
            if self.failures > 0 {
                self.store(cursor).await?;
            }
            return Ok(cursor);
        }
        let cursor = begin(&self.service, &self.webhook).await?;
        self.cursor = Some(cursor);
        self.stored = cursor;
        Ok(cursor)
    }

    /// Stores the last change that the webhook is done with.
    async fn store(&mut self, cursor: Cursor) -> Result<(), Failure> {
        if cursor > self.stored {
            let digest = self.webhook.digest.clone();
            let store = &self.service.matches.0.store;
            store.put_webhook_cursor(digest, cursor.0).await?;
            self.stored = cursor;
        }
        Ok(())
    }

    /// Sends the message about a change, once.
    async fn send_change(&mut self, change: &ChangeReport) -> Result<(), Failure> {
        let webhook = &self.webhook;
        let now = self.service.matches.clock().now();
        let at = change.at.as_deref().and_then(|at| at.parse().ok());
        let at: Timestamp = at.unwrap_or(now);
        webhook
            .waiting_since
            .store(at.as_millis(), Ordering::Relaxed);
        let message = Message {
            kind: change.kind,
            timestamp: &at.to_string(),
            data: change,
        };
        let body =
            serde_json::to_vec(&message).map_err(|error| Failure::new("no message", error))?;
        let (id, seconds) = (webhook.message_id(change.cursor), now.as_millis() / 1000);
        let headers = [
            ("webhook-signature", webhook.signature(&id, seconds, &body)),
            ("webhook-id", id),
            ("webhook-timestamp", seconds.to_string()),
        ];
        let client = &self.service.webhooks.client;
        client.post(&webhook.url, &headers, body).await?;
        webhook.sent.fetch_add(1, Ordering::Relaxed);
        if self.failures > 0 {
            let (number, failures) = (webhook.number, self.failures);
            tracing::info!(
                webhook = number,
                failures,
                "the webhook accepts messages again"
            );
        }
        self.failures = 0;
        Ok(())
    }

    /// Counts a failure, logs the first and then one in a while, and returns the delay before the next attempt.
    fn fail(&mut self, failure: &Failure) -> Duration {
        let webhook = &self.webhook;
        webhook.failed.fetch_add(1, Ordering::Relaxed);
        let mut chance = [0];
        // Without randomness, webhooks that failed together are tried together.
        drop(self.service.matches.random().fill(&mut chance));
        let delay = delay(self.failures, failure.retry_after, chance[0]);
        if self.failures == 0 || delay >= LOG_INTERVAL {
            let (number, reason) = (webhook.number, &failure.reason);
            tracing::warn!(
                webhook = number,
                reason,
                "the webhook failed; it is tried again"
            );
        }
        self.failures = self.failures.saturating_add(1);
        delay
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        // Another server may send from now on.
        self.webhook.waiting_since.store(0, Ordering::Relaxed);
    }
}

/// Returns when the service has been stopping for so long that nothing more is waited for.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    drop(stopping.wait_for(|is_stopping| *is_stopping).await);
    sleep(STOPPING).await;
}

/// The delay after a failure with so many failures before it, at least what the receiver asks for. `chance` adds
/// up to a fifth, so that webhooks that failed together are not tried together.
fn delay(failures: u32, retry_after: Option<Duration>, chance: u8) -> Duration {
    let doubled = 2_u32
        .checked_pow(failures)
        .and_then(|factor| FIRST_DELAY.checked_mul(factor));
    let usual = doubled.map_or(MAX_DELAY, |delay| delay.min(MAX_DELAY));
    let delay = usual.max(retry_after.unwrap_or_default().min(MAX_RETRY_AFTER));
    delay + delay * u32::from(chance) / (5 * 255)
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Failure {
        Failure::new("the store failed", error)
    }
}

impl From<overtrick_store::StoreError> for Failure {
    fn from(error: overtrick_store::StoreError) -> Failure {
        ServiceError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(secret: &str) -> Webhook {
        let settings = WebhookSettings {
            url: "https://club.example/".to_owned(),
            secret: secret.into(),
            ..WebhookSettings::default()
        };
        Webhook::new(1, &settings).unwrap()
    }

    /// The test vector of the Standard Webhooks libraries.
    #[test]
    fn the_published_vector_is_signed_alike() {
        let webhook = webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = webhook.signature(id, 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn delays_double_up_to_their_bound() {
        let seconds = |failures| delay(failures, None, 0).as_secs();
        let delays = [0, 1, 2, 9, 10, 31, 32, u32::MAX].map(seconds);
        assert_eq!(delays, [1, 2, 4, 512, 600, 600, 600, 600]);
        assert_eq!(delay(0, None, 255), FIRST_DELAY + FIRST_DELAY / 5);
        let asked = |seconds| delay(0, Some(Duration::from_secs(seconds)), 0).as_secs();
        assert_eq!([asked(0), asked(90), asked(u64::MAX)], [1, 90, 3600]);
    }
}
