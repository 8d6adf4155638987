//! API keys, which open all matches.

pub mod endpoints;
pub mod known;
