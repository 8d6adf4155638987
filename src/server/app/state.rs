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
    /// The listening addresses, once known.
    pub(crate) listening: OnceLock<Vec<SocketAddr>>,
    /// The OpenAPI document, made at the first request for it.
    pub(crate) openapi: OnceLock<File>,
    /// Set when the service is about to stop, to end event streams.
    pub(crate) stopping: watch::Sender<bool>,
}

impl Service {
    /// The service on an opened store.
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

    /// Logs that the store failed an operation, unless too much was logged in this second.
    pub(crate) fn log_store_failure(&self, operation: &str, error: &dyn Display) {
        if self.limits.may_log_line() {
            tracing::error!(operation, reason = %error, "the store failed");
        }
    }

    /// The address at which the service can be reached in its machine's current network.
    pub(crate) fn reach(&self) -> BaseUrl {
        let listening = self.listening.get().map(Vec::as_slice);
        // Looked up each time: a laptop may have changed its network.
        BaseUrl::new(&self.settings, listening.unwrap_or_default(), outgoing)
    }
}
