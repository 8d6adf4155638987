//! Importing matches: judged line by line, and stored all together or not at all.

pub mod endpoints;
pub mod judging;
pub mod report;
pub mod service;
