//! `overtrick verify`: of files, and of a database.

use clap::Args;

use super::backup::verify_database;
use super::database::Database;
use super::error::{CommandError, Outcome};
use super::input::open;
use super::output;
use overtrick_match::lang::{Language, visible_line};
use overtrick_match::verify::{FileReport, verify};
use overtrick_server::system::SystemClock;
use overtrick_server::{Clock, Depth};

/// Check a result that somebody hands over, or every stored match.
///
/// A FILE has a match document beside its result, as the service answers about a match ({"document": …,
/// "result": …}), an exported log, or many of either, one a line. Everything is computed anew, by the
/// edition and the house rules that the match names, and compared: house rules, every hand, every line of
/// how its points came about. The first place that differs is told.
///
/// Without a FILE the database is checked: each log against the chain of digests, and its score against
/// what was recorded. Every damaged match is listed. It can be recovered from a backup in which it is
/// whole; `overtrick export --damaged` writes what can still be read of it.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&[
    "overtrick verify friday.json", "overtrick verify", "overtrick verify --deep",
]))]
pub struct Verify {
    /// What to check, - for standard input [default: the database]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Print the reports of files as JSON, one a line
    #[arg(long, requires = "files")]
    json: bool,
    /// Judge every match of the database again after each of its events
    #[arg(long, conflicts_with = "files")]
    deep: bool,
    #[command(flatten)]
    database: Database,
}

impl Verify {
    pub fn run(self, language: &'static Language) -> Outcome {
        if self.files.is_empty() {
            let depth = if self.deep {
                Depth::Events
            } else {
                Depth::Chain
            };
            return verify_database(self.database, depth, language);
        }
        let mut all_sound = true;
        for file in &self.files {
            let (mut bytes, now) = (Vec::new(), SystemClock.now());
            let read = open(file)?.read_to_end(&mut bytes);
            read.map_err(|error| CommandError::Files(format!("{file}: {error}")))?;
            let report = verify(&bytes, Some(now), language);
            all_sound &= report.sound;
            if self.json {
                let json = serde_json::to_string(&report);
                let json = json.map_err(|error| CommandError::Files(error.to_string()))?;
                output::data(&(json + "\n"))?;
            } else {
                show(file, &report)?;
            }
        }
        if all_sound {
            Ok(())
        } else {
            Err(CommandError::Refused)
        }
    }
}

/// Shows what checking a file came to: on standard output if all is as the file says.
fn show(file: &str, report: &FileReport) -> Outcome {
    let text = format!("{file}: {}", report.text.join(" "));
    if report.sound {
        return output::line(&text);
    }
    output::message(&visible_line(&format!("overtrick: {text}")));
    for fault in &report.errors {
        let gap = if fault.pointer.is_empty() { "" } else { ": " };
        let line = format!("  {}{gap}{} [{}]", fault.pointer, fault.detail, fault.code);
        output::message(&visible_line(&line));
    }
    Ok(())
}
