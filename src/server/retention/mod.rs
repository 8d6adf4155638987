//! Unused matches, and when matches were last read.

pub mod expiry;
pub mod last_read;
