//! The web service: `/api/v1`, its documentation, and what its operators ask.

mod access;
pub(crate) mod ask;
mod chance;
mod change;
mod changes;
mod clock;
mod docs;
mod edge;
pub(crate) mod events;
mod flights;
mod games;
mod idempotency;
mod keys;
mod limits;
mod logs;
mod matches;
mod metrics;
mod openapi;
mod operations;
mod pads;
mod paper;
pub(crate) mod problem;
pub(crate) mod promises;
mod publish;
mod qr;
mod read;
pub(crate) mod routes;
mod schema;
mod schemas;
mod scores;
mod server;
mod sheets;
pub(crate) mod state;
mod tables;
mod tls;
pub(crate) mod trouble;
pub(crate) mod version;
mod views;

pub use openapi::{openapi, text as openapi_text};
pub use routes::routes;
pub use server::{NotStarted, Running, Started, start};

use tokio::sync::watch;

use crate::service::Matches;
use crate::settings::Settings;

/// What every request of a process shares.
#[derive(Debug)]
pub struct Service {
    pub(crate) settings: Settings,
    pub(crate) matches: Matches,
    limits: limits::Limits,
    metrics: metrics::Metrics,
    flights: flights::Flights,
    /// Whether the service is about to stop: streams of events end then.
    stopping: watch::Sender<bool>,
}

impl Service {
    /// The service on a store that has been opened.
    pub fn new(settings: Settings, matches: Matches) -> Service {
        Service {
            limits: limits::Limits::of(&settings),
            metrics: metrics::Metrics::default(),
            flights: flights::Flights::default(),
            stopping: watch::Sender::new(false),
            settings,
            matches,
        }
    }
}
