//! `overtrick export` and `overtrick import`.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::database::{Database, damage_message, service_error, with_matches};
use super::error::{CommandError, Outcome};
use super::faults::print_faults;
use super::{input, output};
use crate::lang::Language;
use crate::rules::args;
use crate::rules::json::Json;
use crate::service::{
    Created, DamagedMatch, ExportForm, ImportedLine, Keys, Matches, ServiceError, StoreSettings,
    document_line, export_line, is_log, labeled,
};
use crate::store::new_private;

/// Write stored matches as match documents, one a line, with edition, options and history.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = super::examples::of(&["overtrick export --all -o club.ndjson"]))]
pub struct Export {
    /// The ids of the matches
    #[arg(
        value_name = "ID",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    ids: Vec<String>,
    /// All of them
    #[arg(long)]
    all: bool,
    /// The file to write, which must not be there yet [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write whole logs, with all that was ever done, instead of documents
    #[arg(long, conflicts_with = "damaged")]
    logs: bool,
    /// Of a damaged match, write what can still be read; without this, it is left out
    #[arg(long)]
    damaged: bool,
    #[command(flatten)]
    database: Database,
}

/// Store match documents: each becomes a match of its own, with new keys, which are printed.
///
/// Reads one document, or one after the other. What is printed is stored durably.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick import friday.json"]))]
pub struct Import {
    /// The match documents, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    database: Database,
    /// Make another secret where the one of a database with matches is lost; no key that was given
    /// out opens anything then
    #[arg(long)]
    new_secret: bool,
}

/// How many matches are listed, or stored, at once.
const BATCH: usize = 64;

impl Export {
    pub fn run(self, language: &Language) -> Outcome {
        let Export {
            ids,
            all,
            output,
            logs,
            damaged,
            database,
        } = self;
        let mut out: Box<dyn Write> = match &output {
            None => Box::new(io::stdout().lock()),
            Some(file) => {
                // It has names, and opens matches again: it is for its owner.
                let opened = new_private(file);
                let failed = |error| CommandError::Files(format!("{}: {error}", file.display()));
                Box::new(BufWriter::new(opened.map_err(failed)?))
            }
        };
        let settings = database.settings(false);
        let to = &mut out;
        let written = with_matches(settings, language, |matches| async move {
            let mut exporting = Exporting {
                matches,
                form: if logs {
                    ExportForm::Logs
                } else {
                    ExportForm::Documents
                },
                salvage: damaged,
                skipped: 0,
                out: to,
            };
            if all {
                exporting.write_all(language).await?;
            } else {
                exporting.write_some(&ids, language).await?;
            }
            Ok(exporting.skipped)
        });
        if let (Err(_), Some(file)) = (&written, &output) {
            // A partial export could be taken for a whole one.
            drop(std::fs::remove_file(file));
        }
        let skipped = written?;
        out.flush()?;
        match skipped {
            0 => Ok(()),
            _ => Err(CommandError::Refused),
        }
    }
}

/// Matches on their way out.
struct Exporting<W> {
    matches: Matches,
    form: ExportForm,
    /// Whether to write what can be read of damaged matches.
    salvage: bool,
    /// How many damaged matches were left out.
    skipped: usize,
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
                    // It may have been deleted since it was listed.
                    Ok(()) | Err(ServiceError::NotFound) => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        }
    }

    /// Writes a match. One that is damaged is reported.
    async fn write(
        &mut self,
        id: &str,
        language: &Language,
    ) -> Result<Result<(), ServiceError>, CommandError> {
        let ledger = match self.matches.read(id).await {
            Err(ServiceError::Damaged { id, damage }) => {
                let damaged = DamagedMatch { id, damage };
                output::message(&format!(
                    "overtrick: {}",
                    damage_message(&damaged, language)
                ));
                match self.matches.salvage(&damaged.id).await {
                    Ok(ledger) if self.salvage => Ok(ledger),
                    _ => {
                        self.skipped += 1;
                        return Ok(Ok(()));
                    }
                }
            }
            read => read,
        };
        Ok(match ledger {
            Ok(ledger) if self.form == ExportForm::Logs => {
                let stored = self.matches.stored_log(ledger.id()).await;
                match stored.and_then(|log| export_line(log, ledger.id(), self.form)) {
                    Ok(line) => Ok(writeln!(self.out, "{line}")?),
                    Err(error) => Err(error),
                }
            }
            Ok(ledger) => Ok(writeln!(self.out, "{}", document_line(&ledger))?),
            Err(error) => Err(error),
        })
    }
}

/// The line that is printed for a match that was stored.
#[derive(Serialize)]
struct StoredMatch<'a> {
    document: usize,
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'a str>,
    /// None of a log: its keys are what they were, if the secret is.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<&'a Keys>,
    /// Whether it was there already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    already: bool,
}

impl Import {
    pub fn run(self, language: &Language) -> Outcome {
        let source = BufReader::new(input::open(&self.file)?);
        let mut documents = serde_json::Deserializer::from_reader(source)
            .into_iter::<Json>()
            .enumerate();
        let settings = StoreSettings {
            new_secret: self.new_secret,
            ..self.database.settings(true)
        };
        with_matches(settings, language, |matches| async move {
            let mut refused = false;
            loop {
                let batch: Vec<_> = documents.by_ref().take(BATCH).collect();
                if batch.is_empty() {
                    break;
                }
                let stored = batch.into_iter().map(|(index, document)| {
                    let matches = matches.clone();
                    let store = async move {
                        let line = document?;
                        if is_log(&line) {
                            return Ok((None, store_log(&matches, line).await));
                        }
                        let (document, labels) = match labeled(line) {
                            Ok(labeled) => labeled,
                            Err(faults) => return Ok((None, Err(faults.into()))),
                        };
                        let was = document.get("id").and_then(Json::as_text);
                        let created = matches.create_labeled(&document, labels, None).await;
                        let was = was.map(str::to_owned);
                        Ok((was, created.map(StoredLine::Created)))
                    };
                    (index + 1, tokio::spawn(store))
                });
                for (number, stored) in stored.collect::<Vec<_>>() {
                    let stored = stored.await;
                    let stored = stored.map_err(|error| CommandError::Files(error.to_string()))?;
                    refused |= !report(number, stored, &self.file, language)?;
                }
            }
            if refused {
                Err(CommandError::Refused)
            } else {
                Ok(())
            }
        })
    }
}

/// What became of a document that could be read: the id that it had, and the match.
type Stored = (Option<String>, Result<StoredLine, ServiceError>);

/// A line that was stored.
enum StoredLine {
    /// A match of its own.
    Created(Created),
    /// A log, with the id that it had.
    Log(ImportedLine),
}

/// Stores the match of a log, under its id.
async fn store_log(matches: &Matches, line: Json) -> Result<StoredLine, ServiceError> {
    let judged = match matches.judge_line(line) {
        Err(ServiceError::Refused(faults)) => Err(faults),
        judged => Ok(judged?),
    };
    let mut import = matches.import(false).await;
    import.add(vec![(1, judged)]).await?;
    let mut report = import.store().await?;
    match report.matches.pop() {
        Some(stored) => Ok(StoredLine::Log(stored)),
        None => {
            let faults = report.faults.into_iter().map(|(_, fault)| fault);
            Err(faults.collect::<Vec<_>>().into())
        }
    }
}

/// Reports what became of a document; whether it was stored.
fn report(
    number: usize,
    stored: Result<Stored, serde_json::Error>,
    file: &str,
    language: &Language,
) -> Result<bool, CommandError> {
    match stored {
        Ok((was, Ok(stored))) => {
            let line = match &stored {
                StoredLine::Created(created) => StoredMatch {
                    document: number,
                    id: created.id.as_str(),
                    was: was.as_deref(),
                    keys: Some(&created.keys),
                    already: false,
                },
                StoredLine::Log(log) => StoredMatch {
                    document: number,
                    id: log.id.as_deref().unwrap_or_default(),
                    was: None,
                    keys: None,
                    already: log.already,
                },
            };
            output::data(&(serde_json::to_string(&line).unwrap_or_default() + "\n"))?;
            Ok(true)
        }
        Ok((_, Err(ServiceError::Refused(findings)))) => {
            let what = language.format("service", "document", &args![number: number]);
            print_faults(&what, &findings, language);
            Ok(false)
        }
        Ok((_, Err(error))) => Err(service_error(error, language)),
        Err(error) if error.is_io() => Err(CommandError::Files(format!("{file}: {error}"))),
        Err(error) => {
            let args = args![number: number, said: error.to_string()];
            let message = language.format("service", "unreadable", &args);
            output::message(&format!("overtrick: {message}"));
            Ok(false)
        }
    }
}
