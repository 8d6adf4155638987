//! Sending a request: the name is resolved, each of its addresses is checked, and the connection uses a
//! checked address. Redirects are not followed.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use crate::webhooks::address::{is_of_this_machine, is_public, plain};
use crate::webhooks::answered::{Answered, Failure};
use crate::webhooks::response;
use crate::webhooks::target::Target;

/// The connection timeout of each address.
const CONNECTING: Duration = Duration::from_secs(5);
/// The most addresses tried per name.
const MOST_ADDRESSES: usize = 4;

/// An HTTP client that sends webhooks.
#[derive(Debug)]
pub struct Client {
    allows_private: bool,
    timeout: Duration,
    /// The host of this service's public address, which leads to the service from outside.
    own: Option<Host<String>>,
    /// The trusted certificates, loaded on first use.
    tls: OnceCell<Option<Arc<ClientConfig>>>,
}

impl Client {
    /// A client with this timeout. `allows_private` allows internal addresses, the service itself and plain
    /// HTTP; `public_url` is the service's public address.
    pub fn new(timeout: Duration, allows_private: bool, public_url: Option<&str>) -> Client {
        let own =
            public_url.and_then(|url| Url::parse(url).ok()?.host().map(|host| host.to_owned()));
        Client {
            allows_private,
            timeout,
            own,
            tls: OnceCell::new(),
        }
    }

    /// Sends a POST request with JSON and these headers.
    ///
    /// # Errors
    /// Why there was no answer.
    pub async fn post(
        &self,
        url: &str,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> Result<Answered, Failure> {
        let target = Target::read(url, self.allows_private).map_err(|_| Failure::NotAllowed)?;
        let head = head(&target, headers, body.len());
        let sent = self.send(&target, head.as_bytes(), body);
        let sent = tokio::time::timeout(self.timeout, sent).await;
        sent.unwrap_or(Err(Failure::TooSlow))
    }

    async fn send(&self, target: &Target, head: &[u8], body: &[u8]) -> Result<Answered, Failure> {
        let addresses = self.addresses(target).await?;
        let mut stream = connect(&addresses).await?;
        if !target.is_secure {
            return exchange(&mut stream, head, body).await;
        }
        let tls = self.tls().await.ok_or(Failure::BadCertificate)?;
        let connector = TlsConnector::from(tls);
        let name = server_name(&target.host).ok_or(Failure::UnknownName)?;
        let stream = connector.connect(name, stream).await;
        let mut stream = stream.map_err(|_| Failure::BadCertificate)?;
        exchange(&mut stream, head, body).await
    }

    /// The addresses of a target; an error if any address of a name is internal or the service's own.
    async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, Failure> {
        if !self.allows_private && self.own.as_ref() == Some(&target.host) {
            return Err(Failure::InternalAddress);
        }
        let addresses = resolved(&target.host, target.port).await;
        let addresses = addresses.ok_or(Failure::UnknownName)?;
        if self.allows_private {
            return Ok(addresses);
        }
        let is_outside = |address: &SocketAddr| {
            is_public(address.ip()) && !is_of_this_machine(plain(address.ip()))
        };
        if !addresses.iter().all(is_outside) {
            return Err(Failure::InternalAddress);
        }
        // Another name may also lead to the service, through its router or proxy.
        if let Some(own) = &self.own {
            let own = resolved(own, target.port).await.unwrap_or_default();
            let own: Vec<IpAddr> = own.iter().map(|own| plain(own.ip())).collect();
            if addresses
                .iter()
                .any(|address| own.contains(&plain(address.ip())))
            {
                return Err(Failure::InternalAddress);
            }
        }
        Ok(addresses)
    }

    /// The TLS configuration with the operating system's trusted certificates, if it has any.
    async fn tls(&self) -> Option<Arc<ClientConfig>> {
        let made = self.tls.get_or_init(|| async {
            let made = tokio::task::spawn_blocking(trusting_the_system).await;
            made.ok().flatten()
        });
        made.await.clone()
    }
}

/// A TLS client that trusts the certificates that the operating system trusts; `None` if it trusts none.
pub fn trusting_the_system() -> Option<Arc<ClientConfig>> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(found.certs);
    if trusted == 0 {
        tracing::warn!("this system trusts no certificates, so nothing can be sent by https");
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

/// The addresses of a host, if there are any.
async fn resolved(host: &Host<String>, port: u16) -> Option<Vec<SocketAddr>> {
    let addresses: Vec<SocketAddr> = match host {
        Host::Ipv4(address) => vec![(IpAddr::V4(*address), port).into()],
        Host::Ipv6(address) => vec![(IpAddr::V6(*address), port).into()],
        Host::Domain(name) => {
            let found = tokio::net::lookup_host((name.as_str(), port)).await;
            found.ok()?.collect()
        }
    };
    (!addresses.is_empty()).then_some(addresses)
}

/// A host as certificates name it; `None` if none can.
pub fn server_name<S: AsRef<str>>(host: &Host<S>) -> Option<ServerName<'static>> {
    match host {
        Host::Domain(name) => ServerName::try_from(name.as_ref().to_owned()).ok(),
        Host::Ipv4(address) => Some(ServerName::from(IpAddr::V4(*address))),
        Host::Ipv6(address) => Some(ServerName::from(IpAddr::V6(*address))),
    }
}

async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, Failure> {
    for address in addresses.iter().take(MOST_ADDRESSES) {
        let connected = tokio::time::timeout(CONNECTING, TcpStream::connect(address)).await;
        if let Ok(Ok(stream)) = connected {
            drop(stream.set_nodelay(true));
            return Ok(stream);
        }
    }
    Err(Failure::NotConnected)
}

/// The head of the request.
fn head(target: &Target, headers: &[(&str, String)], length: usize) -> String {
    let (path, authority) = (&target.path, target.authority());
    let version = env!("CARGO_PKG_VERSION");
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nhost: {authority}\r\nuser-agent: Overtrick/{version}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n"
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head + "\r\n"
}

async fn exchange(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    head: &[u8],
    body: &[u8],
) -> Result<Answered, Failure> {
    let request = [head, body].concat();
    let sent = stream.write_all(&request).await;
    let flushed = stream.flush().await;
    match response::read(stream).await {
        // A receiver may answer before it has read the whole request.
        Err(Failure::Closed) if sent.is_err() || flushed.is_err() => Err(Failure::Closed),
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_name_and_no_address_leads_into_the_own_network() {
        let client = Client::new(Duration::from_secs(5), false, None);
        // `localhost.` with a trailing dot passes checks of the text and is resolved as a name.
        for url in [
            "https://127.0.0.1:1/",
            "https://localhost./",
            "http://club.example/",
        ] {
            assert_eq!(
                client.post(url, &[], b"{}").await,
                Err(Failure::NotAllowed),
                "{url}"
            );
        }
        let target = Target {
            host: Host::Domain("localhost".to_owned()),
            port: 443,
            is_secure: true,
            path: "/".to_owned(),
        };
        let sent = client.send(&target, b"", b"").await;
        assert_eq!(sent, Err(Failure::InternalAddress));
    }

    #[tokio::test]
    async fn nothing_is_sent_to_the_service_itself_unless_the_settings_allow_it() {
        for (own, url) in [
            (
                "https://cards.example/club",
                "https://cards.example/api/v1/matches",
            ),
            ("https://cards.example", "https://CARDS.example:8443/"),
            ("https://1.1.1.1/", "https://1.1.1.1:8443/"),
            ("https://1.1.1.1/", "https://[::ffff:1.1.1.1]/"),
            ("https://1.1.1.1/", "https://[64:ff9b::1.1.1.1]/"),
            ("https://[::ffff:1.1.1.1]/", "https://1.1.1.1/"),
        ] {
            let client = Client::new(Duration::from_secs(5), false, Some(own));
            let sent = client.post(url, &[], b"{}").await;
            assert_eq!(sent, Err(Failure::InternalAddress), "{url}");
        }
        let target = Target::read("https://1.1.1.1/", false).unwrap();
        let of = |allows_private, own| Client::new(Duration::from_secs(5), allows_private, own);
        let own = Some("https://1.1.1.1");
        assert!(of(true, own).addresses(&target).await.is_ok());
        let other = Some("https://1.0.0.1");
        assert!(of(false, other).addresses(&target).await.is_ok());
    }

    #[test]
    fn a_head_has_one_line_for_each_header() {
        let target = Target::read("https://club.example/a?b", false).unwrap();
        let head = head(&target, &[("webhook-id", "msg_1".to_owned())], 2);
        assert!(
            head.starts_with("POST /a?b HTTP/1.1\r\nhost: club.example\r\n"),
            "{head}"
        );
        assert!(head.ends_with("\r\nwebhook-id: msg_1\r\n\r\n"), "{head}");
        assert_eq!(head.lines().count(), 8);
    }
}
