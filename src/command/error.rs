//! Why a command failed.

use std::io::{self, ErrorKind};

/// Why a command failed; each reason has its own exit status.
#[derive(Debug)]
pub enum CommandError {
    /// A record was refused or cannot be read, or a step was illegal. Already reported on standard error:
    /// correct the document.
    Refused,
    /// Wrong usage, an unknown player or house rule in a flag, or a question that cannot be read: correct the
    /// command. If there is no message, the error was already reported on standard error.
    Usage(Option<String>),
    /// A file, a database or the network failed; the message names it and the reason.
    Files(String),
    /// The reader of standard output closed it, as `head` does; nothing needs recovery.
    OutputClosed,
}

/// The result of a command.
pub type Outcome = Result<(), CommandError>;

impl CommandError {
    /// A usage error with this message.
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
