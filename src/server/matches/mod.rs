//! Stored matches: opening, changing, reading, listing, watching, deleting.

pub mod adopt;
pub mod cache;
pub mod change;
pub mod create;
pub mod endpoints;
pub mod events;
pub mod judged;
pub mod list;
pub mod match_response;
pub mod service;
