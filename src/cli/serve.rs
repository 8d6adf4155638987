//! `overtrick serve` and `overtrick config`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Args;

use super::database::service_error;
use super::error::{CommandError, Outcome};
use super::{output, table};
use crate::api;
use crate::lang::Language;
use crate::rules::args;
use crate::settings::{PartialSettings, Settings, SettingsError};

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

#[derive(Debug, Args)]
struct SettingsArgs {
    /// The settings file [default: overtrick.toml, if it is there]
    #[arg(long, value_name = "FILE", env = "OVERTRICK_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    flags: PartialSettings,
}

impl SettingsArgs {
    fn read(self, language: &Language) -> Result<Settings, CommandError> {
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
    pub fn run(self, language: &Language) -> Outcome {
        let mut settings = self.settings.read(language)?;
        settings.new_secret = self.new_secret;
        let failed = |reason: String| {
            CommandError::Files(language.format("service", "cannot-start", &args![reason: reason]))
        };
        open_many_files();
        actix_web::rt::System::new().block_on(async {
            let secure = settings.tls_cert.is_some();
            let started = api::start(settings).await.map_err(|error| match error {
                api::StartError::Store(error) => service_error(error, language),
                error => failed(error.to_string()),
            })?;
            for address in &started.running.addresses {
                let scheme = if secure { "https" } else { "http" };
                let args = args![address: format!("{scheme}://{address}")];
                output::message(&language.format("service", "listening", &args));
            }
            let mut work = actix_web::rt::spawn(started.work);
            tokio::select! {
                signal = stop_signal() => signal?,
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

/// Waits for the signal to stop: `SIGTERM`, or `SIGINT` of a terminal.
async fn stop_signal() -> Outcome {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            _ = terminate.recv() => {}
            interrupt = tokio::signal::ctrl_c() => interrupt?,
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
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
