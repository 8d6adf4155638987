//! The changes of all matches in commit order.

pub mod endpoints;
pub mod report;
