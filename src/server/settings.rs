//! The settings of the service, from flags, the environment and a file.
//!
//! Flags override the environment, which overrides the file, which overrides the defaults.

mod error;
mod in_force;
mod partial;
mod webhook;

use std::path::Path;

use clap::Args;

pub use error::{SettingRule, SettingsError, WrongSetting};
pub use in_force::Settings;
use partial::DEFAULT_FILE;
pub use partial::{LimitsSetting, LogFormat, PartialSettings};
pub use webhook::WebhookSettings;

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
            limits: first!(limits).unwrap_or_default(),
            keep_alive: first!(keep_alive).unwrap_or(75),
            timeout: first!(timeout).unwrap_or(30),
            workers: first!(workers).unwrap_or(0),
            statement_timeout: first!(statement_timeout).unwrap_or(10),
            expire: first!(expire).unwrap_or(0),
            database_limit: first!(database_limit).unwrap_or(10_240),
            new_secret: false,
            secret_settings: None,
            log: first!(log).unwrap_or_else(|| LOG.into()),
            log_format: first!(log_format).unwrap_or_default(),
            webhook: first!(webhook).unwrap_or_default(),
        }
    }
}

impl Settings {
    /// Reads the settings in force; see the module's description for precedence.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub fn new(flags: PartialSettings, file: Option<&Path>) -> Result<Settings, SettingsError> {
        let named = file.unwrap_or(Path::new(DEFAULT_FILE));
        let (of_file, text) = PartialSettings::from_file(file)?;
        let (given, has_secret) = (flags.names(), of_file.has_secret());
        let mut settings = flags.over(of_file);
        settings.secret_settings = has_secret.then(|| named.to_owned());
        let wrong: Vec<_> = settings
            .wrong()
            .into_iter()
            .map(|(name, rule)| WrongSetting {
                place: place_of(&name, &given, named, &text),
                name,
                rule,
            })
            .collect();
        if wrong.is_empty() {
            Ok(settings)
        } else {
            Err(SettingsError::Invalid(wrong))
        }
    }
}

/// Where a setting was set: its flag, its variable, or its line in the text of the file.
fn place_of(name: &str, given: &[String], file: &Path, text: &str) -> Option<String> {
    if given.iter().any(|given| given == name) {
        let command = PartialSettings::augment_args(clap::Command::new("settings"));
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_id() == name)?;
        let flag = format!("--{}", argument.get_long()?);
        let variable = argument.get_env()?.to_string_lossy().into_owned();
        let is_flag = std::env::args().any(|typed| typed.split('=').next() == Some(&flag));
        return Some(if is_flag { flag } else { variable });
    }
    let line = webhook::line_of(name, text).or_else(|| line_of(name, text))?;
    Some(format!("{}:{line}", file.display()))
}

/// The number of the line of a text that sets this name.
fn line_of(name: &str, text: &str) -> Option<usize> {
    let sets = |line: &str| {
        let rest = line.trim_start().strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    Some(text.lines().position(sets)? + 1)
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
            toml::from_str("bind = \"a:1\"\ntimeout = 5\nbase_path = \"cards/\"").unwrap();
        let flags = PartialSettings {
            bind: Some("b:2".into()),
            ..PartialSettings::default()
        };
        let settings = flags.over(file);
        assert_eq!(
            (
                settings.bind.as_str(),
                settings.timeout,
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
    fn a_wrong_setting_is_named_with_its_rule_and_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("club.toml");
        let name = file.display();
        let wrong = |flags: PartialSettings, text: &str| {
            std::fs::write(&file, text).unwrap();
            let error = Settings::new(flags, Some(&file)).unwrap_err();
            error.message(Language::english())
        };
        let timeout = PartialSettings {
            timeout: Some(0),
            ..PartialSettings::default()
        };
        assert_eq!(
            wrong(timeout, "bind = \"a:1\"\nadmin_token = \"short\"\n"),
            format!(
                "The setting admin_token ({name}:2) is wrong: it has at least 16 characters.\n\
                 The setting timeout (OVERTRICK_TIMEOUT) is wrong: it is a whole number from 1 to 3600."
            )
        );
        for (text, expected) in [
            (
                "tls_cert = \"x\"",
                "The setting tls_key is missing: it is set together with tls_cert.".to_owned(),
            ),
            (
                "\nbase_path = \"a b\"",
                format!(
                    "The setting base_path ({name}:2) is wrong: it is a path of letters, digits and -_.~/ such as /cards."
                ),
            ),
            (
                "public_url = \"x\"",
                format!(
                    "The setting public_url ({name}:1) is wrong: it is a URL such as https://cards.example."
                ),
            ),
        ] {
            assert_eq!(wrong(PartialSettings::default(), text), expected);
        }
    }
}
