//! `overtrick backup`, `overtrick restore`, and `overtrick verify` of a database.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::database::{Database, damage_message, run, service_error, with_matches};
use super::error::{CommandError, Hint, Outcome};
use super::output;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::system::system;
use overtrick_server::{Depth, StoreSettings, Verified, restore};

/// Write a consistent copy of the database while the server keeps running.
///
/// Only a database in a file is backed up by this; `pg_dump` backs up one of PostgreSQL. The backup does not
/// contain the secret: back up the secret file too, or all links to matches stop working.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick backup friday.db"]))]
pub struct Backup {
    /// The file to write; it must not exist yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

/// Check a backup and replace the database with it. No server may be using the database.
///
/// The file is replaced at once. `pg_restore` restores a database of PostgreSQL.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick restore club.db --replace"]))]
pub struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
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
    pub fn run(self, language: &Language) -> Outcome {
        let file = self.file.display().to_string();
        if self.file.exists() {
            let message = language.format("service", "exists", &args![file: file]);
            return Err(CommandError::files(message));
        }
        let settings = self.database.settings(false);
        file_of(&settings, language)?;
        let count = with_matches(settings, language, |matches| async move {
            let copied = matches.backup(&self.file).await;
            let copied = copied.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            copied.map_err(|error| service_error(error, language))
        })?;
        output::message(&language.format("service", "counted", &args![count: count]));
        let sentence = language.format("service", "backed-up", &args![file: file.clone()]);
        let figures = json!({ "file": file, "matches": count });
        output::answer(self.json, &figures, &sentence)
    }
}

impl Restore {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.database.settings(false);
        let file = file_of(&settings, language)?;
        if file.exists() && !self.replace {
            let file = file.display().to_string();
            let message = language.format("service", "replace", &args![file: file]);
            return Err(CommandError::files(message));
        }
        if !self.file.exists() {
            let args = args![file: self.file.display().to_string()];
            return Err(CommandError::files(
                language.format("service", "no-file", &args),
            ));
        }
        let restored = run(async {
            let restored = restore(&settings, &self.file, system()).await;
            restored.map_err(|error| service_error(error, language))
        });
        match restored? {
            Ok(count) => {
                let sentence = language.format("service", "restored", &args![count: count]);
                output::answer(self.json, &json!({ "matches": count }), &sentence)
            }
            Err(verified) => {
                figures(self.json, &verified)?;
                Err(report_damage(&verified, language))
            }
        }
    }
}

/// The file of the database.
///
/// # Errors
/// The database is not a file: the tools of PostgreSQL back it up.
fn file_of(settings: &StoreSettings, language: &Language) -> Result<PathBuf, CommandError> {
    let file = settings.opening().file();
    let file = file.map_err(|error| service_error(error.into(), language))?;
    file.ok_or_else(|| CommandError::files(language.text("service", "backup-of-file-only")))
}

/// Checks every match of a database.
pub fn verify_database(
    database: Database,
    depth: Depth,
    json: bool,
    language: &Language,
) -> Outcome {
    let settings = database.settings(false);
    let verified = with_matches(settings, language, |matches| async move {
        let verified = matches.verify_all(depth).await;
        verified.map_err(|error| service_error(error, language))
    })?;
    figures(json, &verified)?;
    if !verified.is_whole() {
        return Err(report_damage(&verified, language));
    }
    if json {
        return Ok(());
    }
    output::line(&language.format("service", "verified", &args![count: verified.sound]))
}

/// Writes what was found as JSON, if it was asked for.
pub fn figures(json: bool, verified: &Verified) -> Outcome {
    if !json {
        return Ok(());
    }
    let damaged = verified.damaged.iter().map(|damaged| {
        let damage = &damaged.damage;
        json!({ "id": damaged.id, "damage": damage.word(), "number": damage.number() })
    });
    let damaged: Vec<Value> = damaged.collect();
    output::json(&json!({ "sound": verified.sound, "damaged": damaged, "faults": verified.faults }))
}

/// Reports the matches that differ from what was recorded.
pub fn report_damage(verified: &Verified, language: &Language) -> CommandError {
    let fault =
        |fault: &String| language.format("service", "database-fault", &args![said: fault.clone()]);
    let faults = verified.faults.iter().map(fault);
    let all = verified.damaged.iter();
    let hints = faults.chain(all.map(|damaged| damage_message(damaged, language)));
    let damaged = verified.damaged.len();
    let args = args![damaged: damaged, count: verified.sound + damaged];
    let message = language.format("service", "verified-damaged", &args);
    CommandError::refused_for(message, hints.map(Hint::from).collect())
}
