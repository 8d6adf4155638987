//! Importing matches: judged line by line, and stored all together or not at all.

pub mod arriving;
pub mod batches;
pub mod endpoints;
pub mod json_items;
pub mod judging;
pub mod lines;
pub mod service;
pub mod storing;
