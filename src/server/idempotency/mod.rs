//! Idempotent requests, which are carried out only once.

pub mod answers;
pub mod header;
pub mod replay;
