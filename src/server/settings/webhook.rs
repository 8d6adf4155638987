//! The webhooks of the settings file.

use std::fmt;
use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize, Serializer};
use url::{Host, Position, Url};
use validator::{Validate, ValidationError};

use super::{Secret, check};
use crate::app::base_url::is_private;
use crate::change_feed::report::EventType;
use overtrick_own::OWN;
use overtrick_store::HIDDEN;

/// The most bytes of a URL.
const MAX_URL: usize = 2048;
/// What a secret begins with.
const SECRET_PREFIX: &str = "whsec_";

/// A receiver of changes. Its `Debug` output hides the secret, and the path of the address, which may be one.
#[derive(Clone, Default, Serialize, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookSettings {
    /// The address, at most 2048 bytes: https, or http to an address of this machine or of a private network.
    #[serde(serialize_with = "hide_path")]
    #[validate(custom(function = "check_url"))]
    pub url: String,
    /// The secret of the signatures: `whsec_` and 24 to 64 bytes in Base64.
    #[validate(custom(function = "check_secret"))]
    pub secret: Secret,
    /// The ids of the games whose changes are sent; empty for all games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[validate(custom(function = "check_games"))]
    pub games: Vec<String>,
    /// The kinds of changes that are sent, such as `match.finished`; empty for all kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[validate(custom(function = "check_kinds"))]
    pub kinds: Vec<String>,
}

impl fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookSettings")
            .field("url", &without_path(&self.url))
            .finish_non_exhaustive()
    }
}

impl WebhookSettings {
    /// The address, if it is allowed.
    pub(crate) fn address(&self) -> Option<Url> {
        address(&self.url)
    }

    /// The bytes with which messages are signed, if the secret is valid.
    pub(crate) fn signing_key(&self) -> Option<Vec<u8>> {
        signing_key(&self.secret)
    }
}

fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_near = match url.host()? {
        Host::Ipv4(address) => is_private(IpAddr::V4(address)),
        Host::Ipv6(address) => is_private(IpAddr::V6(address)),
        Host::Domain(name) => name == "localhost",
    };
    let is_allowed = url.scheme() == "https" || (url.scheme() == "http" && is_near);
    let is_whole = is_plain && url.fragment().is_none() && text.len() <= MAX_URL;
    (is_allowed && is_whole).then_some(url)
}

fn signing_key(secret: &str) -> Option<Vec<u8>> {
    let key = STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?);
    key.ok().filter(|key| (24..=64).contains(&key.len()))
}

fn without_path(url: &str) -> String {
    match address(url) {
        Some(url) => format!("{}/{HIDDEN}", &url[..Position::BeforePath]),
        None => HIDDEN.to_owned(),
    }
}

fn hide_path<S: Serializer>(url: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&without_path(url))
}

fn check_url(url: &str) -> Result<(), ValidationError> {
    check(address(url).is_some(), "webhook-url")
}

fn check_secret(secret: &Secret) -> Result<(), ValidationError> {
    check(signing_key(secret).is_some(), "webhook-secret")
}

fn check_games(games: &[String]) -> Result<(), ValidationError> {
    let all = overtrick_games::all().iter().map(|entry| entry.facts.id);
    check_words(games, &all.chain([OWN]).collect::<Vec<_>>())
}

fn check_kinds(kinds: &[String]) -> Result<(), ValidationError> {
    check_words(kinds, EventType::WORDS)
}

fn check_words(given: &[String], words: &[&str]) -> Result<(), ValidationError> {
    if given.iter().all(|word| words.contains(&word.as_str())) {
        return Ok(());
    }
    let mut fault = ValidationError::new("words");
    fault.add_param("words".into(), &words.join(", "));
    Err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::MAX_WEBHOOKS;
    use crate::settings::Settings;

    fn webhook(url: &str) -> WebhookSettings {
        WebhookSettings {
            url: url.to_owned(),
            secret: format!("whsec_{}", STANDARD.encode([7; 32])).into(),
            ..WebhookSettings::default()
        }
    }

    fn names(webhooks: &[WebhookSettings]) -> Vec<String> {
        let settings = Settings {
            webhook: webhooks.to_vec(),
            ..Settings::default()
        };
        let faults = settings.faults().into_iter();
        faults.map(|(name, _)| name).collect()
    }

    #[test]
    fn an_address_is_https_or_near() {
        for url in [
            "https://club.example/hooks?key=1",
            "https://127.0.0.1/",
            "http://127.0.0.1:8000/hooks",
            "http://localhost:8000/",
            "http://192.168.1.7/",
            "http://[::1]:8000/",
        ] {
            assert!(names(&[webhook(url)]).is_empty(), "{url}");
        }
        let long = format!("https://club.example/{}", "x".repeat(MAX_URL));
        for url in [
            "",
            "club.example",
            "ftp://club.example/",
            "http://club.example/",
            "http://1.1.1.1/",
            "https://ann:word@club.example/",
            "https://club.example/#x",
            &*long,
        ] {
            assert_eq!(names(&[webhook(url)]), ["webhook.1.url"], "{url}");
        }
    }

    #[test]
    fn every_fault_of_every_webhook_is_listed() {
        let short = WebhookSettings {
            secret: format!("whsec_{}", STANDARD.encode([7; 23])).into(),
            games: vec![
                overtrick_games::all()[0].facts.id.to_owned(),
                "chess".to_owned(),
            ],
            kinds: vec!["match.won".to_owned()],
            ..webhook("https://club.example/")
        };
        let all = [webhook("https://club.example"), short];
        let expected = ["games", "kinds", "secret", "url"];
        let expected = expected.map(|field| format!("webhook.2.{field}"));
        assert_eq!(names(&all), expected);
        let many = |count: usize| -> Vec<WebhookSettings> {
            let urls = (0..count).map(|number| format!("https://club.example/{number}"));
            urls.map(|url| webhook(&url)).collect()
        };
        assert!(names(&many(MAX_WEBHOOKS)).is_empty());
        assert_eq!(names(&many(MAX_WEBHOOKS + 1)), ["webhook"]);
    }

    #[test]
    fn no_secret_is_shown() {
        let shown = format!("{:?}", webhook("https://club.example:8443/hooks/key?key=1"));
        assert!(
            shown.contains("\"https://club.example:8443/(hidden)\""),
            "{shown}"
        );
        assert!(
            !shown.contains("key") && !shown.contains("whsec_"),
            "{shown}"
        );
    }
}
