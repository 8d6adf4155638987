//! `overtrick score`: one document, or many in a batch.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle, available_parallelism};

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
const PORTION: usize = 1 << 16;

/// Scores every document; the command fails if any is refused.
fn score_all(file: &str) -> Outcome {
    let failed = |error: io::Error| input::file_error(file, &error);
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut documents = Documents::new(reader, MAX_BYTES).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut lines, mut refused) = (0, 0);
    // The number of the first refused line in the file.
    let mut first = None;
    loop {
        let portion = next_portion(&mut documents).map_err(failed)?;
        if portion.is_empty() {
            break;
        }
        lines += portion.len();
        for (document, scored) in portion.iter().zip(score_portion(&portion)) {
            let json = scored.unwrap_or_else(|faults| {
                refused += 1;
                first.get_or_insert(document.line);
                serde_json::to_vec(&ErrorReport::new(&faults, Some(document.line), language()))
            });
            out.write_all(&json.map_err(io::Error::from)?)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()?;
    let args = args![
        lines: lines, count: lines, refused: refused, first: first.unwrap_or(0).to_string()
    ];
    let key = first.map_or("batch-scored", |_| "batch-refused");
    output::notice("service", key, &args);
    CommandError::refused_unless(first.is_none())
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

/// The result of a document as JSON, or its faults.
type ScoredLine = Result<serde_json::Result<Vec<u8>>, Faults>;

/// Scores documents on all processors. The results are in the order of the documents.
fn score_portion(portion: &[DocumentText]) -> Vec<ScoredLine> {
    let score = |document: &DocumentText| {
        let scored = score_line(&document.text)?;
        Ok(Report::new(scored, language()).to_json(usize::MAX))
    };
    let score = |share: &[DocumentText]| share.iter().map(score).collect::<Vec<ScoredLine>>();
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    let shares = portion.chunks(portion.len().div_ceil(threads));
    thread::scope(|scope| {
        let running: Vec<_> = shares.map(|share| scope.spawn(|| score(share))).collect();
        let results = running.into_iter().map(ScopedJoinHandle::join);
        results
            .flat_map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// Scores a line of an export: a match document, or one in the field `document` beside its labels.
fn score_line(line: &[u8]) -> Result<Scored, Faults> {
    score(line).or_else(|faults| match utf8(line).and_then(read_json) {
        Ok(json) if is_log(&json) => Err(Finding::shape("log-not-scored", "/log", args![]).into()),
        Ok(json) if json.get("document").is_some() => {
            let (document, _) = labeled(json)?;
            let text = serde_json::to_vec(&document).unwrap_or_default();
            let inside = |faults: Faults| faults.into_iter().map(|fault| fault.under("/document"));
            score(&text).map_err(|faults| inside(faults).collect())
        }
        _ => Err(faults),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_documents_on_any_number_of_processors() {
        let game = overtrick_games::all()[0].facts;
        let text = |number: u64| {
            let players = ["A", "B", "C"].map(|name| format!("{name}{number}"));
            let players = &players[..game.players.0];
            match number % 3 {
                0 => "nonsense".to_owned(),
                _ => json!({ "game": game.id, "players": players, "hands": [] }).to_string(),
            }
        };
        let document = |number| DocumentText {
            line: number,
            text: text(number).into_bytes(),
        };
        let portion: Vec<DocumentText> = (1..=20).map(document).collect();
        let results = score_portion(&portion);
        assert_eq!(results.len(), portion.len());
        for (number, result) in (1..).zip(results) {
            let player = format!("\"A{number}\"");
            match result {
                Ok(json) => assert!(String::from_utf8(json.unwrap()).unwrap().contains(&player)),
                Err(_) => assert_eq!(number % 3, 0),
            }
        }
    }
}
