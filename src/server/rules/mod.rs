//! The rules of the games as pages and JSON, and the page that checks a result.

pub mod endpoints;
pub mod page;
