//! Writing to standard output and standard error: all terminal output goes through here.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::error::{CommandError, Outcome};
use super::grid::Grid;
use overtrick_core::args;
use overtrick_match::lang::{Language, visible, visible_message};

/// Writes a text for people to standard output, without terminal control characters.
pub fn text(text: &str) -> Outcome {
    data(&visible(text))
}

/// Writes a sentence for people to standard output.
pub fn line(line: &str) -> Outcome {
    data(&(overtrick_match::lang::visible_line(line) + "\n"))
}

/// Writes a message for people to standard error.
pub fn message(message: &str) {
    // Nothing more can be done if standard error is closed.
    drop(writeln!(io::stderr(), "{}", visible_message(message)));
}

/// Writes text drawn by the program itself to standard error, unchanged.
pub fn drawing(lines: &str) {
    drop(io::stderr().write_all(lines.as_bytes()));
}

/// Writes usage information to standard error.
pub fn usage(text: &str) {
    drop(io::stderr().write_all(visible(text).as_bytes()));
}

/// Writes machine-readable text to standard output, unchanged.
pub fn data(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a value as JSON, indented, to standard output.
pub fn json(value: &impl Serialize) -> Outcome {
    let json = serde_json::to_string_pretty(value).map_err(CommandError::files)?;
    data(&(json + "\n"))
}

/// Writes an answer: its figures as JSON, or a sentence.
pub fn answer(json: bool, figures: &impl Serialize, sentence: &str) -> Outcome {
    if json {
        self::json(figures)
    } else {
        line(sentence)
    }
}

/// Writes a table: its rows as JSON objects, or for people.
pub fn table(json: bool, grid: &Grid) -> Outcome {
    if json {
        self::json(&grid.objects())
    } else {
        text(&grid.text())
    }
}

/// The flag of commands that write a file.
#[derive(Debug, Args)]
pub struct Overwrite {
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

impl Overwrite {
    /// Refuses a file that exists, unless it may be replaced.
    pub fn check(&self, file: &Path, language: &Language) -> Outcome {
        if self.force || !file.is_file() {
            return Ok(());
        }
        let args = args![file: file.display().to_string()];
        let message = language.format("service", "exists-force", &args);
        Err(CommandError::files(message))
    }
}

/// A file that appears when it is complete, and the temporary file beside it that is written until then.
pub struct NewFile {
    file: PathBuf,
    pub part: PathBuf,
}

impl NewFile {
    /// A device or a pipe is written to itself: a file in its place would replace it.
    pub fn new(file: &Path) -> NewFile {
        let is_device = file.exists() && !file.is_file() && !file.is_dir();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let part = file.with_file_name(format!(".{name}.{}.part", std::process::id()));
        NewFile {
            part: if is_device { file.to_owned() } else { part },
            file: file.to_owned(),
        }
    }

    /// Whether what is written goes elsewhere at once.
    pub fn is_device(&self) -> bool {
        self.part == self.file
    }

    /// Puts a complete file in its place, and removes another one.
    pub fn finish<T>(self, written: io::Result<T>) -> io::Result<T> {
        if self.is_device() {
            return written;
        }
        let written = written.and_then(|it| std::fs::rename(&self.part, &self.file).map(|()| it));
        if written.is_err() {
            // If it cannot be removed either, the first error is the one to report.
            drop(std::fs::remove_file(&self.part));
        }
        written
    }
}

/// Whether messages are read in a terminal.
pub fn is_message_seen() -> bool {
    io::stderr().is_terminal()
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether color and bold type are wanted: `NO_COLOR` is unset or empty.
pub fn is_colored() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The width of standard output in columns: 20 to 100, or 80 if it is not a terminal.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.clamp(20, 100).into())
}
