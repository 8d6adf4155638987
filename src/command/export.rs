//! `overtrick export`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use super::database::{Database, damage_message, service_error, with_matches};
use super::error::{CommandError, Outcome};
use super::output::{self, NewFile, Overwrite};
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_server::{DamagedMatch, MatchService, ServiceError, document_line, log_line};
use overtrick_store::new_private;

/// Write stored matches as match documents, one per line, with edition, options and history.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = super::words::examples(&["overtrick export --all -o club.ndjson"]))]
pub struct Export {
    /// The ids of the matches
    #[arg(
        value_name = "ID",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
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
    /// For damaged matches, write what can still be read; without this flag they are left out
    #[arg(long)]
    damaged: bool,
    #[command(flatten)]
    database: Database,
}

/// The number of matches listed at once.
const BATCH: usize = 64;

impl Export {
    pub fn run(self, language: &Language) -> Outcome {
        let Export {
            ids,
            all,
            output,
            overwrite,
            logs,
            damaged,
            database,
        } = self;
        if let Some(file) = &output {
            overwrite.check(file, language)?;
        }
        let name = output.as_ref().map(|file| file.display().to_string());
        let failed = |error| {
            let name = name.as_deref().unwrap_or_default();
            CommandError::files(format!("{name}: {error}"))
        };
        let new = output.as_deref().map(NewFile::new);
        let mut out: Box<dyn Write> = match &new {
            None => Box::new(io::stdout().lock()),
            Some(new) => {
                // The export contains names and can be used to reopen matches: only the owner may read it.
                let opened = if new.is_device() {
                    File::options().write(true).open(&new.part)
                } else {
                    new_private(&new.part)
                };
                Box::new(BufWriter::new(opened.map_err(failed)?))
            }
        };
        let settings = database.settings(false);
        let to = &mut out;
        let written = with_matches(settings, language, |matches| async move {
            let mut exporting = Exporting {
                matches,
                logs,
                salvage: damaged,
                skipped: 0,
                written: 0,
                out: to,
            };
            if all {
                exporting.write_all(language).await?;
            } else {
                exporting.write_some(&ids, language).await?;
            }
            Ok((exporting.skipped, exporting.written))
        });
        let flushed = out.flush();
        drop(out);
        let is_whole = written.is_ok();
        let placed = match new {
            None => flushed,
            Some(new) if is_whole => new.finish(flushed),
            Some(new) => new.finish(Err(io::ErrorKind::Other.into())),
        };
        let (skipped, count) = written?;
        match &output {
            None => placed?,
            Some(_) => placed.map_err(failed)?,
        }
        output::message(&language.format("service", "counted", &args![count: count]));
        match skipped {
            0 => Ok(()),
            _ => Err(CommandError::refused()),
        }
    }
}

/// An export in progress.
struct Exporting<W> {
    matches: MatchService,
    /// Whether complete logs are written.
    logs: bool,
    /// Whether to write what can be read of damaged matches.
    salvage: bool,
    /// The number of damaged matches left out.
    skipped: usize,
    /// The number of matches written.
    written: usize,
    out: W,
}

impl<W: Write> Exporting<W> {
    async fn write_some(&mut self, ids: &[String], language: &Language) -> Outcome {
        for id in ids {
            let written = self.write(id, language).await?;
            written.map_err(|error| service_error(error, language))?;
        }
        Ok(())
    }

    async fn write_all(&mut self, language: &Language) -> Outcome {
        let failed = |error| service_error(error, language);
        let mut after = None::<String>;
        loop {
            let page = self.matches.list(after.as_deref(), BATCH).await;
            let page = page.map_err(failed)?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.id.to_string());
            for listed in &page {
                match self.write(listed.id.as_str(), language).await? {
                    // The match may have been deleted after it was listed.
                    Ok(()) | Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        }
    }

    /// Writes a match; a damaged one is reported.
    async fn write(
        &mut self,
        id: &str,
        language: &Language,
    ) -> Result<Result<(), ServiceError>, CommandError> {
        let played = match self.matches.read(id).await {
            Err(ServiceError::Damaged { id, damage }) => {
                let damaged = DamagedMatch { id, damage };
                output::message(&format!(
                    "overtrick: {}",
                    damage_message(&damaged, language)
                ));
                match self.matches.salvage(&damaged.id).await {
                    Ok(played) if self.salvage => Ok(played),
                    _ => {
                        self.skipped += 1;
                        return Ok(Ok(()));
                    }
                }
            }
            read => read,
        };
        let written = match played {
            Ok(played) if self.logs => {
                let stored = self.matches.stored_log(played.id()).await;
                match stored.and_then(|log| log_line(&log, played.id())) {
                    Ok(line) => Ok(writeln!(self.out, "{line}")?),
                    Err(error) => Err(error),
                }
            }
            Ok(played) => Ok(writeln!(self.out, "{}", document_line(&played))?),
            Err(error) => Err(error),
        };
        self.written += usize::from(written.is_ok());
        Ok(written)
    }
}
