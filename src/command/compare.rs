//! `overtrick compare`.

use clap::Args;
use serde::Serialize;

use super::error::{FailureKind, FaultFormat, Outcome};
use super::game::Options;
use super::grid::{Grid, left, right, wrapped};
use super::input::Document;
use super::output;
use super::rules_text::mark;
use super::table::{hand_title, reasons_grid};
use overtrick_core::{Finding, Seat, args};
use overtrick_match::document::{Comparison, Scored, StandingReport, compare};
use overtrick_match::lang::{Language, visible_line};

/// Score a match twice, by the house rules in its document and by others, and compare.
#[derive(Debug, Args)]
#[command(mut_arg("options", |options| options.required(true)))]
#[command(after_help = super::words::examples(&["overtrick compare friday.json --option {option}"]))]
pub struct Compare {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    options: Options,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON of a comparison.
#[derive(Serialize)]
struct ComparisonJson {
    as_written: Vec<StandingReport>,
    with_options: Vec<StandingReport>,
    first_difference: Option<usize>,
    clauses: Vec<String>,
}

impl Compare {
    pub fn run(self, language: &Language) -> Outcome {
        let document = Document::read(&self.file, FaultFormat::new(self.json), language)?;
        // The document is first judged as it is, so that its own faults point to the right places.
        let as_written = document.score(language)?;
        let json = document.json(language)?;
        let options = self.options.read(as_written.facts, language)?;
        let comparison = compare(as_written, &json, &options).map_err(|findings| {
            // The document was valid, so an impossible house rule is a fault of the command line.
            let of_command = |fault: &Finding| fault.pointer.starts_with("/options");
            let kind = if findings.iter().all(of_command) {
                FailureKind::Usage
            } else {
                FailureKind::Refused
            };
            document.refuse(&findings, language).of_kind(kind)
        })?;
        if self.json {
            let clauses = comparison.clauses.iter();
            return output::json(&ComparisonJson {
                as_written: StandingReport::all(&comparison.one),
                with_options: StandingReport::all(&comparison.other),
                first_difference: comparison.first_difference.map(|index| index + 1),
                clauses: clauses.map(|clause| clause.id.to_string()).collect(),
            });
        }
        let options = visible_line(&self.options.options.join(", "));
        output::text(&as_text(&comparison, options, language))
    }
}

fn as_text(comparison: &Comparison, options: String, language: &Language) -> String {
    let Comparison {
        one,
        other,
        first_difference,
        clauses,
    } = comparison;
    let headings = [language.text("ui", "as-written"), options];
    let mut text = standings(one, other, &headings, language).text();
    match first_difference {
        None => text += &format!("\n{}\n", language.text("ui", "no-difference")),
        Some(index) => {
            let title = hand_title(one, &one.hands[*index], language);
            let args = args![hand: title];
            let first = language.format("ui", "first-difference", &args);
            text += &format!("\n{}", wrapped(&first));
            for (scored, heading) in [one, other].into_iter().zip(&headings) {
                let lines = reasons_grid(scored, &scored.hands[*index], language);
                text += &format!("\n{heading}:\n{}", lines.text());
            }
        }
    }
    text += "\n";
    for clause in clauses {
        let ours = mark(clause.ours);
        let (id, said) = (&clause.id, clause.in_words(language));
        text += &wrapped(&visible_line(&format!("{ours}{id}: {said}")));
    }
    text
}

/// The totals and ranks of all players under both readings.
fn standings(one: &Scored, other: &Scored, headings: &[String], language: &Language) -> Grid {
    let result = |scored: &Scored, seat: Seat| {
        let mut standings = scored.standings().into_iter();
        let standing = standings.find(|standing| standing.seat == seat);
        standing
            .map(|standing| format!("{} ({})", standing.total, language.ordinal(standing.rank)))
            .unwrap_or_default()
    };
    let mut grid = Grid::new();
    let mut header = vec![left("")];
    header.extend(headings.iter().map(right));
    grid.set_header(header);
    for standing in one.standings() {
        let results = [result(one, standing.seat), result(other, standing.seat)];
        let mut row = vec![left(one.table.name(standing.seat))];
        row.extend(results.map(right));
        grid.add_row(row);
    }
    grid
}
