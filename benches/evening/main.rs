//! Evenings of many tables: a service is loaded, its parts are killed, and it is filled with a million hands.
//!
//! `cargo bench --bench evening -- load` has many writers play whole matches of every game over HTTP, each
//! answer compared with what the library says, and prints one table.
//! `… -- faults` does the same while servers and databases are killed, the network is cut, the disk is full,
//! the database is read-only, locked, and the clock jumps; it counts hands that were acknowledged and are
//! lost, and hands that are there twice. `… -- scale` fills a database with matches and measures what reading,
//! recording and listing cost then.
//!
//! Options: `--seed N`, `--writers N`, `--seconds N`, `--rounds N` (kills of each kind), `--instances N`,
//! `--database sqlite|postgres` (PostgreSQL is started in a folder of its own, by the programs in
//! `OVERTRICK_POSTGRES_BIN` or of Debian), `--folder PATH`, `--only WORD` (scenarios whose name has it),
//! `--hands N` and `--matches N` (of `scale`), `--address HOST:PORT` (of `load`: services that run elsewhere,
//! may be repeated). `OVERTRICK_PROGRAM` names another binary. The exit status is 1 if a hand was lost,
//! doubled or scored otherwise than by the library.
//!
//! Hands come from the cases of `tests/conformance`; the same seed gives the same matches.

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

/// The allocator of the program.
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

/// Whether every hand was kept, once, with the points that the library gives it.
fn run() -> Outcome<bool> {
    let options = Options::read(std::env::args().skip(1))?;
    match options.mode {
        Mode::Load => load::run(&options),
        Mode::Faults => faults::run(&options),
        Mode::Scale => scale::run(&options),
    }
}
