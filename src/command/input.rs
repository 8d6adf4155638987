//! Reading the files that a command is given.

use std::fs::File;
use std::io::{self, Read};

use super::error::{CommandError, FaultFormat, failure};
use super::output::language;
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::document::{MAX_BYTES, Scored, read_json, score};

/// A JSON document from a file or standard input.
pub struct Document {
    /// Its bytes; if the document is too large, just enough of them to detect that.
    pub bytes: Vec<u8>,
    /// The name of the file in messages.
    pub name: String,
    faults: FaultFormat,
}

impl Document {
    /// Reads a whole file, or standard input for `-`; faults are reported in this format.
    pub fn read(path: &str, faults: FaultFormat) -> Result<Document, CommandError> {
        let most = u64::try_from(MAX_BYTES + 1).unwrap_or(u64::MAX);
        let name = match path {
            "-" => language().text("ui", "standard-input"),
            path => path.to_owned(),
        };
        Ok(Document::new(read(path, most)?, name, faults))
    }

    /// A document with these bytes, and this name in messages.
    pub fn new(bytes: Vec<u8>, name: String, faults: FaultFormat) -> Document {
        Document {
            bytes,
            name,
            faults,
        }
    }

    /// The format in which its faults are reported.
    pub fn format(&self) -> FaultFormat {
        self.faults
    }

    /// Scores the match document; its faults are reported.
    pub fn score(&self) -> Result<Scored, CommandError> {
        score(&self.bytes).map_err(|findings| self.refuse(&findings))
    }

    /// The document as a value; its faults are reported.
    pub fn json(&self) -> Result<Json, CommandError> {
        let text = String::from_utf8_lossy(&self.bytes);
        let json = read_json(text.trim_start_matches('\u{feff}'));
        json.map_err(|finding| self.refuse(&[finding]))
    }

    /// The error for a document with these faults.
    pub fn refuse(&self, findings: &[Finding]) -> CommandError {
        CommandError::of_faults(&self.name, findings, self.faults)
    }
}

/// Reads at most so many bytes of a file, or of standard input for `-`.
pub fn read(path: &str, most: u64) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    Ok(bytes)
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &str) -> Result<Box<dyn Read + Send>, CommandError> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    #[expect(clippy::disallowed_methods, reason = "the user named the file")]
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(file))
}

fn unreadable(path: &str, error: &io::Error) -> CommandError {
    let args = args![file: path.to_owned(), reason: error.to_string()];
    failure("ui", "cannot-read", &args)
}

/// The error for a file that fails.
pub fn file_error(path: &str, error: &io::Error) -> CommandError {
    CommandError::files(format!("{path}: {error}"))
}
