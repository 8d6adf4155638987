//! `overtrick serve` and `overtrick config`.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::database::service_error;
use super::error::{CommandError, Outcome};
use super::{browser, output, table, terminal_code};
use overtrick_core::{self as rules, args};
use overtrick_match::lang::Language;
use overtrick_server::settings::{LogFormat, PartialSettings, Settings, SettingsError};
use overtrick_server::{BaseUrl, Running, StartError};

/// How long the thread that compresses the page stays when it has done so: what has been free for a second, the
/// allocator gives back to the system when a thread ends.
const UNTIL_GIVEN_BACK: Duration = Duration::from_secs(2);

/// Answer phones, websites and programs over HTTP.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick serve", "overtrick serve --bind 0.0.0.0:8080 --database club.db"]))]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Make another secret where the one of a database with matches is lost; no key that was given
    /// out opens anything then
    #[arg(long)]
    new_secret: bool,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Show the settings in force, secrets hidden.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick config", "overtrick config --explain > overtrick.toml"]))]
pub struct Config {
    /// With what each setting is and where it is set, as a settings file to begin with
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Settings, and the file of others.
#[derive(Debug, Args)]
pub struct SettingsArgs {
    /// The settings file [default: overtrick.toml, if it is there]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    flags: PartialSettings,
}

impl SettingsArgs {
    /// The settings in force.
    pub fn read(self, language: &Language) -> Result<Settings, CommandError> {
        let settings = Settings::of(self.flags, self.config.as_deref());
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
                    error => failed(error.to_string()),
                })?;
            // Whoever reads that it listens may stop it at once.
            let stop_signal = stop_signal()?;
            say_where(&started.running, language);
            // That takes a second, and without optimization longer than any test.
            if !cfg!(debug_assertions) {
                std::thread::spawn(|| {
                    overtrick_server::prepare_page();
                    std::thread::sleep(UNTIL_GIVEN_BACK);
                });
            }
            // JSON logs are read by programs, so this text is left out.
            if format == LogFormat::Plain {
                say_how_to_reach(&started.running, language);
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

/// Says where the service is on this machine.
fn say_where(running: &Running, language: &Language) {
    for address in running.on_this_machine() {
        let args = args![address: address];
        output::message(&language.format("service", "listening", &args));
    }
}

/// Says how phones reach the service, and shows it to their cameras.
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

/// The page for a browser on this machine: where a certificate names the service, at that name.
fn page(running: &Running) -> String {
    let here = running.on_this_machine().into_iter().next();
    let here = format!("{}/", here.unwrap_or_default());
    match running.reach() {
        BaseUrl::Public(url) if here.starts_with("https:") => url,
        _ => here,
    }
}

/// Lets the process have as many connections as the system allows it: the usual limit of 1,024 files
/// is reached by a few clients that open many.
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

/// Waits for the signal to stop: `SIGTERM`, or `SIGINT` of a terminal. One that comes from now on counts, though
/// nobody waits for it yet.
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
        let text = if self.explain {
            explained(&values)
        } else {
            values
        };
        output::text(&text)
    }
}

/// The settings in force, each under a comment that says what it is, and the flag and the variable
/// that set it. One that is not set is a comment itself.
fn explained(values: &str) -> String {
    let command = PartialSettings::augment_args(clap::Command::new("settings"));
    let mut text = String::new();
    for argument in command.get_arguments() {
        let name = argument.get_id().as_str();
        let help = argument.get_help().map(ToString::to_string);
        let flag = argument.get_long().unwrap_or_default();
        let variable = argument.get_env().and_then(OsStr::to_str);
        let ways = format!("--{flag}, {}", variable.unwrap_or_default());
        for line in table::wrapped(&help.unwrap_or_default())
            .lines()
            .chain([&*ways])
        {
            text += &format!("# {line}\n");
        }
        let is_set = |line: &&str| line.split(" = ").next() == Some(name);
        match values.lines().find(is_set) {
            Some(line) => text += &format!("{line}\n\n"),
            None => text += &format!("# {name} = …\n\n"),
        }
    }
    text
}
