//! `overtrick export` and `overtrick import`.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::database::{Database, stored, with_matches};
use super::{CommandError, Outcome, input, print_faults};
use crate::lang::Language;
use crate::rules::args;
use crate::rules::json::Json;
use crate::service::{self, Created, Keys, Matches, StoreSettings};

/// Write stored matches as match documents, one a line, with edition, options and history.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
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
    #[command(flatten)]
    database: Database,
}

/// Store match documents: each becomes a match of its own, with new keys, which are printed.
///
/// Reads one document, or one after the other. What is printed is stored durably.
#[derive(Debug, Args)]
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
const TOGETHER: usize = 64;

impl Export {
    pub fn run(self, language: &Language) -> Outcome {
        let Export {
            ids,
            all,
            output,
            database,
        } = self;
        let mut out: Box<dyn Write> = match &output {
            None => Box::new(io::stdout().lock()),
            Some(file) => {
                let opened = std::fs::OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(file);
                let said = |error| CommandError::Files(format!("{}: {error}", file.display()));
                Box::new(BufWriter::new(opened.map_err(said)?))
            }
        };
        let settings = database.settings(false);
        let to = &mut out;
        let written = with_matches(settings, language, |matches| async move {
            let written = if all {
                write_all(&matches, to).await
            } else {
                write_some(&matches, &ids, to).await
            };
            written.map_err(|error| stored(error, language))?
        });
        if let (Err(_), Some(file)) = (&written, &output) {
            // Half an export is none.
            drop(std::fs::remove_file(file));
        }
        written?;
        Ok(out.flush()?)
    }
}

async fn write_some(
    matches: &Matches,
    ids: &[String],
    out: &mut impl Write,
) -> Result<Outcome, service::ServiceError> {
    for id in ids {
        let written = write(matches, id, out).await?;
        if written.is_err() {
            return Ok(written);
        }
    }
    Ok(Ok(()))
}

async fn write_all(
    matches: &Matches,
    out: &mut impl Write,
) -> Result<Outcome, service::ServiceError> {
    let mut after = None::<String>;
    loop {
        let page = matches.list(after.as_deref(), TOGETHER).await?;
        let Some(last) = page.last() else {
            return Ok(Ok(()));
        };
        after = Some(last.id.to_string());
        for listed in &page {
            match write(matches, listed.id.as_str(), out).await {
                // One may have been deleted since it was listed.
                Ok(Ok(())) | Err(service::ServiceError::NotFound) => {}
                other => return other,
            }
        }
    }
}

async fn write(
    matches: &Matches,
    id: &str,
    out: &mut impl Write,
) -> Result<Outcome, service::ServiceError> {
    let document = matches.read(id).await?.document();
    let line = serde_json::to_string(&document).unwrap_or_default();
    Ok(writeln!(out, "{line}").map_err(CommandError::from))
}

/// What is printed of a match that was stored.
#[derive(Serialize)]
struct Stored<'a> {
    document: usize,
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'a str>,
    keys: &'a Keys,
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
                let batch: Vec<_> = documents.by_ref().take(TOGETHER).collect();
                if batch.is_empty() {
                    break;
                }
                let stored = batch.into_iter().map(|(index, document)| {
                    let matches = matches.clone();
                    let keep = async move {
                        let document = document.map_err(|error| error.to_string());
                        let created = match &document {
                            Ok(document) => Some(matches.create(document, None).await),
                            Err(_) => None,
                        };
                        (index + 1, document, created)
                    };
                    tokio::spawn(keep)
                });
                for stored in stored.collect::<Vec<_>>() {
                    let (number, document, created) = stored
                        .await
                        .map_err(|error| CommandError::Files(error.to_string()))?;
                    refused |= !say_stored(number, &document, created, language)?;
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

/// Says what became of a document; whether it was stored.
fn say_stored(
    number: usize,
    document: &Result<Json, String>,
    created: Option<Result<Created, service::ServiceError>>,
    language: &Language,
) -> Result<bool, CommandError> {
    match (document, created) {
        (Ok(document), Some(Ok(created))) => {
            let line = Stored {
                document: number,
                id: created.id.as_str(),
                was: document.get("id").and_then(Json::as_text),
                keys: &created.keys,
            };
            let line = serde_json::to_string(&line).unwrap_or_default();
            let mut out = io::stdout().lock();
            writeln!(out, "{line}")?;
            out.flush()?;
            Ok(true)
        }
        (_, Some(Err(service::ServiceError::Refused(findings)))) => {
            let what = language.format("service", "document", &args![number: number]);
            print_faults(&what, &findings, language);
            Ok(false)
        }
        (_, Some(Err(error))) => Err(stored(error, language)),
        (Err(said), _) => {
            let args = args![number: number, said: said.clone()];
            eprintln!(
                "overtrick: {}",
                language.format("service", "unreadable", &args)
            );
            Ok(false)
        }
        (Ok(_), None) => Ok(false),
    }
}
