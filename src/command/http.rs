//! Requests to a service, one connection each: what a command needs of HTTP.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use url::{Host, Position, Url};

use overtrick_core::json::Json;

/// The timeout for connecting to each address, and for sending.
const CONNECTING: Duration = Duration::from_secs(5);
/// The most bytes of the head of an answer.
const LARGEST_HEAD: u64 = 32 << 10;
/// The most header lines.
const MOST_HEADERS: usize = 100;
/// The most bytes of an answer that is read whole.
const LARGEST: u64 = 64 << 20;

trait Connection: Read + Write + Send {}

impl<T: Read + Write + Send> Connection for T {}

/// An answer whose body is still to be read.
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Where what was asked for is instead, if the answer says so.
    pub location: Option<String>,
    body: Body,
}

impl Answer {
    /// The whole body as JSON; `null` if it is something else.
    ///
    /// # Errors
    /// The connection failed.
    pub fn json(self) -> io::Result<Json> {
        let mut bytes = Vec::new();
        self.body.take(LARGEST).read_to_end(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes).unwrap_or(Json::Null))
    }

    /// The body line by line, as it comes.
    pub fn lines(self) -> impl Iterator<Item = io::Result<String>> {
        BufReader::new(self.body).lines()
    }
}

/// Sends a request; a body is JSON. Redirects are not followed: a key goes nowhere but where it was meant to go. `pause` is the longest pause within the answer.
///
/// # Errors
/// There is no answer: no name, no connection, no trusted certificate, no HTTP, or none in time.
pub fn send(
    method: &str,
    url: &Url,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
    pause: Duration,
) -> io::Result<Answer> {
    let stream = connected(url)?;
    stream.set_read_timeout(Some(pause))?;
    stream.set_write_timeout(Some(CONNECTING))?;
    stream.set_nodelay(true)?;
    let mut stream: Box<dyn Connection> = if url.scheme() == "https" {
        let config = trusting_the_system();
        let config =
            config.ok_or_else(|| io::Error::other("this system trusts no certificates"))?;
        let name = url.host().and_then(|host| server_name(&host));
        let name = name.ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        let made = ClientConnection::new(config, name);
        Box::new(StreamOwned::new(made.map_err(io::Error::other)?, stream))
    } else {
        Box::new(stream)
    };
    let mut request = head(method, url, headers, body).into_bytes();
    request.extend_from_slice(body.unwrap_or_default());
    stream.write_all(&request)?;
    stream.flush()?;
    read(BufReader::new(stream))
}

/// A TLS client that trusts the certificates that the operating system trusts; `None` if it trusts none.
fn trusting_the_system() -> Option<Arc<ClientConfig>> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(found.certs);
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

/// A host as certificates name it; `None` if none can.
fn server_name(host: &Host<&str>) -> Option<ServerName<'static>> {
    match host {
        Host::Domain(name) => ServerName::try_from((*name).to_owned()).ok(),
        Host::Ipv4(address) => Some(ServerName::from(IpAddr::V4(*address))),
        Host::Ipv6(address) => Some(ServerName::from(IpAddr::V6(*address))),
    }
}

/// Whether a connection failed because the certificate of the other side is not trusted.
pub fn is_untrusted(error: &io::Error) -> bool {
    let inner = error.get_ref();
    let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(inner, Some(rustls::Error::InvalidCertificate(_)))
}

fn head(method: &str, url: &Url, headers: &[(&str, &str)], body: Option<&[u8]>) -> String {
    let path = &url[Position::BeforePath..Position::AfterQuery];
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let version = env!("CARGO_PKG_VERSION");
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Overtrick/{version}\r\n\
         Accept-Encoding: identity\r\nConnection: close\r\n"
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if let Some(body) = body {
        let length = body.len();
        head += &format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
    }
    head + "\r\n"
}

fn connected(url: &Url) -> io::Result<TcpStream> {
    let mut failure = io::Error::from(ErrorKind::NotFound);
    for address in url.socket_addrs(|| None)? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Reads the head of an answer. Interim answers such as 100 are skipped.
fn read(mut stream: BufReader<Box<dyn Connection>>) -> io::Result<Answer> {
    loop {
        let mut bytes = Vec::new();
        let mut limited = (&mut stream).take(LARGEST_HEAD);
        while limited.read_until(b'\n', &mut bytes)? > 0 && !bytes.ends_with(b"\r\n\r\n") {}
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        let complete = parsed.parse(&bytes).is_ok_and(|read| read.is_complete());
        let Some(status) = parsed.code.filter(|_| complete) else {
            return Err(ErrorKind::InvalidData.into());
        };
        if (100..200).contains(&status) {
            continue;
        }
        let value = |name: &str| {
            let mut named = parsed.headers.iter();
            let named = named.find(|header| header.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(named.value).ok().map(str::trim)
        };
        let is_chunked =
            value("transfer-encoding").is_some_and(|coding| coding.ends_with("chunked"));
        let length = value("content-length").and_then(|length| length.parse().ok());
        let left = match length {
            _ if status == 204 || status == 304 => Left::Bytes(0),
            _ if is_chunked => Left::Chunk(0),
            Some(length) => Left::Bytes(length),
            None => Left::Everything,
        };
        let location = value("location").map(str::to_owned);
        let body = Body { stream, left };
        return Ok(Answer {
            status,
            location,
            body,
        });
    }
}

/// What is left of a body.
#[derive(Debug, Clone, Copy)]
enum Left {
    /// So many bytes.
    Bytes(u64),
    /// So many bytes of a chunk; further chunks follow.
    Chunk(u64),
    /// All until the connection is closed.
    Everything,
}

/// A body, without what frames it.
struct Body {
    stream: BufReader<Box<dyn Connection>>,
    left: Left,
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Left::Chunk(0) = self.left {
            self.left = self.next_chunk()?;
        }
        let (Left::Bytes(most) | Left::Chunk(most)) = self.left else {
            return self.stream.read(buffer);
        };
        let count = (&mut self.stream).take(most).read(buffer)?;
        let rest = most - u64::try_from(count).unwrap_or(most);
        if count == 0 && rest > 0 && !buffer.is_empty() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        match &mut self.left {
            Left::Chunk(left) => {
                *left = rest;
                if rest == 0 {
                    // The end of the line after a chunk.
                    self.stream.read_exact(&mut [0; 2])?;
                }
            }
            Left::Bytes(left) => *left = rest,
            Left::Everything => {}
        }
        Ok(count)
    }
}

impl Body {
    /// The chunk that begins now; the last one is empty, and ends the body.
    fn next_chunk(&mut self) -> io::Result<Left> {
        let mut line = Vec::new();
        (&mut self.stream)
            .take(LARGEST_HEAD)
            .read_until(b'\n', &mut line)?;
        match httparse::parse_chunk_size(&line) {
            Ok(httparse::Status::Complete((_, 0))) => Ok(Left::Bytes(0)),
            Ok(httparse::Status::Complete((_, size))) => Ok(Left::Chunk(size)),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &'static [u8]) -> io::Result<Answer> {
        read(BufReader::new(Box::new(io::Cursor::new(text.to_vec()))))
    }

    #[test]
    fn a_body_ends_where_its_head_says() {
        for text in [
            &b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"a\": 1}rest"[..],
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n5;x\r\n\": 1}\r\n0\r\n\r\n",
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{\"a\": 1}",
        ] {
            let answer = answer(text).unwrap();
            assert_eq!(answer.status, 200);
            assert_eq!(answer.json().unwrap().int("a"), Some(1));
        }
        assert_eq!(
            answer(b"HTTP/1.1 204 X\r\n\r\n").unwrap().json().unwrap(),
            Json::Null
        );
    }

    #[test]
    fn what_is_cut_off_or_no_http_is_an_error() {
        assert!(answer(b"SSH-2.0\r\n\r\n").is_err());
        assert!(answer(b"").is_err());
        for text in [
            &b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\": 1}"[..],
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"a\": 1}\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        ] {
            assert!(answer(text).unwrap().json().is_err());
        }
    }

    #[test]
    fn a_key_is_in_a_header_and_a_fragment_is_not_sent() {
        let url = Url::parse("http://club.example:81/cards/x?y=1#/join/a/b").unwrap();
        let head = head("GET", &url, &[("Authorization", "Bearer k")], None);
        assert!(
            head.starts_with("GET /cards/x?y=1 HTTP/1.1\r\nHost: club.example:81\r\n"),
            "{head}"
        );
        assert!(
            head.ends_with("\r\nAuthorization: Bearer k\r\n\r\n"),
            "{head}"
        );
        assert!(!head.contains("join"), "{head}");
    }
}
