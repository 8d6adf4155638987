//! Webhooks: changes of matches are sent to the addresses in the settings file, signed by Standard Webhooks 1.0.
//!
//! One task per webhook follows the change feed. Its cursor in the database is its only state: a change is sent
//! again until it is accepted, and then the next one is sent.

mod client;

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
/// The kind, name and description of each metric of a webhook.
const METRICS: [(&str, &str, &str); 3] = [
    ("counter", "sent_total", "Accepted messages."),
    ("counter", "failed_total", "Failed attempts."),
    (
        "gauge",
        "waiting_seconds",
        "The age of the change that is to be sent next; 0 if none waits.",
    ),
];

/// The webhooks of a service.
#[derive(Debug)]
pub struct Webhooks {
    webhooks: Vec<Arc<Webhook>>,
    client: Client,
}

/// A webhook, with its figures since the start of the service.
#[derive(Debug)]
struct Webhook {
    /// Its number in the settings file, from 1.
    number: usize,
    settings: WebhookSettings,
    /// The key of its row in the database: a digest of the URL.
    digest: String,
    sent: AtomicU64,
    failed: AtomicU64,
    /// The time of the change that is to be sent next, in milliseconds since 1970; 0 if none waits.
    waiting_since: AtomicU64,
}

/// A message, following Standard Webhooks.
#[derive(Debug, Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: EventType,
    timestamp: String,
    data: &'a ChangeReport,
}

impl Webhooks {
    /// The webhooks of valid settings.
    pub fn new(settings: &[WebhookSettings]) -> Webhooks {
        let webhooks = (1..).zip(settings);
        let webhooks = webhooks.map(|(number, settings)| Arc::new(Webhook::new(number, settings)));
        Webhooks {
            webhooks: webhooks.collect(),
            client: Client::default(),
        }
    }

    /// The metrics of each webhook by its number; no metrics without webhooks.
    pub fn metrics(&self, now: Timestamp) -> String {
        let mut text = String::new();
        for (metric, (kind, name, about)) in METRICS.into_iter().enumerate() {
            for (index, webhook) in self.webhooks.iter().enumerate() {
                let name = format!("overtrick_webhook_{name}");
                if index == 0 {
                    text += &format!("# HELP {name} {about}\n# TYPE {name} {kind}\n");
                }
                let (number, value) = (webhook.number, webhook.figures(now)[metric]);
                text += &format!("{name}{{webhook=\"{number}\"}} {value}\n");
            }
        }
        text
    }
}

impl Webhook {
    fn new(number: usize, settings: &WebhookSettings) -> Webhook {
        let url = settings.address().map(String::from).unwrap_or_default();
        Webhook {
            number,
            settings: settings.clone(),
            digest: hex(&Sha256::digest(url)),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            waiting_since: AtomicU64::new(0),
        }
    }

    /// The values of [`METRICS`].
    fn figures(&self, now: Timestamp) -> [u64; 3] {
        let age = match self.waiting_since.load(Ordering::Relaxed) {
            0 => 0,
            since => now.as_millis().saturating_sub(since) / 1000,
        };
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        [count(&self.sent), count(&self.failed), age]
    }

    /// Whether a change is sent. A damaged change has no game, and is sent for all games.
    fn covers(&self, change: &ChangeReport) -> bool {
        let WebhookSettings { games, kinds, .. } = &self.settings;
        let of_game = |game: &String| games.is_empty() || games.contains(game);
        let of_kind = kinds.is_empty() || kinds.iter().any(|kind| kind == change.kind.word());
        of_kind && change.game.as_ref().is_none_or(of_game)
    }

    fn signature(&self, id: &str, seconds: u64, body: &[u8]) -> String {
        let key = self.settings.signing_key().unwrap_or_default();
        // HMAC accepts keys of every length; otherwise receivers would reject the empty signature.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) else {
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
    let webhooks = &service.webhooks.webhooks;
    for webhook in webhooks {
        if let Err(Failure { reason, .. }) = begin(service, webhook).await {
            let number = webhook.number;
            tracing::warn!(webhook = number, reason, "the webhook cannot begin yet");
        }
    }
    (!webhooks.is_empty()).then(|| tokio::spawn(send(service.clone())))
}

/// Returns the last change that a webhook is done with, by the database. A new webhook begins after the newest
/// change.
async fn begin(service: &Service, webhook: &Webhook) -> Result<Cursor, Failure> {
    let store = &service.matches.0.store;
    if let Some(position) = store.webhook_cursor(&webhook.digest).await? {
        return Ok(Cursor(position));
    }
    let newest = store.last_position().await?;
    store.begin_webhook(webhook.digest.clone(), newest).await?;
    // Another server may have been first.
    let position = store.webhook_cursor(&webhook.digest).await?;
    Ok(Cursor(position.unwrap_or(newest)))
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
                let sender = Sender {
                    service: service.clone(),
                    webhook: webhook.clone(),
                    cursor: None,
                    stored: Cursor::START,
                    failures: 0,
                };
                tasks.spawn(sender.run());
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
    /// Sends until the service stops.
    async fn run(mut self) {
        let service = self.service.clone();
        let mut news = service.matches.0.commits.subscribe();
        let mut stopping = service.stopping.subscribe();
        while !*stopping.borrow() {
            // Before looking, so that no later commit is missed.
            news.mark_unchanged();
            let sent = tokio::select! {
                sent = self.send_page() => sent,
                () = stopped(&mut stopping) => break,
            };
            let wait = async {
                match sent {
                    Ok(true) => {}
                    Ok(false) => drop(timeout(POLL, news.changed()).await),
                    // News does not make a failing receiver healthy.
                    Err(failure) => sleep(self.fail(&failure)).await,
                }
            };
            tokio::select! {
                () = wait => {}
                _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
            }
        }
        // If this fails, the last change is sent again.
        drop(self.store().await);
    }

    /// Sends the changes of a page; returns whether there may be more.
    async fn send_page(&mut self) -> Result<bool, Failure> {
        if self.failures > 0 {
            // No crash makes more than one accepted message be sent again.
            self.store().await?;
        }
        let cursor = match self.cursor {
            Some(cursor) => cursor,
            None => begin(&self.service, &self.webhook).await?,
        };
        self.cursor = Some(cursor);
        self.stored = self.stored.max(cursor);
        let include = Include {
            hands: false,
            standings: true,
        };
        let changes = &self.service.matches;
        let changes = changes.changes_since(cursor, None, MAX_PAGE, include);
        let changes = changes.await?;
        let read_at = Instant::now();
        for change in &changes {
            let is_sent = self.webhook.covers(change);
            if is_sent {
                self.send_change(change).await?;
            }
            self.cursor = Some(change.cursor);
            if is_sent || change.cursor.0.saturating_sub(self.stored.0) >= MAX_SKIPPED {
                self.store().await?;
            }
            if *self.service.stopping.borrow() || read_at.elapsed() > MAX_PAGE_AGE {
                return Ok(true);
            }
        }
        self.webhook.waiting_since.store(0, Ordering::Relaxed);
        Ok(!changes.is_empty())
    }

    /// Stores the last change that the webhook is done with.
    async fn store(&mut self) -> Result<(), Failure> {
        if let Some(cursor) = self.cursor.filter(|cursor| *cursor > self.stored) {
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
        let waiting_since = &webhook.waiting_since;
        waiting_since.store(at.as_millis(), Ordering::Relaxed);
        let message = Message {
            kind: change.kind,
            timestamp: at.to_string(),
            data: change,
        };
        let body = serde_json::to_vec(&message)?;
        // The same for every attempt.
        let id = format!("msg_{:.16}_{}", webhook.digest, change.cursor.0);
        let seconds = now.as_millis() / 1000;
        let headers = [
            ("webhook-signature", webhook.signature(&id, seconds, &body)),
            ("webhook-id", id),
            ("webhook-timestamp", seconds.to_string()),
        ];
        let client = &self.service.webhooks.client;
        let url = Url::parse(&webhook.settings.url)?;
        client.post(&url, &headers, body).await?;
        webhook.sent.fetch_add(1, Ordering::Relaxed);
        if self.failures > 0 {
            let (webhook, failures) = (webhook.number, self.failures);
            tracing::info!(webhook, failures, "the webhook accepts messages again");
        }
        self.failures = 0;
        Ok(())
    }

    /// Counts a failure, logs the first and then one in a while, and returns the delay before the next attempt.
    fn fail(&mut self, failure: &Failure) -> Duration {
        self.webhook.failed.fetch_add(1, Ordering::Relaxed);
        let mut chance = [0];
        // Without randomness, webhooks that failed together are tried together.
        drop(self.service.matches.random().fill(&mut chance));
        let delay = delay(self.failures, failure.retry_after, chance[0]);
        if self.failures == 0 || delay >= LOG_INTERVAL {
            let (webhook, reason) = (self.webhook.number, &failure.reason);
            tracing::warn!(webhook, reason, "the webhook failed; it is tried again");
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
    let usual = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(failures));
    let asked = retry_after.unwrap_or_default().min(MAX_RETRY_AFTER);
    let delay = usual.min(MAX_DELAY).max(asked);
    delay + delay * u32::from(chance) / (5 * 255)
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
        Webhook::new(1, &settings)
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
