//! The settings in force.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use serde::Serialize;
use validator::Validate;

use crate::settings::partial::LogFormat;
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
    /// Requests per second and client; 0 means no limit.
    #[validate(range(max = 1_000_000))]
    pub rate: u32,
    /// Matches opened per hour and client; 0 means no limit.
    #[validate(range(max = 1_000_000))]
    pub creations: u32,
    /// Simultaneous connections per IPv4 address or IPv6 network, except trusted proxies; 0 means no limit.
    #[validate(range(max = 1_000_000))]
    pub connections: usize,
    /// Seconds that an idle connection is kept open.
    #[validate(range(min = 1, max = 3600))]
    pub keep_alive: u64,
    /// Seconds that a request may take to arrive.
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds to wait for a locked database, or for a connection to a database server.
    #[validate(range(min = 1, max = 60))]
    pub patience: u64,
    /// Seconds that a database server may work on one statement.
    #[validate(range(min = 1, max = 300))]
    pub statement_timeout: u64,
    /// Mebibytes that one client may store per hour; 0 means no limit.
    #[validate(range(max = 65_536))]
    pub write_budget: u32,
    /// The largest body in kibibytes that is judged without being stored.
    #[validate(range(min = 1, max = 8192))]
    pub stateless_body: usize,
    /// The largest import in mebibytes.
    #[validate(range(min = 1, max = 65_536))]
    pub import_size: usize,
    /// The most lines of an import.
    #[validate(range(min = 1, max = 100_000_000))]
    pub import_lines: u64,
    /// Days without use after which a match with nothing played is deleted; 0 means never.
    #[validate(range(max = 36_500))]
    pub expire: u32,
    /// The largest size of the database in mebibytes; 0 means as much as the disk holds.
    #[validate(range(max = 1_000_000))]
    pub database_limit: u32,
    /// The most webhooks of all matches together, and separately of the administrator.
    #[validate(range(max = 100_000))]
    pub webhooks: u32,
    /// Seconds that a webhook's receiver may take to answer.
    #[validate(range(min = 1, max = 60))]
    pub webhook_timeout: u64,
    /// Whether webhooks may use internal addresses and plain HTTP.
    pub webhook_private: bool,
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
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.to_toml().unwrap_or_default();
        f.debug_tuple("Settings").field(&shown).finish()
    }
}

impl Settings {
    /// The names of settings that are out of range or contradict each other.
    pub(crate) fn invalid(&self) -> Vec<String> {
        if let Err(errors) = self.validate() {
            let errors = errors.field_errors();
            let mut names: Vec<String> = errors.keys().map(ToString::to_string).collect();
            names.sort();
            return names;
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return vec!["tls_cert".into(), "tls_key".into()];
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
        if !self.base_path.chars().all(allowed) {
            return vec!["base_path".into()];
        }
        Vec::new()
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
        shown
    }
}
