//! The state that all requests of a process share.

use std::fmt::Display;
use std::net::SocketAddr;
use std::sync::OnceLock;

use tokio::sync::watch;

use crate::app::base_url::{BaseUrl, outgoing};
use crate::app::operations::Metrics;
use crate::club::state::ClubState;
use crate::http::File;
use crate::limits::Limits;
use crate::matches::service::MatchService;
use crate::settings::Settings;
use crate::webhooks::Webhooks;

/// The state that all requests of a process share.
#[derive(Debug)]
pub struct Service {
    pub(crate) settings: Settings,
    pub(crate) matches: MatchService,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) webhooks: Webhooks,
    pub(crate) club: ClubState,
    /// The listening addresses, set when the server listens.
    pub(crate) listening: OnceLock<Vec<SocketAddr>>,
    /// The OpenAPI document, made when first requested.
    pub(crate) openapi: OnceLock<File>,
    /// Set to `true` to end event streams when the service stops.
    pub(crate) stopping: watch::Sender<bool>,
}

impl Service {
    /// Makes the service for an open store.
    pub fn new(settings: Settings, matches: MatchService) -> Service {
        Service {
            limits: Limits::new(&settings),
            metrics: Metrics::default(),
            webhooks: Webhooks::new(&settings.webhook),
            club: ClubState::default(),
            listening: OnceLock::new(),
            openapi: OnceLock::new(),
            stopping: watch::Sender::new(false),
            settings,
            matches,
        }
    }

    /// Logs that an operation failed in the store, unless this second's limit of log lines is reached.
    pub(crate) fn log_store_failure(&self, operation: &str, error: &dyn Display) {
        if self.limits.may_log_line() {
            tracing::error!(operation, reason = %error, "the store failed");
        }
    }

    /// Returns the address at which the service can be reached in the machine's current network.
    pub(crate) fn reach(&self) -> BaseUrl {
        let listening = self.listening.get().map(Vec::as_slice);
        // Look it up each time, because a laptop may change networks.
        BaseUrl::new(&self.settings, listening.unwrap_or_default(), outgoing)
    }
}
