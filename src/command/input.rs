//! Reading the input files of a command.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use super::error::{CommandError, FaultFormat, Outcome};
use super::output::language;
use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_core::judging::utf8;
use overtrick_match::document::{MAX_BYTES, Scored, read_json, score};

/// A JSON document from a file or standard input.
pub struct Document {
    /// Its bytes, cut to one byte more than the size limit.
    pub bytes: Vec<u8>,
    /// The name of the file for messages.
    pub name: String,
    /// The format in which its faults are reported.
    pub faults: FaultFormat,
}

impl Document {
    /// Reads a whole file, or standard input for `-`. Its faults will be reported in this format.
    pub fn read(path: &str, faults: FaultFormat) -> Outcome<Document> {
        Ok(Document {
            bytes: read_some(path, open(path)?, MAX_BYTES + 1)?,
            name: name_of(path),
            faults,
        })
    }

    /// Scores the match document. The error lists its faults.
    pub fn score(&self) -> Outcome<Scored> {
        score(&self.bytes).map_err(|findings| self.refuse(&findings))
    }

    /// Parses the document as JSON. The error lists its faults.
    pub fn json(&self) -> Outcome<Json> {
        let text = String::from_utf8_lossy(&self.bytes);
        let json = read_json(text.trim_start_matches('\u{feff}'));
        json.map_err(|finding| self.refuse(&[finding]))
    }

    /// Returns the error for a document with these faults.
    pub fn refuse(&self, findings: &[Finding]) -> CommandError {
        CommandError::of_faults(&self.name, findings, self.faults)
    }
}

/// The size limit of a file that is not a match document.
const MAX_READ: usize = 256 << 20;

/// Reads a whole file, or standard input for `-`.
pub fn read(path: &str) -> Outcome<Vec<u8>> {
    read_opened(path, open(path)?)
}

/// Reads a whole file that is already open.
///
/// # Errors
/// The file cannot be read, or has more than [`MAX_READ`] bytes.
pub fn read_opened(path: &str, file: impl Read) -> Outcome<Vec<u8>> {
    let bytes = read_some(path, file, MAX_READ + 1)?;
    if bytes.len() > MAX_READ {
        return Err(unreadable(path, &ErrorKind::FileTooLarge.into()));
    }
    Ok(bytes)
}

fn read_some(path: &str, file: impl Read, most: usize) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = file.take(most as u64).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    Ok(bytes)
}

/// Reads a text file, or standard input for `-`.
///
/// # Errors
/// The text cannot be read, or is not UTF-8.
pub fn read_text(path: &str) -> Outcome<String> {
    let bytes = read(path)?;
    let text = utf8(&bytes).map(str::to_owned);
    text.map_err(|fault| CommandError::of_faults(&name_of(path), &[fault], FaultFormat::Text))
}

/// Returns the name of a file for messages.
fn name_of(path: &str) -> String {
    match path {
        "-" => language().text("ui", "standard-input"),
        path => path.to_owned(),
    }
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &str) -> Outcome<Box<dyn Read + Send>> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    #[expect(clippy::disallowed_methods, reason = "the user named the file")]
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(file))
}

fn unreadable(path: &str, error: &io::Error) -> CommandError {
    failure!("ui", "cannot-read", file: path.to_owned(), reason: error.to_string())
}

/// Returns the error for a file that cannot be read or written.
pub fn file_error(path: &str, error: &io::Error) -> CommandError {
    CommandError::files(format!("{path}: {error}"))
}
