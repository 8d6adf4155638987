//! Webhooks by Standard Webhooks 1.0: what is committed is sent to those who asked for it, signed, in the order of each match, and again until it is taken.

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
