//! Importing matches.

pub mod endpoints;
pub mod judging;
pub mod service;
