//! Shared HTTP parts: problems, reading requests, version tags, headers.

pub mod answer;
pub mod body;
pub mod csp;
pub mod etag;
pub mod precompressed;
pub mod problem;
pub mod query;
pub mod read;
pub mod request;
pub mod static_text;
pub mod valid;
pub mod values;
pub mod version;
