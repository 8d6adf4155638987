//! Stored webhooks and their deliveries.

use std::time::Duration;

use super::error::StoreError;
use overtrick_core::wire::words;
use overtrick_match::ledger::{MatchId, Timestamp};

words! {
    /// Whether a webhook sends deliveries.
    pub enum WebhookState {
        /// It sends deliveries.
        Active = "active",
        /// Its creator paused it.
        Paused = "paused",
        /// Its receiver answered 410.
        Gone = "gone",
        /// Its receiver has failed for days.
        Failing = "failing",
    }
}

words! {
    /// The state of a delivery.
    pub enum DeliveryState {
        /// It is being tried, or waits for earlier ones.
        Waiting = "waiting",
        /// The receiver accepted it.
        Delivered = "delivered",
        /// It was tried for days, and is not tried again.
        Failed = "failed",
        /// Its match was deleted before it was accepted.
        Deleted = "deleted",
    }
}

/// The least time between two attempts.
pub const SPACED: Duration = Duration::from_secs(5);

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The number of its row; 0 before it is stored.
    pub number: u64,
    /// Its id.
    pub id: String,
    /// The match whose changes it sends; `None` for all matches.
    pub match_id: Option<MatchId>,
    /// The address of the receiver.
    pub url: String,
    /// The games whose matches it covers; empty for all.
    pub games: Vec<String>,
    /// The event types that it sends; empty for all.
    pub types: Vec<String>,
    /// What its messages have beside what all have.
    pub include: Vec<String>,
    /// A description by its creator.
    pub description: String,
    /// Whether it sends deliveries.
    pub state: WebhookState,
    /// When it was created.
    pub created_at: Timestamp,
    /// The generation of its secret.
    pub generation: u32,
    /// Until when messages are also signed with the previous secret.
    pub previous_until: Option<Timestamp>,
    /// The first failure since the last success.
    pub failing_since: Option<Timestamp>,
    /// The position up to which changes were queued.
    pub cursor: u64,
    /// The number of deliveries in its queue.
    pub waiting: u64,
}

/// A change to be delivered to a webhook.
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
    /// The event type.
    pub kind: String,
    /// Its state.
    pub state: DeliveryState,
    /// The number of attempts.
    pub attempts: u32,
    /// When it is tried next, if it is the first of its match.
    pub due_at: Option<Timestamp>,
    /// The time of the last attempt, or of the end of a deleted one.
    pub last_at: Option<Timestamp>,
    /// The HTTP status of the last answer.
    pub status: Option<u16>,
    /// Why there was no answer.
    pub error: Option<String>,
}

/// A change to put into a webhook's queue.
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
    /// The event type.
    pub kind: &'static str,
}

/// The result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The number of the webhook.
    pub webhook: u64,
    /// The position of the change.
    pub position: u64,
    /// Its match.
    pub match_id: MatchId,
    /// The time of the attempt.
    pub at: Timestamp,
    /// The HTTP status of the answer.
    pub status: Option<u16>,
    /// Why there was no answer.
    pub error: Option<String>,
    /// What happens next.
    pub next: Next,
}

/// What happens after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It was delivered. After a failure, deliveries that wait for another attempt are tried at once, or five
    /// seconds after their last attempt.
    Delivered {
        /// The most attempts of a delivery that is brought forward.
        releases: u32,
    },
    /// It is tried again at this time.
    Retry(Timestamp),
    /// It is not tried again; the match continues with the next delivery.
    Failed,
    /// Nothing was sent, because the match was deleted; it continues with the next delivery, the deletion.
    Deleted,
    /// The webhook is turned off; waiting deliveries stay.
    Off(WebhookState),
}

/// A write about webhooks, done in one transaction.
#[derive(Debug, Clone)]
pub enum WebhookWrite {
    /// Stores a new webhook, unless there are too many of its kind or match; returns 1 or 0.
    Create {
        /// The webhook.
        webhook: Box<Webhook>,
        /// The most webhooks of all matches together, or of the administrator.
        most: u32,
        /// The most webhooks of one match.
        most_of_match: u32,
    },
    /// Sets address, games, types, what is included, description and state; returns 1 or 0.
    Replace {
        /// The webhook with the new values.
        webhook: Box<Webhook>,
        /// The current time: a webhook that is turned on again resumes at once.
        now: Timestamp,
    },
    /// Begins the next generation of its secret; returns 1 or 0.
    Rotate {
        /// The number of the webhook.
        webhook: u64,
        /// The current generation.
        generation: u32,
        /// Until when messages are also signed with the previous secret.
        previous_until: Timestamp,
    },
    /// Deletes a webhook with its deliveries; returns 1 or 0.
    Delete(u64),
    /// Queues changes, and moves the cursors of the webhooks.
    Queue {
        /// The changes.
        deliveries: Vec<Queued>,
        /// Of each webhook its number, its current cursor, and the next one.
        cursors: Vec<(u64, u64, u64)>,
        /// The current time.
        now: Timestamp,
    },
    /// Records the results of attempts.
    Settle(Vec<Settled>),
    /// Repeats a delivery; returns 1 or 0.
    Replay {
        /// The number of the webhook.
        webhook: u64,
        /// The position of the change.
        position: u64,
        /// The current time.
        now: Timestamp,
    },
    /// Deletes deliveries that ended before a time, and the webhooks of deleted matches that have no
    /// waiting deliveries.
    Prune(Timestamp),
}

impl WebhookState {
    /// Parses a stored word.
    pub(super) fn stored(word: &str) -> Result<WebhookState, StoreError> {
        let unknown = || StoreError::Other(format!("the database has a webhook that is {word}"));
        WebhookState::from_word(word).ok_or_else(unknown)
    }
}

impl DeliveryState {
    /// Parses a stored word.
    pub(super) fn stored(word: &str) -> Result<DeliveryState, StoreError> {
        let unknown = || StoreError::Other(format!("the database has a delivery that is {word}"));
        DeliveryState::from_word(word).ok_or_else(unknown)
    }
}
