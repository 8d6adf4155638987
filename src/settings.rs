//! The settings of the service, from flags, the environment and a file.
//!
//! A flag wins over the environment, the environment over the file, the file over the default.

use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::lang::Language;
use crate::rules::args;

/// The file that is read if none is named and it exists.
const DEFAULT_FILE: &str = "overtrick.toml";
/// The text that is shown instead of a secret.
const HIDDEN: &str = "(hidden)";

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

/// The settings of one source; an absent one is left to the next source.
#[derive(Debug, Clone, Default, Args, Deserialize)]
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
    /// Seconds to wait for a database that another program has locked [default: 5]
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

/// The settings in force.
#[derive(Debug, Clone, Serialize, Validate)]
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
    /// Connections that one address may have at once, trusted proxies excepted; 0 is without limit.
    #[validate(range(max = 1_000_000))]
    pub connections: usize,
    /// Seconds that a connection is kept for the next request.
    #[validate(range(min = 1, max = 3600))]
    pub keep_alive: u64,
    /// Seconds that a request may take to arrive.
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds to wait for a database that another program has locked.
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
    /// Worker threads; 0 is one for each processor.
    #[validate(range(max = 1024))]
    pub workers: usize,
    /// The filter of logs.
    pub log: String,
    /// The form of logs.
    pub log_format: LogFormat,
}

impl Default for Settings {
    fn default() -> Settings {
        PartialSettings::default().over(PartialSettings::default())
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
            reason: error.to_string(),
        })
    }

    /// These settings over others, and both over the defaults.
    fn over(self, others: PartialSettings) -> Settings {
        macro_rules! first {
            ($name:ident) => {
                self.$name.or(others.$name)
            };
        }
        let base_path = first!(base_path).unwrap_or_default();
        let base_path = base_path.trim_matches('/');
        let slash = if base_path.is_empty() { "" } else { "/" };
        Settings {
            bind: first!(bind).unwrap_or_else(|| "127.0.0.1:8080".into()),
            database: first!(database).unwrap_or_else(|| "sqlite://overtrick.db".into()),
            secret_file: first!(secret_file),
            public_url: first!(public_url),
            public_list: first!(public_list).unwrap_or(false),
            base_path: format!("{slash}{base_path}"),
            tls_cert: first!(tls_cert),
            tls_key: first!(tls_key),
            trusted_proxies: first!(trusted_proxies).unwrap_or_default(),
            allowed_origins: first!(allowed_origins).unwrap_or_default(),
            admin_token: first!(admin_token),
            metrics_token: first!(metrics_token),
            metrics_bind: first!(metrics_bind),
            rate: first!(rate).unwrap_or(100),
            creations: first!(creations).unwrap_or(120),
            connections: first!(connections).unwrap_or(256),
            keep_alive: first!(keep_alive).unwrap_or(75),
            timeout: first!(timeout).unwrap_or(30),
            workers: first!(workers).unwrap_or(0),
            patience: first!(patience).unwrap_or(5),
            statement_timeout: first!(statement_timeout).unwrap_or(10),
            write_budget: first!(write_budget).unwrap_or(20),
            match_size: first!(match_size).unwrap_or(2048),
            match_hands: first!(match_hands).unwrap_or(2000),
            stateless_body: first!(stateless_body).unwrap_or(1024),
            import_size: first!(import_size).unwrap_or(64),
            import_lines: first!(import_lines).unwrap_or(100_000),
            expire: first!(expire).unwrap_or(0),
            cache: first!(cache).unwrap_or(64),
            database_limit: first!(database_limit).unwrap_or(10_240),
            webhooks: first!(webhooks).unwrap_or(1000),
            webhook_timeout: first!(webhook_timeout).unwrap_or(20),
            webhook_private: first!(webhook_private).unwrap_or(false),
            new_secret: false,
            log: first!(log).unwrap_or_else(|| "info".into()),
            log_format: first!(log_format).unwrap_or_default(),
        }
    }
}

/// Why there are no settings.
#[derive(Debug)]
pub enum SettingsError {
    /// The settings file cannot be read: name another file, or correct its permissions.
    Unreadable {
        /// The file.
        file: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The settings file is no TOML, or has an unknown setting: correct it at the place in the reason.
    Malformed {
        /// The file.
        file: String,
        /// The reason, with line and column.
        reason: String,
    },
    /// These settings are out of range, or do not fit together: correct them. Their values are not
    /// shown, for they may be secrets.
    Invalid(Vec<String>),
}

impl SettingsError {
    /// The error in a language.
    pub fn message(self, language: &Language) -> String {
        match self {
            SettingsError::Unreadable { file, error } => format!("{file}: {error}"),
            SettingsError::Malformed { file, reason } => format!("{file}: {reason}"),
            SettingsError::Invalid(names) => {
                language.format("service", "bad-settings", &args![names: names])
            }
        }
    }
}

impl Settings {
    /// The settings in force: flags and environment over the file, the file over the defaults.
    ///
    /// # Errors
    /// Those of [`SettingsError`].
    pub fn of(flags: PartialSettings, file: Option<&Path>) -> Result<Settings, SettingsError> {
        let settings = flags.over(PartialSettings::from_file(file)?);
        let invalid = settings.invalid();
        if invalid.is_empty() {
            Ok(settings)
        } else {
            Err(SettingsError::Invalid(invalid))
        }
    }

    /// The names of settings that are out of range or do not fit together.
    fn invalid(&self) -> Vec<String> {
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

/// A URL whose password is hidden, before its host or among its parameters.
fn without_password(url: &str) -> String {
    let Some((before, parameters)) = url.split_once('?') else {
        return without_password_of_user(url);
    };
    let parameters = parameters.split('&').map(|parameter| {
        let is_password = parameter.to_ascii_lowercase().starts_with("password=");
        if is_password {
            format!("password={HIDDEN}")
        } else {
            parameter.to_owned()
        }
    });
    let parameters: Vec<String> = parameters.collect();
    let before = without_password_of_user(before);
    format!("{before}?{}", parameters.join("&"))
}

fn without_password_of_user(url: &str) -> String {
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
    fn no_password_of_a_database_is_shown() {
        for url in [
            "postgres://ann:geheim@db.example/overtrick?sslmode=require",
            "postgres://ann@db.example/overtrick?sslmode=require&password=geheim",
            "postgres://db.example/overtrick?PASSWORD=geheim&sslmode=require",
        ] {
            let settings = Settings {
                database: url.into(),
                ..Settings::default()
            };
            let shown = settings.to_toml().unwrap();
            assert!(!shown.contains("geheim"), "{shown}");
            assert!(shown.contains("sslmode=require"), "{shown}");
        }
    }

    #[test]
    fn a_flag_wins_over_the_file() {
        let file: PartialSettings =
            toml::from_str("bind = \"a:1\"\nrate = 5\nbase_path = \"cards/\"").unwrap();
        let flags = PartialSettings {
            bind: Some("b:2".into()),
            ..PartialSettings::default()
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
    fn an_unknown_setting_in_the_file_is_an_error() {
        assert!(toml::from_str::<PartialSettings>("bnd = \"a:1\"").is_err());
    }

    #[test]
    fn secrets_are_hidden() {
        let settings = Settings {
            admin_token: Some("a-long-secret-token".into()),
            metrics_token: Some("a-long-token-of-metrics".into()),
            database: "postgres://ann:word@host/cards".into(),
            ..Settings::default()
        };
        let shown = settings.to_toml().unwrap();
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
    fn an_invalid_setting_is_named() {
        let flags = PartialSettings {
            timeout: Some(0),
            tls_cert: Some("x".into()),
            ..PartialSettings::default()
        };
        let error = Settings::of(flags, Some(Path::new("/dev/null"))).unwrap_err();
        let message = error.message(Language::english());
        assert!(message.contains("timeout"), "{message}");
    }
}
