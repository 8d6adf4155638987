//! What the page and the API share of HTTP: problems, reading requests, version tags, headers.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod csp;
pub(crate) mod held;
pub(crate) mod packed;
pub(crate) mod problem;
mod problem_kind;
pub(crate) mod read;
pub(crate) mod request;
pub(crate) mod tagged;
pub(crate) mod version;
