//! Why a command failed, and how refused documents are reported.

use std::io::{self, ErrorKind};

use super::output;
use crate::lang::{Language, visible_line};
use crate::rules::{Finding, args};

/// Why a command failed; each has an exit status of its own.
#[derive(Debug)]
pub enum CommandError {
    /// A record was refused, or something was illegal. It has been reported on standard error: correct
    /// the document.
    Refused,
    /// Wrong usage, or a question that cannot be read: correct the command. Without a message, it has
    /// been reported on standard error.
    Usage(Option<String>),
    /// A file, a database or the network failed; the message names it and the reason.
    Files(String),
    /// The reader of standard output has closed it, as `head` does: there is nothing to recover.
    OutputClosed,
}

/// What a command returns.
pub type Outcome = Result<(), CommandError>;

impl CommandError {
    /// Wrong usage, with the message to show.
    pub fn usage(message: String) -> CommandError {
        CommandError::Usage(Some(message))
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        if error.kind() == ErrorKind::BrokenPipe {
            CommandError::OutputClosed
        } else {
            CommandError::Files(error.to_string())
        }
    }
}

/// Reports all faults of a document on standard error, each at its place.
pub fn print_faults(document: &str, findings: &[Finding], language: &Language) {
    let args = args![what: document.to_owned(), count: findings.len()];
    let refused = language.format("ui", "refused", &args);
    output::message(&format!("overtrick: {refused}"));
    for finding in findings {
        let (pointer, code) = (&finding.pointer, finding.code);
        let gap = if pointer.is_empty() { "" } else { ": " };
        let message = language.finding(finding);
        let line = format!("  {pointer}{gap}{message} [{code}]");
        output::message(&visible_line(&line));
    }
}
