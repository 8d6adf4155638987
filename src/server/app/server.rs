//! Starting and stopping the service.

use std::fmt::Display;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;
use std::{fmt, io};

use actix_web::HttpServer;
use actix_web::dev::{Server, ServerHandle};
use actix_web::web::Data;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::task::JoinHandle;

use crate::access::secret::secret_file;
use crate::app::base_url::{self, BaseUrl};
use crate::app::routes::app;
use crate::app::state::Service;
use crate::app::telemetry;
use crate::error::ServiceError;
use crate::limits::max_connections;
use crate::matches::service::MatchService;
use crate::settings::Settings;
use crate::system::{System, system_in};
use crate::webhooks;
use overtrick_store::{StoreSettings, folder_of, without_password};

/// The time for which an idempotency key and its answer are stored.
const ANSWERS_STORED: Duration = Duration::from_hours(7 * 24);
/// Database pages per mebibyte.
const PAGES_A_MEBIBYTE: u32 = 256;
/// The interval at which old answers are deleted.
const CLEANING_INTERVAL: Duration = Duration::from_mins(1);
/// The interval at which unused matches are deleted.
const EXPIRING_INTERVAL: Duration = Duration::from_hours(1);
/// The maximum wait for a locked database or for a connection to a database server.
const DATABASE_PATIENCE: Duration = Duration::from_secs(5);
/// The timeout of a TLS handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum wait for a client to close its connection after the answer.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The seconds that open requests have to finish when the service stops.
const SHUTDOWN_TIMEOUT: u64 = 30;

/// A running service.
#[derive(Debug)]
pub struct Running {
    service: Data<Service>,
    handle: ServerHandle,
    /// The listening addresses.
    pub addresses: Vec<SocketAddr>,
    /// The file of the database, or its URL without the password.
    pub database: String,
    /// The file of the secret from which match keys are derived, or `None` if the secret is in memory.
    pub secret: Option<PathBuf>,
    webhooks: Option<JoinHandle<()>>,
}

/// A started service, and its server future, which the caller must await.
pub struct Started {
    /// The handle that stops the service.
    pub running: Running,
    /// The server future. It completes when the service stops.
    pub work: Server,
}

/// The reason why the service did not start.
#[derive(Debug)]
pub enum StartError {
    /// The store cannot be opened. The error explains how to fix this.
    Store(ServiceError),
    /// The setting `log` is not a valid filter, such as `info,overtrick=debug`.
    Log(String),
    /// The service cannot listen at the address. Fix: stop the program that uses it, or change `bind`.
    Bind {
        /// The address.
        address: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The service would listen at a public IP address, but `public_url` is not set.
    NoPublicUrl {
        /// The address.
        address: String,
    },
    /// The TLS file named in the text cannot be used. Fix: correct `tls_cert` and `tls_key`.
    Tls(String),
}

impl From<ServiceError> for StartError {
    fn from(error: ServiceError) -> StartError {
        StartError::Store(error)
    }
}

impl Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Store(error) => write!(f, "{error:?}"),
            StartError::Log(reason) | StartError::Tls(reason) => f.write_str(reason),
            StartError::Bind { address, error } => write!(f, "{address}: {error}"),
            StartError::NoPublicUrl { address } => write!(f, "{address}: public_url is not set"),
        }
    }
}

/// Opens the store, creates its tables if it is new, and starts the server. Uses the system's clock and randomness.
///
/// # Errors
/// See [`StartError`].
pub async fn start(settings: Settings) -> Result<Started, StartError> {
    let system = system_in(settings.time_zone.as_deref());
    Box::pin(start_with(settings, system)).await
}

/// Like [`start`], with this clock and random source.
///
/// # Errors
/// See [`StartError`].
pub async fn start_with(settings: Settings, system: System) -> Result<Started, StartError> {
    if let Some(address) = base_url::public_address(&settings) {
        let address = address.to_string();
        return Err(StartError::NoPublicUrl { address });
    }
    telemetry::set_up(&settings).map_err(StartError::Log)?;
    let store = StoreSettings {
        secret: settings.secret_file.clone(),
        new_secret: settings.new_secret,
        exclusive: true,
        patience: DATABASE_PATIENCE,
        statement_timeout: Duration::from_secs(settings.statement_timeout),
        most_pages: settings.database_limit * PAGES_A_MEBIBYTE,
        ..StoreSettings::new(settings.database.clone())
    };
    let file = store.file().map_err(ServiceError::from)?;
    let secret = secret_file(&store).map_err(ServiceError::from)?;
    // Warn first, so that the warnings appear even if the database cannot be opened.
    for warning in warnings(&settings, file.as_deref(), secret.as_deref()) {
        tracing::warn!("{warning}");
    }
    // These futures are boxed because they are large.
    let matches = Box::pin(MatchService::open(store, system)).await?;
    Box::pin(matches.follow()).await?;
    if let Err(error) = matches.store().health().await {
        tracing::warn!(
            "{error}: matches are shown, but changes are refused; free the disk or fix the permissions, then restart"
        );
    }
    let service = Data::new(Service::new(settings.clone(), matches));
    let tls = match (&settings.tls_cert, &settings.tls_key) {
        (Some(certificates), Some(key)) => Some(https(certificates, key).map_err(StartError::Tls)?),
        _ => None,
    };
    // Boxed to keep the future of `start_with` small.
    let webhooks = Box::pin(webhooks::start(&service)).await;
    let (addresses, work) = serve(&service, tls).map_err(|error| StartError::Bind {
        address: settings.bind.clone(),
        error,
    })?;
    service.listening.get_or_init(|| addresses.clone());
    let running = Running {
        handle: work.handle(),
        addresses,
        database: file.map_or_else(
            || without_password(&settings.database),
            |file| absolute(file).display().to_string(),
        ),
        secret: secret.map(absolute),
        webhooks,
        service,
    };
    running.clean_up_regularly();
    Ok(Started { running, work })
}

/// Starts the server at the address in the settings. Returns the listening addresses and the server future.
///
/// # Errors
/// Errors of the operating system.
fn serve(
    service: &Data<Service>,
    tls: Option<ServerConfig>,
) -> io::Result<(Vec<SocketAddr>, Server)> {
    let settings = &service.settings;
    let workers = NonZeroUsize::new(settings.workers).or_else(|| available_parallelism().ok());
    let workers = workers.map_or(2, NonZeroUsize::get);
    let timeout = Duration::from_secs(settings.timeout);
    let (answering, accepting) = (service.clone(), service.clone());
    let server = HttpServer::new(move || app(answering.clone()))
        .on_connect(move |io, data| accepting.limits.accept(io, data, timeout))
        .workers(workers)
        // Without this, the last part of an answer on a kept-alive connection waits up to 40 ms until the
        // client acknowledges the previous parts.
        .tcp_nodelay(true)
        // Accept twice as many connections as the service serves, in order to close the excess ones at once
        // instead of letting them wait.
        .max_connections((2 * max_connections()).div_ceil(workers))
        // Incomplete TLS handshakes must not delay other clients.
        .max_connection_rate(max_connections())
        .tls_handshake_timeout(HANDSHAKE_TIMEOUT)
        .keep_alive(Duration::from_secs(settings.keep_alive))
        .client_request_timeout(timeout)
        .client_disconnect_timeout(DISCONNECT_TIMEOUT)
        .shutdown_timeout(SHUTDOWN_TIMEOUT)
        .disable_signals();
    let server = match tls {
        Some(tls) => server.bind_rustls_0_23(&settings.bind, tls)?,
        None => server.bind(&settings.bind)?,
    };
    Ok((server.addrs(), server.run()))
}

/// Returns the absolute path of a file, or the path itself if the current folder is unknown.
fn absolute(file: PathBuf) -> PathBuf {
    std::path::absolute(&file).unwrap_or(file)
}

impl Running {
    /// Returns the address at which the service can be reached.
    pub fn reach(&self) -> BaseUrl {
        self.service.reach()
    }

    /// Returns the page's addresses for this machine, one for each listening address.
    pub fn on_this_machine(&self) -> Vec<String> {
        let here = |address| base_url::on_this_machine(&self.service.settings, address);
        self.addresses.iter().copied().map(here).collect()
    }

    /// Ends event streams, waits for open requests and webhooks, and closes the store after pending writes.
    pub async fn stop(self) {
        self.service.stopping.send_replace(true);
        self.handle.stop(true).await;
        if let Some(webhooks) = self.webhooks {
            // Webhooks store their positions, so the store must still be open.
            drop(webhooks.await);
        }
        if let Err(error) = self.service.matches.close().await {
            tracing::error!(?error, "closing the store failed");
        }
    }

    /// Starts a task that regularly deletes old answers and unused matches until the service stops.
    fn clean_up_regularly(&self) {
        let service = self.service.clone();
        let mut stopping = service.stopping.subscribe();
        tokio::spawn(async move {
            let mut cleaning = tokio::time::interval(CLEANING_INTERVAL);
            let mut expiring = tokio::time::interval(EXPIRING_INTERVAL);
            loop {
                tokio::select! {
                    _ = stopping.changed() => return,
                    _ = expiring.tick(), if service.settings.expire > 0 => {
                        match service.matches.expire(service.settings.expire).await {
                            Ok(expired) if expired.is_empty() => {}
                            Ok(expired) => tracing::info!(count = expired.len(), "expired"),
                            Err(error) => service.log_store_failure("expire matches", &error),
                        }
                    }
                    _ = cleaning.tick() => {
                        let before = service.matches.clock().now().before(ANSWERS_STORED);
                        if let Err(error) = service.matches.store().forget_answers(before).await {
                            service.log_store_failure("forget answers", &error);
                        }
                    }
                }
            }
        });
    }
}

/// Reads the TLS configuration from two PEM files.
///
/// # Errors
/// A message with the name of the unreadable file, or that the key and the certificates do not match.
fn https(certificates: &Path, key: &Path) -> Result<ServerConfig, String> {
    let at = |file: &Path, error: &dyn Display| format!("{}: {error}", file.display());
    let chain = CertificateDer::pem_file_iter(certificates);
    let chain: Result<Vec<_>, _> = chain.and_then(Iterator::collect);
    let chain = chain.map_err(|error| at(certificates, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| at(key, &error))?;
    let provider = rustls::crypto::ring::default_provider();
    ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(|error| at(certificates, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| at(certificates, &error))
}

/// Returns a warning for each setting or file permission that makes the service less secure.
fn warnings(settings: &Settings, database: Option<&Path>, secret: Option<&Path>) -> Vec<String> {
    const OTHERS_READ: u32 = 0o044;
    const OTHERS_WRITE: u32 = 0o022;
    let mut warnings = Vec::new();
    if rustix::process::geteuid().is_root() {
        warnings.push("the service runs as root; a separate user is safer".to_owned());
    }
    let mut warn_if = |file: Option<&Path>, mode: u32, what: &str, remedy: &str| {
        if let Some(file) = file.filter(|file| grants(file, mode)) {
            let name = file.display();
            warnings.push(format!(
                "others may {what} {name}; run: chmod {remedy} {name}"
            ));
        }
    };
    let key = settings.tls_key.as_deref();
    let file = settings.secret_settings.as_deref();
    let folder = database.map(folder_of);
    warn_if(secret, OTHERS_READ, "read the secret", "600");
    warn_if(key, OTHERS_READ, "read the private key", "600");
    warn_if(file, OTHERS_READ, "read the secrets in", "600");
    warn_if(database, OTHERS_READ, "read the database", "600");
    warn_if(folder, OTHERS_WRITE, "replace the database in", "go-w");
    warnings
}

/// Whether a file exists and gives one of these permissions to users other than its owner.
fn grants(file: &Path, mode: u32) -> bool {
    /// In a folder with this bit, such as `/tmp`, users cannot replace other users' files.
    const STICKY: u32 = 0o1000;
    let metadata = file.metadata();
    metadata.is_ok_and(|metadata| {
        let permissions = metadata.permissions().mode();
        let protected = metadata.is_dir() && permissions & STICKY != 0;
        permissions & mode != 0 && !protected
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_others_can_read_cause_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("overtrick.secret");
        std::fs::write(&secret, "").unwrap();
        let named = |mode: u32| {
            std::fs::set_permissions(&secret, PermissionsExt::from_mode(mode)).unwrap();
            let warnings = warnings(&Settings::default(), None, Some(&secret));
            warnings.iter().any(|warning| warning.contains("chmod 600"))
        };
        assert_eq!([0o600, 0o640, 0o604].map(named), [false, true, true]);
    }
}
