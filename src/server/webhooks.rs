//! Webhooks: changes of matches are sent to the addresses in the settings file, signed as in Standard Webhooks 1.0.
//!
//! One task per webhook follows the change feed. The task's only state is its cursor in the database: it
//! sends a change until the change is accepted, and then sends the next one.

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
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use url::Url;

use crate::app::state::Service;
use crate::change_feed::report::{ChangeReport, Cursor, EventType, Include};
use crate::settings::{WebhookSettings, address, signing_key};
use client::{Client, Failure};
use overtrick_match::ledger::{Timestamp, hex};

/// After this many skipped changes, the cursor is stored.
const MAX_SKIPPED: u64 = 1000;
/// How often a webhook looks for changes without being notified.
const POLL: Duration = Duration::from_secs(30);
/// The delay after the first failure; it doubles after each further failure.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// The longest delay.
const MAX_DELAY: Duration = Duration::from_mins(10);
/// The time to finish messages that are being sent when the service stops.
const STOPPING: Duration = Duration::from_secs(3);
/// How often the sending server checks that it still has the lock, and other servers try to get it.
const LOCK_CHECK: Duration = Duration::from_secs(2);
/// The name and description of each metric of a webhook. All are counters.
const METRICS: [(&str, &str); 2] = [
    ("sent_total", "Accepted messages."),
    ("failed_total", "Failed attempts."),
];

/// The webhooks of a service.
#[derive(Debug)]
pub struct Webhooks {
    webhooks: Vec<Arc<Webhook>>,
    client: Client,
}

/// A webhook, with its counters since the start of the service.
#[derive(Debug)]
struct Webhook {
    /// Its number in the settings file, from 1.
    number: usize,
    settings: WebhookSettings,
    /// The key of its row in the database: a digest of the URL.
    digest: String,
    sent: AtomicU64,
    failed: AtomicU64,
}

/// A message in the form of Standard Webhooks.
#[derive(Debug, Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: EventType,
    timestamp: String,
    data: &'a ChangeReport,
}

impl Webhooks {
    /// Creates the webhooks from valid settings.
    pub fn new(settings: &[WebhookSettings]) -> Webhooks {
        let webhooks = (1..).zip(settings);
        let webhooks = webhooks.map(|(number, settings)| Arc::new(Webhook::new(number, settings)));
        Webhooks {
            webhooks: webhooks.collect(),
            client: Client::default(),
        }
    }

    /// Returns the metrics of all webhooks, labeled with the webhook's number; empty without webhooks.
    pub fn metrics(&self) -> String {
        let mut text = String::new();
        for (metric, (name, about)) in METRICS.into_iter().enumerate() {
            for (index, webhook) in self.webhooks.iter().enumerate() {
                let name = format!("overtrick_webhook_{name}");
                if index == 0 {
                    text += &format!("# HELP {name} {about}\n# TYPE {name} counter\n");
                }
                let value = [&webhook.sent, &webhook.failed][metric].load(Ordering::Relaxed);
                text += &format!("{name}{{webhook=\"{}\"}} {value}\n", webhook.number);
            }
        }
        text
    }
}

impl Webhook {
    fn new(number: usize, settings: &WebhookSettings) -> Webhook {
        let url = address(&settings.url).map(String::from).unwrap_or_default();
        Webhook {
            number,
            settings: settings.clone(),
            digest: hex(&Sha256::digest(url)),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    /// Whether this webhook sends a change. A damaged change has no game, and passes every filter of games.
    fn covers(&self, change: &ChangeReport) -> bool {
        let WebhookSettings { games, kinds, .. } = &self.settings;
        let covers_game = |game: &String| games.is_empty() || games.contains(game);
        let covers_kind = kinds.is_empty() || kinds.iter().any(|kind| kind == change.kind.word());
        covers_kind && change.game.as_ref().is_none_or(covers_game)
    }

    fn signature(&self, id: &str, seconds: u64, body: &[u8]) -> String {
        let key = signing_key(&self.settings.secret).unwrap_or_default();
        // HMAC accepts keys of any length, so this never fails. Receivers would reject an empty signature.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) else {
            return String::new();
        };
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Starts sending, if there are webhooks. The task ends when the service stops. A new webhook gets all
/// changes that are made after this returns.
pub async fn start(service: &Data<Service>) -> Option<JoinHandle<()>> {
    let webhooks = &service.webhooks.webhooks;
    for webhook in webhooks {
        if let Err(Failure(reason)) = begin(service, webhook).await {
            let number = webhook.number;
            tracing::warn!(webhook = number, reason, "the webhook cannot begin yet");
        }
    }
    (!webhooks.is_empty()).then(|| tokio::spawn(send(service.clone())))
}

/// Reads from the database the cursor of the last change that a webhook has handled. A new webhook begins
/// after the newest change.
async fn begin(service: &Service, webhook: &Webhook) -> Result<Cursor, Failure> {
    let store = &service.matches.0.store;
    if let Some(position) = store.webhook_cursor(&webhook.digest).await? {
        return Ok(Cursor(position));
    }
    let newest = store.last_position().await?;
    store.begin_webhook(webhook.digest.clone(), newest).await?;
    // Another server may have stored a cursor first.
    let position = store.webhook_cursor(&webhook.digest).await?;
    Ok(Cursor(position.unwrap_or(newest)))
}

/// Runs a task per webhook while this server has the lock. If several servers share a database, only one of them sends.
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
    let finish = async { while tasks.join_next().await.is_some() {} };
    drop(timeout(STOPPING, finish).await);
    // No message may be sent after the lock is released.
    tasks.shutdown().await;
    lock.release().await;
}

/// The task of a webhook.
struct Sender {
    service: Data<Service>,
    webhook: Arc<Webhook>,
    /// The last change that the webhook has handled; `None` until it is read.
    cursor: Option<Cursor>,
    /// The cursor in the database.
    stored: Cursor,
    /// The number of failures since the last success.
    failures: u32,
}

impl Sender {
    /// Sends until the service stops.
    async fn run(mut self) {
        let service = self.service.clone();
        let mut commits = service.matches.0.commits.subscribe();
        let mut stopping = service.stopping.subscribe();
        while !*stopping.borrow() {
            // Commits are marked as seen before the next change is read, so that no later commit is missed.
            commits.mark_unchanged();
            let wait = match self.send_next().await {
                Ok(true) => continue,
                Ok(false) => POLL,
                Err(failure) => self.fail(&failure),
            };
            tokio::select! {
                // A failing receiver is tried again after the delay, not at the next change.
                _ = commits.changed(), if self.failures == 0 => {}
                () = sleep(wait) => {}
                _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
            }
        }
        // If this fails, the last change is sent again after the next start.
        drop(self.store().await);
    }

    /// Sends the next change, and returns whether there was one. The change is read just before it is sent,
    /// because names in it may have been erased.
    async fn send_next(&mut self) -> Result<bool, Failure> {
        if self.failures > 0 {
            // After a failure, the cursor is stored first, so that a crash repeats at most one accepted message.
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
        let changes = changes.changes_since(cursor, None, 1, include).await?;
        let Some(change) = changes.first() else {
            return Ok(false);
        };
        let is_sent = self.webhook.covers(change);
        if is_sent {
            self.send_change(change).await?;
        }
        self.cursor = Some(change.cursor);
        if is_sent || change.cursor.0.saturating_sub(self.stored.0) >= MAX_SKIPPED {
            self.store().await?;
        }
        Ok(true)
    }

    /// Stores the last change that the webhook has handled.
    async fn store(&mut self) -> Result<(), Failure> {
        if let Some(cursor) = self.cursor.filter(|cursor| *cursor > self.stored) {
            let digest = self.webhook.digest.clone();
            let store = &self.service.matches.0.store;
            store.put_webhook_cursor(digest, cursor.0).await?;
            self.stored = cursor;
        }
        Ok(())
    }

    /// Tries once to send the message about a change.
    async fn send_change(&mut self, change: &ChangeReport) -> Result<(), Failure> {
        let webhook = &self.webhook;
        let now = self.service.matches.clock().now();
        let at = change.at.as_deref().and_then(|at| at.parse().ok());
        let at: Timestamp = at.unwrap_or(now);
        let message = Message {
            kind: change.kind,
            timestamp: at.to_string(),
            data: change,
        };
        let body = serde_json::to_vec(&message)?;
        // The id of the message is the same in every attempt.
        let id = format!("msg_{:.16}_{}", webhook.digest, change.cursor.0);
        let seconds = now.as_millis() / 1000;
        let headers = [
            ("webhook-signature", webhook.signature(&id, seconds, &body)),
            ("webhook-id", id),
            ("webhook-timestamp", seconds.to_string()),
        ];
        let client = &self.service.webhooks.client;
        let url = Url::parse(&webhook.settings.url)?;
        client.post(&url, &headers, &body).await?;
        webhook.sent.fetch_add(1, Ordering::Relaxed);
        if self.failures > 0 {
            let (webhook, failures) = (webhook.number, self.failures);
            tracing::info!(webhook, failures, "the webhook accepts messages again");
        }
        self.failures = 0;
        Ok(())
    }

    /// Counts and logs a failure, and returns the delay before the next attempt.
    fn fail(&mut self, Failure(reason): &Failure) -> Duration {
        self.webhook.failed.fetch_add(1, Ordering::Relaxed);
        let delay = delay(self.failures);
        let webhook = self.webhook.number;
        tracing::warn!(webhook, reason, "the webhook failed; it is tried again");
        self.failures = self.failures.saturating_add(1);
        delay
    }
}

/// Returns the delay after a failure, given the number of failures before it.
fn delay(failures: u32) -> Duration {
    let delay = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(failures));
    delay.min(MAX_DELAY)
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
    fn the_published_test_vector_has_its_signature() {
        let webhook = webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = webhook.signature(id, 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn delays_double_up_to_their_limit() {
        let seconds = |failures| delay(failures).as_secs();
        let delays = [0, 1, 2, 9, 10, 31, 32, u32::MAX].map(seconds);
        assert_eq!(delays, [1, 2, 4, 512, 600, 600, 600, 600]);
    }
}
