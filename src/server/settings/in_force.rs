//! The settings in force.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use serde::Serialize;
use validator::Validate;

use crate::settings::partial::LogFormat;
use overtrick_store::{HIDDEN, without_password};

/// The settings in force. Their `Debug` shows what `overtrick config` does.
#[derive(Clone, Serialize, Validate)]
pub struct Settings {
    /// The address to listen at.
    pub bind: String,
    /// The database's URL.
    pub database: String,
    /// The file of the server's secret.
    pub secret_file: Option<PathBuf>,
    /// The address that people use.
    #[validate(url)]
    pub public_url: Option<String>,
    /// Whether the published matches are listed for everybody.
    pub public_list: bool,
    /// What every path starts with: empty, or `/…` without a slash at its end.
    pub base_path: String,
    /// Certificates, PEM.
    pub tls_cert: Option<PathBuf>,
    /// Private key, PEM.
    pub tls_key: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins that CORS lets in.
    pub allowed_origins: Vec<String>,
    /// The token of the instance's administrator.
    #[validate(length(min = 16))]
    pub admin_token: Option<String>,
    /// The token that shows `/metrics`; without it they are not shown at `bind`.
    #[validate(length(min = 16))]
    pub metrics_token: Option<String>,
    /// The address at which `/metrics` alone is shown.
    pub metrics_bind: Option<String>,
    /// Requests a second and client; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub rate: u32,
    /// Matches opened an hour and client; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub creations: u32,
    /// Connections that one address, or of IPv6 one network, may have at once, trusted proxies excepted; 0 is
    /// without limit.
    #[validate(range(max = 1_000_000))]
    pub connections: usize,
    /// Seconds that a connection is kept for the next request.
    #[validate(range(min = 1, max = 3600))]
    pub keep_alive: u64,
    /// Seconds that a request may take to arrive.
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds to wait for a locked database, or for a connection to a server of databases.
    #[validate(range(min = 1, max = 60))]
    pub patience: u64,
    /// Seconds that a server of databases may work on one statement.
    #[validate(range(min = 1, max = 300))]
    pub statement_timeout: u64,
    /// Mebibytes that one client may have stored in an hour; 0 is without limit.
    #[validate(range(max = 65_536))]
    pub write_budget: u32,
    /// Kibibytes of a match's log; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub match_size: usize,
    /// Hands of a match; 0 is as many as any match may have.
    #[validate(range(max = 1_000_000))]
    pub match_hands: usize,
    /// Kibibytes of a body that is judged without being stored.
    #[validate(range(min = 1, max = 8192))]
    pub stateless_body: usize,
    /// Mebibytes of a body that brings matches in.
    #[validate(range(min = 1, max = 65_536))]
    pub import_size: usize,
    /// Lines of a body that brings matches in.
    #[validate(range(min = 1, max = 100_000_000))]
    pub import_lines: u64,
    /// Days without use after which a match in which nothing was played is deleted; 0 is never.
    #[validate(range(max = 36_500))]
    pub expire: u32,
    /// Mebibytes of memory that the matches used lately may take.
    #[validate(range(max = 1_000_000))]
    pub cache: usize,
    /// The most mebibytes that the database may grow to; 0 is as many as the disk holds.
    #[validate(range(max = 1_000_000))]
    pub database_limit: u32,
    /// Webhooks of all matches together, and as many of the administrator.
    #[validate(range(max = 100_000))]
    pub webhooks: u32,
    /// Seconds that the receiver of a webhook may take to answer.
    #[validate(range(min = 1, max = 60))]
    pub webhook_timeout: u64,
    /// Whether webhooks may lead to addresses of internal networks, and without https.
    pub webhook_private: bool,
    /// Whether to make another secret if the one of a database with matches is lost. Only a flag sets
    /// it: it is needed once.
    #[serde(skip)]
    pub new_secret: bool,
    /// The file of these settings, if there is a secret in it.
    #[serde(skip)]
    pub secret_settings: Option<PathBuf>,
    /// Worker threads; 0 is one for each processor.
    #[validate(range(max = 1024))]
    pub workers: usize,
    /// The filter of logs.
    pub log: String,
    /// The form of logs.
    pub log_format: LogFormat,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.to_toml().unwrap_or_default();
        f.debug_tuple("Settings").field(&shown).finish()
    }
}

impl Settings {
    /// The names of settings that are out of range or do not fit together.
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

    /// The settings as TOML, secrets hidden.
    ///
    /// # Errors
    /// A path is no UTF-8, which TOML must be.
    pub fn to_toml(&self) -> Result<String, String> {
        let mut shown = self.clone();
        let tokens = [&mut shown.admin_token, &mut shown.metrics_token];
        for token in tokens.into_iter().flatten() {
            HIDDEN.clone_into(token);
        }
        shown.database = without_password(&self.database);
        shown.public_url = self.public_url.as_deref().map(without_password);
        toml::to_string(&shown).map_err(|error| error.to_string())
    }
}
