//! Writing to standard output and standard error. All terminal output goes through this module.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;
use serde::Serialize;

use super::error::{CommandError, Outcome};
use super::grid::Grid;
use overtrick_match::lang::{Language, visible, visible_message};

/// The language of all output, which is English until it is set.
static LANGUAGE: OnceLock<&'static Language> = OnceLock::new();

/// Returns the language of all output.
pub fn language() -> &'static Language {
    LANGUAGE.get().copied().unwrap_or_else(Language::english)
}

/// Sets the language of all output, once, before the command runs.
pub fn set_language(tag: &str) {
    let language = Language::find(tag).unwrap_or_else(Language::english);
    LANGUAGE.get_or_init(|| language);
}

/// Writes a text for people to standard output, with control characters replaced.
pub fn text(text: &str) -> Outcome {
    data(visible(text))
}

/// Writes a sentence for people to standard output.
pub fn line(line: &str) -> Outcome {
    data(overtrick_match::lang::visible_line(line) + "\n")
}

/// Writes a message for people to standard error.
pub fn message(message: &str) {
    // Nothing more can be done if standard error is closed.
    drop(writeln!(io::stderr(), "{}", visible_message(message)));
}

/// Writes text with the program's own control codes to standard error, unchanged.
pub fn drawing(lines: &str) {
    drop(io::stderr().write_all(lines.as_bytes()));
}

/// Writes machine-readable text or a document to standard output, unchanged.
pub fn data(data: impl AsRef<[u8]>) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(data.as_ref())?;
    Ok(out.flush()?)
}

/// Writes a value to standard output as indented JSON.
pub fn json(value: &impl Serialize) -> Outcome {
    let json = serde_json::to_string_pretty(value).map_err(CommandError::files)?;
    data(json + "\n")
}

/// Writes a value to standard output as one line of JSON.
pub fn json_line(value: &impl Serialize) -> Outcome {
    let json = serde_json::to_string(value).map_err(CommandError::files)?;
    data(json + "\n")
}

/// Writes a result, as JSON or as a sentence.
pub fn answer(json: bool, figures: &impl Serialize, sentence: &str) -> Outcome {
    if json {
        self::json(figures)
    } else {
        line(sentence)
    }
}

/// Writes a table, as a JSON list of objects or as text.
pub fn table(json: bool, grid: &Grid) -> Outcome {
    if json {
        self::json(&grid.objects())
    } else {
        text(&grid.text())
    }
}

/// The `--force` flag of commands that write a file.
#[derive(Debug, Args)]
pub struct Overwrite {
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

impl Overwrite {
    /// Returns an error if the file exists and may not be replaced.
    pub fn check(&self, file: &Path) -> Outcome {
        if self.force || !file.is_file() {
            return Ok(());
        }
        Err(failure!("service", "exists-force", file: file.display().to_string()))
    }
}

/// Writes a file that appears only when it is complete. Until then, its content is in a temporary file beside
/// it, which `open` creates. Devices and pipes are written directly, because a rename would replace them.
pub fn write_whole<T, E>(
    file: &Path,
    open: impl Fn(&Path) -> io::Result<File>,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    if file.exists() && !file.is_file() && !file.is_dir() {
        return write_buffered(File::create(file).map_err(&failed)?, failed, write);
    }
    let part = part_of(file);
    let written = open(&part).map_err(&failed);
    let written = written.and_then(|part| write_buffered(part, &failed, write));
    let placed = written.and_then(|value| {
        let renamed = fs::rename(&part, file);
        renamed.map(|()| value).map_err(&failed)
    });
    if placed.is_err() {
        // If this also fails, only the first error is reported.
        drop(fs::remove_file(&part));
    }
    placed
}

/// Writes a file through a temporary file beside it, so that the file is never incomplete.
pub fn write_file(bytes: &[u8], file: &Path) -> Outcome {
    let create = |part: &Path| File::create(part);
    let written = write_whole(file, create, |error| error, |out| out.write_all(bytes));
    written.map_err(|error| {
        failure!("ui", "cannot-write", file: file.display().to_string(), reason: error.to_string())
    })
}

/// Writes through a buffer, because one system call per line would be slow.
pub fn write_buffered<T, E>(
    out: impl Write,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let mut out = BufWriter::new(out);
    let value = write(&mut out)?;
    out.flush().map(|()| value).map_err(failed)
}

/// Returns the path of the temporary file beside a file.
pub fn part_of(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether the user wants color, which is so if `NO_COLOR` is unset or empty.
pub fn is_colored() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Returns the width of the output in columns: 20 to 100, or 80 if there is no terminal.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.clamp(20, 100).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of write system calls of this thread.
    #[expect(clippy::disallowed_methods, reason = "a test reads files")]
    fn writes() -> Option<u64> {
        let figures = fs::read_to_string("/proc/thread-self/io").ok()?;
        let written = figures
            .lines()
            .find_map(|line| line.strip_prefix("syscw: "));
        written?.parse().ok()
    }

    #[test]
    fn a_device_is_not_written_line_by_line() {
        let before = writes();
        let lines = |out: &mut dyn Write| (0..1000).try_for_each(|line| writeln!(out, "{line}"));
        write_whole(
            Path::new("/dev/null"),
            |file| File::create(file),
            |error| error,
            lines,
        )
        .unwrap();
        let (Some(before), Some(after)) = (before, writes()) else {
            return;
        };
        assert!(after - before < 10, "{}", after - before);
    }
}
