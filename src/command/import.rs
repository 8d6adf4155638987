//! `overtrick import`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Read};

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::database::{Database, service_error, with_matches};
use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Outcome};
use super::{game, input, output};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::MatchGame;
use overtrick_match::document::{ErrorReport, FilePlace, names_games, read_results, results_text};
use overtrick_match::lang::Language;
use overtrick_match::ledger::DocumentDifference;
use overtrick_match::verify::shown;
use overtrick_server::{
    ImportOptions, ImportOutcome, ImportReport, ImportedLine, JudgedLines, MatchId, MatchService,
    PublishedPart, StoreSettings, Unjudged,
};

/// Store match documents. Each becomes a new match with new keys, which are printed.
///
/// Reads one document, several, one on each line, or an array of them. A document may stand in the field document, next to
/// external_id and metadata; a complete log keeps its id and keys. Everything is judged first: if anything is
/// refused, all faults are listed and nothing is stored. Matches that are stored already are not stored again; where
/// the file differs is printed, and hands are corrected with --replace. Everything is stored in one transaction, and
/// printed matches are stored durably.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick import friday.json",
    "overtrick import matches.ndjson --dry-run",
    "overtrick import matches.ndjson --replace --reason 'misread'",
]))]
pub struct Import {
    /// The match documents, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Read results of this game from CSV, one hand per row: an id of overtrick games, a game of the gallery such as
    /// wizard, or a file with a game of your own. The columns are those of the service's results.csv. A FILE.csv whose
    /// column game names the game of each match needs none
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Write faults as JSON, too: one line for each refused document or row
    #[arg(long)]
    json: bool,
    /// Judge everything, list the matches and every fault, but store nothing
    #[arg(long, conflicts_with = "new_secret")]
    dry_run: bool,
    /// Correct the hands of stored matches where the file differs; no server may be using the database
    #[arg(long, conflicts_with = "new_secret")]
    replace: bool,
    /// The reason for these corrections, as the history of each match has it
    #[arg(long, value_name = "TEXT", requires = "replace")]
    reason: Option<String>,
    /// Show the new matches to everybody: their standings, or their sheet
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "standings",
        require_equals = true, value_parser = ["standings", "sheet"])]
    publish: Option<String>,
    #[command(flatten)]
    database: Database,
    /// Create a new secret if the old one is lost; existing keys stop working
    #[arg(long)]
    new_secret: bool,
}

/// The number of matches judged together.
const BATCH: usize = 64;

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
        let game = game.map(|id| game::known(id, language)).transpose()?;
        let is_csv = game.is_some() || self.file.to_lowercase().ends_with(".csv");
        let source = input::open(&self.file)?;
        let options = self.options(language);
        let settings = self.settings(language)?;
        with_matches(settings, language, |matches| async move {
            let failed = |error: io::Error| CommandError::files(format!("{}: {error}", self.file));
            let mut reading = Reading {
                matches,
                options,
                publish: self.publish.as_deref().and_then(PublishedPart::from_word),
                judged: Vec::new(),
                batch: Vec::new(),
                faults: Vec::new(),
                refused: BTreeSet::new(),
                json: self.json,
                places: Places {
                    lines: Vec::new(),
                    unit: if is_csv { "row" } else { "document" },
                    language,
                },
            };
            if is_csv {
                reading.take_results(source, game.as_ref(), failed)?;
            } else {
                reading.take_documents(source, failed)?;
            }
            reading.finish().await
        })
    }

    fn options(&self, language: &Language) -> ImportOptions {
        let reason = self.reason.clone();
        let reason = reason.unwrap_or_else(|| language.text("service", "import-reason"));
        ImportOptions {
            dry_run: self.dry_run,
            replace: self.replace.then_some(reason),
        }
    }

    /// A dry run creates no database: if there is none, documents are judged as for an empty one.
    fn settings(&self, language: &Language) -> Result<StoreSettings, CommandError> {
        let settings = StoreSettings {
            new_secret: self.new_secret,
            // A server has the matches in memory, and would go on showing them as they were.
            exclusive: self.replace && !self.dry_run,
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
    options: ImportOptions,
    publish: Option<PublishedPart>,
    judged: JudgedLines,
    batch: Vec<(u64, Unjudged)>,
    /// Faults of the CSV file itself.
    faults: Vec<(FilePlace, Finding)>,
    /// The numbers of the refused documents or rows.
    refused: BTreeSet<u64>,
    /// Whether faults are written as JSON.
    json: bool,
    places: Places<'a>,
}

impl Reading<'_> {
    fn take_documents(
        &mut self,
        source: impl Read,
        failed: impl Fn(io::Error) -> CommandError,
    ) -> Outcome {
        // A log has no bound.
        let documents = Documents::new(BufReader::new(source), usize::MAX);
        for document in documents.map_err(&failed)? {
            let document = document.map_err(&failed)?;
            self.places.lines.push(document.line);
            let number = u64::try_from(self.places.lines.len()).unwrap_or(u64::MAX);
            self.add(number, Unjudged::Text(document.text))?;
        }
        self.judge()
    }

    fn take_results(
        &mut self,
        mut source: impl Read,
        usual: Option<&MatchGame>,
        failed: impl Fn(io::Error) -> CommandError,
    ) -> Outcome {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).map_err(failed)?;
        let read = results_text(&bytes)
            .and_then(|text| {
                let has_game = usual.is_some() || names_games(text);
                let needed = || Finding::shape("game-of-csv", "", args![]);
                has_game.then_some(text).ok_or_else(needed)
            })
            .map_err(|fault| vec![(1.into(), fault)])
            .and_then(|text| {
                let mut all = Vec::new();
                read_results(usual, text, |one, _| {
                    all.push(one);
                    true
                })?;
                Ok(all)
            });
        match read {
            Ok(read) => {
                for one in read {
                    self.add(one.row, Unjudged::Results(Box::new(one)))?;
                }
            }
            Err(faults) => self.faults = faults,
        }
        self.judge()
    }

    fn add(&mut self, number: u64, what: Unjudged) -> Outcome {
        self.batch.push((number, what));
        if self.batch.len() >= BATCH {
            self.judge()?;
        }
        Ok(())
    }

    fn judge(&mut self) -> Outcome {
        let batch = std::mem::take(&mut self.batch);
        let judged = self.matches.judge_lines(batch, self.publish);
        let judged = judged.map_err(|error| service_error(error, self.places.language))?;
        let refused = judged.iter().filter(|(_, judged)| judged.is_err());
        self.refused.extend(refused.map(|(place, _)| place.line));
        self.judged.extend(judged);
        Ok(())
    }

    /// Stores everything, unless anything was refused or it is a dry run, and prints the result.
    async fn finish(mut self) -> Outcome {
        let places = self.places;
        let (language, unit) = (places.language, places.unit);
        let dry_run = self.options.dry_run;
        let options = ImportOptions {
            // Nothing is stored of a file that cannot be read.
            dry_run: dry_run || !self.faults.is_empty(),
            ..self.options
        };
        let imported = self.matches.import(self.judged, options).await;
        let report = imported.map_err(|error| service_error(error, language))?;
        if report.refused > 0 || !self.faults.is_empty() {
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
            let message = language.text("service", "nothing-stored");
            return Err(CommandError::refused_for(message, Vec::new()));
        }
        if dry_run {
            return print_matches(&report, unit, None, language);
        }
        print_matches(&report, unit, Some(&self.matches), language)?;
        let new = report.count(ImportOutcome::Created);
        let already = report.matches.len() - new;
        let args = args![stored: new, already: already];
        output::message(&language.format("service", "counted-import", &args));
        let updated = report.count(ImportOutcome::Updated);
        let differs = report.count(ImportOutcome::Differs);
        for (key, count) in [
            ("counted-corrected", updated),
            ("counted-differing", differs),
        ] {
            if count > 0 {
                let args = args![updated: count, differs: count];
                output::message(&language.format("service", key, &args));
            }
        }
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
    fn print(&self, number: u64, faults: &[(FilePlace, Finding)], json: bool) -> Outcome {
        let findings: Vec<Finding> = faults.iter().map(|(_, fault)| fault.clone()).collect();
        if !json {
            let columns = faults.iter().map(|(place, fault)| {
                // A cell is found by its column.
                let pointer = place.column.clone().unwrap_or(fault.pointer.clone());
                Finding {
                    pointer,
                    ..fault.clone()
                }
            });
            let columns: Vec<Finding> = columns.collect();
            let name = self.name(number);
            // There is one such error for each document.
            CommandError::of_faults(&name, &columns, FaultFormat::Text, self.language).print();
            return Ok(());
        }
        let mut report = ErrorReport::new(&findings, self.line(number), self.language);
        for (error, (place, _)) in report.errors.iter_mut().zip(faults) {
            error.column.clone_from(&place.column);
        }
        let refused = Refused {
            number: BTreeMap::from([(self.unit, number)]),
            report,
        };
        output::data(&(serde_json::to_string(&refused).unwrap_or_default() + "\n"))
    }
}

/// Faults grouped by document or row.
fn by_number(faults: Vec<(FilePlace, Finding)>) -> BTreeMap<u64, Vec<(FilePlace, Finding)>> {
    let mut by_number = BTreeMap::<u64, Vec<(FilePlace, Finding)>>::new();
    for (place, fault) in faults {
        by_number
            .entry(place.line)
            .or_default()
            .push((place, fault));
    }
    by_number
}

/// Prints a line for each match, with the keys of newly stored ones.
fn print_matches(
    report: &ImportReport,
    unit: &str,
    stored_in: Option<&MatchService>,
    language: &Language,
) -> Outcome {
    for one in &report.matches {
        let ImportedLine {
            line,
            id,
            external_id,
            was,
            outcome,
            differences,
            more_differences,
        } = one;
        let already = one.is_already();
        // A log keeps its id.
        let is_log = was.is_some() && was == id;
        let keys = stored_in
            .filter(|_| !already && !is_log)
            .and_then(|matches| {
                let id = MatchId::read(id.as_deref()?)?;
                Some(matches.first_keys(&id))
            });
        let is_otherwise = matches!(outcome, ImportOutcome::Differs | ImportOutcome::Updated);
        let listed = differences.iter();
        let listed = listed.map(|difference| difference_text(difference, language));
        let listed: Vec<String> = listed.collect();
        let mut printed = json!({
            // The number of the document in the file, or the row of its first hand.
            unit: line,
            "id": id,
            "was": was.as_deref().filter(|_| !is_log),
            "external_id": external_id,
            "keys": keys,
            "already": already.then_some(true),
            "outcome": is_otherwise.then_some(outcome),
            "differences": (!listed.is_empty()).then_some(listed),
            "more_differences": Some(*more_differences).filter(|more| *more > 0),
        });
        if let Value::Object(entries) = &mut printed {
            entries.retain(|_, value| !value.is_null());
        }
        output::data(&(serde_json::to_string(&printed).unwrap_or_default() + "\n"))?;
    }
    Ok(())
}

/// A difference as a sentence: `/hands/3/tricks/Ann: 4 here, 5 in the file`.
fn difference_text(difference: &DocumentDifference, language: &Language) -> String {
    let value = |json: &Option<Json>| match json {
        None => language.text("verify", "nothing"),
        Some(json) => shown(json),
    };
    let (here, file) = (value(&difference.here), value(&difference.file));
    let args = args![place: difference.pointer.clone(), here: here, file: file];
    language.format("service", "import-differs", &args)
}
