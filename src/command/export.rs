//! `overtrick export`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::database::{Database, damage_message, with_matches};
use super::error::{CommandError, Outcome};
use super::input::file_error;
use super::output::{self, Overwrite};
use overtrick_server::{DamagedMatch, MatchService, ServiceError, document_line, log_line};
use overtrick_store::new_private;

/// Write stored matches as match documents, one per line, with their edition, options and history.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Export {
    /// The ids of the matches
    #[arg(value_name = "ID")]
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    ids: Vec<String>,
    /// Export all matches
    #[arg(long)]
    all: bool,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Write complete logs, with every event, instead of documents
    #[arg(long, conflicts_with = "damaged")]
    logs: bool,
    /// Include the readable part of damaged matches, which are otherwise skipped
    #[arg(long)]
    damaged: bool,
    #[command(flatten)]
    database: Database,
}

/// The number of matches that one query lists.
const BATCH: usize = 64;

impl Export {
    pub fn run(self) -> Outcome {
        let (written, skipped) = match &self.output {
            None => output::write_buffered(io::stdout().lock(), CommandError::from, |out| {
                self.write(out)
            })?,
            Some(file) => {
                self.overwrite.check(file)?;
                let name = file.display().to_string();
                // The file is private, because it contains names, and anyone could open the matches again with it.
                let failed = |error| file_error(&name, &error);
                output::write_whole(file, new_private, failed, |out| self.write(out))?
            }
        };
        notice!("service", "counted", count: written);
        CommandError::refused_unless(skipped == 0)
    }

    /// Writes the matches, one per line. Returns how many were written, and how many damaged ones were skipped.
    fn write(&self, out: &mut dyn Write) -> Outcome<(usize, usize)> {
        let settings = self.database.clone().settings(false);
        with_matches(settings, |matches| async move {
            let (mut written, mut skipped) = (0, 0);
            let mut ids = self.ids.clone();
            loop {
                for id in &ids {
                    match self.line(&matches, id).await {
                        Ok(Some(line)) => {
                            written += 1;
                            writeln!(out, "{line}")?;
                        }
                        Ok(None) => skipped += 1,
                        // The match was deleted after it was listed.
                        Err(ServiceError::NotFound) if self.all => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                if !self.all {
                    break;
                }
                let after = ids.last().map(String::as_str);
                let listed = matches.store().list(after, BATCH).await?;
                if listed.is_empty() {
                    break;
                }
                ids = listed.iter().map(|listed| listed.id.to_string()).collect();
            }
            Ok((written, skipped))
        })
    }

    /// Returns the line of a match. Reports a damaged match, and returns `None` if it is to be skipped.
    async fn line(&self, matches: &MatchService, id: &str) -> Result<Option<String>, ServiceError> {
        let played = match matches.read(id).await {
            Err(ServiceError::Damaged { id, damage }) => {
                let damaged = DamagedMatch { id, damage };
                let message = damage_message(&damaged);
                output::message(&format!("overtrick: {message}"));
                match matches.salvage(&damaged.id).await {
                    Ok(played) if self.damaged => played,
                    _ => return Ok(None),
                }
            }
            read => read?,
        };
        if self.logs {
            let log = matches.stored_log(played.id()).await?;
            return log_line(&log, played.id()).map(Some);
        }
        Ok(Some(document_line(&played)))
    }
}
