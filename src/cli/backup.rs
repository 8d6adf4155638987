//! `overtrick backup`, `overtrick restore` and `overtrick verify`.

use std::path::PathBuf;

use clap::Args;

use super::database::{Database, run, service_error, with_matches};
use super::error::{CommandError, Outcome};
use super::output;
use crate::lang::Language;
use crate::rules::args;
use crate::service::{BackupError, restore};
use crate::system::system;

/// Write a consistent copy of the database, while a server goes on.
///
/// The secret is not in it: keep a copy of its file too, or all links to matches lose their keys.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write, which must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Check a backup and put it in the place of the database; no server may be using it.
#[derive(Debug, Args)]
pub struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace a database that is there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    database: Database,
}

/// Replay every stored match, and compare what comes of it with what was recorded.
#[derive(Debug, Args)]
pub struct Verify {
    #[command(flatten)]
    database: Database,
}

impl Backup {
    pub fn run(self, language: &Language) -> Outcome {
        let file = self.file.display().to_string();
        if self.file.exists() {
            let message = language.format("service", "exists", &args![file: file]);
            return Err(CommandError::Files(message));
        }
        let settings = self.database.settings(false);
        with_matches(settings, language, |matches| async move {
            let copied = matches.backup(&self.file).await;
            copied.map_err(|error| service_error(error, language))
        })?;
        output::line(&language.format("service", "backed-up", &args![file: file]))
    }
}

impl Restore {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.database.settings(false);
        let failed = |error| service_error(error, language);
        let file = settings.sqlite().file();
        let file = file.map_err(|error| failed(error.into()))?;
        if let Some(file) = file.filter(|file| file.exists() && !self.replace) {
            let file = file.display().to_string();
            let message = language.format("service", "replace", &args![file: file]);
            return Err(CommandError::Files(message));
        }
        let restoring = restore(&settings, &self.file, system());
        match run(async { restoring.await.map_err(failed) })? {
            Ok(count) => {
                output::line(&language.format("service", "restored", &args![count: count]))
            }
            Err(damaged) => Err(report_damaged(&damaged, language)),
        }
    }
}

impl Verify {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.database.settings(false);
        let (count, damaged) = with_matches(settings, language, |matches| async move {
            let verified = matches.verify_all().await;
            verified.map_err(|error| service_error(error, language))
        })?;
        if !damaged.is_empty() {
            return Err(report_damaged(&damaged, language));
        }
        output::line(&language.format("service", "verified", &args![count: count]))
    }
}

/// Reports the matches that do not replay to their recorded results.
fn report_damaged(damaged: &[BackupError], language: &Language) -> CommandError {
    for BackupError { id, sequence } in damaged {
        let event = usize::try_from(*sequence).unwrap_or(usize::MAX);
        let args = args![id: id.clone(), event: event];
        let message = language.format("service", "unsound", &args);
        output::message(&format!("overtrick: {message}"));
    }
    CommandError::Refused
}
