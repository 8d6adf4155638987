//! Stored matches: opening, changing, reading, listing, watching, deleting.

pub mod adopt;
pub mod cache;
pub mod change;
pub mod changes;
pub mod create;
pub mod endpoints;
pub mod events;
pub mod index;
pub mod index_query;
pub mod judged;
pub mod match_reader;
pub mod match_response;
pub mod service;
