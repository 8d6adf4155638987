//! Matches on their way out: as documents, as whole logs, as CSV.

pub mod endpoints;
pub mod lines;
