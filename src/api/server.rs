//! Starting the service, and stopping it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpServer};

use super::routes::{cors, nowhere, routes};
use super::{Service, logs, middleware, tls};
use crate::service::{Clock, Matches, Random, ServiceError, StoreSettings};
use crate::settings::Settings;
use crate::system::system;

/// How long requests in flight may take to finish when the service stops.
const FAREWELL: u64 = 30;
/// How long a request that comes again is known.
const KEPT: Duration = Duration::from_hours(7 * 24);
/// How long a connection is kept on which nobody asks: longer than proxies keep theirs.
const IDLE: Duration = Duration::from_secs(75);
/// Pages of a database in a mebibyte.
const PAGES_A_MEBIBYTE: u32 = 256;
/// How often the limits forget who has not asked for a while.
const TIDYING: Duration = Duration::from_mins(1);

/// A service that answers.
#[derive(Debug)]
pub struct Running {
    service: Data<Service>,
    handle: ServerHandle,
    /// Where it listens.
    pub addresses: Vec<SocketAddr>,
}

/// A service that has begun, and the work of it, which ends when the service stops.
pub struct Started {
    /// How to stop it.
    pub running: Running,
    /// To be awaited.
    pub work: Server,
}

/// Why the service did not start.
#[derive(Debug)]
pub enum StartError {
    /// The store cannot be opened.
    Store(ServiceError),
    /// The address is taken, or a file cannot be read: a sentence.
    World(String),
}

/// Opens the store, brings it up to date, and listens; with the clock and the randomness of the
/// system.
///
/// # Errors
/// The store cannot be opened, the address is taken, a certificate cannot be read.
pub async fn start(settings: Settings) -> Result<Started, StartError> {
    start_with(settings, system()).await
}

/// The same with another clock and other randomness.
///
/// # Errors
/// As of [`start`].
pub async fn start_with(
    settings: Settings,
    system: (Arc<dyn Clock>, Arc<dyn Random>),
) -> Result<Started, StartError> {
    logs::begin(&settings).map_err(StartError::World)?;
    let store = StoreSettings {
        secret: settings.secret_file.clone(),
        new_secret: settings.new_secret,
        exclusive: true,
        patience: Duration::from_secs(settings.patience),
        most_pages: settings.database_limit * PAGES_A_MEBIBYTE,
        ..StoreSettings::new(settings.database.clone())
    };
    let opened = Matches::open(store, system).await;
    let matches = opened.map_err(StartError::Store)?;
    let service = Data::new(Service::new(settings.clone(), matches));
    let shared = service.clone();
    let server = HttpServer::new(move || {
        App::new()
            .app_data(shared.clone())
            .wrap(cors(&shared.settings))
            .wrap(Compress::default())
            .wrap(from_fn(middleware::middleware))
            .service(web::scope(&shared.settings.base_path).configure(routes))
            .default_service(web::to(nowhere))
    })
    .keep_alive(IDLE)
    .client_request_timeout(Duration::from_secs(settings.timeout))
    .shutdown_timeout(FAREWELL)
    .disable_signals();
    let server = if settings.workers > 0 {
        server.workers(settings.workers)
    } else {
        server
    };
    let taken = |error: std::io::Error| StartError::World(format!("{}: {error}", settings.bind));
    let server = match (&settings.tls_cert, &settings.tls_key) {
        (Some(certificates), Some(key)) => {
            let tls = tls::configuration(certificates, key).map_err(StartError::World)?;
            server
                .bind_rustls_0_23(&settings.bind, tls)
                .map_err(taken)?
        }
        _ => server.bind(&settings.bind).map_err(taken)?,
    };
    let addresses = server.addrs();
    let work = server.run();
    let running = Running {
        handle: work.handle(),
        addresses,
        service,
    };
    running.tidy();
    Ok(Started { running, work })
}

impl Running {
    /// Stops: streams end, requests in flight are finished, what waits to be written is written. The
    /// work of the service may then still wait for connections on which nobody asks.
    pub async fn stop(self) {
        self.service.stopping.send_replace(true);
        tokio::select! {
            () = self.handle.stop(true) => {}
            // A browser keeps an HTTP/2 connection, and would be waited for to the end of the farewell.
            () = self.service.flights.landed() => {}
        }
        if let Err(error) = self.service.matches.close().await {
            tracing::error!(?error, "the store did not close well");
        }
    }

    fn tidy(&self) {
        let service = self.service.clone();
        let mut stopping = service.stopping.subscribe();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = stopping.changed() => return,
                    () = tokio::time::sleep(TIDYING) => {
                        service.limits.tidy();
                        let before = service.matches.clock().now().before(KEPT);
                        let forgotten = service.matches.forget_answers(before).await;
                        if let Err(error) = forgotten {
                            tracing::warn!(?error, "old answers could not be forgotten");
                        }
                    }
                }
            }
        });
    }
}
