//! The settings of the service, from flags, the environment and a file.
//!
//! Flags override the environment, which overrides the file, which overrides the defaults.

mod error;
mod in_force;
mod partial;

use std::path::Path;

pub use error::SettingsError;
pub use in_force::Settings;
use partial::DEFAULT_FILE;
pub use partial::{LogFormat, PartialSettings};

/// The default log filter. The frame of HTTP says of every start and stop how many threads it has.
const LOG: &str = "info,actix_server=warn";

impl Default for Settings {
    fn default() -> Settings {
        PartialSettings::default().over(PartialSettings::default())
    }
}

impl PartialSettings {
    /// Merges these settings with others, which they override, and with the defaults.
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
            stateless_body: first!(stateless_body).unwrap_or(1024),
            import_size: first!(import_size).unwrap_or(64),
            import_lines: first!(import_lines).unwrap_or(100_000),
            expire: first!(expire).unwrap_or(0),
            database_limit: first!(database_limit).unwrap_or(10_240),
            webhooks: first!(webhooks).unwrap_or(1000),
            webhook_timeout: first!(webhook_timeout).unwrap_or(20),
            webhook_private: first!(webhook_private).unwrap_or(false),
            new_secret: false,
            secret_settings: None,
            log: first!(log).unwrap_or_else(|| LOG.into()),
            log_format: first!(log_format).unwrap_or_default(),
        }
    }
}

impl Settings {
    /// Reads the settings in force; see the module's description for precedence.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub fn new(flags: PartialSettings, file: Option<&Path>) -> Result<Settings, SettingsError> {
        let of_file = PartialSettings::from_file(file)?;
        let has_secret = of_file.has_secret();
        let mut settings = flags.over(of_file);
        let named = file.unwrap_or(Path::new(DEFAULT_FILE));
        settings.secret_settings = has_secret.then(|| named.to_owned());
        let invalid = settings.invalid();
        if invalid.is_empty() {
            Ok(settings)
        } else {
            Err(SettingsError::Invalid(invalid))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_match::lang::Language;

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
        let error = Settings::new(flags, Some(Path::new("/dev/null"))).unwrap_err();
        let message = error.message(Language::english());
        assert!(message.contains("timeout"), "{message}");
    }
}
