//! The settings of one source: flags and the environment, or a file.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::settings::error::SettingsError;
use overtrick_store::without_password;

/// The file that is read if none is named and it exists.
pub(crate) const DEFAULT_FILE: &str = "overtrick.toml";

/// The form of logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line for people
    #[default]
    Plain,
    /// An object a line
    Json,
}

/// The settings of one source; an absent one is left to the next source. Its `Debug` shows none: secrets are among
/// them.
#[derive(Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PartialSettings {
    /// The address to listen at [default: 127.0.0.1:8080]
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
    /// The file of the secret that keys are made from [default: overtrick.secret beside the database]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// The address that people use, where it is not the one listened at
    #[arg(long, value_name = "URL", env = "OVERTRICK_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Show everybody the list of published matches, at the address of the service itself; the page is at /play then [default: false]
    #[arg(long, value_name = "BOOL", env = "OVERTRICK_PUBLIC_LIST", num_args = 0..=1, default_missing_value = "true")]
    pub public_list: Option<bool>,
    /// What every path starts with, such as /cards
    #[arg(long, value_name = "PATH", env = "OVERTRICK_BASE_PATH")]
    pub base_path: Option<String>,
    /// The certificates for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// The private key for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// An address whose X-Forwarded-For is trusted
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
    /// The token that shows /metrics; better in the environment or the file than on a command line
    #[arg(
        long,
        value_name = "TOKEN",
        env = "OVERTRICK_METRICS_TOKEN",
        hide_env_values = true
    )]
    pub metrics_token: Option<String>,
    /// An address at which /metrics alone is shown, to whoever reaches it, such as 127.0.0.1:9090
    #[arg(long, value_name = "ADDRESS", env = "OVERTRICK_METRICS_BIND")]
    pub metrics_bind: Option<String>,
    /// Requests a second that one client may make; 0 is without limit [default: 100]
    #[arg(long, value_name = "N", env = "OVERTRICK_RATE")]
    pub rate: Option<u32>,
    /// Matches an hour that one client may open without the admin token; 0 is without limit [default: 120]
    #[arg(long, value_name = "N", env = "OVERTRICK_CREATIONS")]
    pub creations: Option<u32>,
    /// Connections that one address may have at once; 0 is without limit [default: 256]
    #[arg(long, value_name = "N", env = "OVERTRICK_CONNECTIONS")]
    pub connections: Option<usize>,
    /// Seconds that a connection is kept for the next request: longer than a proxy keeps its own [default: 75]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_KEEP_ALIVE")]
    pub keep_alive: Option<u64>,
    /// Seconds that a request may take to arrive [default: 30]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_TIMEOUT")]
    pub timeout: Option<u64>,
    /// Seconds to wait for a locked database, or for a connection to PostgreSQL [default: 5]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_PATIENCE")]
    pub patience: Option<u64>,
    /// Seconds that PostgreSQL may work on one statement [default: 10]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_STATEMENT_TIMEOUT")]
    pub statement_timeout: Option<u64>,
    /// Mebibytes that one client may have stored in an hour without the admin token; 0 is without limit [default: 20]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_WRITE_BUDGET")]
    pub write_budget: Option<u32>,
    /// Kibibytes of a match's log; 0 is without limit [default: 2048]
    #[arg(long, value_name = "KIB", env = "OVERTRICK_MATCH_SIZE")]
    pub match_size: Option<usize>,
    /// Hands of a match; 0 is as many as any match may have [default: 2000]
    #[arg(long, value_name = "N", env = "OVERTRICK_MATCH_HANDS")]
    pub match_hands: Option<usize>,
    /// Kibibytes of a body that is judged without being stored [default: 1024]
    #[arg(long, value_name = "KIB", env = "OVERTRICK_STATELESS_BODY")]
    pub stateless_body: Option<usize>,
    /// Mebibytes of a body that brings matches in [default: 64]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_IMPORT_SIZE")]
    pub import_size: Option<usize>,
    /// Lines of a body that brings matches in [default: 100000]
    #[arg(long, value_name = "N", env = "OVERTRICK_IMPORT_LINES")]
    pub import_lines: Option<u64>,
    /// Days without use after which a match in which nothing was played is deleted; 0 is never. 30 is advised in public [default: 0]
    #[arg(long, value_name = "DAYS", env = "OVERTRICK_EXPIRE")]
    pub expire: Option<u32>,
    /// Mebibytes of memory that the matches used lately may take [default: 64]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_CACHE")]
    pub cache: Option<usize>,
    /// The most mebibytes that the database may grow to; 0 is as many as the disk holds [default: 10240]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_DATABASE_LIMIT")]
    pub database_limit: Option<u32>,
    /// Webhooks of all matches together, and as many of the administrator; 0 is none [default: 1000]
    #[arg(long, value_name = "N", env = "OVERTRICK_WEBHOOKS")]
    pub webhooks: Option<u32>,
    /// Seconds that the receiver of a webhook may take to answer [default: 20]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_WEBHOOK_TIMEOUT")]
    pub webhook_timeout: Option<u64>,
    /// Let webhooks lead to addresses of internal networks, and without https [default: false]
    #[arg(
        long,
        value_name = "BOOL",
        env = "OVERTRICK_WEBHOOK_PRIVATE",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub webhook_private: Option<bool>,
    /// Threads that answer [default: one for each processor]
    #[arg(long, value_name = "N", env = "OVERTRICK_WORKERS")]
    pub workers: Option<usize>,
    /// What is logged: error, warn, info, debug, trace, or by module [default: info]
    #[arg(long, value_name = "FILTER", env = "OVERTRICK_LOG")]
    pub log: Option<String>,
    /// How logs are written [default: plain]
    #[arg(long, value_enum, env = "OVERTRICK_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
}

impl fmt::Debug for PartialSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialSettings").finish_non_exhaustive()
    }
}

impl PartialSettings {
    /// The settings of a file; without a path, of the default file if it exists.
    ///
    /// # Errors
    /// [`SettingsError::Unreadable`], [`SettingsError::Malformed`].
    pub fn from_file(path: Option<&Path>) -> Result<PartialSettings, SettingsError> {
        let default = Path::new(DEFAULT_FILE);
        if path.is_none() && !default.exists() {
            return Ok(PartialSettings::default());
        }
        let path = path.unwrap_or(default);
        let file = path.display().to_string();
        #[expect(clippy::disallowed_methods, reason = "the settings are a file")]
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return Err(SettingsError::Unreadable { file, error }),
        };
        toml::from_str(&text).map_err(|error| SettingsError::Malformed {
            file,
            reason: said_of(&error, &text),
        })
    }
}

impl PartialSettings {
    /// Whether there is a token or a password among them.
    pub(crate) fn has_secret(&self) -> bool {
        let has_password = |url: &String| without_password(url) != *url;
        self.admin_token.is_some()
            || self.metrics_token.is_some()
            || [&self.database, &self.public_url]
                .into_iter()
                .flatten()
                .any(has_password)
    }
}

/// What is wrong with a file, and where. Neither the line nor a value in it is shown: they may be secrets.
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
