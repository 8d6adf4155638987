//! `overtrick health`: for containers and scripts, which may have no HTTP client.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use url::Url;

use super::error::{CommandError, Outcome};
use super::output;
use super::serve::SettingsArgs;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::settings::Settings;

/// The timeout for connecting, for sending and for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most bytes of an answer that are read; a problem document has less than 1 KiB.
const MOST: u64 = 16 << 10;
/// The most header lines that are read.
const MOST_HEADERS: usize = 64;

/// Check whether the running service can read and store matches.
///
/// Without a URL, the address comes from the settings. The check uses plain HTTP.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick health", "overtrick health http://127.0.0.1:8080/cards"]))]
pub struct Health {
    /// The address of the service, such as <http://127.0.0.1:8080>
    #[arg(value_name = "URL")]
    url: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Health {
    pub fn run(self, language: &Language) -> Outcome {
        let text = match self.url {
            Some(url) => url,
            None => own_address(&self.settings.read(language)?),
        };
        let url = Url::parse(&text).ok().filter(|url| url.scheme() == "http");
        let Some(url) = url.filter(Url::has_host) else {
            let args = args![found: text];
            let message = language.format("service", "health-address", &args);
            return Err(CommandError::usage(message));
        };
        let said = asked(&url).unwrap_or_else(|error| Some(error.to_string()));
        if self.json {
            let ready = said.is_none();
            output::json(&json!({ "address": text, "ready": ready, "detail": said }))?;
        }
        match said {
            None if self.json => Ok(()),
            None => output::line(&language.format("service", "ready", &args![address: text])),
            Some(said) => Err(not_ready(&text, said, language)),
        }
    }
}

fn not_ready(address: &str, said: String, language: &Language) -> CommandError {
    let args = args![address: address.to_owned(), said: said];
    CommandError::Files(language.format("service", "not-ready", &args))
}

/// The address of a service with these settings on its own machine.
fn own_address(settings: &Settings) -> String {
    let scheme = match settings.tls_cert {
        Some(_) => "https",
        None => "http",
    };
    let bind = &settings.bind;
    let bind = match bind.parse::<SocketAddr>() {
        Ok(address) if address.ip().is_unspecified() && address.is_ipv4() => {
            format!("127.0.0.1:{}", address.port())
        }
        Ok(address) if address.ip().is_unspecified() => format!("[::1]:{}", address.port()),
        _ => bind.clone(),
    };
    format!("{scheme}://{bind}{}", settings.base_path)
}

/// Asks the service; the result is the reason why it is not ready, if it is not.
fn asked(url: &Url) -> io::Result<Option<String>> {
    let mut stream = connected(url)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let path = url.path().trim_end_matches('/');
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let request =
        format!("GET {path}/readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    said(&answer)
}

fn connected(url: &Url) -> io::Result<TcpStream> {
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    for address in url.socket_addrs(|| None)? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// The problem in an answer whose status is not 200, or the status itself.
fn said(answer: &[u8]) -> io::Result<Option<String>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let parsed = head.parse(answer);
    let (Ok(httparse::Status::Complete(length)), Some(code)) = (parsed, head.code) else {
        return Err(io::Error::from(io::ErrorKind::InvalidData));
    };
    if code == 200 {
        return Ok(None);
    }
    // Chunk lengths surround the JSON in a chunked body.
    let body = String::from_utf8_lossy(&answer[length..]).into_owned();
    let object = body.find('{').zip(body.rfind('}'));
    let object = object.and_then(|(from, to)| body.get(from..=to));
    let problem = object.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let detail = problem.and_then(|problem| Some(problem.get("detail")?.as_str()?.to_owned()));
    Ok(Some(detail.unwrap_or_else(|| code.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_asked_on_its_own_machine() {
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

    #[test]
    fn an_answer_says_why_the_service_is_not_ready() {
        let ready = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(said(ready).unwrap(), None);
        let full = b"HTTP/1.1 503 Service Unavailable\r\n\r\n{\"detail\": \"the disk is full\"}";
        assert_eq!(said(full).unwrap().unwrap(), "the disk is full");
        let bare = b"HTTP/1.1 502 Bad Gateway\r\n\r\n<html>";
        assert_eq!(said(bare).unwrap().unwrap(), "502");
        assert!(said(b"SSH-2.0").is_err());
    }
}
