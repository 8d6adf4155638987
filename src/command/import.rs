//! `overtrick import`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Read};

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::database::{Database, with_matches};
use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Outcome};
use super::output::{self, language};
use super::{game, input};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::MatchGame;
use overtrick_match::document::{ErrorReport, FilePlace, names_games, read_results, results_text};
use overtrick_match::ledger::DocumentDifference;
use overtrick_match::verify::shown;
use overtrick_server::{
    ImportOptions, ImportOutcome, ImportedLine, JudgedLines, MatchId, MatchService, PublishedPart,
    StoreSettings, Unjudged,
};

/// Store match documents. Each becomes a new match, whose keys are printed.
///
/// The file has one document, several documents (one per line), or an array of documents. A document may be
/// in the field document of an object that also has external_id and metadata. A complete log keeps its id and
/// keys. Everything is judged first: if anything is refused, all faults are listed and nothing is stored. A
/// match that is already stored is not stored again: its differences from the file are printed, and --replace
/// corrects its hands. Everything is stored durably, in one transaction, before the matches are printed.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
pub struct Import {
    /// The match documents, or - for standard input
    file: String,
    /// Read results of this game from CSV, one hand per row: an id from overtrick games, a gallery game such
    /// as wizard, or the file of a custom game. The columns are those of the service's results.csv. Not
    /// needed for a FILE.csv that has a column game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Also write faults as JSON, one line per refused document or row
    #[arg(long)]
    json: bool,
    /// Judge everything, and list the matches and all faults, but store nothing
    #[arg(long, conflicts_with = "new_secret")]
    dry_run: bool,
    /// Correct the hands of stored matches that differ from the file; no server may be using the database
    #[arg(long, conflicts_with = "new_secret")]
    replace: bool,
    /// The reason for the corrections, for the history of each match
    #[arg(long, value_name = "TEXT", requires = "replace")]
    reason: Option<String>,
    /// Publish the standings or the sheet of each new match
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "standings",
        require_equals = true, value_parser = ["standings", "sheet"])]
    publish: Option<String>,
    #[command(flatten)]
    database: Database,
    /// Create a new secret if the old one is lost; existing keys stop working
    #[arg(long)]
    new_secret: bool,
}

/// The line printed for a refused document or row.
#[derive(Serialize)]
struct Refused {
    #[serde(flatten)]
    number: BTreeMap<&'static str, u64>,
    #[serde(flatten)]
    report: ErrorReport,
}

impl Import {
    pub fn run(self) -> Outcome {
        let game = self.game.as_deref();
        let game = game.map(|name| game::meant(name, FaultFormat::Text));
        let game = game.transpose()?;
        let is_csv = game.is_some() || self.file.to_lowercase().ends_with(".csv");
        let source = input::open(&self.file)?;
        with_matches(self.settings()?, |matches| async move {
            let file = if is_csv {
                self.results(source, game.as_ref(), &matches)?
            } else {
                self.documents(source, &matches)?
            };
            self.store(file, &matches).await
        })
    }

    /// Returns the settings of the store. If there is no database, a dry run uses an empty one in memory.
    fn settings(&self) -> Outcome<StoreSettings> {
        let settings = StoreSettings {
            new_secret: self.new_secret,
            // A running server would still show the old matches, which it has in memory.
            exclusive: self.replace && !self.dry_run,
            ..self.database.clone().settings(!self.dry_run)
        };
        if self.dry_run && settings.file()?.is_some_and(|file| !file.exists()) {
            return Ok(StoreSettings::new("sqlite::memory:"));
        }
        Ok(settings)
    }

    fn publish(&self) -> Option<PublishedPart> {
        self.publish.as_deref().and_then(PublishedPart::from_word)
    }

    fn documents(&self, source: impl Read, matches: &MatchService) -> Outcome<JudgedFile> {
        let failed = |error: io::Error| input::file_error(&self.file, &error);
        let mut file = JudgedFile::new("document");
        // The length of a log is not limited.
        let documents = Documents::new(BufReader::new(source), usize::MAX);
        for document in documents.map_err(failed)? {
            let document = document.map_err(failed)?;
            file.lines.push(document.line);
            let number = u64::try_from(file.lines.len()).unwrap_or(u64::MAX);
            let unjudged = vec![(number, Unjudged::Text(document.text))];
            let judged = matches.judge_lines(unjudged, self.publish())?;
            file.judged.extend(judged);
        }
        Ok(file)
    }

    fn results(
        &self,
        source: impl Read,
        usual: Option<&MatchGame>,
        matches: &MatchService,
    ) -> Outcome<JudgedFile> {
        let bytes = input::read_opened(&self.file, source)?;
        let mut unjudged = Vec::new();
        let text = results_text(&bytes).and_then(|text| {
            let has_game = usual.is_some() || names_games(text);
            let needed = || Finding::shape("game-of-csv", "", args![]);
            has_game.then_some(text).ok_or_else(needed)
        });
        let text = text.map_err(|fault| vec![(1.into(), fault)]);
        let read = text.and_then(|text| {
            read_results(usual, text, |one, _| {
                unjudged.push((one.row, Unjudged::Results(Box::new(one))));
                true
            })
        });
        let mut file = JudgedFile::new("row");
        match read {
            Ok(()) => file.judged = matches.judge_lines(unjudged, self.publish())?,
            Err(faults) => file.faults = faults,
        }
        Ok(file)
    }

    /// Stores everything, unless anything was refused or this is a dry run, and prints the result.
    async fn store(&self, mut file: JudgedFile, matches: &MatchService) -> Outcome {
        let judged = std::mem::take(&mut file.judged);
        let refused = judged.iter().filter(|(_, judged)| judged.is_err());
        let refused = refused.map(|(place, _)| place.line).collect();
        let usual = || language().text("service", "import-reason");
        let options = ImportOptions {
            // Store nothing if a part of the file cannot be read.
            dry_run: self.dry_run || !file.faults.is_empty(),
            replace: self
                .replace
                .then(|| self.reason.clone().unwrap_or_else(usual)),
        };
        let report = matches.import(judged, options).await?;
        if report.refused > 0 || !file.faults.is_empty() {
            return Err(file.refuse(report.faults, refused, self.json)?);
        }
        let stored_in = (!self.dry_run).then_some(matches);
        for one in &report.matches {
            print_match(one, file.unit, stored_in)?;
        }
        if self.dry_run {
            return Ok(());
        }
        let new = report.count(ImportOutcome::Created);
        notice!("service", "counted-import", stored: new, already: report.matches.len() - new);
        for (key, outcome) in [
            ("counted-corrected", ImportOutcome::Updated),
            ("counted-differing", ImportOutcome::Differs),
        ] {
            let count = report.count(outcome);
            if count > 0 {
                notice!("service", key, updated: count, differs: count);
            }
        }
        Ok(())
    }
}

/// A file with judged documents or rows.
#[derive(Default)]
struct JudgedFile {
    /// The word for an item of the file: `document` or `row`.
    unit: &'static str,
    /// The line on which each document begins; empty for rows.
    lines: Vec<u64>,
    judged: JudgedLines,
    /// The faults of a CSV file that cannot be read.
    faults: Vec<(FilePlace, Finding)>,
}

impl JudgedFile {
    fn new(unit: &'static str) -> JudgedFile {
        JudgedFile {
            unit,
            ..JudgedFile::default()
        }
    }

    /// Returns the line on which a document begins; `None` for a row.
    fn line(&self, number: u64) -> Option<u64> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.lines.get(index).copied()
    }

    /// Returns the name of a document or row for messages.
    fn name(&self, number: u64) -> String {
        let (key, line) = match self.line(number) {
            Some(line) => ("document-line", line),
            None => (self.unit, 0),
        };
        sentence!("service", key, number: number, line: line)
    }

    /// Prints the faults of each refused document or row, and returns the error of the command. Because the
    /// number of faults is limited, documents and rows whose faults are omitted are listed by name.
    fn refuse(
        &mut self,
        others: Vec<(FilePlace, Finding)>,
        mut refused: BTreeSet<u64>,
        json: bool,
    ) -> Outcome<CommandError> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(others);
        faults.sort_by_key(|(place, _)| place.line);
        for faults in faults.chunk_by(|(one, _), (other, _)| one.line == other.line) {
            refused.remove(&faults[0].0.line);
            self.print(faults[0].0.line, faults, json)?;
        }
        if !refused.is_empty() {
            let rest = refused.iter().map(|number| self.name(*number));
            notice!("service", "refused-too", places: rest.collect::<Vec<String>>());
        }
        let message = language().text("service", "nothing-stored");
        Ok(CommandError::refused_for(message, Vec::new()))
    }

    /// Prints the faults of a document or row.
    fn print(&self, number: u64, faults: &[(FilePlace, Finding)], json: bool) -> Outcome {
        if !json {
            let columns = faults.iter().map(|(place, fault)| Finding {
                // The place of a fault in a CSV file is its column.
                pointer: place.column.clone().unwrap_or(fault.pointer.clone()),
                ..fault.clone()
            });
            let columns: Vec<Finding> = columns.collect();
            // The error is printed here and not returned, because there may be one for each document.
            CommandError::of_faults(&self.name(number), &columns, FaultFormat::Text).print();
            return Ok(());
        }
        let findings: Vec<Finding> = faults.iter().map(|(_, fault)| fault.clone()).collect();
        let mut report = ErrorReport::new(&findings, self.line(number), language());
        for (error, (place, _)) in report.errors.iter_mut().zip(faults) {
            error.column.clone_from(&place.column);
        }
        output::json_line(&Refused {
            number: BTreeMap::from([(self.unit, number)]),
            report,
        })
    }
}

/// Prints a line for a match, with its keys if they are new.
fn print_match(one: &ImportedLine, unit: &str, stored_in: Option<&MatchService>) -> Outcome {
    let already = one.is_already();
    // A match imported from a log keeps its id.
    let is_log = one.was.is_some() && one.was == one.id;
    let stored_in = stored_in.filter(|_| !already && !is_log);
    let keys = stored_in.and_then(|matches| {
        let id = MatchId::read(one.id.as_deref()?)?;
        Some(matches.first_keys(&id))
    });
    let is_otherwise = matches!(one.outcome, ImportOutcome::Differs | ImportOutcome::Updated);
    let differences: Vec<String> = one.differences.iter().map(difference_text).collect();
    let mut printed = json!({
        // The number of the document, or the row of the match's first hand.
        unit: one.line,
        "id": one.id,
        "was": one.was.as_deref().filter(|_| !is_log),
        "external_id": one.external_id,
        "keys": keys,
        "already": already.then_some(true),
        "outcome": is_otherwise.then_some(&one.outcome),
        "differences": (!differences.is_empty()).then_some(differences),
        "more_differences": Some(one.more_differences).filter(|more| *more > 0),
    });
    if let Value::Object(entries) = &mut printed {
        entries.retain(|_, value| !value.is_null());
    }
    output::json_line(&printed)
}

/// Returns a difference as a sentence: `/hands/3/tricks/Ann: 4 here, 5 in the file`.
fn difference_text(difference: &DocumentDifference) -> String {
    let value = |json: &Option<Json>| match json {
        None => language().text("verify", "nothing"),
        Some(json) => shown(json),
    };
    let (here, file) = (value(&difference.here), value(&difference.file));
    sentence!("service", "import-differs", place: difference.pointer.clone(), here: here,
        file: file)
}
