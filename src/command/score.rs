//! `overtrick score`: one document, or many in a batch.

use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::{self, available_parallelism};

use clap::Args;
use serde::Serialize;

use super::documents::{DocumentText, Documents};
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

/// About how many bytes of documents are read before all processors score them.
const PORTION: usize = 1 << 20;

/// The results of some documents, one per line.
#[derive(Default)]
struct Results {
    text: Vec<u8>,
    refused: usize,
    /// The number of the first refused line in the file.
    first_refused: Option<u64>,
}

/// Scores every document; the command fails if any is refused.
fn score_all(file: &str) -> Outcome {
    let failed = |error: io::Error| input::file_error(file, &error);
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut documents = Documents::new(reader, MAX_BYTES).map_err(failed)?;
    let mut out = io::stdout().lock();
    let (mut lines, mut refused, mut first_refused) = (0, 0, None);
    loop {
        let portion = next_portion(&mut documents).map_err(failed)?;
        if portion.is_empty() {
            break;
        }
        lines += portion.len();
        for results in score_portion(&portion)? {
            out.write_all(&results.text)?;
            refused += results.refused;
            first_refused = first_refused.or(results.first_refused);
        }
    }
    out.flush()?;
    let args = args![
        lines: lines, count: lines, refused: refused, first: first_refused.unwrap_or(0).to_string()
    ];
    let key = match first_refused {
        None => "batch-scored",
        Some(_) => "batch-refused",
    };
    output::notice("service", key, &args);
    CommandError::refused_unless(first_refused.is_none())
}

/// The next documents of a file; none at its end.
fn next_portion(documents: &mut Documents<impl BufRead>) -> io::Result<Vec<DocumentText>> {
    let mut portion = Vec::new();
    let mut bytes = 0;
    while bytes < PORTION
        && let Some(document) = documents.next().transpose()?
    {
        bytes += document.text.len();
        portion.push(document);
    }
    Ok(portion)
}

/// Scores documents on all processors. The results are in the order of the documents.
fn score_portion(portion: &[DocumentText]) -> Result<Vec<Results>, CommandError> {
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    let shares = portion.chunks(portion.len().div_ceil(threads));
    thread::scope(|scope| {
        let running: Vec<_> = shares
            .map(|share| scope.spawn(|| score_share(share)))
            .collect();
        let results = running.into_iter().map(|thread| {
            let result = thread.join();
            result.unwrap_or_else(|panic| resume_unwind(panic))
        });
        results.collect()
    })
}

fn score_share(documents: &[DocumentText]) -> Result<Results, CommandError> {
    let mut results = Results::default();
    for document in documents {
        match score_line(&document.text) {
            Ok(scored) => {
                let report = Report::new(scored, language()).to_json(usize::MAX);
                results.text.extend(report.map_err(io::Error::from)?);
                results.text.push(b'\n');
            }
            Err(faults) => {
                results.refused += 1;
                results.first_refused.get_or_insert(document.line);
                let report = ErrorReport::new(&faults, Some(document.line), language());
                write_json(&mut results.text, &report)?;
            }
        }
    }
    Ok(results)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_documents_on_any_number_of_processors() {
        let text = |number: u64| match number % 3 {
            0 => "nonsense".to_owned(),
            _ => format!(
                r#"{{"game": "brink-bid", "players": ["Ann", "Bo"], "title": "{number}", "hands": []}}"#
            ),
        };
        let document = |number| DocumentText {
            line: number,
            text: text(number).into_bytes(),
        };
        let portion: Vec<DocumentText> = (1..=20).map(document).collect();
        let results = score_portion(&portion).unwrap();
        let lines: Vec<u8> = results.iter().flat_map(|one| one.text.clone()).collect();
        assert_eq!(lines, score_share(&portion).unwrap().text);
        assert_eq!(lines.split(|byte| *byte == b'\n').count(), 21);
        let first = results.iter().find_map(|one| one.first_refused);
        assert_eq!(first, Some(3));
        assert_eq!(results.iter().map(|one| one.refused).sum::<usize>(), 6);
    }
}
