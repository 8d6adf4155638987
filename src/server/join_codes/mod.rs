//! Codes by which another phone joins a match.

pub mod endpoints;
pub mod service;
