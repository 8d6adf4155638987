//! Errors in the settings.

use std::io;

use overtrick_core::args;
use overtrick_match::lang::Language;

/// Why the settings cannot be used.
#[derive(Debug)]
pub enum SettingsError {
    /// The settings file cannot be read: name another file, or correct its permissions.
    Unreadable {
        /// The file.
        file: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The settings file is not TOML, or has an unknown setting: correct it at the place given in the reason.
    Malformed {
        /// The file.
        file: String,
        /// The reason, with line and column.
        reason: String,
    },
    /// Settings are out of range or contradict each other: correct them. Their values are not shown, because
    /// they may be secrets.
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
