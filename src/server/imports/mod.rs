//! Importing matches: judged line by line, and stored all together or not at all.

pub mod arriving;
pub mod correcting;
pub mod endpoints;
pub mod json_items;
pub mod judging;
pub mod options;
pub mod report;
pub mod service;
pub mod storing;
