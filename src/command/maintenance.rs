//! `overtrick backup`, `restore`, `verify` and `prune`: copies and checks of a database, and of files.

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

/// Write a consistent copy of the database while the server keeps running.
///
/// The database must be a file; back up PostgreSQL with `pg_dump`. The backup does not contain the secret: back
/// up the secret file too, or all links to matches stop working.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; it must not exist yet
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

/// Check a backup and replace the database with it. No server may be using the database.
///
/// The file is replaced atomically. Restore PostgreSQL with `pg_restore`.
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
/// The database is not a file. Tools of PostgreSQL make backups of it.
fn file_of(settings: &StoreSettings) -> Outcome<PathBuf> {
    let file = settings.file()?;
    file.ok_or_else(|| failure!("service", "backup-of-file-only"))
}

/// Writes the result as JSON, if the command has `--json`. Fails if matches differ from what was recorded.
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

/// Check a result you were given, or every stored match.
///
/// A FILE contains a match document with its result, as the service returns it ({"document": …, "result": …}),
/// or an exported log, or many of either, one per line. Everything is computed again with the edition and house
/// rules of the match, and compared: house rules, every hand, and every line of its scoring. The first
/// difference is reported.
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

/// Delete unused matches: those in which nothing was played and nothing changed for this number of days.
///
/// Prints a line for each match: its id, its game and its last change. No server may be using the database. A
/// server with --expire deletes unused matches itself.
#[derive(Debug, Args)]
pub struct Prune {
    /// Days without a change; 0 selects every match in which nothing was played
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=36_500))]
    days: u32,
    /// List the matches without deleting them; a server may be running
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
