//! Shared HTTP parts: problems, reading requests, entity tags, headers.

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

pub use answer::{Answer, in_language, in_parts, unstored};
pub use body::{Body, unsupported_type};
pub use etag::{IfMatch, LAST_EVENT_ID, has_tag};
pub use file::{CSS, FONT, File, HTML, Headers, JAVASCRIPT, PICTURE};
pub use problem::{
    PROBLEM_JSON, Problem, ProblemKind, ProblemReport, cut, invalid_key, invalid_program_key,
    shortened, unreadable_version,
};
pub use query::{NotedQuery, Query, QueryFaults};
pub(crate) use request::extractors;
pub use request::{ClientLanguage, LangQuery, text_of, visible_text};
pub use valid::at;
pub use values::{Day, Lang, Place, PlayedGame, ShippedGame, text};
