//! Paper: score pads, sheets of matches and booklets of rules, laid out and written as PDF.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod booklet;
mod error;
pub mod figures;
mod game;
pub mod layout;
pub mod listing;
pub mod pdf;
pub mod requests;
pub mod sheets;

pub use error::{PrintError, TooSmall};
pub use layout::draw::Printable;
