//! `overtrick verify`: checks files or a database.

use clap::Args;

use super::backup::verify_database;
use super::database::Database;
use super::error::{CommandError, Hint, Outcome};
use super::input;
use super::output::{self, language};
use overtrick_match::verify::{FileReport, verify};
use overtrick_server::Depth;
use overtrick_server::system::system;

/// Check a result you were given, or every stored match.
///
/// A FILE contains a match document with its result, as the service returns a match ({"document": …,
/// "result": …}), or an exported log, or many of either, one per line. Everything is recomputed by the
/// edition and house rules that the match names, and compared: house rules, every hand, and every line of its
/// scoring. The first difference is reported.
///
/// Without a FILE, the database is checked: each log against its hash chain, and its score against the
/// recorded one. Every damaged match is listed. It can be recovered from an intact backup; `overtrick export
/// --damaged` writes what can still be read of it.
#[derive(Debug, Args)]
pub struct Verify {
    /// The files to check, - for standard input [default: the database]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Write JSON: for files, one report per line
    #[arg(long)]
    json: bool,
    /// Score every match in the database again after each of its events
    #[arg(long, conflicts_with = "files")]
    deep: bool,
    #[command(flatten)]
    database: Database,
}

impl Verify {
    pub fn run(self) -> Outcome {
        if self.files.is_empty() {
            let depth = if self.deep {
                Depth::Events
            } else {
                Depth::Chain
            };
            return verify_database(self.database, depth, self.json);
        }
        let mut all_sound = true;
        for file in &self.files {
            let now = system().0.now();
            let report = verify(&input::read(file)?, Some(now), language());
            all_sound &= report.sound;
            if self.json {
                output::json_line(&report)?;
            } else {
                show(file, &report)?;
            }
        }
        CommandError::refused_unless(all_sound)
    }
}

/// Shows the result of checking a file. Uses standard output if the file is correct.
fn show(file: &str, report: &FileReport) -> Outcome {
    let text = format!("{file}: {}", report.text.join(" "));
    if report.sound {
        return output::line(&text);
    }
    let errors = report.errors.iter();
    let hints = errors.map(|fault| Hint::new(&fault.pointer, fault.detail.clone(), &fault.code));
    // This error is printed once for each file.
    CommandError::refused_for(text, hints.collect()).print();
    Ok(())
}
