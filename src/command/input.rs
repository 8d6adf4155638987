//! Reading the files that a command is given.

use std::fs::File;
use std::io::{self, Read};

use super::error::{CommandError, FaultFormat};
use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_match::document::{MOST_BYTES, Scored, read_json, score};
use overtrick_match::lang::Language;

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
    pub fn read(
        path: &str,
        faults: FaultFormat,
        language: &Language,
    ) -> Result<Document, CommandError> {
        let mut bytes = Vec::new();
        let most = u64::try_from(MOST_BYTES + 1).unwrap_or(u64::MAX);
        open(path)?
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(|error| file_error(path, &error))?;
        let name = match path {
            "-" => language.text("ui", "standard-input"),
            path => path.to_owned(),
        };
        Ok(Document {
            bytes,
            name,
            faults,
        })
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
    pub fn score(&self, language: &Language) -> Result<Scored, CommandError> {
        score(&self.bytes).map_err(|findings| self.refuse(&findings, language))
    }

    /// The document as a value; its faults are reported.
    pub fn json(&self, language: &Language) -> Result<Json, CommandError> {
        let text = String::from_utf8_lossy(&self.bytes);
        let json = read_json(text.trim_start_matches('\u{feff}'));
        json.map_err(|finding| self.refuse(&[finding], language))
    }

    /// The error for a document with these faults.
    pub fn refuse(&self, findings: &[Finding], language: &Language) -> CommandError {
        CommandError::of_faults(&self.name, findings, self.faults, language)
    }
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &str) -> Result<Box<dyn Read>, CommandError> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    #[expect(clippy::disallowed_methods, reason = "the user named the file")]
    let file = File::open(path).map_err(|error| file_error(path, &error))?;
    Ok(Box::new(file))
}

fn file_error(path: &str, error: &io::Error) -> CommandError {
    CommandError::files(format!("{path}: {error}"))
}
