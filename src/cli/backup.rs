//! `overtrick backup`, `overtrick restore` and `overtrick verify`.

use std::path::PathBuf;

use clap::Args;

use super::database::{Database, run, stored, with_matches};
use super::{CommandError, Outcome, output};
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
            return Err(CommandError::Files(language.format(
                "service",
                "exists",
                &args![file: file],
            )));
        }
        with_matches(
            self.database.settings(false),
            language,
            |matches| async move {
                let written = matches.backup(&self.file).await;
                written.map_err(|error| stored(error, language))
            },
        )?;
        output::text(&(language.format("service", "backed-up", &args![file: file]) + "\n"))
    }
}

impl Restore {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.database.settings(false);
        let said = |error| stored(error, language);
        let place = settings
            .sqlite()
            .file()
            .map_err(|fault| said(fault.into()))?;
        if let Some(place) = place.filter(|place| place.exists() && !self.replace) {
            let file = place.display().to_string();
            return Err(CommandError::Files(language.format(
                "service",
                "replace",
                &args![file: file],
            )));
        }
        let restored = run(async { restore(&settings, &self.file, system()).await.map_err(said) })?;
        match restored {
            Ok(count) => {
                let args = args![count: usize::try_from(count).unwrap_or(usize::MAX)];
                output::text(&(language.format("service", "restored", &args) + "\n"))
            }
            Err(unsound) => Err(say_unsound(&unsound, language)),
        }
    }
}

impl Verify {
    pub fn run(self, language: &Language) -> Outcome {
        let settings = self.database.settings(false);
        let (count, unsound) = with_matches(settings, language, |matches| async move {
            let verified = matches.verify_all().await;
            verified.map_err(|error| stored(error, language))
        })?;
        if !unsound.is_empty() {
            return Err(say_unsound(&unsound, language));
        }
        let args = args![count: usize::try_from(count).unwrap_or(usize::MAX)];
        output::text(&(language.format("service", "verified", &args) + "\n"))
    }
}

fn say_unsound(unsound: &[BackupError], language: &Language) -> CommandError {
    for BackupError { id, sequence } in unsound {
        let event = usize::try_from(*sequence).unwrap_or(usize::MAX);
        let said = language.format("service", "unsound", &args![id: id.clone(), event: event]);
        eprintln!("overtrick: {said}");
    }
    CommandError::Refused
}
