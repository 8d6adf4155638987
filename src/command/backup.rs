//! `overtrick backup`, `overtrick restore`, and `overtrick verify` of a database.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::database::{Database, damage_message, run, with_matches};
use super::error::{CommandError, Hint, Outcome};
use super::output;
use overtrick_server::system::system;
use overtrick_server::{Depth, StoreSettings, Verified, restore};

/// Write a consistent copy of the database while the server keeps running.
///
/// Only a database in a file is backed up by this; `pg_dump` backs up one of PostgreSQL. The backup does not
/// contain the secret: back up the secret file too, or all links to matches stop working.
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
/// The file is replaced at once. `pg_restore` restores a database of PostgreSQL.
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

/// Checks every match of a database.
pub fn verify_database(database: Database, depth: Depth, json: bool) -> Outcome {
    let settings = database.settings(false);
    let verified = with_matches(settings, |matches| async move {
        Ok(matches.verify_all(depth).await?)
    })?;
    if verified.is_whole() && !json {
        return output::line(&sentence!("service", "verified", count: verified.sound));
    }
    report(json, &verified)
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
    if verified.is_whole() {
        return Ok(());
    }
    let fault = |fault: &String| sentence!("service", "database-fault", said: fault.clone());
    let faults = verified.faults.iter().map(fault);
    let all = verified.damaged.iter();
    let hints = faults.chain(all.map(damage_message)).map(Hint::from);
    let damaged = verified.damaged.len();
    let message =
        sentence!("service", "verified-damaged", damaged: damaged, count: verified.sound + damaged);
    Err(CommandError::refused_for(message, hints.collect()))
}
