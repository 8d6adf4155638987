//! Matches that nobody uses, and when a match was last read.

pub mod expiry;
pub mod last_read;
