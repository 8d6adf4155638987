//! The service as a whole: its routes, its middleware, starting and stopping it, what operators see of it.

pub mod address;
pub mod base_url;
pub mod endpoints;
pub mod factory;
pub mod front;
pub mod metrics;
pub mod middleware;
pub mod operations;
pub mod routes;
pub mod server;
pub mod startup_checks;
pub mod state;
pub mod telemetry;
pub mod version;
