//! Evenings of many tables: a service under load, with parts killed, and filled with a million hands.
//!
//! `cargo bench --bench evening -- load` lets many writers play whole matches of every game over HTTP,
//! compares each answer with the library's, and prints a table. `… -- faults` does the same while servers and
//! databases are killed, the network is cut, the disk is full, the database is read-only or locked, and the
//! clock jumps; it counts acknowledged hands that are lost, and hands stored twice. `… -- scale` fills a
//! database with matches and measures the cost of reading, recording and listing.
//!
//! Options: `--seed N`, `--writers N`, `--seconds N`, `--rounds N` (kills of each kind), `--instances N`,
//! `--database sqlite|postgres` (PostgreSQL is started in a separate folder, with the programs in
//! `OVERTRICK_POSTGRES_BIN` or from Debian), `--folder PATH`, `--only WORD` (scenarios whose name contains
//! it), `--hands N` and `--matches N` (for `scale`), `--address HOST:PORT` (for `load`: services running
//! elsewhere; repeatable). `OVERTRICK_PROGRAM` names another binary. The exit status is 1 if a hand was lost,
//! doubled or scored differently from the library.
//!
//! Hands come from the cases in `tests/conformance`; the same seed gives the same matches.

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement looks at the clock and reads files"
)]
#![cfg(target_os = "linux")]

mod audit;
mod clock;
mod database;
mod faults;
mod figures;
mod generator;
mod instance;
mod kills;
mod load;
mod options;
mod plan;
mod play;
mod postgres;
mod process;
mod proxy;
mod scale;
mod stage;
mod then;
mod writer;

#[path = "../../tests/served/mod.rs"]
mod served;
#[path = "../../tests/support/mod.rs"]
mod support;

use std::process::ExitCode;

use options::{Mode, Options};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Outcome<T> = Result<T, Failure>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("evening: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every hand was stored exactly once, with the points that the library computes.
fn run() -> Outcome<bool> {
    let options = Options::read(std::env::args().skip(1))?;
    match options.mode {
        Mode::Load => load::run(&options),
        Mode::Faults => faults::run(&options),
        Mode::Scale => scale::run(&options),
    }
}
