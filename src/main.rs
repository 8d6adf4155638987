//! The `overtrick` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// A service makes and drops many small values on a few threads; this allocator is made for that.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    overtrick::cli::run()
}
