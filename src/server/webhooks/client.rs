//! Sending a message: one request on a new connection. Redirects are not followed.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use httparse::{EMPTY_HEADER, Response, Status};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, sink};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Position, Url};

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The limits on the head of an answer: its number of bytes, and its number of headers.
const MAX_HEAD: usize = 16 << 10;
const MAX_HEADERS: usize = 100;
/// The limits on the body of an answer: the number of bytes to read, and the time to read them.
const MAX_BODY: u64 = 8 << 10;
const BODY_TIMEOUT: Duration = Duration::from_secs(1);

/// The reason why a message was not accepted, for the log. Contains neither the URL nor the secret.
#[derive(Debug)]
pub struct Failure(pub String);

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

fn no_answer(error: impl fmt::Display) -> Failure {
    Failure(format!("no answer: {error}"))
}

/// An HTTP client for webhooks.
#[derive(Debug, Default)]
pub struct Client {
    /// The TLS configuration, loaded on first use. It trusts the certificates that the operating system trusts.
    tls: OnceCell<Arc<ClientConfig>>,
}

impl Client {
    /// Sends a POST request with JSON and these headers.
    ///
    /// # Errors
    /// Any answer that is not 2xx, and any failure before an answer.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> Result<(), Failure> {
        let request = request(url, headers, body);
        let sending = async {
            // IPv6 addresses have brackets only in a URL.
            let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
            let port = url.port_or_known_default().unwrap_or(443);
            let stream = TcpStream::connect((host, port)).await?;
            if url.scheme() != "https" {
                return exchange(stream, &request).await;
            }
            let tls = self.tls.get_or_try_init(system_roots).await?;
            let name = ServerName::try_from(host.to_owned())?;
            let stream = TlsConnector::from(tls.clone()).connect(name, stream);
            exchange(stream.await?, &request).await
        };
        let sent = timeout(TIMEOUT, sending).await;
        sent.map_err(|_| no_answer(format!("within {} seconds", TIMEOUT.as_secs())))?
    }
}

/// Creates a TLS configuration that trusts the certificates that the operating system trusts.
///
/// # Errors
/// The operating system has no trusted certificates.
async fn system_roots() -> Result<Arc<ClientConfig>, Failure> {
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await?;
    let mut roots = RootCertStore::empty();
    if roots.add_parsable_certificates(found.certs).0 == 0 {
        return Err(Failure("this system trusts no certificates".to_owned()));
    }
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// Returns the bytes of a POST request with JSON and these headers.
fn request(url: &Url, headers: &[(&str, String)], body: &[u8]) -> Vec<u8> {
    let target = &url[Position::BeforePath..Position::AfterQuery];
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let (version, length) = (env!("CARGO_PKG_VERSION"), body.len());
    let mut head = format!(
        "POST {target} HTTP/1.1\r\nhost: {host}\r\nuser-agent: Overtrick/{version}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n"
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// Reads the status of an answer and the length of its head in bytes. `None` if the head is incomplete.
fn read_head(bytes: &[u8]) -> Result<Option<(u16, usize)>, Failure> {
    let mut headers = [EMPTY_HEADER; MAX_HEADERS];
    let mut response = Response::new(&mut headers);
    Ok(match response.parse(bytes).map_err(no_answer)? {
        Status::Complete(length) => Some((response.code.unwrap_or_default(), length)),
        Status::Partial => None,
    })
}

/// Sends a request on a connection, and reads the status of the answer.
async fn exchange(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    request: &[u8],
) -> Result<(), Failure> {
    stream.write_all(request).await.map_err(no_answer)?;
    stream.flush().await.map_err(no_answer)?;
    let mut bytes = Vec::new();
    let status = loop {
        match read_head(&bytes)? {
            // This is an interim answer such as 100 Continue; the final answer follows.
            Some((..200, length)) => drop(bytes.drain(..length)),
            Some((status, _)) => break status,
            None if bytes.len() >= MAX_HEAD => return Err(no_answer("its head is too long")),
            None => {
                let read = stream.read_buf(&mut bytes).await.map_err(no_answer)?;
                if read == 0 {
                    return Err(no_answer("the connection was closed"));
                }
            }
        }
    };
    // The body is read but ignored: some servers abort their work if their answer is not read.
    let mut body = stream.take(MAX_BODY);
    drop(timeout(BODY_TIMEOUT, copy(&mut body, &mut sink())).await);
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(Failure(format!("the receiver answered {status}")))
}

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    /// Returns the result of a request with this answer.
    async fn answered(answer: &str) -> Result<(), String> {
        let (near, mut far) = duplex(1 << 16);
        far.write_all(answer.as_bytes()).await.unwrap();
        far.shutdown().await.unwrap();
        let answered = exchange(near, b"POST / HTTP/1.1\r\n\r\n").await;
        answered.map_err(|Failure(reason)| reason)
    }

    #[tokio::test]
    async fn the_status_of_an_answer_counts() {
        let close = "content-length: 2\r\n\r\nno";
        assert_eq!(answered("HTTP/1.1 204 No Content\r\n\r\n").await, Ok(()));
        let first = "HTTP/1.1 100 Continue\r\n\r\n";
        assert_eq!(
            answered(&format!("{first}HTTP/1.1 200 OK\r\n\r\n")).await,
            Ok(())
        );
        for (line, status) in [("HTTP/1.1 503 Busy", 503), ("HTTP/1.0 302 Found", 302)] {
            let refused = answered(&format!("{line}\r\n{close}")).await;
            assert_eq!(refused, Err(format!("the receiver answered {status}")));
        }
    }

    #[tokio::test]
    async fn no_answer_is_a_failure() {
        let long = format!("HTTP/1.1 200 OK\r\nx: {}", "x".repeat(MAX_HEAD));
        let cut = "no answer: the connection was closed";
        let cases = [
            ("", cut),
            ("HTTP/1.1 200 OK\r\nx: y", cut),
            ("SSH-2.0\r\n\r\n", "no answer: "),
            (&long, "no answer: its head is too long"),
        ];
        for (answer, reason) in cases {
            let found = answered(answer).await.unwrap_err();
            assert!(found.starts_with(reason), "{answer:.20}: {found}");
        }
    }
}
