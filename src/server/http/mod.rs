//! Shared HTTP parts: problems, reading requests, version tags, headers.

pub mod answer;
pub mod body;
pub mod csp;
pub mod etag;
pub mod file;
pub mod problem;
pub mod query;
pub mod request;
pub mod valid;
pub mod values;
pub mod version;
