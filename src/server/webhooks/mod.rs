//! Webhooks, following Standard Webhooks 1.0: commits are sent to subscribers, signed, in order per match,
//! and repeated until accepted.

pub mod address;
pub mod answered;
pub mod backoff;
pub mod client;
pub mod counts;
pub mod deliveries;
pub mod endpoints;
pub mod queue;
pub mod response;
pub mod sender;
pub mod service;
pub mod signature;
pub mod target;
pub mod under_way;

pub use answered::{Answered, Failure};
pub use sender::{Sender, SenderSettings, message_id};
pub use signature::shown as shown_secret;
pub use target::{LONGEST, Target};
