//! Writing to standard output and standard error: the one way by which anything reaches a terminal.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::error::{CommandError, Outcome};
use overtrick_match::lang::{visible, visible_message};

/// Writes a text for people to standard output. Nothing in it commands their terminal.
pub fn text(text: &str) -> Outcome {
    data(&visible(text))
}

/// Writes a sentence for people to standard output.
pub fn line(line: &str) -> Outcome {
    data(&(overtrick_match::lang::visible_line(line) + "\n"))
}

/// Writes a message for people to standard error.
pub fn message(message: &str) {
    // Whoever has closed it wants no messages.
    drop(writeln!(io::stderr(), "{}", visible_message(message)));
}

/// Draws a line of standard error again, which is a terminal; an empty one takes it away.
pub fn redraw(line: &str) {
    let line = overtrick_match::lang::visible_line(line);
    drop(write!(io::stderr(), "\r\u{1b}[K{line}"));
    drop(io::stderr().flush());
}

/// Writes what the program itself has drawn to standard error, as it is.
pub fn drawing(lines: &str) {
    drop(io::stderr().write_all(lines.as_bytes()));
}

/// Writes how a command is used to standard error.
pub fn usage(text: &str) {
    drop(io::stderr().write_all(visible(text).as_bytes()));
}

/// Writes what a program reads to standard output, as it is.
pub fn data(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a value as JSON, indented, to standard output.
pub fn json(value: &impl Serialize) -> Outcome {
    let json = serde_json::to_string_pretty(value)
        .map_err(|error| CommandError::Files(error.to_string()))?;
    data(&(json + "\n"))
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The width of standard output in columns: from 40 to 100, and 80 without a terminal.
pub fn width() -> u16 {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.clamp(40, 100))
}
