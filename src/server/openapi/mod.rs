//! The OpenAPI document, the descriptions of operations and schemas in it, and the documentation pages.

pub mod change_schemas;
pub mod conventions;
pub mod descriptions;
pub mod document;
pub mod endpoint;
pub mod endpoints;
pub mod examples;
pub mod game_schemas;
pub mod guide;
pub mod markdown;
pub mod operations;
pub mod parameters;
pub mod problem_responses;
pub mod problems_page;
pub mod reader;
pub mod responses;
pub mod schema_rows;
pub mod schemas;
pub mod shared_schemas;
pub mod unions;
