//! What all requests of a process share.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;

use super::askers::Shares;
use super::connections::Connections;
use super::in_flight::InFlight;
use super::limits::Limits;
use super::metrics::Metrics;
use super::public_caches::{ListedCache, PictureCache, listed_cache, picture_cache};
use super::reach::Reach;
use super::refusals::Refusals;
use super::troubles::Troubles;
use crate::http::held::HeldBytes;
use crate::service::{Matches, ServiceError};
use crate::settings::Settings;
use crate::webhooks::{Sender, SenderSettings};

/// What all requests of a process share.
#[derive(Debug)]
pub struct Service {
    pub(super) settings: Settings,
    pub(super) matches: Matches,
    pub(super) limits: Limits,
    pub(super) metrics: Metrics,
    pub(super) troubles: Troubles,
    pub(super) in_flight: InFlight,
    pub(super) held: Arc<HeldBytes>,
    pub(super) refusals: Refusals,
    /// Who waits for heavy work.
    pub(super) shares: Arc<Shares>,
    pub(super) connections: Arc<Connections>,
    /// Sends what webhooks are due, once it runs.
    pub(super) sender: Arc<Sender>,
    pub(super) listed: ListedCache,
    pub(super) pictures: PictureCache,
    /// Where it listens, as soon as it does.
    pub(super) listening: OnceLock<Vec<SocketAddr>>,
    /// The OpenAPI document, where it is not at the root of its site.
    pub(super) openapi: OnceLock<String>,
    /// Whether the service is about to stop: streams of events end then.
    pub(super) stopping: watch::Sender<bool>,
}

impl Service {
    /// The service on a store that has been opened.
    pub fn new(settings: Settings, matches: Matches) -> Service {
        let sending = SenderSettings {
            timeout: Duration::from_secs(settings.webhook_timeout),
            allows_private: settings.webhook_private,
            public_url: settings.public_url.clone(),
        };
        Service {
            sender: Arc::new(Sender::new(matches.clone(), &sending)),
            limits: Limits::of(&settings),
            metrics: Metrics::default(),
            troubles: Troubles::default(),
            in_flight: InFlight::default(),
            held: Arc::default(),
            refusals: Refusals::default(),
            shares: Arc::default(),
            connections: Connections::of(&settings),
            listed: listed_cache(),
            pictures: picture_cache(),
            listening: OnceLock::new(),
            openapi: OnceLock::new(),
            stopping: watch::Sender::new(false),
            settings,
            matches,
        }
    }

    /// Logs that the store failed an operation of the service itself.
    pub(super) fn log_trouble(&self, operation: &str, error: &ServiceError) {
        let now = self.matches.clock().now();
        self.troubles.log(operation, &error.to_string(), now);
    }

    /// Where the service can be reached in the network that its machine is in now.
    pub(super) fn reach(&self) -> Reach {
        let listening = self.listening.get().map(Vec::as_slice);
        Reach::of(&self.settings, listening.unwrap_or_default())
    }
}
