//! `overtrick serve` and `overtrick config`.

use std::env;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal};
use std::net::SocketAddr;

use clap::Args;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};

use super::error::{CommandError, Outcome};
use super::grid::filled;
use super::output::{self, language};
use overtrick_server::settings::{LogFormat, Settings, SettingsArgs, SettingsError};
use overtrick_server::{BaseUrl, Running, StartError};

/// Run the server for phones, websites and programs, over HTTP.
#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Create a new secret if the old one is lost; existing keys stop working
    #[arg(long)]
    new_secret: bool,
}

/// Show the settings of the service, with secrets hidden.
#[derive(Debug, Args)]
pub struct Config {
    /// Write a settings file that explains each setting and shows where it is set
    #[arg(long)]
    explain: bool,
    /// Write JSON
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Reads the settings from the command line, the environment and files.
pub fn read(settings: SettingsArgs) -> Outcome<Settings> {
    settings.read(language()).map_err(|error| match error {
        SettingsError::Unreadable(message) => CommandError::files(message),
        SettingsError::Wrong(message) => CommandError::usage(message),
    })
}

impl Serve {
    pub fn run(self) -> Outcome {
        let mut settings = read(self.settings)?;
        settings.new_secret = self.new_secret;
        let failed = |error: &dyn fmt::Display| failure!("service", "cannot-start", reason: error.to_string());
        open_many_files();
        actix_web::rt::System::new().block_on(async {
            let format = settings.log_format;
            let started = overtrick_server::start(settings).await;
            let started = started.map_err(|error| match error {
                StartError::Store(error) => error.into(),
                StartError::Bind { address, error } if error.kind() == ErrorKind::AddrInUse => {
                    failure!("service", "address-taken", address: address)
                }
                StartError::NoPublicUrl { address } => {
                    misuse!("service", "public-url-needed", address: address)
                }
                error => failed(&error),
            })?;
            // Set the signal handler before the listening message, because a caller may send a signal as soon
            // as it reads the message.
            let stop_signal = stop_signal()?;
            for address in started.running.on_this_machine() {
                notice!("service", "listening", address: address);
            }
            // Omit these texts from JSON logs, which are for programs.
            if format == LogFormat::Plain {
                explain(&started.running);
            }
            let mut work = actix_web::rt::spawn(started.work);
            tokio::select! {
                () = stop_signal => {}
                ended = &mut work => {
                    let ended = ended.map_err(|error| failed(&error))?;
                    return ended.map_err(|error| failed(&error));
                }
            }
            started.running.stop().await;
            work.abort();
            Ok(())
        })
    }
}

/// Shows where the database and the secret are, the address for phones with its QR code, and how to stop the
/// service.
fn explain(running: &Running) {
    if let Some(secret) = &running.secret {
        notice!("service", "kept", database: running.database.clone(),
            secret: secret.display().to_string());
    }
    match running.reach() {
        BaseUrl::Public(url) | BaseUrl::Network(url) => {
            notice!("service", "reached", address: url.clone());
            let width = terminal_size::terminal_size().map_or(0, |(width, _)| width.0.into());
            if is_code_shown()
                && let Some(code) = drawn_code(&url, width)
            {
                output::drawing(&code);
            }
        }
        BaseUrl::Machine => {
            let port = running.addresses.first().map_or(0, SocketAddr::port);
            notice!("service", "reached-here", port: port.to_string());
        }
        BaseUrl::Unknown => notice!("service", "reached-nowhere"),
    }
    if io::stderr().is_terminal() {
        let address = running.on_this_machine().into_iter().next();
        notice!("service", "how-to-stop", address: address.unwrap_or_default());
    }
}

/// Raises the limit on open files to the system's maximum, because a few clients with many connections can
/// exhaust the usual limit of 1,024.
fn open_many_files() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let all = Rlimit {
        current: maximum,
        maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, all) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// Returns a future that waits for the signal to stop: `SIGTERM`, or `SIGINT` from a terminal. Signals are
/// caught from this call on, even before the future is awaited.
fn stop_signal() -> Outcome<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

impl Config {
    pub fn run(self) -> Outcome {
        let settings = read(self.settings)?;
        if self.json {
            return output::json(&settings);
        }
        let text = if self.explain {
            settings.explained(|comment| filled(comment, output::width() - 2))
        } else {
            settings.to_toml()
        };
        output::text(&text.map_err(CommandError::files)?)
    }
}

/// The width of the white border, in squares. Scanners require it, and the library draws it.
const QUIET: usize = 4;
/// The terminal codes for black on white, in colors that themes do not change.
const BLACK_ON_WHITE: &str = "\u{1b}[38;5;16;48;5;231m";
const RESET: &str = "\u{1b}[0m";

/// Whether standard error is a terminal that shows colors.
fn is_code_shown() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
    io::stderr().is_terminal() && output::is_colored() && !dumb
}

/// Returns the QR code of a text as lines; `None` if it has more than this many columns, or if the text
/// cannot be encoded.
fn drawn_code(text: &str, columns: usize) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    if code.width() + 2 * QUIET > columns {
        return None;
    }
    let lines = code.render::<Dense1x2>().build();
    let line = |line: &str| format!("{BLACK_ON_WHITE}{line}{RESET}\n");
    Some(lines.lines().map(line).collect())
}

#[cfg(test)]
mod tests {
    use qrcode::Color;

    use super::*;

    const ADDRESS: &str = "http://192.168.1.20:8080/";

    #[test]
    fn the_squares_of_a_code_are_drawn_within_a_white_border() {
        let code = QrCode::with_error_correction_level(ADDRESS, EcLevel::L).unwrap();
        let (width, size) = (code.width(), code.width() + 2 * QUIET);
        let lines = drawn_code(ADDRESS, 80).unwrap();
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for line in lines.lines() {
            let line = line.strip_prefix(BLACK_ON_WHITE).unwrap();
            let line = line.strip_suffix(RESET).unwrap();
            rows.push(line.chars().map(|square| "█▀".contains(square)).collect());
            rows.push(line.chars().map(|square| "█▄".contains(square)).collect());
        }
        assert!(rows.iter().all(|row| row.len() == size), "{lines}");
        for (row, squares) in rows.iter().enumerate() {
            for (column, dark) in squares.iter().enumerate() {
                let inside = (QUIET..QUIET + width).contains(&row)
                    && (QUIET..QUIET + width).contains(&column);
                let wanted = inside && code[(column - QUIET, row - QUIET)] == Color::Dark;
                assert_eq!(*dark, wanted, "row {row}, column {column}");
            }
        }
    }

    #[test]
    fn a_code_that_is_wider_than_the_terminal_is_not_drawn() {
        assert!(drawn_code(ADDRESS, 33).is_some());
        assert_eq!(drawn_code(ADDRESS, 32), None);
    }
}
