//! `overtrick backup`, `restore`, `verify` and `prune`: copies, checks and cleanup of a database, and checks of files.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::database::{Database, damage_message, run, with_matches};
use super::error::{CommandError, Hint, Outcome};
use super::grid::{Grid, left};
use super::input;
use super::output::{self, language};
use overtrick_match::verify::{FileReport, verify};
use overtrick_server::system::system;
use overtrick_server::{Depth, StoreSettings, Verified, restore};

/// Write a consistent copy of the database, even while the server is running.
///
/// The database must be a file; for PostgreSQL, use `pg_dump`. The backup does not contain the secret. Back
/// up the secret file too: without it, all links to matches stop working.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write, which must not exist yet
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

/// Check a backup, and replace the database with it. No server may be using the database.
///
/// The file is replaced atomically. For PostgreSQL, use `pg_restore`.
#[derive(Debug, Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    /// Replace an existing database
    #[arg(long)]
    replace: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

impl Backup {
    pub fn run(self) -> Outcome {
        let file = self.file.display().to_string();
        if self.file.exists() {
            return Err(failure!("service", "exists", file: file));
        }
        let settings = self.database.settings(false);
        file_of(&settings)?;
        let count = with_matches(settings, |matches| async move {
            Ok(matches.backup(&self.file).await?)
        })?;
        notice!("service", "counted", count: count);
        let sentence = sentence!("service", "backed-up", file: file.clone());
        let figures = json!({ "file": file, "matches": count });
        output::answer(self.json, &figures, &sentence)
    }
}

impl Restore {
    pub fn run(self) -> Outcome {
        let settings = self.database.settings(false);
        let file = file_of(&settings)?;
        if file.exists() && !self.replace {
            let file = file.display().to_string();
            return Err(failure!("service", "replace", file: file));
        }
        if !self.file.exists() {
            return Err(failure!("service", "no-file", file: self.file.display().to_string()));
        }
        match run(async { Ok(restore(&settings, &self.file, system()).await?) })? {
            Ok(count) => {
                let sentence = sentence!("service", "restored", count: count);
                output::answer(self.json, &json!({ "matches": count }), &sentence)
            }
            Err(verified) => report(self.json, &verified),
        }
    }
}

/// Returns the file of the database.
///
/// # Errors
/// The database is not a file.
fn file_of(settings: &StoreSettings) -> Outcome<PathBuf> {
    let file = settings.file()?;
    file.ok_or_else(|| failure!("service", "backup-of-file-only"))
}

/// Writes the result as JSON if `json` is set. Returns an error if anything is damaged.
fn report(json: bool, verified: &Verified) -> Outcome {
    if json {
        let damaged = verified.damaged.iter().map(|damaged| {
            let damage = &damaged.damage;
            json!({ "id": damaged.id, "damage": damage.word(), "number": damage.number() })
        });
        let damaged: Vec<Value> = damaged.collect();
        let (sound, faults) = (verified.sound, &verified.faults);
        output::json(&json!({ "sound": sound, "damaged": damaged, "faults": faults }))?;
    }
    if verified.is_intact() {
        return Ok(());
    }
    let fault = |fault: &String| sentence!("service", "database-fault", reason: fault.clone());
    let faults = verified.faults.iter().map(fault);
    let all = verified.damaged.iter();
    let hints = faults.chain(all.map(damage_message)).map(Hint::from);
    let damaged = verified.damaged.len();
    let message =
        sentence!("service", "verified-damaged", damaged: damaged, count: verified.sound + damaged);
    Err(CommandError::refused_for(message, hints.collect()))
}

/// Check the results in files, or all stored matches.
///
/// A FILE contains a match document with its result, as returned by the service ({"document": …, "result":
/// …}), or an exported log, or several of these, one per line. The match is scored again with its edition and
/// house rules. The house rules, every hand and every line of its score are compared, and the first
/// difference is reported.
///
/// Without a FILE, the database is checked: each log against its hash chain, and each score against the
/// recorded one. All damaged matches are listed. Recover them from an intact backup, or write their readable
/// part with `overtrick export --damaged`.
#[derive(Debug, Args)]
pub struct Verify {
    /// The files to check, or - for standard input [default: check the database]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Write JSON, with one report per line for files
    #[arg(long)]
    json: bool,
    /// Check the recorded score after every event, not only after the last one
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
            let settings = self.database.settings(false);
            let verified = with_matches(settings, |matches| async move {
                Ok(matches.verify_all(depth).await?)
            })?;
            if verified.is_intact() && !self.json {
                return output::line(&sentence!("service", "verified", count: verified.sound));
            }
            return report(self.json, &verified);
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

/// Shows the result of checking a file: on standard output if the file is correct, otherwise on standard error.
fn show(file: &str, report: &FileReport) -> Outcome {
    let text = format!("{file}: {}", report.text.join(" "));
    if report.sound {
        return output::line(&text);
    }
    let errors = report.errors.iter();
    let hints = errors.map(|fault| Hint::new(&fault.pointer, fault.detail.clone(), &fault.code));
    // The error is printed here, because there may be one for each file.
    CommandError::refused_for(text, hints.collect()).print();
    Ok(())
}

/// Delete unused matches, which have no hands and have not changed for this number of days.
///
/// Prints the id, the game and the time of the last change of each match. No server may be using the
/// database. A server that was started with --expire deletes unused matches itself.
#[derive(Debug, Args)]
pub struct Prune {
    /// The number of days without a change; 0 selects all matches without hands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=36_500))]
    days: u32,
    /// List the matches without deleting them, even while a server is running
    #[arg(long)]
    dry_run: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

impl Prune {
    pub fn run(self) -> Outcome {
        let settings = StoreSettings {
            exclusive: !self.dry_run,
            ..self.database.settings(false)
        };
        let (days, dry_run) = (self.days, self.dry_run);
        let found = with_matches(settings, |matches| async move {
            Ok(if dry_run {
                matches.unused(days).await?
            } else {
                matches.expire(days).await?
            })
        })?;
        let rows = found.iter().map(|summary| {
            let (id, game) = (summary.id.to_string(), summary.game.clone());
            [id, game, summary.changed_at.to_string()].map(left)
        });
        let head = ["id", "game", "changed_at"].map(left);
        let grid = rows.collect::<Grid>().headed(head);
        if self.json || !found.is_empty() {
            output::table(self.json, &grid)?;
        }
        let key = if dry_run { "prunable" } else { "pruned" };
        notice!("service", key, count: found.len());
        Ok(())
    }
}
