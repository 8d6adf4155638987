//! Webhooks by Standard Webhooks 1.0: what is committed is sent to those who asked for it, signed, in the
//! order of each match, and again until it is taken.

mod address;
mod answered;
mod backoff;
mod client;
mod counts;
mod queue;
mod response;
mod sender;
mod signature;
mod target;
mod under_way;

pub use answered::{Answered, Failure};
pub use sender::{Sender, SenderSettings, message_id};
pub use signature::shown as shown_secret;
pub use target::{LONGEST, Target};
