//! The settings of one source: flags and the environment, or a file.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::settings::error::SettingsError;
use crate::settings::webhook::WebhookSettings;
use overtrick_store::without_password;

/// The settings file that is read by default, if it exists.
pub(crate) const DEFAULT_FILE: &str = "overtrick.toml";

/// The log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line of text per event
    #[default]
    Plain,
    /// One JSON object per line
    Json,
}

/// Whether clients are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitsSetting {
    /// Each address has its limits
    #[default]
    On,
    /// Only what all clients have together is limited
    Off,
}

/// The settings of one source; an absent one is left to the next source. Its `Debug` output shows no values,
/// because some are secrets.
#[derive(Clone, Default, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PartialSettings {
    /// The address to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "OVERTRICK_BIND")]
    pub bind: Option<String>,
    /// The database, of SQLite or PostgreSQL; a password is better in the environment or the file than on a command line [default: sqlite://overtrick.db]
    #[arg(
        long,
        value_name = "URL",
        env = "OVERTRICK_DATABASE",
        hide_env_values = true
    )]
    pub database: Option<String>,
    /// The file with the secret from which keys are made [default: overtrick.secret, next to the database]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// The public address of the service, if it differs from the one listened on
    #[arg(long, value_name = "URL", env = "OVERTRICK_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Show the list of published matches to everybody, at the root of the service; the page moves to /play [default: false]
    #[arg(long, value_name = "BOOL", env = "OVERTRICK_PUBLIC_LIST", num_args = 0..=1, default_missing_value = "true")]
    pub public_list: Option<bool>,
    /// The prefix of every path, such as /cards
    #[arg(long, value_name = "PATH", env = "OVERTRICK_BASE_PATH")]
    pub base_path: Option<String>,
    /// The certificates for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// The private key for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// The address of a proxy whose X-Forwarded-For is trusted
    #[arg(
        long = "trusted-proxy",
        value_name = "IP",
        env = "OVERTRICK_TRUSTED_PROXY",
        value_delimiter = ','
    )]
    pub trusted_proxies: Option<Vec<IpAddr>>,
    /// An origin whose pages may call the service, such as <https://club.example>; * for any
    #[arg(
        long = "allow-origin",
        value_name = "ORIGIN",
        env = "OVERTRICK_ALLOW_ORIGIN",
        value_delimiter = ','
    )]
    pub allowed_origins: Option<Vec<String>>,
    /// The token that lists all matches; better in the environment or the file than on a command line
    #[arg(
        long,
        value_name = "TOKEN",
        env = "OVERTRICK_ADMIN_TOKEN",
        hide_env_values = true
    )]
    pub admin_token: Option<String>,
    /// The token for /metrics; better in the environment or the file than on a command line
    #[arg(
        long,
        value_name = "TOKEN",
        env = "OVERTRICK_METRICS_TOKEN",
        hide_env_values = true
    )]
    pub metrics_token: Option<String>,
    /// An address that serves only /metrics, without a token, such as 127.0.0.1:9090
    #[arg(long, value_name = "ADDRESS", env = "OVERTRICK_METRICS_BIND")]
    pub metrics_bind: Option<String>,
    /// Whether each address is limited; off for a server behind a gateway with limits of its own [default: on]
    #[arg(long, value_enum, env = "OVERTRICK_LIMITS")]
    pub limits: Option<LimitsSetting>,
    /// Seconds that an idle connection is kept open; longer than a proxy keeps its own [default: 75]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_KEEP_ALIVE")]
    pub keep_alive: Option<u64>,
    /// Seconds that a request may take to arrive [default: 30]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_TIMEOUT")]
    pub timeout: Option<u64>,
    /// Seconds that PostgreSQL may work on one statement [default: 10]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_STATEMENT_TIMEOUT")]
    pub statement_timeout: Option<u64>,
    /// Days without use after which a match with nothing played is deleted; 0 means never; 30 is advised for public services [default: 0]
    #[arg(long, value_name = "DAYS", env = "OVERTRICK_EXPIRE")]
    pub expire: Option<u32>,
    /// The largest size of the database in mebibytes; 0 means as much as the disk holds [default: 10240]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_DATABASE_LIMIT")]
    pub database_limit: Option<u32>,
    /// Threads that answer requests [default: one per processor]
    #[arg(long, value_name = "N", env = "OVERTRICK_WORKERS")]
    pub workers: Option<usize>,
    /// The log filter: error, warn, info, debug, trace, or by module [default: info,actix_server=warn]
    #[arg(long, value_name = "FILTER", env = "OVERTRICK_LOG")]
    pub log: Option<String>,
    /// The log format [default: plain]
    #[arg(long, value_enum, env = "OVERTRICK_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
    /// Receivers of changes, which only the file sets.
    #[arg(skip)]
    pub webhook: Option<Vec<WebhookSettings>>,
}

impl fmt::Debug for PartialSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialSettings").finish_non_exhaustive()
    }
}

impl PartialSettings {
    /// Reads the settings file; without a path, the default file if it exists. Also returns its text.
    ///
    /// # Errors
    /// [`SettingsError::Unreadable`], [`SettingsError::Malformed`].
    pub fn from_file(path: Option<&Path>) -> Result<(PartialSettings, String), SettingsError> {
        let default = Path::new(DEFAULT_FILE);
        if path.is_none() && !default.exists() {
            return Ok((PartialSettings::default(), String::new()));
        }
        let path = path.unwrap_or(default);
        let file = path.display().to_string();
        #[expect(clippy::disallowed_methods, reason = "the settings are a file")]
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return Err(SettingsError::Unreadable { file, error }),
        };
        match toml::from_str(&text) {
            Ok(settings) => Ok((settings, text)),
            Err(error) => Err(SettingsError::Malformed {
                file,
                reason: said_of(&error, &text),
            }),
        }
    }
}

impl PartialSettings {
    /// The names of the settings that have a value.
    pub(crate) fn names(&self) -> Vec<String> {
        let table = toml::Table::try_from(self).unwrap_or_default();
        table.into_iter().map(|(name, _)| name).collect()
    }

    /// Whether they contain a token or a password.
    pub(crate) fn has_secret(&self) -> bool {
        let has_password = |url: &String| without_password(url) != *url;
        self.admin_token.is_some()
            || self.metrics_token.is_some()
            || self.webhook.is_some()
            || [&self.database, &self.public_url]
                .into_iter()
                .flatten()
                .any(has_password)
    }
}

/// The fault in a file and its place. Neither the line nor its values are shown, because they may be secrets.
fn said_of(error: &toml::de::Error, text: &str) -> String {
    let said = error.message();
    let has_value = ["invalid ", "unknown variant "]
        .iter()
        .any(|beginning| said.starts_with(beginning));
    let expected = said.rfind("expected ").map(|at| &said[at..]);
    let said = expected.filter(|_| has_value).unwrap_or(said);
    let before = error.span().and_then(|span| text.get(..span.start));
    let Some(before) = before else {
        return said.to_owned();
    };
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("line {line}, column {column}: {said}")
}
