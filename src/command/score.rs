//! `overtrick score`: one document, or many in a batch.

use std::io::{self, BufReader, BufWriter, Write};

use clap::Args;
use serde::Serialize;

use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Outcome};
use super::grid::{Format, Formats};
use super::input::Document;
use super::{input, output, table};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::{
    ErrorReport, MOST_BYTES, Report, Scored, csv, read_json, score, utf8, written_options,
};
use overtrick_match::lang::Language;
use overtrick_server::{is_log, labeled};

/// The help of `--format`.
const FORMAT: &str = "The output format [default: table in a terminal, otherwise json]. With an explicit \
    json, faults are also written as JSON to standard output; otherwise they are text on standard error";

/// Score a match document: hands, totals, standings, and the reason for every point.
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.help(FORMAT)))]
#[command(after_help = super::words::examples(&["overtrick score friday.json --format table --explain", "overtrick score friday.json --format csv > friday.csv", "overtrick score --batch matches.ndjson > results.ndjson"]))]
pub struct Score {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    formats: Formats,
    /// Explain every point, with its rule
    #[arg(long)]
    explain: bool,
    /// Read many match documents, one per line as export writes them, or an array, and write one result per line
    #[arg(long, conflicts_with_all = ["format", "json", "explain"])]
    batch: bool,
    /// Print the match document with its result, as JSON, with edition and house rules in force: anyone can
    /// check it with overtrick verify
    #[arg(long, conflicts_with_all = ["format", "json", "explain", "batch"])]
    with_document: bool,
}

/// A match document and its result.
#[derive(Serialize)]
struct Whole {
    document: Json,
    result: Report,
}

impl Score {
    pub fn run(self, language: &'static Language) -> Outcome {
        if self.batch {
            return score_all(&self.file, language);
        }
        let chosen = self.formats.chosen();
        let faults = FaultFormat::new(chosen == Some(Format::Json));
        let document = Document::read(&self.file, faults, language)?;
        let scored = document.score(language)?;
        if self.with_document {
            let json = document.json(language)?;
            let options = written_options(&json);
            let options = options.map_err(|faults| document.refuse(&faults, language))?;
            return output::json(&Whole {
                document: with_rules(json, scored.edition, options),
                result: Report::new(scored, language),
            });
        }
        let default = if output::is_terminal() {
            Format::Table
        } else {
            Format::Json
        };
        match chosen.unwrap_or(default) {
            Format::Json => output::json(&Report::new(scored, language)),
            Format::Table => output::text(&table::table(&scored, self.explain, language)),
            Format::Csv => {
                let json = document.json(language)?;
                let mut out = io::stdout().lock();
                csv(&scored, &json, &mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}

/// A document with the edition and the house rules in force.
fn with_rules(document: Json, edition: i64, options: Json) -> Json {
    let Json::Object(mut entries) = document else {
        return document;
    };
    let in_force = [("edition", Json::Int(edition)), ("options", options)];
    for (key, value) in in_force {
        match entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, given)) => *given = value,
            None => entries.push((key.to_owned(), value)),
        }
    }
    Json::Object(entries)
}

/// Scores every document; the command fails if any is refused.
fn score_all(file: &str, language: &'static Language) -> Outcome {
    let failed = |error: io::Error| CommandError::files(format!("{file}: {error}"));
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut lines, mut refused) = (0_usize, 0_usize);
    // The number of the first refused line in the file.
    let mut first = None;
    for document in Documents::new(reader, MOST_BYTES).map_err(failed)? {
        let document = document.map_err(failed)?;
        lines += 1;
        match score_line(&document.text) {
            Ok(scored) => write_json(&mut out, &Report::new(scored, language))?,
            Err(faults) => {
                refused += 1;
                first.get_or_insert(document.line);
                let report = ErrorReport::new(&faults, Some(document.line), language);
                write_json(&mut out, &report)?;
            }
        }
    }
    out.flush()?;
    let args = args![
        lines: lines, count: lines, refused: refused, first: first.unwrap_or(0).to_string()
    ];
    let (key, outcome) = match first {
        None => ("batch-scored", Ok(())),
        Some(_) => ("batch-refused", Err(CommandError::refused())),
    };
    output::message(&language.format("service", key, &args));
    outcome
}

/// Scores a line of an export: a match document, or one in the field `document` beside its labels.
fn score_line(line: &[u8]) -> Result<Scored, Faults> {
    let faults = match score(line) {
        Ok(scored) => return Ok(scored),
        Err(faults) => faults,
    };
    let Ok(json) = utf8(line).and_then(read_json) else {
        return Err(faults);
    };
    if is_log(&json) {
        return Err(Finding::shape("log-not-scored", "/log", args![]).into());
    }
    if json.get("document").is_none() {
        return Err(faults);
    }
    let (document, _) = labeled(json)?;
    let text = serde_json::to_vec(&document).unwrap_or_default();
    score(&text).map_err(|faults| {
        let faults = faults.into_iter();
        faults.map(|fault| fault.under("/document")).collect()
    })
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
