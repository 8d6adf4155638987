//! The service as a whole: routes, middleware, start and stop, and endpoints for operators.

pub mod base_url;
pub mod middleware;
pub mod operations;
pub mod routes;
pub mod server;
pub mod state;
pub mod telemetry;
