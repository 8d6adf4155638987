//! Writing to standard output.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::error::{CommandError, Outcome};

/// Writes a text to standard output.
pub fn text(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a line to standard output.
pub fn line(line: String) -> Outcome {
    text(&(line + "\n"))
}

/// Writes a value as JSON, indented, to standard output.
pub fn json(value: &impl Serialize) -> Outcome {
    let json = serde_json::to_string_pretty(value)
        .map_err(|error| CommandError::Files(error.to_string()))?;
    line(json)
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The width of standard output in columns: from 40 to 100, and 80 without a terminal.
pub fn width() -> u16 {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.clamp(40, 100))
}
