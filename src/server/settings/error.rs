//! Errors in the settings.

use std::io;

use overtrick_core::{Args, args};
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
    /// Settings are out of range or contradict each other: correct each at its place. Their values are not
    /// shown, because they may be secrets.
    Invalid(Vec<WrongSetting>),
}

/// A setting that breaks its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSetting {
    /// Its name, as in the settings file.
    pub name: String,
    /// What it must be.
    pub rule: SettingRule,
    /// Where it was set: a flag, a variable, or a line of the file. `None` if it was not set.
    pub place: Option<String>,
}

/// What a setting must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingRule {
    /// A whole number in this range.
    Range(String, String),
    /// A text of at least this many characters.
    Length(String),
    /// A URL.
    Url,
    /// Set together with this other setting.
    Together(&'static str),
    /// A path of letters, digits and `-_.~/`.
    Path,
    /// At most this many entries.
    Entries(usize),
    /// The URL of a webhook: https, or http to an address of this machine or of a private network.
    WebhookUrl,
    /// The URL of no webhook before this one; that webhook has it.
    OtherUrl(String),
    /// The secret of a webhook: `whsec_` and 24 to 64 bytes in Base64.
    WebhookSecret,
    /// A list of some of these words.
    Words(Vec<&'static str>),
}

impl WrongSetting {
    /// The fault as a sentence in a language.
    fn message(&self, language: &Language) -> String {
        let say = |key: &str, args: Args| language.format("service", key, &args);
        let rule = match &self.rule {
            SettingRule::Range(least, most) => say(
                "setting-range",
                args![least: least.clone(), most: most.clone()],
            ),
            SettingRule::Length(least) => say("setting-length", args![least: least.clone()]),
            SettingRule::Url => say("setting-url", args![]),
            SettingRule::Together(other) => say("setting-together", args![other: *other]),
            SettingRule::Path => say("setting-path", args![]),
            SettingRule::Entries(most) => say("setting-entries", args![most: most.to_string()]),
            SettingRule::WebhookUrl => say("setting-webhook-url", args![]),
            SettingRule::OtherUrl(other) => say("setting-other-url", args![other: other.clone()]),
            SettingRule::WebhookSecret => say("setting-webhook-secret", args![]),
            SettingRule::Words(words) => say("setting-words", args![words: words.join(", ")]),
        };
        let name = self.name.clone();
        match &self.place {
            Some(place) => say(
                "wrong-setting",
                args![name: name, place: place.clone(), rule: rule],
            ),
            None => say("missing-setting", args![name: name, rule: rule]),
        }
    }
}

impl SettingsError {
    /// The error in a language.
    pub fn message(self, language: &Language) -> String {
        match self {
            SettingsError::Unreadable { file, error } => format!("{file}: {error}"),
            SettingsError::Malformed { file, reason } => format!("{file}: {reason}"),
            SettingsError::Invalid(wrong) => {
                let messages = wrong.iter().map(|wrong| wrong.message(language));
                messages.collect::<Vec<_>>().join("\n")
            }
        }
    }
}
