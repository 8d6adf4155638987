//! The web service: the handlers of `/api/v1`, of the page and of the frames, and the server that
//! runs them.

mod access;
mod change;
mod changes;
mod connections;
mod documentation;
mod documents;
mod embed;
mod endpoint;
mod endpoints;
mod events;
mod examples;
mod flag;
mod forwarded;
mod games;
mod heavy;
mod idempotency;
mod in_flight;
mod keys;
mod limits;
mod logs;
mod matches;
mod metrics;
mod middleware;
mod openapi;
mod operations;
mod page;
mod paper;
mod parameters;
mod precautions;
mod prefer;
mod print;
mod responses;
mod routes;
mod rulebooks;
mod schemas;
mod server;
mod service;
mod state;
mod table;
mod views;

pub use openapi::{openapi, text as openapi_text};
pub use routes::routes;
pub use server::{Running, StartError, Started, app, start, start_with};
pub use service::Service;
