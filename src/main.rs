//! The `overtrick` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    overtrick::cli::run()
}
