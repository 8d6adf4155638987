//! `overtrick health`: for containers and scripts, which may have no HTTP client.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;
use serde_json::json;
use url::{Position, Url};

use super::error::{CommandError, Outcome};
use super::{output, serve};
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_server::settings::{Settings, SettingsArgs};

/// The timeout for connecting, and for each part of the answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of an answer that are read.
const MAX_ANSWER: u64 = 64 << 10;

/// Check whether the running service can read and store matches.
///
/// Without a URL, the address comes from the settings. The check uses plain HTTP.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick health", "overtrick health http://127.0.0.1:8080/cards"]))]
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
            None => own_address(&serve::read(self.settings, language)?),
        };
        let url = Url::parse(&text).ok().filter(|url| url.scheme() == "http");
        let Some(url) = url.filter(Url::has_host) else {
            let args = args![found: text];
            let message = language.format("service", "health-address", &args);
            return Err(CommandError::usage(message));
        };
        let said = reason(&url).unwrap_or_else(|error| Some(error.to_string()));
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
    CommandError::files(language.format("service", "not-ready", &args))
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

/// Returns the reason why the service is not ready, `None` if it is.
///
/// # Errors
/// There is no connection, or no answer in HTTP.
fn reason(url: &Url) -> io::Result<Option<String>> {
    let mut stream = connect(url)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let path = url.path().trim_end_matches('/');
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let request = format!(
        "GET {path}/readyz HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let mut words = head.split_ascii_whitespace();
    let version = words.next().filter(|word| word.starts_with("HTTP/1."));
    match (version, words.next()) {
        (Some(_), Some("200")) => Ok(None),
        (Some(_), Some(status)) => {
            let problem: Option<Json> = serde_json::from_str(body).ok();
            let detail = problem.as_ref().and_then(|problem| problem.text("detail"));
            Ok(Some(detail.unwrap_or(status).to_owned()))
        }
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

/// Connects to the first address of the host that answers.
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
}
