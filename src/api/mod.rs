//! The web service: `/api/v1`, its documentation, and what its operators request.

mod access;
mod change;
mod changes;
mod clock;
mod draws;
pub(crate) mod errors;
pub(crate) mod events;
mod games;
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
mod pads;
mod paper;
mod prefer;
pub(crate) mod problem;
mod publish;
mod qr;
mod random;
mod read;
pub(crate) mod request;
pub(crate) mod responses;
pub(crate) mod routes;
mod schema;
mod schemas;
mod scores;
mod server;
mod sheets;
pub(crate) mod state;
mod tls;
pub(crate) mod version;
mod views;

pub use openapi::{openapi, text as openapi_text};
pub use routes::routes;
pub use server::{Running, StartError, Started, start, start_with};

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
    flights: in_flight::Flights,
    /// Whether the service is about to stop: streams of events end then.
    stopping: watch::Sender<bool>,
}

impl Service {
    /// The service on a store that has been opened.
    pub fn new(settings: Settings, matches: Matches) -> Service {
        Service {
            limits: limits::Limits::of(&settings),
            metrics: metrics::Metrics::default(),
            flights: in_flight::Flights::default(),
            stopping: watch::Sender::new(false),
            settings,
            matches,
        }
    }
}
