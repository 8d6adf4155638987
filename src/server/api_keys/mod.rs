//! Keys for programs, over all matches.

pub mod endpoints;
pub mod known;
pub mod service;
