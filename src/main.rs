//! The `overtrick` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    overtrick::cli::run()
}
