//! Sending a message: one request on a connection of its own. Redirects are not followed.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::RETRY_AFTER;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Host, Position, Url};

/// The timeout of connecting, and that of the whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(20);
/// The most bytes of the head of an answer.
const MAX_HEAD: usize = 16 << 10;
/// The most bytes read of the body of an answer, and for how long.
const MAX_BODY: usize = 8 << 10;
const BODY_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a message was not accepted.
#[derive(Debug, Default)]
pub struct Failure {
    /// A text for the log, with neither the URL nor the secret.
    pub reason: String,
    /// How long the receiver asks to wait.
    pub retry_after: Option<Duration>,
}

impl Failure {
    /// A failure before an answer.
    pub fn new(what: &str, error: impl fmt::Display) -> Failure {
        Failure {
            reason: format!("{what}: {error}"),
            retry_after: None,
        }
    }
}

impl From<hyper::Error> for Failure {
    fn from(error: hyper::Error) -> Failure {
        Failure::new("no answer", error)
    }
}

fn no_connection(error: impl fmt::Display) -> Failure {
    Failure::new("no connection", error)
}

/// An HTTP client for webhooks.
#[derive(Debug, Default)]
pub struct Client {
    /// The certificates that the operating system trusts, loaded on first use; `None` if there are none.
    tls: OnceCell<Option<Arc<ClientConfig>>>,
}

impl Client {
    /// Sends a POST request with JSON and these headers.
    ///
    /// # Errors
    /// Every answer but 2xx, and everything that prevents an answer.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&str, String)],
        body: Vec<u8>,
    ) -> Result<(), Failure> {
        let sent = timeout(TIMEOUT, self.send(url, headers, body)).await;
        let late = || format!("within {} seconds", TIMEOUT.as_secs());
        sent.unwrap_or_else(|_| Err(Failure::new("no answer", late())))
    }

    async fn send(
        &self,
        url: &Url,
        headers: &[(&str, String)],
        body: Vec<u8>,
    ) -> Result<(), Failure> {
        let mut request = Request::post(&url[Position::BeforePath..Position::AfterQuery])
            .header("host", &url[Position::BeforeHost..Position::AfterPort])
            .header(
                "user-agent",
                concat!("Overtrick/", env!("CARGO_PKG_VERSION")),
            )
            .header("content-type", "application/json")
            .header("connection", "close");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(no_connection)?;
        let stream = connect(url).await?;
        if url.scheme() != "https" {
            return exchange(stream, request).await;
        }
        let tls = self.tls.get_or_init(trusting_the_system).await.clone();
        let tls = tls.ok_or_else(|| no_connection("this system trusts no certificates"))?;
        let name = server_name(url);
        let name = name.ok_or_else(|| no_connection("no certificate can name the host"))?;
        let stream = TlsConnector::from(tls).connect(name, stream).await;
        exchange(stream.map_err(no_connection)?, request).await
    }
}

async fn connect(url: &Url) -> Result<TcpStream, Failure> {
    let port = url.port_or_known_default().unwrap_or(443);
    let connecting = async {
        match url.host() {
            Some(Host::Domain(name)) => TcpStream::connect((name, port)).await,
            Some(Host::Ipv4(address)) => TcpStream::connect((address, port)).await,
            Some(Host::Ipv6(address)) => TcpStream::connect((address, port)).await,
            None => Err(std::io::ErrorKind::InvalidInput.into()),
        }
    };
    let connected = timeout(CONNECT_TIMEOUT, connecting).await;
    let connected = connected.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()));
    connected.map_err(no_connection)
}

/// The host as certificates name it; `None` if none can.
fn server_name(url: &Url) -> Option<ServerName<'static>> {
    match url.host()? {
        Host::Domain(name) => ServerName::try_from(name.to_owned()).ok(),
        Host::Ipv4(address) => Some(ServerName::from(IpAddr::V4(address))),
        Host::Ipv6(address) => Some(ServerName::from(IpAddr::V6(address))),
    }
}

/// A TLS client that trusts the certificates that the operating system trusts; `None` if there are none.
async fn trusting_the_system() -> Option<Arc<ClientConfig>> {
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs);
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(found.await.ok()?.certs);
    if trusted == 0 {
        return None;
    }
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(Arc::new(config))
}

/// Sends a request on a connection, and reads the status of the answer.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(), Failure> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(MAX_HEAD);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await?;
    // Ends when the sender is dropped.
    tokio::spawn(connection);
    let answer = sender.send_request(request).await?;
    let status = answer.status();
    let retry_after = answer.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    // The body is ignored, but some servers abort their work if nobody reads their answer.
    let body = Limited::new(answer.into_body(), MAX_BODY);
    drop(timeout(BODY_TIMEOUT, body.collect()).await);
    if status.is_success() {
        return Ok(());
    }
    Err(Failure {
        reason: format!("the receiver answered {}", status.as_u16()),
        retry_after: retry_after.map(Duration::from_secs),
    })
}
