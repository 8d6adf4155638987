//! The settings in force.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use serde::Serialize;
use validator::{Validate, ValidationError};

use crate::settings::error::SettingRule;
use crate::settings::partial::{LimitsSetting, LogFormat};
use crate::settings::webhook::{self, WebhookSettings};
use overtrick_store::{HIDDEN, without_password};

/// The settings in force. Their `Debug` output is that of `overtrick config`.
#[derive(Clone, Serialize, Validate)]
pub struct Settings {
    /// The address to listen on.
    pub bind: String,
    /// The database's URL.
    pub database: String,
    /// The file with the server's secret.
    pub secret_file: Option<PathBuf>,
    /// The public address of the service.
    #[validate(url)]
    pub public_url: Option<String>,
    /// Whether published matches are listed publicly.
    pub public_list: bool,
    /// The prefix of every path: empty, or `/…` without a trailing slash.
    pub base_path: String,
    /// The TLS certificates, PEM.
    pub tls_cert: Option<PathBuf>,
    /// The TLS private key, PEM.
    pub tls_key: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins that CORS allows.
    pub allowed_origins: Vec<String>,
    /// The token of the instance's administrator.
    #[validate(length(min = 16))]
    pub admin_token: Option<String>,
    /// The token for `/metrics`; without it, `bind` does not serve metrics.
    #[validate(length(min = 16))]
    pub metrics_token: Option<String>,
    /// The address at which only `/metrics` is served.
    pub metrics_bind: Option<String>,
    /// Whether clients are limited.
    pub limits: LimitsSetting,
    /// Seconds that an idle connection is kept open.
    #[validate(range(min = 1, max = 3600))]
    pub keep_alive: u64,
    /// Seconds that a request may take to arrive.
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds that a database server may work on one statement.
    #[validate(range(min = 1, max = 300))]
    pub statement_timeout: u64,
    /// Days without use after which a match with nothing played is deleted; 0 means never.
    #[validate(range(max = 36_500))]
    pub expire: u32,
    /// The largest size of the database in mebibytes; 0 means as much as the disk holds.
    #[validate(range(max = 1_000_000))]
    pub database_limit: u32,
    /// Whether to create a new secret if that of a database with matches is lost. Only a flag sets it,
    /// because it is needed once.
    #[serde(skip)]
    pub new_secret: bool,
    /// The file of these settings, if it contains a secret.
    #[serde(skip)]
    pub secret_settings: Option<PathBuf>,
    /// Worker threads; 0 means one per processor.
    #[validate(range(max = 1024))]
    pub workers: usize,
    /// The log filter.
    pub log: String,
    /// The log format.
    pub log_format: LogFormat,
    /// The receivers of changes, at most [`MAX_WEBHOOKS`](crate::bounds::MAX_WEBHOOKS).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub webhook: Vec<WebhookSettings>,
}

/// The rule that a value broke.
fn rule_of(error: &ValidationError) -> SettingRule {
    let bound = |name: &str| {
        let bound = error.params.get(name);
        bound.map_or_else(|| "0".to_owned(), ToString::to_string)
    };
    match error.code.as_ref() {
        "range" => SettingRule::Range(bound("min"), bound("max")),
        "length" => SettingRule::Length(bound("min")),
        _ => SettingRule::Url,
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.to_toml().unwrap_or_default();
        f.debug_tuple("Settings").field(&shown).finish()
    }
}

impl Settings {
    /// The settings that are out of range or contradict each other, each with its rule, in alphabetical order;
    /// then those of webhooks.
    pub(crate) fn wrong(&self) -> Vec<(String, SettingRule)> {
        let errors = self.validate().err().unwrap_or_default();
        let errors = errors.field_errors();
        let mut wrong: Vec<_> = errors
            .iter()
            .filter_map(|(name, errors)| Some((name.to_string(), rule_of(errors.first()?))))
            .collect();
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => wrong.push(("tls_key".into(), SettingRule::Together("tls_cert"))),
            (None, Some(_)) => wrong.push(("tls_cert".into(), SettingRule::Together("tls_key"))),
            _ => {}
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
        if !self.base_path.chars().all(allowed) {
            wrong.push(("base_path".into(), SettingRule::Path));
        }
        wrong.sort_by(|(one, _), (other, _)| one.cmp(other));
        wrong.extend(webhook::wrong(&self.webhook));
        wrong
    }

    /// Whether people reach the service by HTTPS.
    pub fn is_secure(&self) -> bool {
        let public = self.public_url.as_deref().unwrap_or_default();
        self.tls_cert.is_some() || public.starts_with("https://")
    }

    /// The settings as TOML, with secrets hidden.
    ///
    /// # Errors
    /// A path is not valid UTF-8, which TOML requires.
    pub fn to_toml(&self) -> Result<String, String> {
        toml::to_string(&self.shown()).map_err(|error| error.to_string())
    }

    /// The settings with secrets hidden.
    #[must_use]
    pub fn shown(&self) -> Settings {
        let mut shown = self.clone();
        let tokens = [&mut shown.admin_token, &mut shown.metrics_token];
        for token in tokens.into_iter().flatten() {
            HIDDEN.clone_into(token);
        }
        shown.database = without_password(&self.database);
        shown.public_url = self.public_url.as_deref().map(without_password);
        shown.webhook = self.webhook.iter().map(WebhookSettings::shown).collect();
        shown
    }
}
