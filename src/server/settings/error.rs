//! Why there are no settings.

use std::io;

use overtrick_core::args;
use overtrick_match::lang::Language;

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
