//! `overtrick score`: scores one document, or many in a batch.

use std::io::{self, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
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
pub struct Score {
    /// The match document, or - for standard input
    file: String,
    #[command(flatten)]
    formats: Formats,
    /// Explain every point, with the rule behind it
    #[arg(long)]
    explain: bool,
    /// Read many match documents (one per line, as from overtrick export, or an array), and write one result per line
    #[arg(long, conflicts_with_all = ["format", "json", "explain"])]
    batch: bool,
    /// Print the match document with its edition, house rules and result as JSON, which anyone can check with
    /// overtrick verify
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
            Format::Markdown => output::data(table::markdown(&scored)),
            Format::Csv => {
                let json = document.json()?;
                let mut out = io::stdout().lock();
                csv(&scored, &json, &mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}

/// The number of documents that one thread receives at a time (a portion).
const PORTION: usize = 32;
/// The maximum number of portions that wait before and after each thread.
const WAITING: usize = 2;

/// The line number of a document, and its result as JSON or its faults.
type ScoredLine = (u64, Result<serde_json::Result<Vec<u8>>, Faults>);

/// Scores all documents. Returns an error if any is refused.
fn score_all(file: &str) -> Outcome {
    let failed = |error: io::Error| input::file_error(file, &error);
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let documents = Documents::new(reader, MAX_BYTES).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut lines, mut refused) = (0, 0);
    // The line number of the first refused document.
    let mut first = None;
    score_each(documents, |scored| {
        let (line, result) = scored.map_err(failed)?;
        lines += 1;
        let json = result.unwrap_or_else(|faults| {
            refused += 1;
            first.get_or_insert(line);
            serde_json::to_vec(&ErrorReport::new(&faults, Some(line), language()))
        });
        out.write_all(&json.map_err(io::Error::from)?)?;
        Ok(out.write_all(b"\n")?)
    })?;
    out.flush()?;
    let key = first.map_or("batch-scored", |_| "batch-refused");
    notice!("service", key, lines: lines, count: lines, refused: refused,
        first: first.unwrap_or(0).to_string());
    CommandError::refused_unless(first.is_none())
}

/// Scores documents on all processors, and calls `each` with the results in the order of the documents.
fn score_each(
    mut documents: impl Iterator<Item = io::Result<DocumentText>> + Send,
    mut each: impl FnMut(io::Result<ScoredLine>) -> Outcome,
) -> Outcome {
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let channels = (0..threads).map(|_| {
            let (portions, received) = sync_channel::<Vec<io::Result<DocumentText>>>(WAITING);
            let (scored, results) = sync_channel::<Vec<io::Result<ScoredLine>>>(WAITING);
            scope.spawn(move || {
                let mut portions = received.into_iter();
                portions.try_for_each(|portion| scored.send(score_portion(portion)))
            });
            (portions, results)
        });
        let (portions, results): (Vec<_>, Vec<_>) = channels.unzip();
        scope.spawn(move || {
            portions.iter().cycle().try_for_each(|processor| {
                let portion: Vec<_> = documents.by_ref().take(PORTION).collect();
                (!portion.is_empty()).then(|| processor.send(portion).ok())?
            })
        });
        // When a thread has no further result, all results have been received.
        let portions = results
            .iter()
            .cycle()
            .map_while(|results| results.recv().ok());
        portions.flatten().try_for_each(&mut each)
    })
}

fn score_portion(portion: Vec<io::Result<DocumentText>>) -> Vec<io::Result<ScoredLine>> {
    let score = |document: DocumentText| {
        let json = |scored| Report::new(scored, language()).to_json(usize::MAX);
        (document.line, score_line(&document.text).map(json))
    };
    portion
        .into_iter()
        .map(|document| document.map(score))
        .collect()
}

/// Scores a line of an export, which is a match document, or an object with labels and the document in the
/// field `document`.
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
        let document = |number| {
            Ok(DocumentText {
                line: number,
                text: text(number).into_bytes(),
            })
        };
        let mut next = 1;
        let scored = score_each((1..=500).map(document), |scored| {
            let (line, result) = scored.unwrap();
            assert_eq!(line, next);
            next += 1;
            match result {
                Ok(json) => {
                    let json = String::from_utf8(json.unwrap()).unwrap();
                    assert!(json.contains(&format!("\"A{line}\"")));
                }
                Err(_) => assert_eq!(line % 3, 0),
            }
            Ok(())
        });
        assert!(scored.is_ok());
        assert_eq!(next, 501);
    }

    #[test]
    fn scoring_stops_after_an_error() {
        let document = |line| {
            Ok(DocumentText {
                line,
                text: Vec::new(),
            })
        };
        let mut passed = 0;
        let scored = score_each((1..).map(document), |_| {
            passed += 1;
            CommandError::refused_unless(passed < 3)
        });
        assert!(scored.is_err());
        assert_eq!(passed, 3);
    }
}
