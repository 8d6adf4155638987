//! The settings of the service, all defined in [`Settings`]. Flags override the environment, which overrides
//! the file, which overrides the defaults.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use serde::{Deserialize, Serialize, Serializer};
use toml::Spanned;
use toml::de::DeTable;
use url::{Host, Position, Url};
use validator::{
    Validate, ValidateLength, ValidationError, ValidationErrors, ValidationErrorsKind,
};

use crate::app::base_url::is_private;
use crate::bounds::MAX_WEBHOOKS;
use crate::change_feed::report::EventType;
use crate::system::time_zone;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_own::OWN;
use overtrick_store::{HIDDEN, without_password};

/// The settings file that is read by default, if it exists.
const DEFAULT_FILE: &str = "overtrick.toml";

/// The log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line of text per event
    Plain,
    /// One JSON object per line
    Json,
}

/// Whether each address is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitsSetting {
    /// Each address and the total of all clients are limited
    On,
    /// Only the total of all clients is limited
    Off,
}

/// A text that `Debug` and `Serialize` do not show.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl<T: Into<String>> From<T> for Secret {
    fn from(text: T) -> Secret {
        Secret(text.into())
    }
}

impl Deref for Secret {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(HIDDEN)
    }
}

impl ValidateLength<u64> for Secret {
    fn length(&self) -> Option<u64> {
        self.0.length()
    }
}

/// The effective settings. Their `Debug` output is the same as that of `overtrick config`.
#[derive(Clone, Args, Serialize, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The settings file [default: overtrick.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub bind: String,
    /// The SQLite or PostgreSQL database; set a password in the environment or the file rather than on the command line
    #[arg(long, value_name = "URL", default_value = "sqlite://overtrick.db")]
    #[serde(serialize_with = "hide_password")]
    pub database: String,
    /// The file with the secret from which keys are made [default: overtrick.secret, next to the database]
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
    /// The public address of the service, if it differs from the address to listen on
    #[arg(long, value_name = "URL")]
    #[serde(serialize_with = "hide_password")]
    #[validate(url)]
    pub public_url: Option<String>,
    /// The time zone of the tables, which decides the day of a match, such as Europe/Prague [default: the system's]
    #[arg(long, value_name = "ZONE")]
    #[validate(custom(function = "check_time_zone"))]
    pub time_zone: Option<String>,
    /// Show the list of published matches to everybody at the root of the service; the page for phones moves to /play
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1, default_value = "false", default_missing_value = "true")]
    pub public_list: bool,
    /// The prefix of every path, such as /cards
    #[arg(long, value_name = "PATH", default_value = "")]
    #[validate(custom(function = "check_path"))]
    pub base_path: String,
    /// The certificates for HTTPS, as PEM
    #[arg(long, value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// The private key for HTTPS, as PEM
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// The address of a proxy whose X-Forwarded-For is trusted
    #[arg(long = "trusted-proxy", value_name = "IP", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// An origin whose pages may call the service, such as <https://club.example>; * for any
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// The token that lists all matches; set it in the environment or the file rather than on the command line
    #[arg(long, value_name = "TOKEN")]
    #[validate(length(min = 16))]
    pub admin_token: Option<Secret>,
    /// The token for /metrics; set it in the environment or the file rather than on the command line
    #[arg(long, value_name = "TOKEN")]
    #[validate(length(min = 16))]
    pub metrics_token: Option<Secret>,
    /// Whether each address is limited; use off behind a gateway that has its own limits
    #[arg(long, value_enum, default_value = "on")]
    pub limits: LimitsSetting,
    /// Seconds for which an idle connection is kept open; must be longer than a proxy keeps it open
    #[arg(long, value_name = "SECONDS", default_value = "75")]
    #[validate(range(min = 1, max = 3600))]
    pub keep_alive: u64,
    /// Seconds that a request may take to arrive
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    #[validate(range(min = 1, max = 3600))]
    pub timeout: u64,
    /// Seconds that PostgreSQL may spend on one statement
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    #[validate(range(min = 1, max = 300))]
    pub statement_timeout: u64,
    /// Days without use after which a match without hands is deleted; 0 for never; 30 is advised for public services
    #[arg(long, value_name = "DAYS", default_value = "0")]
    #[validate(range(min = 0, max = 36_500))]
    pub expire: u32,
    /// The maximum size of the database in mebibytes; 0 for no limit
    #[arg(long, value_name = "MIB", default_value = "10240")]
    #[validate(range(min = 0, max = 1_000_000))]
    pub database_limit: u32,
    /// Threads that answer requests; 0 means one per processor
    #[arg(long, value_name = "N", default_value = "0")]
    #[validate(range(min = 0, max = 1024))]
    pub workers: usize,
    /// The log filter: error, warn, info, debug, trace, or by module
    // The default hides the HTTP library's messages about its threads at every start and stop.
    #[arg(long, value_name = "FILTER", default_value = "info,actix_server=warn")]
    pub log: String,
    /// The log format
    #[arg(long, value_enum, default_value = "plain")]
    pub log_format: LogFormat,
    /// The receivers of changes, at most [`MAX_WEBHOOKS`]. Only the file can set them.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[validate(nested)]
    pub webhook: Vec<WebhookSettings>,
    /// Whether to create a new secret if the secret of a database with matches is lost. Only a flag of one
    /// command sets this, because it is needed only once.
    #[arg(skip)]
    #[serde(skip)]
    pub new_secret: bool,
    /// The settings file, if it contains a secret.
    #[arg(skip)]
    #[serde(skip)]
    pub secret_settings: Option<PathBuf>,
}

fn hide_password<'a, S: Serializer>(
    url: impl Into<Option<&'a String>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let url: Option<&String> = url.into();
    url.map(|url| without_password(url)).serialize(serializer)
}

fn check_path(path: &str) -> Result<(), ValidationError> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
    check(path.chars().all(is_allowed), "path")
}

fn check_time_zone(name: &str) -> Result<(), ValidationError> {
    check(time_zone(name).is_some(), "time-zone")
}

/// Returns an error with this code if the value is not valid.
fn check(is_valid: bool, code: &'static str) -> Result<(), ValidationError> {
    is_valid.then_some(()).ok_or(ValidationError::new(code))
}

impl Default for Settings {
    fn default() -> Settings {
        let command = Settings::augment_args(Command::new("settings"));
        let matches = command.get_matches_from(["settings"]);
        Settings::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Settings").field(&self.to_toml()).finish()
    }
}

impl Settings {
    /// Returns the settings as command arguments. Each has an environment variable named after its flag. They
    /// have no defaults, because defaults would override the file.
    fn arguments() -> Vec<Arg> {
        let command = Settings::augment_args(Command::new("settings"));
        let argument = |argument: &Arg| {
            let name = argument.get_long().unwrap_or_default();
            let variable = format!("OVERTRICK_{}", name.replace('-', "_").to_uppercase());
            let default = argument.get_default_values().first();
            let default = default.filter(|value| !value.is_empty());
            let default = default.map(|value| format!(" [default: {}]", value.display()));
            let help = argument.get_help().map(ToString::to_string);
            let help = help.unwrap_or_default() + &default.unwrap_or_default();
            let argument = argument.clone().help(help).default_value(Resettable::Reset);
            // Its value may be a secret.
            argument.env(variable).hide_env_values(true)
        };
        command.get_arguments().map(argument).collect()
    }

    /// Whether people reach the service over HTTPS.
    pub fn is_secure(&self) -> bool {
        let public = self.public_url.as_deref().unwrap_or_default();
        self.tls_cert.is_some() || public.starts_with("https://")
    }

    /// Returns the settings as TOML, with secrets hidden.
    ///
    /// # Errors
    /// A path is not valid UTF-8, which TOML requires.
    pub fn to_toml(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }

    /// Returns the text of a settings file. A comment above each setting, wrapped by `wrap`, has its meaning,
    /// default, flag and environment variable. An unset setting is commented out.
    ///
    /// # Errors
    /// See [`Settings::to_toml`].
    pub fn explained(&self, wrap: impl Fn(&str) -> Vec<String>) -> Result<String, String> {
        let values = self.to_toml()?;
        let comment = |text: &str| -> String {
            let lines = wrap(text).into_iter();
            lines.map(|line| "# ".to_owned() + &line + "\n").collect()
        };
        let mut text = String::new();
        for argument in Settings::arguments() {
            let name = argument.get_id().as_str();
            if name == "config" {
                continue;
            }
            let help = argument.get_help().map(ToString::to_string);
            text += &comment(&help.unwrap_or_default());
            text += &comment(&format!("{}, {}", flag(&argument), variable(&argument)));
            let is_set = |line: &&str| line.split(" = ").next() == Some(name);
            match values.lines().find(is_set) {
                Some(line) => text += &format!("{line}\n\n"),
                None => text += &format!("# {name} = …\n\n"),
            }
        }
        let about = format!(
            "A receiver of the changes of matches, signed with the secret; at most {MAX_WEBHOOKS}, and only in the \
             file. The lists games and kinds limit which changes are sent"
        );
        let webhooks = values.find("[[webhook]]").map(|begin| &values[begin..]);
        let unset = "# [[webhook]]\n# url = …\n# secret = …\n";
        Ok(text + &comment(&about) + webhooks.unwrap_or(unset))
    }

    /// Returns every wrong setting and its fault. The names of webhook settings have the webhook's number, from 1.
    fn faults(&self) -> Vec<(String, ValidationError)> {
        let mut faults = Vec::new();
        add_faults("", &self.validate().err().unwrap_or_default(), &mut faults);
        let mut add = |name: &str, code, param: &'static str, value: &str| {
            let mut fault = ValidationError::new(code);
            fault.add_param(param.into(), &value);
            faults.push((name.to_owned(), fault));
        };
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => add("tls_key", "together", "other", "tls_cert"),
            (None, Some(_)) => add("tls_cert", "together", "other", "tls_key"),
            _ => {}
        }
        if self.webhook.len() > MAX_WEBHOOKS {
            add("webhook", "entries", "max", &MAX_WEBHOOKS.to_string());
        }
        for (index, webhook) in self.webhook.iter().enumerate() {
            let url = address(&webhook.url);
            let mut before = self.webhook[..index].iter();
            let same = before.position(|other| url.is_some() && address(&other.url) == url);
            if let Some(same) = same {
                let [name, other] = [index, same].map(|at| format!("webhook.{}.url", at + 1));
                add(&name, "other-url", "other", &other);
            }
        }
        faults
    }
}

/// Adds the faults of settings whose names begin with `stem`, in the order of their names.
fn add_faults(stem: &str, errors: &ValidationErrors, faults: &mut Vec<(String, ValidationError)>) {
    let mut fields: Vec<_> = errors.errors().iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    for (name, kind) in fields {
        let name = format!("{stem}{name}");
        match kind {
            ValidationErrorsKind::Field(found) => {
                faults.extend(found.first().cloned().map(|fault| (name, fault)));
            }
            ValidationErrorsKind::List(items) => {
                for (index, errors) in items {
                    add_faults(&format!("{name}.{}.", index + 1), errors, faults);
                }
            }
            ValidationErrorsKind::Struct(errors) => add_faults(&format!("{name}."), errors, faults),
        }
    }
}

fn flag(argument: &Arg) -> String {
    format!("--{}", argument.get_long().unwrap_or_default())
}

fn variable(argument: &Arg) -> String {
    let variable = argument.get_env().unwrap_or_default();
    variable.to_string_lossy().into_owned()
}

/// The settings from flags and the environment, and the file with the other settings.
pub struct SettingsArgs {
    file: Option<PathBuf>,
    matches: ArgMatches,
}

impl fmt::Debug for SettingsArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The values may be secrets.
        let arguments = Settings::arguments();
        let given = arguments.iter().filter(|one| self.place(one).is_some());
        f.debug_list().entries(given.map(Arg::get_id)).finish()
    }
}

impl Args for SettingsArgs {
    fn augment_args(command: Command) -> Command {
        command.args(Settings::arguments())
    }

    fn augment_args_for_update(command: Command) -> Command {
        SettingsArgs::augment_args(command)
    }
}

impl FromArgMatches for SettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SettingsArgs, clap::Error> {
        Ok(SettingsArgs {
            file: matches.get_one("config").cloned(),
            matches: matches.clone(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SettingsArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl SettingsArgs {
    /// Returns the flag or the environment variable that sets a setting, if any.
    fn place(&self, argument: &Arg) -> Option<String> {
        match self.matches.value_source(argument.get_id().as_str())? {
            ValueSource::CommandLine => Some(flag(argument)),
            ValueSource::EnvVariable => Some(variable(argument)),
            _ => None,
        }
    }

    /// Reads the effective settings.
    ///
    /// # Errors
    /// See [`SettingsError`]; the messages are in this language.
    pub fn read(self, language: &Language) -> Result<Settings, SettingsError> {
        let file = self.file.as_deref().unwrap_or(Path::new(DEFAULT_FILE));
        let name = file.display();
        #[expect(clippy::disallowed_methods, reason = "the settings are a file")]
        let text = match fs::read_to_string(file) {
            Err(error) if self.file.is_none() && error.kind() == ErrorKind::NotFound => {
                String::new()
            }
            read => read.map_err(|error| SettingsError::Unreadable(format!("{name}: {error}")))?,
        };
        let describe = |error| format!("{name}: {}", describe(&error, &text));
        let wrong = |error| SettingsError::Wrong(describe(error));
        let table = DeTable::parse(&text).map_err(wrong)?;
        let mut messages = Vec::new();
        // The settings are read one by one, so that every fault is found.
        for (key, value) in table.get_ref() {
            let entry = DeTable::from_iter([(key.clone(), value.clone())]);
            let entry = toml::Deserializer::from(Spanned::new(table.span(), entry));
            messages.extend(Settings::deserialize(entry).err().map(describe));
        }
        if !messages.is_empty() {
            return Err(SettingsError::Wrong(messages.join("\n")));
        }
        let mut settings: Settings = toml::from_str(&text).map_err(wrong)?;
        let has_secret = settings.to_toml().is_ok_and(|toml| toml.contains(HIDDEN));
        let given = settings.update_from_arg_matches(&self.matches);
        given.map_err(|error| SettingsError::Wrong(error.to_string()))?;
        settings.config.clone_from(&self.file);
        settings.secret_settings = has_secret.then(|| file.to_owned());
        let path = settings.base_path.trim_matches('/');
        let slash = if path.is_empty() { "" } else { "/" };
        settings.base_path = format!("{slash}{path}");
        let arguments = Settings::arguments();
        for (setting, fault) in settings.faults() {
            let argument = arguments.iter().find(|one| one.get_id() == &*setting);
            let line = line_of(&setting, table.get_ref(), &text);
            let place = argument.and_then(|argument| self.place(argument));
            let place = place.or(line.map(|line| format!("{name}:{line}")));
            messages.push(message(setting, &fault, place, language));
        }
        if messages.is_empty() {
            Ok(settings)
        } else {
            Err(SettingsError::Wrong(messages.join("\n")))
        }
    }
}

/// Returns the line of the file that sets a setting, or the line of the first webhook above the limit.
fn line_of(name: &str, table: &DeTable<'_>, text: &str) -> Option<usize> {
    let mut parts = name.split('.');
    let (key, value) = table.get_key_value(parts.next()?)?;
    let items = value.get_ref().as_array();
    let span = match (parts.next(), parts.next()) {
        (Some(number), Some(field)) => {
            let item = items?.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            item.get_ref().as_table()?.get_key_value(field)?.0.span()
        }
        _ => match items.and_then(|items| items.get(MAX_WEBHOOKS)) {
            Some(item) => item.span(),
            None => key.span(),
        },
    };
    Some(text.get(..span.start)?.matches('\n').count() + 1)
}

/// Describes the fault in a file and its place. Shows neither the line nor its values, because they may be secrets.
fn describe(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let has_value = ["invalid ", "unknown variant "]
        .iter()
        .any(|beginning| message.starts_with(beginning));
    let expected = message.rfind("expected ").map(|at| &message[at..]);
    let message = expected.filter(|_| has_value).unwrap_or(message);
    let before = error.span().and_then(|span| text.get(..span.start));
    let Some(before) = before else {
        return message.to_owned();
    };
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("line {line}, column {column}: {message}")
}

/// Returns the message for a setting that breaks a rule. The code of the fault selects the text. Without a
/// place, the setting is missing. Values are not shown, because they may be secrets.
fn message(
    name: String,
    fault: &ValidationError,
    place: Option<String>,
    language: &Language,
) -> String {
    let param = |name: &str| match fault.params.get(name) {
        Some(serde_json::Value::String(text)) => text.clone(),
        value => value.map(ToString::to_string).unwrap_or_default(),
    };
    let (least, most) = (param("min"), param("max"));
    let args = args![least: least, most: most, other: param("other"), words: param("words")];
    let rule = language.format("service", &format!("setting-{}", fault.code), &args);
    let key = if place.is_some() {
        "wrong-setting"
    } else {
        "missing-setting"
    };
    let args = args![name: name, place: place.unwrap_or_default(), rule: rule];
    language.format("service", key, &args)
}

/// The reason why the settings cannot be used, with a message.
#[derive(Debug)]
pub enum SettingsError {
    /// The settings file cannot be read: name another file, or correct its permissions.
    Unreadable(String),
    /// Settings are unknown, have a wrong type, are out of range or contradict each other: correct each of them.
    Wrong(String),
}

/// The maximum length of a URL in bytes.
const MAX_URL: usize = 2048;
/// The prefix of every secret.
const SECRET_PREFIX: &str = "whsec_";

/// A receiver of changes. Its `Debug` output hides the secret, and the path of the address, which may be secret too.
#[derive(Clone, Default, Serialize, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookSettings {
    /// The address, at most 2048 bytes: https, or http to an address of this machine or of a private network.
    #[serde(serialize_with = "hide_path")]
    #[validate(custom(function = "check_url"))]
    pub url: String,
    /// The secret for signatures: `whsec_` followed by 24 to 64 bytes in Base64.
    #[validate(custom(function = "check_secret"))]
    pub secret: Secret,
    /// The ids of the games whose changes are sent; empty for all games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[validate(custom(function = "check_games"))]
    pub games: Vec<String>,
    /// The kinds of changes that are sent, such as `match.finished`; empty for all kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[validate(custom(function = "check_kinds"))]
    pub kinds: Vec<String>,
}

impl fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookSettings")
            .field("url", &without_path(&self.url))
            .finish_non_exhaustive()
    }
}

/// Returns the address of a webhook, if it is allowed.
pub fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_local = match url.host()? {
        Host::Ipv4(address) => is_private(IpAddr::V4(address)),
        Host::Ipv6(address) => is_private(IpAddr::V6(address)),
        Host::Domain(name) => name == "localhost",
    };
    let is_allowed = url.scheme() == "https" || (url.scheme() == "http" && is_local);
    let is_complete = is_plain && url.fragment().is_none() && text.len() <= MAX_URL;
    (is_allowed && is_complete).then_some(url)
}

/// Returns the key that signs messages, if the secret is valid.
pub fn signing_key(secret: &str) -> Option<Vec<u8>> {
    let key = STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?);
    key.ok().filter(|key| (24..=64).contains(&key.len()))
}

fn without_path(url: &str) -> String {
    match address(url) {
        Some(url) => format!("{}/{HIDDEN}", &url[..Position::BeforePath]),
        None => HIDDEN.to_owned(),
    }
}

fn hide_path<S: Serializer>(url: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&without_path(url))
}

fn check_url(url: &str) -> Result<(), ValidationError> {
    check(address(url).is_some(), "webhook-url")
}

fn check_secret(secret: &Secret) -> Result<(), ValidationError> {
    check(signing_key(secret).is_some(), "webhook-secret")
}

fn check_games(games: &[String]) -> Result<(), ValidationError> {
    let all = overtrick_games::all().iter().map(|entry| entry.facts.id);
    check_words(games, &all.chain([OWN]).collect::<Vec<_>>())
}

fn check_kinds(kinds: &[String]) -> Result<(), ValidationError> {
    check_words(kinds, EventType::WORDS)
}

fn check_words(given: &[String], words: &[&str]) -> Result<(), ValidationError> {
    if given.iter().all(|word| words.contains(&word.as_str())) {
        return Ok(());
    }
    let mut fault = ValidationError::new("words");
    fault.add_param("words".into(), &words.join(", "));
    Err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the settings arguments of a command.
    fn args(typed: &[&str]) -> SettingsArgs {
        let command = SettingsArgs::augment_args(Command::new("test").no_binary_name(true));
        let matches = command.try_get_matches_from(typed).unwrap();
        SettingsArgs::from_arg_matches(&matches).unwrap()
    }

    /// Returns the settings of a command that reads a file with this text.
    fn read(typed: &[&str], text: &str) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("club.toml");
        fs::write(&file, text).unwrap();
        let args = SettingsArgs {
            file: Some(file.clone()),
            ..args(typed)
        };
        args.read(Language::english()).map_err(|error| match error {
            SettingsError::Wrong(message) => message.replace(&file.display().to_string(), "FILE"),
            SettingsError::Unreadable(message) => panic!("{message}"),
        })
    }

    #[test]
    fn flags_override_the_file_and_the_file_overrides_the_defaults() {
        let text = "bind = \"a:1\"\ntimeout = 5\nbase_path = \"cards/\"\nallowed_origins = [\"*\"]";
        let typed = [
            "--bind",
            "b:2",
            "--admin-token",
            "a-long-secret-token",
            "--public-list",
        ];
        let settings = read(&typed, text).unwrap();
        assert_eq!(settings.bind, "b:2");
        assert_eq!((settings.timeout, settings.keep_alive), (5, 75));
        assert_eq!(settings.base_path, "/cards");
        assert_eq!(settings.allowed_origins, ["*"]);
        assert_eq!(settings.admin_token.as_deref(), Some("a-long-secret-token"));
        assert!(settings.public_list);
        assert_eq!(settings.limits, LimitsSetting::On);
    }

    #[test]
    fn secrets_are_hidden() {
        let settings = Settings {
            admin_token: Some("a-long-secret-token".into()),
            metrics_token: Some("a-long-token-of-metrics".into()),
            ..Settings::default()
        };
        for (database, host) in [
            (
                "postgres://ann:opensesame@db.example/overtrick?sslmode=require",
                "ann:(hidden)@db.example",
            ),
            (
                "postgres://ann@db.example/overtrick?sslmode=require&password=opensesame",
                "db.example",
            ),
            (
                "postgres://db.example/overtrick?PASSWORD=opensesame&sslmode=require",
                "db.example",
            ),
        ] {
            let settings = Settings {
                database: database.to_owned(),
                public_url: Some("https://ann:opensesame@club.example".into()),
                ..settings.clone()
            };
            let shown = settings.to_toml().unwrap() + &format!("{settings:?}");
            assert!(
                !shown.contains("opensesame") && !shown.contains("a-long"),
                "{shown}"
            );
            assert!(
                shown.contains("sslmode=require") && shown.contains(host),
                "{shown}"
            );
        }
        let typed = format!("{:?}", args(&["--admin-token", "a-long-secret-token"]));
        assert_eq!(typed, "[\"admin_token\"]");
    }

    #[test]
    fn every_wrong_setting_is_named_with_its_rule_and_its_place() {
        let text = "bind = \"a:1\"\nadmin_token = \"short\"\n";
        let timeout = "it is a whole number from 1 to 3600";
        assert_eq!(
            read(&["--timeout", "0"], text).unwrap_err(),
            format!(
                "The setting admin_token (FILE:2) is wrong: it has at least 16 characters.\n\
                 The setting timeout (--timeout) is wrong: {timeout}."
            )
        );
        for (text, expected) in [
            (
                "tls_cert = \"x\"",
                "The setting tls_key is missing: it is set together with tls_cert.",
            ),
            (
                "\nbase_path = \"a b\"",
                "The setting base_path (FILE:2) is wrong: it is a path of letters, digits and -_.~/ such as /cards.",
            ),
            (
                "public_url = \"x\"",
                "The setting public_url (FILE:1) is wrong: it is a URL such as https://cards.example.",
            ),
            (
                "expire = 40_000",
                "The setting expire (FILE:1) is wrong: it is a whole number from 0 to 36500.",
            ),
            (
                "webhook = [\n{ url = \"https://club.example\",\n secret = \"x\" }]",
                "The setting webhook.1.secret (FILE:3) is wrong: it is whsec_ followed by 24 to 64 bytes in Base64; make one with openssl rand -base64 32.",
            ),
        ] {
            assert_eq!(read(&[], text).unwrap_err(), expected);
        }
    }

    #[test]
    fn every_wrong_type_and_every_unknown_setting_is_reported() {
        let message = read(&[], "timeout = \"x\"\nlimits = \"of\"\nbnd = \"a:1\"\n").unwrap_err();
        let lines: Vec<&str> = message.lines().collect();
        assert_eq!(lines.len(), 3, "{message}");
        for (line, expected) in [
            "line 1, column 11: ",
            "line 2, column 10: ",
            "line 3, column 1: unknown field `bnd`",
        ]
        .iter()
        .enumerate()
        {
            let expected = format!("FILE: {expected}");
            assert!(message.contains(&expected), "{line}: {message}");
        }
    }

    fn webhook(url: &str) -> WebhookSettings {
        WebhookSettings {
            url: url.to_owned(),
            secret: format!("whsec_{}", STANDARD.encode([7; 32])).into(),
            ..WebhookSettings::default()
        }
    }

    fn names(webhooks: &[WebhookSettings]) -> Vec<String> {
        let settings = Settings {
            webhook: webhooks.to_vec(),
            ..Settings::default()
        };
        let faults = settings.faults().into_iter();
        faults.map(|(name, _)| name).collect()
    }

    #[test]
    fn an_address_is_https_or_private() {
        for url in [
            "https://club.example/hooks?key=1",
            "https://127.0.0.1/",
            "http://127.0.0.1:8000/hooks",
            "http://localhost:8000/",
            "http://192.168.1.7/",
            "http://[::1]:8000/",
        ] {
            assert!(names(&[webhook(url)]).is_empty(), "{url}");
        }
        let long = format!("https://club.example/{}", "x".repeat(MAX_URL));
        for url in [
            "",
            "club.example",
            "ftp://club.example/",
            "http://club.example/",
            "http://1.1.1.1/",
            "https://ann:word@club.example/",
            "https://club.example/#x",
            &*long,
        ] {
            assert_eq!(names(&[webhook(url)]), ["webhook.1.url"], "{url}");
        }
    }

    #[test]
    fn every_fault_of_every_webhook_is_listed() {
        let short = WebhookSettings {
            secret: format!("whsec_{}", STANDARD.encode([7; 23])).into(),
            games: vec![
                overtrick_games::all()[0].facts.id.to_owned(),
                "chess".to_owned(),
            ],
            kinds: vec!["match.won".to_owned()],
            ..webhook("https://club.example/")
        };
        let all = [webhook("https://club.example"), short];
        let expected = ["games", "kinds", "secret", "url"];
        let expected = expected.map(|field| format!("webhook.2.{field}"));
        assert_eq!(names(&all), expected);
        let many = |count: usize| -> Vec<WebhookSettings> {
            let urls = (0..count).map(|number| format!("https://club.example/{number}"));
            urls.map(|url| webhook(&url)).collect()
        };
        assert!(names(&many(MAX_WEBHOOKS)).is_empty());
        assert_eq!(names(&many(MAX_WEBHOOKS + 1)), ["webhook"]);
    }

    #[test]
    fn debug_output_hides_secrets() {
        let shown = format!("{:?}", webhook("https://club.example:8443/hooks/key?key=1"));
        assert!(
            shown.contains("\"https://club.example:8443/(hidden)\""),
            "{shown}"
        );
        assert!(
            !shown.contains("key") && !shown.contains("whsec_"),
            "{shown}"
        );
    }
}
