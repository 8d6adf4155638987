//! Matches: writing, reporting and explaining them, storing them as logs of events, and verifying them.
//!
//! All functions are pure: they use no clock, randomness, files or network.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod adjudicate;
mod bounded_json;
pub mod describe;
pub mod document;
mod game;
pub mod lang;
pub mod ledger;
#[cfg(feature = "openapi")]
mod openapi;
pub mod play;
pub mod qr;
pub mod schema;
pub mod verify;

pub use bounded_json::bounded_json;
pub use game::MatchGame;
