//! Reading what a command is given.

use std::fs::File;
use std::io::{self, Read};

use super::CommandError;
use crate::document::MOST_BYTES;
use crate::lang::Language;

/// All of a file, or of standard input for `-`; of a document that is too large, just enough to
/// find that out.
pub fn read(path: &str) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MOST_BYTES + 1).unwrap_or(u64::MAX);
    open(path)?
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| file_error(path, &error))?;
    Ok(bytes)
}

/// A file, or standard input for `-`.
pub fn open(path: &str) -> Result<Box<dyn Read>, CommandError> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    #[expect(clippy::disallowed_methods, reason = "the user named the file")]
    let file = File::open(path).map_err(|error| file_error(path, &error))?;
    Ok(Box::new(file))
}

fn file_error(path: &str, error: &io::Error) -> CommandError {
    CommandError::Files(format!("{path}: {error}"))
}

/// What a file is called in a message.
pub fn called(path: &str, language: &Language) -> String {
    if path == "-" {
        language.text("ui", "standard-input")
    } else {
        path.to_owned()
    }
}
