//! `overtrick health`, for containers and scripts without an HTTP client, and HTTP requests to a running service.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use url::{Position, Url};

use super::error::{CommandError, Outcome};
use super::output;
use super::serve;
use overtrick_core::json::Json;
use overtrick_server::settings::{Settings, SettingsArgs};
use overtrick_server::{on_this_machine, url_at};

/// The timeout for connecting.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The limits for the response to a health check.
const LIMITS: Limits = Limits {
    timeout: TIMEOUT,
    max_answer: 64 << 10,
};

/// Check whether the running service can read and store matches.
///
/// Without a URL, the address is taken from the settings. The check uses HTTP without TLS.
#[derive(Debug, Args)]
pub struct Health {
    /// The address of the service, such as <http://127.0.0.1:8080>
    url: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Health {
    pub fn run(self) -> Outcome {
        let text = match self.url {
            Some(url) => url,
            None => own_address(&serve::read(self.settings)?),
        };
        let url = address_of(&text)?;
        let detail = reason(&url).unwrap_or_else(|error| Some(error.to_string()));
        let figures = json!({ "address": text, "ready": detail.is_none(), "detail": detail });
        let Some(detail) = detail else {
            let sentence = sentence!("service", "ready", address: text);
            return output::answer(self.json, &figures, &sentence);
        };
        if self.json {
            output::json(&figures)?;
        }
        Err(not_ready(&text, detail))
    }
}

/// Parses the address of a service.
///
/// # Errors
/// The address does not begin with `http://`.
pub fn address_of(text: &str) -> Outcome<Url> {
    let url = Url::parse(text)
        .ok()
        .filter(|url| url.scheme() == "http" && url.has_host());
    url.ok_or_else(|| misuse!("service", "health-address", found: text.to_owned()))
}

/// Returns the error for a service that is not ready or refuses a request.
pub fn not_ready(address: &str, detail: String) -> CommandError {
    failure!("service", "not-ready", address: address.to_owned(), reason: detail)
}

/// Returns the address at which this machine can reach a service with these settings.
fn own_address(settings: &Settings) -> String {
    match settings.bind.parse() {
        Ok(address) => on_this_machine(settings, address),
        Err(_) => url_at(settings, &settings.bind),
    }
}

/// Returns the reason why the service is not ready, or `None` if it is ready.
///
/// # Errors
/// There is no connection, or the answer is not HTTP.
fn reason(url: &Url) -> io::Result<Option<String>> {
    let answer = send(url, "GET", "/readyz", "", "", &LIMITS)?;
    Ok((answer.status != "200").then(|| answer.detail()))
}

/// The limits for a response.
pub struct Limits {
    /// The timeout for each read and write.
    pub timeout: Duration,
    /// The maximum number of bytes to read.
    pub max_answer: u64,
}

/// Sends a request to a service over HTTP without TLS. The path is relative to the address of the service.
/// Each header must end with a line break.
///
/// # Errors
/// There is no connection, or the answer is not HTTP.
pub fn send(
    url: &Url,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
    limits: &Limits,
) -> io::Result<Answer> {
    let mut stream = connect(url)?;
    stream.set_read_timeout(Some(limits.timeout))?;
    stream.set_write_timeout(Some(limits.timeout))?;
    let request = format!(
        "{method} {}{path} HTTP/1.1\r\nHost: {}\r\n{headers}Accept-Encoding: identity\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        url.path().trim_end_matches('/'),
        &url[Position::BeforeHost..Position::AfterPort],
        body.len(),
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(limits.max_answer).read_to_end(&mut answer)?;
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    let body = answer.split_off(end.map_or(answer.len(), |end| end + 4));
    let head = String::from_utf8_lossy(&answer);
    let mut words = head.split_ascii_whitespace();
    let version = words.next().filter(|word| word.starts_with("HTTP/1."));
    let status = version.and(words.next()).ok_or(ErrorKind::InvalidData)?;
    let status = status.to_owned();
    Ok(Answer { status, body })
}

/// The response of a service.
pub struct Answer {
    /// The status code.
    pub status: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns the body as JSON, or an empty object if it is not JSON.
    pub fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or(Json::EMPTY)
    }

    /// Returns the `detail` text from the body, or the status code if there is none.
    pub fn detail(&self) -> String {
        let problem = self.json();
        problem.text("detail").unwrap_or(&self.status).to_owned()
    }
}

/// Connects to the first address of the host that accepts a connection.
fn connect(url: &Url) -> io::Result<TcpStream> {
    let mut failure = io::Error::from(ErrorKind::NotFound);
    for address in url.socket_addrs(|| None)? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_reached_on_its_own_machine() {
        let at = |bind: &str, base_path: &str| {
            own_address(&Settings {
                bind: bind.into(),
                base_path: base_path.into(),
                ..Settings::default()
            })
        };
        assert_eq!(at("0.0.0.0:80", ""), "http://127.0.0.1:80");
        assert_eq!(at("[::]:8080", "/cards"), "http://[::1]:8080/cards");
        assert_eq!(at("cards.example:8080", ""), "http://cards.example:8080");
    }
}
