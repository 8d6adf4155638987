//! Exporting matches: as documents, as complete logs, as CSV.

pub mod endpoints;
