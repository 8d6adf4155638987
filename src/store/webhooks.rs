//! Webhooks as they are stored: addresses that are sent changes, and what is delivered to them.

use std::time::Duration;

use super::error::StoreError;
use overtrick_core::wire::words;
use overtrick_match::ledger::{MatchId, Timestamp};

words! {
    /// Whether a webhook is sent anything.
    pub enum WebhookState {
        /// It is.
        Active = "active",
        /// Whoever made it has paused it.
        Paused = "paused",
        /// Its receiver answered 410.
        Gone = "gone",
        /// Its receiver has failed for days.
        Failing = "failing",
    }
}

words! {
    /// How far a delivery has come.
    pub enum DeliveryState {
        /// It is tried, or waits for those before it.
        Waiting = "waiting",
        /// The receiver has taken it.
        Delivered = "delivered",
        /// It was tried for days, and is not tried again.
        Failed = "failed",
    }
}

/// How long after an attempt the next one is made at the earliest.
pub const SPACED: Duration = Duration::from_secs(5);

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The number of its row; 0 before it is stored.
    pub number: u64,
    /// Its id.
    pub id: String,
    /// The match whose changes it is sent; `None` is all matches.
    pub match_id: Option<MatchId>,
    /// Where to.
    pub url: String,
    /// The games whose matches it is sent; none is all.
    pub games: Vec<String>,
    /// The types of events that it is sent; none is all.
    pub types: Vec<String>,
    /// Words of whoever made it.
    pub description: String,
    /// Whether it is sent anything.
    pub state: WebhookState,
    /// When it was made.
    pub created_at: Timestamp,
    /// The generation of its secret.
    pub generation: u32,
    /// Until when the secret before signs too.
    pub previous_until: Option<Timestamp>,
    /// The first failure since the last success.
    pub failing_since: Option<Timestamp>,
    /// The position up to which changes were put into its queue.
    pub cursor: u64,
    /// How many deliveries wait in its queue.
    pub waiting: u64,
}

/// A change on its way to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The number of the webhook.
    pub webhook: u64,
    /// The position of the change.
    pub position: u64,
    /// Its match.
    pub match_id: MatchId,
    /// The version of the match after it.
    pub version: u64,
    /// The type of the event.
    pub kind: String,
    /// How far it has come.
    pub state: DeliveryState,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next, if it is the first of its match.
    pub due_at: Option<Timestamp>,
    /// When it was tried last.
    pub last_at: Option<Timestamp>,
    /// The status that was answered last.
    pub status: Option<u16>,
    /// Why there was none.
    pub error: Option<String>,
}

/// A change that is put into the queue of a webhook.
#[derive(Debug, Clone)]
pub struct Queued {
    /// The number of the webhook.
    pub webhook: u64,
    /// The position of the change.
    pub position: u64,
    /// Its match.
    pub match_id: MatchId,
    /// The version of the match after it.
    pub version: u64,
    /// The type of the event.
    pub kind: &'static str,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The number of the webhook.
    pub webhook: u64,
    /// The position of the change.
    pub position: u64,
    /// Its match.
    pub match_id: MatchId,
    /// When it was tried.
    pub at: Timestamp,
    /// The status that was answered.
    pub status: Option<u16>,
    /// Why there was none.
    pub error: Option<String>,
    /// What follows.
    pub next: Next,
}

/// What follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It was delivered. After a failure, what waits for another attempt is tried at once, or as soon as its last
    /// attempt is five seconds ago.
    Delivered {
        /// How often that was tried at most.
        releases: u32,
    },
    /// It is tried again at this moment.
    Retry(Timestamp),
    /// It is not tried again; the match goes on with the next one.
    Failed,
    /// The webhook is turned off; what waits stays.
    Off(WebhookState),
}

/// Something to be written of webhooks, in one transaction.
#[derive(Debug, Clone)]
pub enum WebhookWrite {
    /// Stores a new one, unless there are so many of its kind or of its match; 1 or 0.
    Create {
        /// The webhook.
        webhook: Box<Webhook>,
        /// The most of all matches together, or of the administrator.
        most: u32,
        /// The most of one match.
        most_of_match: u32,
    },
    /// Sets address, games, types, description and state; 1 or 0.
    Replace {
        /// The webhook with them.
        webhook: Box<Webhook>,
        /// The time now: one that is turned on again goes on at once.
        now: Timestamp,
    },
    /// Begins the next generation of its secret; 1 or 0.
    Rotate {
        /// The number of the webhook.
        webhook: u64,
        /// The generation that it has.
        generation: u32,
        /// Until when the secret before signs too.
        previous_until: Timestamp,
    },
    /// Deletes one with its deliveries; 1 or 0.
    Delete(u64),
    /// Puts changes into queues, and moves the cursors of those webhooks.
    Queue {
        /// The changes.
        deliveries: Vec<Queued>,
        /// Of each webhook its number, the cursor that it has, and the next one.
        cursors: Vec<(u64, u64, u64)>,
        /// The time now.
        now: Timestamp,
    },
    /// Writes what came of attempts.
    Settle(Vec<Settled>),
    /// Delivers something again; 1 or 0.
    Replay {
        /// The number of the webhook.
        webhook: u64,
        /// The position of the change.
        position: u64,
        /// The time now.
        now: Timestamp,
    },
    /// Drops what was delivered or failed before a moment, and the webhooks of deleted matches that have
    /// nothing to wait for.
    Prune(Timestamp),
}

impl WebhookState {
    /// The state of a word that is stored.
    pub(super) fn stored(word: &str) -> Result<WebhookState, StoreError> {
        let unknown = || StoreError::Other(format!("the database has a webhook that is {word}"));
        WebhookState::from_word(word).ok_or_else(unknown)
    }
}

impl DeliveryState {
    /// The state of a word that is stored.
    pub(super) fn stored(word: &str) -> Result<DeliveryState, StoreError> {
        let unknown = || StoreError::Other(format!("the database has a delivery that is {word}"));
        DeliveryState::from_word(word).ok_or_else(unknown)
    }
}
