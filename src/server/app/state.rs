//! The state that all requests of a process share.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::app::base_url::BaseUrl;
use crate::app::metrics::Metrics;
use crate::error::ServiceError;
use crate::http::held::HeldBytes;
use crate::http::static_text::OwnText;
use crate::limits::askers::Shares;
use crate::limits::connections::Connections;
use crate::limits::error_throttle::ErrorThrottle;
use crate::limits::in_flight::InFlight;
use crate::limits::logged_refusals::Refusals;
use crate::limits::rates::Limits;
use crate::matches::service::MatchService;
use crate::publish::caches::{ListedCache, PictureCache, listed_cache, picture_cache};
use crate::settings::Settings;

/// The state that all requests of a process share.
#[derive(Debug)]
pub struct Service {
    pub(crate) settings: Settings,
    pub(crate) matches: MatchService,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) error_throttle: ErrorThrottle,
    pub(crate) in_flight: InFlight,
    pub(crate) held: Arc<HeldBytes>,
    pub(crate) refusals: Refusals,
    /// The clients that wait for CPU-heavy work.
    pub(crate) shares: Arc<Shares>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) listed: ListedCache,
    pub(crate) pictures: PictureCache,
    /// The listening addresses, once known.
    pub(crate) listening: OnceLock<Vec<SocketAddr>>,
    /// The OpenAPI document, if the service is not at the root of its site.
    pub(crate) openapi: OnceLock<OwnText>,
    /// Set when the service is about to stop, to end event streams.
    pub(crate) stopping: watch::Sender<bool>,
}

impl Service {
    /// The service on an opened store.
    pub fn new(settings: Settings, matches: MatchService) -> Service {
        Service {
            limits: Limits::new(&settings),
            metrics: Metrics::default(),
            error_throttle: ErrorThrottle::default(),
            in_flight: InFlight::default(),
            held: Arc::default(),
            refusals: Refusals::default(),
            shares: Arc::default(),
            connections: Connections::new(&settings),
            listed: listed_cache(),
            pictures: picture_cache(),
            listening: OnceLock::new(),
            openapi: OnceLock::new(),
            stopping: watch::Sender::new(false),
            settings,
            matches,
        }
    }

    /// Logs that the store failed in a background operation of the service.
    pub(crate) fn log_trouble(&self, operation: &str, error: &ServiceError) {
        let now = self.matches.clock().now();
        self.error_throttle.log(operation, &error.to_string(), now);
    }

    /// The address at which the service can be reached in its machine's current network.
    pub(crate) fn reach(&self) -> BaseUrl {
        let listening = self.listening.get().map(Vec::as_slice);
        BaseUrl::new(&self.settings, listening.unwrap_or_default())
    }
}
