//! Why a command failed.

use std::io::{self, ErrorKind};

/// Why a command failed; each has an exit status of its own.
#[derive(Debug)]
pub enum CommandError {
    /// A record was refused or cannot be read, or something was illegal. It has been reported on standard
    /// error: correct the document.
    Refused,
    /// Wrong usage, also of a player or a house rule in a flag, or a question that cannot be read: correct
    /// the command. Without a message, it has been reported on standard error.
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
