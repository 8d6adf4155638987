//! Opening the page in the browser of whoever sits at this machine.

use std::process::{Command, Stdio};
use std::thread;

use super::output;
use overtrick_core::args;
use overtrick_match::lang::Language;

/// Has the system open an address. A machine without a browser serves all the same: a failure is
/// reported, and nothing stops.
pub fn open(address: &str, language: &'static Language) {
    let mut command = opener();
    command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Some ways to open a browser end only with the browser.
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

/// The system's own way to open an address.
fn opener() -> Command {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The empty argument is the title of a window.
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
