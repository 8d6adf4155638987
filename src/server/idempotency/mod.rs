//! Idempotent requests, which are carried out only once.

pub mod replay;
