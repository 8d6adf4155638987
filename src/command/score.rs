//! `overtrick score`: one document, or many in a batch.

use std::io::{self, BufReader, BufWriter, Write};

use clap::Args;
use serde::Serialize;

use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Outcome};
use super::grid::{Format, Formats};
use super::input::Document;
use super::output::{self, language};
use super::{input, table};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::{
    ErrorReport, MAX_BYTES, Report, Scored, csv, read_json, score, utf8, written_options,
};
use overtrick_server::{is_log, labeled};

/// Score a match document: hands, totals, standings, and the reason for every point.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick score friday.json --format table --explain", "overtrick score friday.json --format csv > friday.csv", "overtrick score --batch matches.ndjson > results.ndjson"]))]
pub struct Score {
    /// The match document, or - for standard input
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
    pub fn run(self) -> Outcome {
        if self.batch {
            return score_all(&self.file);
        }
        let chosen = self.formats.chosen();
        let faults = FaultFormat::new(chosen == Some(Format::Json));
        let document = Document::read(&self.file, faults)?;
        let scored = document.score()?;
        if self.with_document {
            let mut json = document.json()?;
            let options = written_options(&json);
            let options = options.map_err(|faults| document.refuse(&faults))?;
            json.set("edition", Json::Int(scored.edition));
            json.set("options", options);
            return output::json(&Whole {
                document: json,
                result: Report::new(scored, language()),
            });
        }
        let default = if output::is_terminal() {
            Format::Table
        } else {
            Format::Json
        };
        match chosen.unwrap_or(default) {
            Format::Json => output::json(&Report::new(scored, language())),
            Format::Table => output::text(&table::table(&scored, self.explain)),
            Format::Markdown => output::data(&table::markdown(&scored)),
            Format::Csv => {
                let json = document.json()?;
                let mut out = io::stdout().lock();
                csv(&scored, &json, &mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}

/// Scores every document; the command fails if any is refused.
fn score_all(file: &str) -> Outcome {
    let failed = |error: io::Error| input::file_error(file, &error);
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut lines, mut refused) = (0_usize, 0_usize);
    // The number of the first refused line in the file.
    let mut first = None;
    for document in Documents::new(reader, MAX_BYTES).map_err(failed)? {
        let document = document.map_err(failed)?;
        lines += 1;
        match score_line(&document.text) {
            Ok(scored) => write_json(&mut out, &Report::new(scored, language()))?,
            Err(faults) => {
                refused += 1;
                first.get_or_insert(document.line);
                let report = ErrorReport::new(&faults, Some(document.line), language());
                write_json(&mut out, &report)?;
            }
        }
    }
    out.flush()?;
    let args = args![
        lines: lines, count: lines, refused: refused, first: first.unwrap_or(0).to_string()
    ];
    let key = match first {
        None => "batch-scored",
        Some(_) => "batch-refused",
    };
    output::notice("service", key, &args);
    CommandError::refused_unless(first.is_none())
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
    let inside = |faults: Faults| faults.into_iter().map(|fault| fault.under("/document"));
    score(&text).map_err(|faults| inside(faults).collect())
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
