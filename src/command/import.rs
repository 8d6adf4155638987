//! `overtrick import`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Read};

use clap::Args;
use serde::Serialize;

use super::chunks::{Chunk, Chunks};
use super::database::{Database, service_error, with_matches};
use super::error::{CommandError, Outcome};
use super::faults::print_faults;
use super::progress::Bar;
use super::{game, input, output, words};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_games::Entry;
use overtrick_match::document::{ErrorReport, read_results, utf8};
use overtrick_match::lang::Language;
use overtrick_server::{
    Import as Importing, ImportReport, ImportedLine, Keys, MatchId, MatchService, Progress,
    ServiceError, Stage, StoreSettings, Unjudged,
};

/// Store match documents. Each becomes a new match with new keys, which are printed.
///
/// Reads one document or several, one after another. A document may stand in the field document, next to
/// external_id and metadata; a complete log keeps its id and keys. Everything is judged first: if anything is
/// refused, all faults are listed and nothing is stored. Documents imported before are not stored again.
/// Everything is stored in one transaction, and printed matches are stored durably.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&[
    "overtrick import friday.json",
    "overtrick import matches.ndjson --dry-run",
]))]
pub struct Import {
    /// The match documents, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Read results of this game from CSV, one hand per row; the columns are those of the service's
    /// results.csv
    #[arg(long, value_name = "GAME", value_parser = words::GAMES, hide_possible_values = true)]
    game: Option<String>,
    /// Write faults as JSON, too: one line for each refused document or row
    #[arg(long)]
    json: bool,
    /// Judge everything, list the matches and every fault, but store nothing
    #[arg(long, conflicts_with = "new_secret")]
    dry_run: bool,
    /// Import documents again as new matches even if they were imported before
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    database: Database,
    /// Create a new secret if the old one is lost; existing keys stop working
    #[arg(long)]
    new_secret: bool,
}

/// The number of matches judged together.
const BATCH: usize = 64;

/// The line that is printed for a match.
#[derive(Serialize)]
struct StoredMatch<'a> {
    /// The number of the document in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<u64>,
    /// The row of its first hand in a CSV file.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u64>,
    /// None in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<&'a str>,
    /// None for a log: it keeps its keys if the secret is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Keys>,
    /// Whether the match was already stored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    already: bool,
}

/// The line that is printed for a refused document or row.
#[derive(Serialize)]
struct Refused {
    #[serde(flatten)]
    number: BTreeMap<&'static str, u64>,
    #[serde(flatten)]
    report: ErrorReport,
}

impl Import {
    pub fn run(self, language: &Language) -> Outcome {
        let game = self.game.as_deref();
        let game = game.map(|id| game::find(id, language)).transpose()?;
        let source = input::open(&self.file)?;
        let settings = self.settings(language)?;
        let bar = Bar::new(language);
        with_matches(settings, language, |matches| async move {
            let failed = |error: io::Error| CommandError::Files(format!("{}: {error}", self.file));
            let import = matches.import(self.again).await;
            let mut reading = Reading {
                import,
                matches,
                bar: &bar,
                progress: bar.progress(),
                count: 0,
                batch: Vec::new(),
                unreadable: None,
                faults: Vec::new(),
                lines: Vec::new(),
                refused: BTreeSet::new(),
                json: self.json,
                unit: if game.is_some() { "row" } else { "document" },
                language,
            };
            match game {
                Some(entry) => reading.take_results(source, entry, failed).await?,
                None => reading.take_documents(source, failed).await?,
            }
            reading.finish(self.dry_run).await
        })
    }

    /// A dry run creates no database: if there is none, documents are judged as for an empty one.
    fn settings(&self, language: &Language) -> Result<StoreSettings, CommandError> {
        let settings = StoreSettings {
            new_secret: self.new_secret,
            ..self.database.clone().settings(!self.dry_run)
        };
        let file = settings.opening().file();
        let file = file.map_err(|error| service_error(error.into(), language))?;
        if self.dry_run && file.is_some_and(|file| !file.exists()) {
            return Ok(StoreSettings::new("sqlite::memory:"));
        }
        Ok(settings)
    }
}

/// A file being imported.
struct Reading<'a> {
    matches: MatchService,
    import: Importing,
    bar: &'a Bar,
    progress: Progress,
    /// The number of documents or rows judged.
    count: u64,
    batch: Vec<(u64, Unjudged)>,
    /// Why the rest of the file cannot be read.
    unreadable: Option<String>,
    /// Faults of the CSV file itself.
    faults: Vec<(u64, Finding)>,
    /// The line on which each document begins, where documents stand on lines of their own.
    lines: Vec<u64>,
    /// The numbers of the refused documents or rows.
    refused: BTreeSet<u64>,
    /// Whether faults are written as JSON.
    json: bool,
    /// The unit counted: documents or rows.
    unit: &'static str,
    language: &'a Language,
}

impl Reading<'_> {
    async fn take_documents(
        &mut self,
        source: impl Read,
        failed: impl Fn(io::Error) -> CommandError,
    ) -> Outcome {
        let mut chunks = Chunks::new(BufReader::new(source));
        if chunks.begins_with(b'{').map_err(&failed)? {
            while let Some(chunk) = chunks.next().map_err(&failed)? {
                self.take_chunk(chunk).await?;
            }
            return self.judge().await;
        }
        let documents = serde_json::Deserializer::from_reader(chunks.into_rest());
        let mut number = 0;
        for document in documents.into_iter::<Json>() {
            let document = match document {
                Ok(document) => document,
                Err(error) if error.is_io() => return Err(failed(error.into())),
                Err(error) => {
                    let next = i64::try_from(number + 1).unwrap_or(i64::MAX);
                    let args = args![number: next, said: error.to_string()];
                    self.unreadable = Some(self.language.format("service", "unreadable", &args));
                    break;
                }
            };
            number += 1;
            self.add(number, Unjudged::Value(document)).await?;
        }
        self.judge().await
    }

    /// Takes the documents of a part of the file; one that cannot be read is refused.
    async fn take_chunk(&mut self, chunk: Chunk) -> Outcome {
        let all = match chunk.read() {
            Ok(documents) => documents.into_iter().map(Unjudged::Value).collect(),
            Err(_) => vec![Unjudged::Text(chunk.bytes)],
        };
        for one in all {
            self.lines.push(chunk.line);
            let number = u64::try_from(self.lines.len()).unwrap_or(u64::MAX);
            self.add(number, one).await?;
        }
        Ok(())
    }

    async fn take_results(
        &mut self,
        mut source: impl Read,
        entry: &Entry,
        failed: impl Fn(io::Error) -> CommandError,
    ) -> Outcome {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).map_err(failed)?;
        let read = utf8(&bytes)
            .map_err(|fault| vec![(1, fault)])
            .and_then(|text| {
                let mut all = Vec::new();
                read_results(entry.facts, text, |one, _| {
                    all.push(one);
                    true
                })?;
                Ok(all)
            });
        match read {
            Ok(read) => {
                for one in read {
                    self.add(one.row, Unjudged::Results(Box::new(one))).await?;
                }
            }
            Err(faults) => self.faults = faults,
        }
        self.judge().await
    }

    async fn add(&mut self, number: u64, what: Unjudged) -> Outcome {
        self.batch.push((number, what));
        if self.batch.len() >= BATCH {
            self.judge().await?;
        }
        Ok(())
    }

    async fn judge(&mut self) -> Outcome {
        let batch = std::mem::take(&mut self.batch);
        self.count += u64::try_from(batch.len()).unwrap_or(0);
        self.progress.tell(Stage::Judging, self.count, 0);
        let failed = |error| service_error(error, self.language);
        let judged = self.matches.judge_lines(batch).map_err(failed)?;
        let refused = judged.iter().filter(|(_, judged)| judged.is_err());
        self.refused.extend(refused.map(|(number, _)| *number));
        self.import.add(judged).await.map_err(failed)
    }

    /// Stores everything, unless anything was refused or it is a dry run, and prints the result.
    async fn finish(mut self, dry_run: bool) -> Outcome {
        let is_refused = self.import.report().refused > 0
            || self.unreadable.is_some()
            || !self.faults.is_empty();
        let (language, bar) = (self.language, self.bar);
        if is_refused {
            bar.clear();
            let places = Places {
                lines: self.lines,
                unit: self.unit,
                language,
            };
            let report = self.import.rehearsed();
            self.faults.extend(report.faults);
            for (number, faults) in by_number(self.faults) {
                self.refused.remove(&number);
                places.print(number, &faults, self.json)?;
            }
            // The list of faults ends; every refused line is named all the same.
            if !self.refused.is_empty() {
                let rest = self.refused.iter().map(|number| places.name(*number));
                let args = args![places: rest.collect::<Vec<String>>()];
                output::message(&language.format("service", "refused-too", &args));
            }
            for message in self
                .unreadable
                .into_iter()
                .chain([language.text("service", "nothing-stored")])
            {
                output::message(&format!("overtrick: {message}"));
            }
            return Err(CommandError::Refused);
        }
        if dry_run {
            bar.clear();
            return print_matches(&self.import.rehearsed(), self.unit, None);
        }
        let stored = self.import.store(&self.progress).await;
        bar.clear();
        let stored = stored.map_err(|error: ServiceError| service_error(error, language))?;
        print_matches(&stored, self.unit, Some(&self.matches))?;
        let already = stored.matches.iter().filter(|one| one.already).count();
        let new = stored.matches.len() - already;
        let args = args![stored: new, already: already];
        output::message(&language.format("service", "counted-import", &args));
        Ok(())
    }
}

/// How the documents or rows of a file are named.
struct Places<'a> {
    /// The line on which each document begins, where documents stand on lines of their own.
    lines: Vec<u64>,
    unit: &'static str,
    language: &'a Language,
}

impl Places<'_> {
    /// The line on which a document begins, if it is known.
    fn line(&self, number: u64) -> Option<u64> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.lines.get(index).copied()
    }

    /// The name of a document or row in messages.
    fn name(&self, number: u64) -> String {
        let int = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        match self.line(number) {
            Some(line) => {
                let args = args![number: int(number), line: int(line)];
                self.language.format("service", "document-line", &args)
            }
            None => {
                let args = args![number: int(number)];
                self.language.format("service", self.unit, &args)
            }
        }
    }

    /// Reports the faults of a document or row.
    fn print(&self, number: u64, faults: &[Finding], json: bool) -> Outcome {
        if !json {
            print_faults(&self.name(number), faults, self.language);
            return Ok(());
        }
        let report = ErrorReport::of(faults, self.line(number), self.language);
        let refused = Refused {
            number: BTreeMap::from([(self.unit, number)]),
            report,
        };
        output::data(&(serde_json::to_string(&refused).unwrap_or_default() + "\n"))
    }
}

/// Faults grouped by document or row.
fn by_number(faults: Vec<(u64, Finding)>) -> BTreeMap<u64, Vec<Finding>> {
    let mut by_number = BTreeMap::<u64, Vec<Finding>>::new();
    for (number, fault) in faults {
        by_number.entry(number).or_default().push(fault);
    }
    by_number
}

/// Prints a line for each match, with the keys of newly stored ones.
fn print_matches(report: &ImportReport, unit: &str, stored_in: Option<&MatchService>) -> Outcome {
    for one in &report.matches {
        let ImportedLine {
            line,
            id,
            external_id,
            was,
            already,
        } = one;
        // A log keeps its id.
        let is_log = was.is_some() && was == id;
        let keys = stored_in
            .filter(|_| !already && !is_log)
            .and_then(|matches| {
                let id = MatchId::read(id.as_deref()?)?;
                Some(matches.first_keys(&id))
            });
        let printed = StoredMatch {
            document: (unit == "document").then_some(*line),
            row: (unit == "row").then_some(*line),
            id: id.as_deref(),
            was: was.as_deref().filter(|_| !is_log),
            external_id: external_id.as_deref(),
            keys,
            already: *already,
        };
        output::data(&(serde_json::to_string(&printed).unwrap_or_default() + "\n"))?;
    }
    Ok(())
}
