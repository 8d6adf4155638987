//! The webhooks of the settings file.

use std::fmt;
use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use url::{Host, Position, Url};

use crate::app::base_url::is_private;
use crate::bounds::MAX_WEBHOOKS;
use crate::change_feed::report::EventType;
use crate::settings::error::SettingRule;
use overtrick_own::OWN;
use overtrick_store::HIDDEN;

/// The table of a webhook in the settings file.
const TABLE: &str = "[[webhook]]";
/// The most bytes of a URL.
const MAX_URL: usize = 2048;
/// What a secret begins with.
const SECRET_PREFIX: &str = "whsec_";

/// A receiver of changes. Its `Debug` output hides the secret, and the path of the address, which may be one.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookSettings {
    /// The address, at most 2048 bytes: https, or http to an address of this machine or of a private network.
    pub url: String,
    /// The secret of the signatures: `whsec_` and 24 to 64 bytes in Base64.
    pub secret: String,
    /// The ids of the games whose changes are sent; empty for all games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// The kinds of changes that are sent, such as `match.finished`; empty for all kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
}

impl fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookSettings")
            .field("url", &self.shown().url)
            .finish_non_exhaustive()
    }
}

impl WebhookSettings {
    /// The address, if it is allowed.
    pub(crate) fn address(&self) -> Option<Url> {
        let url = Url::parse(&self.url).ok()?;
        let is_plain = url.username().is_empty() && url.password().is_none();
        let is_near = match url.host()? {
            Host::Ipv4(address) => is_private(IpAddr::V4(address)),
            Host::Ipv6(address) => is_private(IpAddr::V6(address)),
            Host::Domain(name) => name == "localhost",
        };
        let is_allowed = url.scheme() == "https" || (url.scheme() == "http" && is_near);
        let is_whole = is_plain && url.fragment().is_none() && self.url.len() <= MAX_URL;
        (is_allowed && is_whole).then_some(url)
    }

    /// The bytes with which messages are signed, if the secret is valid.
    pub(crate) fn signing_key(&self) -> Option<Vec<u8>> {
        let key = STANDARD.decode(self.secret.strip_prefix(SECRET_PREFIX)?);
        key.ok().filter(|key| (24..=64).contains(&key.len()))
    }

    /// The kinds of changes that are sent; empty for all kinds.
    pub(crate) fn event_types(&self) -> Vec<EventType> {
        let words = self.kinds.iter();
        words
            .filter_map(|word| EventType::from_word(word))
            .collect()
    }

    /// The settings without the secret and without the path of the address.
    pub(crate) fn shown(&self) -> WebhookSettings {
        let url = match self.address() {
            Some(url) => format!("{}/{HIDDEN}", &url[..Position::BeforePath]),
            None => HIDDEN.to_owned(),
        };
        WebhookSettings {
            url,
            secret: HIDDEN.to_owned(),
            ..self.clone()
        }
    }
}

/// The wrong settings of webhooks, each with its rule. A name has the number of the webhook, from 1.
pub(crate) fn wrong(webhooks: &[WebhookSettings]) -> Vec<(String, SettingRule)> {
    let mut wrong = Vec::new();
    if webhooks.len() > MAX_WEBHOOKS {
        wrong.push(("webhook".to_owned(), SettingRule::Entries(MAX_WEBHOOKS)));
    }
    let games: Vec<&str> = overtrick_games::all()
        .iter()
        .map(|entry| entry.facts.id)
        .chain([OWN])
        .collect();
    for (index, webhook) in webhooks.iter().take(MAX_WEBHOOKS).enumerate() {
        let mut add = |field: &str, rule| wrong.push((name(index, field), rule));
        let address = webhook.address();
        let same = address.as_ref().and_then(|address| {
            let before = webhooks.iter().take(index);
            before
                .map(WebhookSettings::address)
                .position(|other| other.as_ref() == Some(address))
        });
        match (&address, same) {
            (None, _) => add("url", SettingRule::WebhookUrl),
            (Some(_), Some(other)) => add("url", SettingRule::OtherUrl(name(other, "url"))),
            (Some(_), None) => {}
        }
        if webhook.signing_key().is_none() {
            add("secret", SettingRule::WebhookSecret);
        }
        for (field, given, words) in [
            ("games", &webhook.games, &games[..]),
            ("kinds", &webhook.kinds, EventType::WORDS),
        ] {
            if !given.iter().all(|word| words.contains(&word.as_str())) {
                add(field, SettingRule::Words(words.to_vec()));
            }
        }
    }
    wrong
}

/// The name of a setting of the webhook with this index.
fn name(index: usize, field: &str) -> String {
    format!("webhook.{}.{field}", index + 1)
}

/// The number of the line of a settings file that sets this setting of a webhook, or that begins the first
/// webhook beyond those allowed.
pub(crate) fn line_of(setting: &str, text: &str) -> Option<usize> {
    let (number, field) = match setting.strip_prefix("webhook.") {
        Some(rest) => rest.split_once('.')?,
        None if setting == "webhook" => ("", ""),
        None => return None,
    };
    let number = number.parse().unwrap_or(MAX_WEBHOOKS + 1);
    let is_table = |line: &&str| line.trim_start().starts_with(TABLE);
    let mut tables = text.lines().enumerate().filter(|(_, line)| is_table(line));
    let Some((index, _)) = tables.nth(number.checked_sub(1)?) else {
        // The webhooks may be a list on one line.
        return super::line_of("webhook", text);
    };
    let begin = index + 1;
    if field.is_empty() {
        return Some(begin);
    }
    let is_inside = |line: &&str| !line.trim_start().starts_with('[');
    let table: Vec<&str> = text.lines().skip(begin).take_while(is_inside).collect();
    Some(begin + super::line_of(field, &table.join("\n"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(url: &str) -> WebhookSettings {
        WebhookSettings {
            url: url.to_owned(),
            secret: format!("whsec_{}", STANDARD.encode([7; 32])),
            ..WebhookSettings::default()
        }
    }

    fn names(webhooks: &[WebhookSettings]) -> Vec<String> {
        wrong(webhooks).into_iter().map(|(name, _)| name).collect()
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
            secret: format!("whsec_{}", STANDARD.encode([7; 23])),
            games: vec![
                overtrick_games::all()[0].facts.id.to_owned(),
                "chess".to_owned(),
            ],
            kinds: vec!["match.won".to_owned()],
            ..webhook("https://club.example/")
        };
        let all = [webhook("https://club.example"), short];
        let expected = ["url", "secret", "games", "kinds"];
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
    fn a_setting_is_found_in_its_table() {
        let text = "bind = \"a:1\"\n[[webhook]]\nurl = \"a\"\n\n[[webhook]]\nsecret = \"b\"\nurl = \"c\"\n";
        assert_eq!(line_of("webhook.1.url", text), Some(3));
        assert_eq!(line_of("webhook.1.secret", text), None);
        assert_eq!(line_of("webhook.2.secret", text), Some(6));
        assert_eq!(line_of("webhook.2.url", text), Some(7));
        assert_eq!(line_of("bind", text), None);
        let inline = "bind = \"a:1\"\nwebhook = [{ url = \"a\" }]\n";
        assert_eq!(line_of("webhook.1.secret", inline), Some(2));
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
