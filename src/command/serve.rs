//! `overtrick serve` and `overtrick config`.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::database::service_error;
use super::error::{CommandError, Outcome};
use super::grid::filled;
use super::{browser, output, terminal_code};
use overtrick_core::{self as rules, args};
use overtrick_match::lang::Language;
use overtrick_server::settings::{LogFormat, PartialSettings, Settings, SettingsError};
use overtrick_server::{BaseUrl, Running, StartError};

/// How long the thread that compresses the page stays alive afterwards. The allocator returns memory that has
/// been free for a second when its thread ends.
const UNTIL_GIVEN_BACK: Duration = Duration::from_secs(2);

/// Serve phones, websites and programs over HTTP.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick serve", "overtrick serve --bind 0.0.0.0:8080 --database club.db"]))]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Create a new secret if the old one is lost; existing keys stop working
    #[arg(long)]
    new_secret: bool,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Show the settings in force, with secrets hidden.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick config", "overtrick config --explain > overtrick.toml"]))]
pub struct Config {
    /// Explain each setting and where it is set, in the form of a settings file
    #[arg(long)]
    explain: bool,
    /// Write JSON
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Settings given as flags, and the settings file.
#[derive(Debug, Args)]
pub struct SettingsArgs {
    /// The settings file [default: overtrick.toml, if it exists]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    flags: PartialSettings,
}

impl SettingsArgs {
    /// The settings in force.
    pub fn read(self, language: &Language) -> Result<Settings, CommandError> {
        let settings = Settings::new(self.flags, self.config.as_deref());
        settings.map_err(|error| match error {
            unreadable @ SettingsError::Unreadable { .. } => {
                CommandError::Files(unreadable.message(language))
            }
            error => CommandError::usage(error.message(language)),
        })
    }
}

impl Serve {
    pub fn run(self, language: &'static Language) -> Outcome {
        let mut settings = self.settings.read(language)?;
        settings.new_secret = self.new_secret;
        let failed = |reason: String| {
            CommandError::Files(language.format("service", "cannot-start", &args![reason: reason]))
        };
        open_many_files();
        actix_web::rt::System::new().block_on(async {
            let format = settings.log_format;
            let started = overtrick_server::start(settings)
                .await
                .map_err(|error| match error {
                    StartError::Store(error) => service_error(error, language),
                    StartError::Bind { address, error } if error.kind() == ErrorKind::AddrInUse => {
                        let args = args![address: address];
                        CommandError::Files(language.format("service", "address-taken", &args))
                    }
                    StartError::NoPublicUrl { address } => {
                        let args = args![address: address];
                        CommandError::usage(language.format("service", "public-url-needed", &args))
                    }
                    error => failed(error.to_string()),
                })?;
            // A caller that reads the listening message may stop the service immediately.
            let stop_signal = stop_signal()?;
            say_where(&started.running, language);
            // Compressing takes a second; without optimization it takes longer than any test.
            if !cfg!(debug_assertions) {
                std::thread::spawn(|| {
                    overtrick_server::prepare_page();
                    std::thread::sleep(UNTIL_GIVEN_BACK);
                });
            }
            // Programs read JSON logs, so these texts are left out.
            if format == LogFormat::Plain {
                say_where_kept(&started.running, language);
                say_how_to_reach(&started.running, language);
                if output::is_message_seen() {
                    let address = started.running.on_this_machine().into_iter().next();
                    let args = args![address: address.unwrap_or_default()];
                    output::message(&language.format("service", "how-to-stop", &args));
                }
            }
            let mut work = actix_web::rt::spawn(started.work);
            if self.open {
                browser::open(&page(&started.running), language);
            }
            tokio::select! {
                signal = stop_signal => signal?,
                ended = &mut work => {
                    let ended = ended.map_err(|error| failed(error.to_string()))?;
                    return ended.map_err(|error| failed(error.to_string()));
                }
            }
            started.running.stop().await;
            work.abort();
            Ok(())
        })
    }
}

/// Prints the address of the service on this machine.
fn say_where(running: &Running, language: &Language) {
    for address in running.on_this_machine() {
        let args = args![address: address];
        output::message(&language.format("service", "listening", &args));
    }
}

/// Prints where matches and the secret of their links are kept.
fn say_where_kept(running: &Running, language: &Language) {
    if let Some(secret) = &running.secret {
        let args = args![database: running.database.clone(), secret: secret.display().to_string()];
        output::message(&language.format("service", "kept", &args));
    }
}

/// Prints the address for phones, and its QR code.
fn say_how_to_reach(running: &Running, language: &Language) {
    let say =
        |key: &str, args: &rules::Args| output::message(&language.format("service", key, args));
    match running.reach() {
        BaseUrl::Public(url) | BaseUrl::Network(url) => {
            say("reached", &args![address: url.clone()]);
            let width = terminal_size::terminal_size().map_or(0, |(width, _)| width.0.into());
            if terminal_code::is_shown()
                && let Some(code) = terminal_code::drawn(&url, width)
            {
                output::drawing(&code);
            }
        }
        BaseUrl::Machine => {
            let port = running.addresses.first().map_or(0, SocketAddr::port);
            say("reached-here", &args![port: port.to_string()]);
        }
        BaseUrl::Unknown => say("reached-nowhere", &args![]),
    }
}

/// The page's address for a browser on this machine; with HTTPS, the name in the certificate is used.
fn page(running: &Running) -> String {
    let here = running.on_this_machine().into_iter().next();
    let here = format!("{}/", here.unwrap_or_default());
    match running.reach() {
        BaseUrl::Public(url) if here.starts_with("https:") => url,
        _ => here,
    }
}

/// Raises the limit of open files to the system's maximum: a few clients with many connections can reach the
/// usual limit of 1,024.
fn open_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        let all = Rlimit {
            current: maximum,
            maximum,
        };
        if let Err(error) = setrlimit(Resource::Nofile, all) {
            tracing::debug!(%error, "the limit of open files stays as it is");
        }
    }
}

/// Waits for the signal to stop: `SIGTERM`, or `SIGINT` from a terminal. Signals count from the call on, even
/// before the future is awaited.
fn stop_signal() -> Result<impl Future<Output = Outcome>, CommandError> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            Ok(())
        })
    }
    #[cfg(not(unix))]
    Ok(async { Ok(tokio::signal::ctrl_c().await?) })
}

impl Config {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.settings.read(language)?;
        let values = settings.to_toml().map_err(CommandError::Files)?;
        if self.json {
            return output::json(&settings.shown());
        }
        let text = if self.explain {
            explained(&values)
        } else {
            values
        };
        output::text(&text)
    }
}

/// What a comment begins with.
const MARK: &str = "# ";

/// The comment before the webhooks, which only the file sets.
const WEBHOOK: &str = "# An address that is sent the changes of matches, signed with the secret; at\n\
    # most 20, and only in the file. The lists games and kinds leave out others\n";

/// The settings in force, each under a comment with its meaning, flag and environment variable. An unset
/// setting is commented out.
fn explained(values: &str) -> String {
    let command = PartialSettings::augment_args(clap::Command::new("settings"));
    let mut text = String::new();
    for argument in command.get_arguments() {
        let name = argument.get_id().as_str();
        let help = argument.get_help().map(ToString::to_string);
        let flag = argument.get_long().unwrap_or_default();
        let variable = argument.get_env().and_then(OsStr::to_str);
        let ways = format!("--{flag}, {}", variable.unwrap_or_default());
        let room = output::width() - MARK.len();
        for line in filled(&help.unwrap_or_default(), room) {
            text += &format!("{MARK}{line}\n");
        }
        text += &format!("{MARK}{ways}\n");
        let is_set = |line: &&str| line.split(" = ").next() == Some(name);
        match values.lines().find(is_set) {
            Some(line) => text += &format!("{line}\n\n"),
            None => text += &format!("# {name} = …\n\n"),
        }
    }
    text += WEBHOOK;
    text += match values.find("[[webhook]]") {
        Some(begin) => &values[begin..],
        None => "# [[webhook]]\n# url = …\n# secret = …\n",
    };
    text
}
