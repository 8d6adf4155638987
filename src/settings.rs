//! The settings of the service: what a file, the environment and flags say, and what comes of it.
//!
//! A flag wins over the environment, the environment over the file, the file over the default.

use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::lang::Language;
use crate::rules::args;

/// The file that is read where none is named, if it is there.
const USUAL_FILE: &str = "overtrick.toml";
/// What is shown instead of a secret.
const HIDDEN: &str = "(hidden)";

/// How logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line that people read
    #[default]
    Plain,
    /// An object a line
    Json,
}

/// Settings as one source gives them: what is absent is left to the next.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Written {
    /// The address to listen at [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "OVERTRICK_BIND")]
    pub bind: Option<String>,
    /// The database [default: sqlite://overtrick.db]
    #[arg(long, value_name = "URL", env = "OVERTRICK_DATABASE")]
    pub database: Option<String>,
    /// The file of the secret that keys are made from [default: overtrick.secret beside the database]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// The address that people use, where it is not the one listened at
    #[arg(long, value_name = "URL", env = "OVERTRICK_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// What every path starts with, such as /cards
    #[arg(long, value_name = "PATH", env = "OVERTRICK_BASE_PATH")]
    pub base_path: Option<String>,
    /// The certificates for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// The private key for HTTPS, as PEM
    #[arg(long, value_name = "FILE", env = "OVERTRICK_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// An address whose word on the client's address is taken (X-Forwarded-For)
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
    /// Requests a second that one client may make; 0 is without limit [default: 100]
    #[arg(long, value_name = "N", env = "OVERTRICK_RATE")]
    pub rate: Option<u32>,
    /// Matches an hour that one client may open without the admin token; 0 is without limit [default: 120]
    #[arg(long, value_name = "N", env = "OVERTRICK_CREATIONS")]
    pub creations: Option<u32>,
    /// Seconds that a request may take to arrive [default: 30]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_TIMEOUT")]
    pub timeout: Option<u64>,
    /// Seconds to wait for a database that another program has locked [default: 5]
    #[arg(long, value_name = "SECONDS", env = "OVERTRICK_PATIENCE")]
    pub patience: Option<u64>,
    /// The most mebibytes that the database may grow to; 0 is as many as the disk holds [default: 0]
    #[arg(long, value_name = "MIB", env = "OVERTRICK_DATABASE_LIMIT")]
    pub database_limit: Option<u32>,
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

/// The settings in force.
#[derive(Debug, Clone, Serialize, Validate)]
pub struct Settings {
    /// The address to listen at.
    pub bind: String,
    /// The database's URL.
    pub database: String,
    /// The file of the server's secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_file: Option<PathBuf>,
    /// The address that people use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(url)]
    pub public_url: Option<String>,
    /// What every path starts with: empty, or `/…` without a slash at its end.
    pub base_path: String,
    /// Certificates, PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_cert: Option<PathBuf>,
    /// Private key, PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_key: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins that CORS lets in.
    pub allowed_origins: Vec<String>,
    /// The token of the instance's administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[validate(length(min = 16))]
    pub admin_token: Option<String>,
    /// Requests a second and client; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub rate: u32,
    /// Matches opened an hour and client; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub creations: u32,
    /// Seconds that a request may take to arrive.
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds to wait for a database that another program has locked.
    #[validate(range(min = 1, max = 60))]
    pub patience: u64,
    /// The most mebibytes that the database may grow to; 0 is as many as the disk holds.
    #[validate(range(max = 1_000_000))]
    pub database_limit: u32,
    /// Whether to make another secret where the one of a database with matches is lost; said by a
    /// flag alone, for it is wanted once.
    #[serde(skip)]
    pub new_secret: bool,
    /// Threads that answer; 0 is one for each processor.
    #[validate(range(max = 1024))]
    pub workers: usize,
    /// What is logged.
    pub log: String,
    /// How it is written.
    pub log_format: LogFormat,
}

impl Default for Settings {
    fn default() -> Settings {
        Written::default().over(Written::default())
    }
}

impl Written {
    /// What a file says.
    ///
    /// # Errors
    /// A sentence: the file cannot be read, or is not what a settings file should be.
    pub fn from_file(path: Option<&Path>) -> Result<Written, String> {
        let usual = Path::new(USUAL_FILE);
        if path.is_none() && !usual.exists() {
            return Ok(Written::default());
        }
        let path = path.unwrap_or(usual);
        #[expect(clippy::disallowed_methods, reason = "the settings are a file")]
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// What comes of these settings where they are given, of the others, and of the defaults.
    fn over(self, others: Written) -> Settings {
        let base_path = self.base_path.or(others.base_path).unwrap_or_default();
        let base_path = base_path.trim_matches('/');
        let slash = if base_path.is_empty() { "" } else { "/" };
        Settings {
            bind: self
                .bind
                .or(others.bind)
                .unwrap_or_else(|| "127.0.0.1:8080".into()),
            database: self
                .database
                .or(others.database)
                .unwrap_or_else(|| "sqlite://overtrick.db".into()),
            secret_file: self.secret_file.or(others.secret_file),
            public_url: self.public_url.or(others.public_url),
            base_path: format!("{slash}{base_path}"),
            tls_cert: self.tls_cert.or(others.tls_cert),
            tls_key: self.tls_key.or(others.tls_key),
            trusted_proxies: self
                .trusted_proxies
                .or(others.trusted_proxies)
                .unwrap_or_default(),
            allowed_origins: self
                .allowed_origins
                .or(others.allowed_origins)
                .unwrap_or_default(),
            admin_token: self.admin_token.or(others.admin_token),
            rate: self.rate.or(others.rate).unwrap_or(100),
            creations: self.creations.or(others.creations).unwrap_or(120),
            timeout: self.timeout.or(others.timeout).unwrap_or(30),
            workers: self.workers.or(others.workers).unwrap_or(0),
            patience: self.patience.or(others.patience).unwrap_or(5),
            database_limit: self.database_limit.or(others.database_limit).unwrap_or(0),
            new_secret: false,
            log: self.log.or(others.log).unwrap_or_else(|| "info".into()),
            log_format: self.log_format.or(others.log_format).unwrap_or_default(),
        }
    }
}

impl Settings {
    /// The settings in force: flags and environment over the file, the file over the defaults.
    ///
    /// # Errors
    /// A sentence that names what does not fit, never its value.
    pub fn of(
        given: Written,
        file: Option<&Path>,
        language: &Language,
    ) -> Result<Settings, String> {
        let settings = given.over(Written::from_file(file)?);
        let refuse =
            |names: Vec<String>| language.format("service", "bad-settings", &args![names: names]);
        if let Err(faults) = settings.validate() {
            let mut names: Vec<String> = faults
                .field_errors()
                .keys()
                .map(ToString::to_string)
                .collect();
            names.sort();
            return Err(refuse(names));
        }
        if settings.tls_cert.is_some() != settings.tls_key.is_some() {
            return Err(refuse(vec!["tls_cert".into(), "tls_key".into()]));
        }
        if !settings
            .base_path
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "/-_.~".contains(c))
        {
            return Err(refuse(vec!["base_path".into()]));
        }
        Ok(settings)
    }

    /// Whether people reach the service by HTTPS.
    pub fn is_secure(&self) -> bool {
        let public = self.public_url.as_deref().unwrap_or_default();
        self.tls_cert.is_some() || public.starts_with("https://")
    }

    /// The settings as a file would say them, secrets hidden.
    ///
    /// # Errors
    /// They cannot be written as TOML.
    pub fn shown(&self) -> Result<String, String> {
        let mut shown = self.clone();
        if shown.admin_token.is_some() {
            shown.admin_token = Some(HIDDEN.to_owned());
        }
        shown.database = without_password(&self.database);
        shown.public_url = self.public_url.as_deref().map(without_password);
        toml::to_string(&shown).map_err(|error| error.to_string())
    }
}

/// A URL whose password is hidden.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let authority = rest.split('/').next().unwrap_or_default();
    match authority
        .rsplit_once('@')
        .map(|(user, _)| user.split(':').next().unwrap_or_default())
    {
        Some(user) => {
            let host = &rest[authority.rfind('@').map_or(0, |at| at + 1)..];
            format!("{scheme}://{user}:{HIDDEN}@{host}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_wins_over_the_file() {
        let file: Written =
            toml::from_str("bind = \"a:1\"\nrate = 5\nbase_path = \"cards/\"").unwrap();
        let flags = Written {
            bind: Some("b:2".into()),
            ..Written::default()
        };
        let settings = flags.over(file);
        assert_eq!(
            (
                settings.bind.as_str(),
                settings.rate,
                settings.base_path.as_str()
            ),
            ("b:2", 5, "/cards")
        );
    }

    #[test]
    fn a_slip_in_the_file_is_a_fault() {
        assert!(toml::from_str::<Written>("bnd = \"a:1\"").is_err());
    }

    #[test]
    fn secrets_are_hidden() {
        let settings = Settings {
            admin_token: Some("a-long-secret-token".into()),
            database: "postgres://ann:word@host/cards".into(),
            ..Settings::default()
        };
        let shown = settings.shown().unwrap();
        assert!(
            !shown.contains("word@") && !shown.contains("a-long"),
            "{shown}"
        );
        assert!(
            shown.contains("postgres://ann:(hidden)@host/cards"),
            "{shown}"
        );
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let written = Written {
            timeout: Some(0),
            tls_cert: Some("x".into()),
            ..Written::default()
        };
        let fault =
            Settings::of(written, Some(Path::new("/dev/null")), Language::english()).unwrap_err();
        assert!(fault.contains("timeout"), "{fault}");
    }
}
