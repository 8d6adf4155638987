//! The changes of all matches in the order of their commits.

pub mod endpoints;
pub mod page;
pub mod report;
pub mod service;
