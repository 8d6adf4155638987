//! The target of a webhook.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use crate::webhooks::address::is_public;
use overtrick_core::{Finding, args};

/// The most bytes of a URL.
pub const LONGEST: usize = 2048;

/// The target of a webhook. Its `Debug` output hides the path, which may contain a secret of the receiver.
#[derive(Clone)]
pub struct Target {
    /// The host name or address.
    pub host: Host<String>,
    /// Its port.
    pub port: u16,
    /// Whether it uses HTTPS.
    pub is_secure: bool,
    /// The path, with the query.
    pub path: String,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({})", self.authority())
    }
}

impl Target {
    /// The target of a URL: HTTPS and not visibly internal, unless the settings allow otherwise. Resolved
    /// addresses are checked at every delivery.
    ///
    /// # Errors
    /// A finding at `/url`, with what was found and what is expected.
    pub fn read(text: &str, allows_private: bool) -> Result<Target, Finding> {
        let refused =
            |code: &'static str, found: String| Finding::rule(code, "/url", args![found: found]);
        if text.len() > LONGEST {
            let most = i64::try_from(LONGEST).unwrap_or(i64::MAX);
            let size = i64::try_from(text.len()).unwrap_or(i64::MAX);
            let args = args![size: size, most: most];
            return Err(Finding::rule("webhook-url-long", "/url", args));
        }
        let unreadable = || refused("webhook-url", shortened(text));
        let url = Url::parse(text).map_err(|_| unreadable())?;
        let is_secure = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(unreadable()),
        };
        let is_plain = url.username().is_empty() && url.password().is_none();
        let (host, port) = (url.host(), url.port_or_known_default());
        let (Some(host), Some(port), true) = (host, port, is_plain && url.fragment().is_none())
        else {
            return Err(unreadable());
        };
        let host = host.to_owned();
        if !allows_private {
            if !is_secure {
                return Err(refused("webhook-url-plain", shortened(text)));
            }
            if is_internal(&host) {
                return Err(refused("webhook-url-internal", host.to_string()));
            }
            // Lower ports belong to other services, which must not be contacted.
            if ![80, 443].contains(&port) && port < 1024 {
                return Err(refused("webhook-url-port", port.to_string()));
            }
        }
        let path = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        Ok(Target {
            host,
            port,
            is_secure,
            path,
        })
    }

    /// The host, with its port unless it is the default.
    pub fn authority(&self) -> String {
        match (self.is_secure, self.port) {
            (true, 443) | (false, 80) => self.host.to_string(),
            (_, port) => format!("{}:{port}", self.host),
        }
    }
}

/// The host and port of a webhook's URL, which identify the receiver.
pub fn receiver_of(url: &str) -> String {
    let authority = Target::read(url, true).map(|target| target.authority());
    authority.unwrap_or_default()
}

/// Whether a host is visibly internal.
fn is_internal(host: &Host<String>) -> bool {
    match host {
        Host::Ipv4(address) => !is_public(IpAddr::V4(*address)),
        Host::Ipv6(address) => !is_public(IpAddr::V6(*address)),
        Host::Domain(name) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost") || !name.contains('.')
        }
    }
}

/// The beginning of a text, for a sentence.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(url: &str) -> String {
        Target::read(url, false).map_or_else(|finding| finding.code.to_string(), |_| String::new())
    }

    #[test]
    fn only_https_to_public_machines_is_taken() {
        for good in [
            "https://club.example/hooks?key=1",
            "https://club.example:8443/",
            "https://1.1.1.1/x",
            "https://[2606:4700::1111]/",
        ] {
            assert_eq!(code(good), "", "{good}");
        }
        for (url, expected) in [
            ("club.example", "webhook-url"),
            ("ftp://club.example/", "webhook-url"),
            ("https://ann:word@club.example/", "webhook-url"),
            ("https://club.example/#x", "webhook-url"),
            ("http://club.example/", "webhook-url-plain"),
            ("https://localhost/", "webhook-url-internal"),
            ("https://a.localhost./", "webhook-url-internal"),
            ("https://intranet/", "webhook-url-internal"),
            ("https://127.0.0.1/", "webhook-url-internal"),
            ("https://2130706433/", "webhook-url-internal"),
            ("https://0x7f.1/", "webhook-url-internal"),
            ("https://[::ffff:169.254.169.254]/", "webhook-url-internal"),
            ("https://club.example:25/", "webhook-url-port"),
        ] {
            assert_eq!(code(url), expected, "{url}");
        }
        let long = format!("https://club.example/{}", "x".repeat(LONGEST));
        assert_eq!(code(&long), "webhook-url-long");
    }

    #[test]
    fn a_target_knows_what_the_request_says() {
        let target = Target::read("http://127.0.0.1:8081/a?b=c", true).unwrap();
        assert_eq!(target.authority(), "127.0.0.1:8081");
        assert_eq!(target.path, "/a?b=c");
        assert_eq!(format!("{target:?}"), "Target(127.0.0.1:8081)");
        let usual = Target::read("https://club.example", false).unwrap();
        assert_eq!(
            (usual.authority().as_str(), usual.path.as_str()),
            ("club.example", "/")
        );
    }
}
