//! Codes by which another phone joins a match.

pub mod codes;
pub mod endpoints;
pub mod service;
