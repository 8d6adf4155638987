//! Opening the page in the browser on this machine.

use std::process::{Command, Stdio};
use std::thread;

use super::output;
use overtrick_core::args;
use overtrick_match::lang::Language;

/// Asks the operating system to open an address. A failure, such as a machine without a browser, is only
/// reported.
pub fn open(address: &str, language: &'static Language) {
    let mut command = opener();
    command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Some openers exit only when the browser exits.
    thread::spawn(move || {
        let reason = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let program = command.get_program().to_string_lossy();
        let args = args![reason: format!("{program}: {reason}")];
        output::message(&language.format("service", "no-browser", &args));
    });
}

/// The operating system's command that opens an address.
fn opener() -> Command {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The empty argument is the window title.
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
