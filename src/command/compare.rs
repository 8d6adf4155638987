//! `overtrick compare`.

use clap::Args;
use serde::Serialize;

use super::error::{CommandError, Outcome};
use super::faults::FaultFormat;
use super::game::Options;
use super::input::Document;
use super::output;
use super::table::{block, grid, hand_title, left, lines_grid, right};
use overtrick_core::{Finding, Seat, args};
use overtrick_match::document::{Comparison, Scored, StandingReport, compare};
use overtrick_match::lang::{Language, visible_line};

/// Score a match twice, by the house rules in its document and by others, and compare.
#[derive(Debug, Args)]
#[command(mut_arg("options", |options| options.required(true)))]
#[command(after_help = super::examples::of(&["overtrick compare friday.json --option {option}"]))]
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
    clauses: Vec<&'static str>,
}

impl Compare {
    pub fn run(self, language: &Language) -> Outcome {
        let document = Document::read(&self.file, FaultFormat::of(self.json), language)?;
        // The document is first judged as it is, so that its own faults point to the right places.
        let as_written = document.score(language)?;
        let json = document.json(language)?;
        let options = self.options.read(as_written.facts, language)?;
        let comparison = compare(as_written, &json, &options).map_err(|findings| {
            let refused = document.refuse(&findings, language);
            // The document was valid, so an impossible house rule is a fault of the command line.
            let of_command = |fault: &Finding| fault.pointer.starts_with("/options");
            match refused {
                CommandError::Refused if findings.iter().all(of_command) => {
                    CommandError::Usage(None)
                }
                error => error,
            }
        })?;
        if self.json {
            return output::json(&ComparisonJson {
                as_written: StandingReport::all(&comparison.one),
                with_options: StandingReport::all(&comparison.other),
                first_difference: comparison.first_difference.map(|index| index + 1),
                clauses: comparison.rules.iter().map(|rule| rule.clause).collect(),
            });
        }
        output::text(&as_text(&comparison, &self.options.options, language))
    }
}

fn as_text(comparison: &Comparison, options: &[String], language: &Language) -> String {
    let Comparison {
        one,
        other,
        first_difference,
        rules,
    } = comparison;
    let headings = [
        language.text("ui", "as-written"),
        visible_line(&options.join(", ")),
    ];
    let mut text = block(&standings(one, other, &headings, language));
    match first_difference {
        None => text += &format!("\n{}\n", language.text("ui", "no-difference")),
        Some(index) => {
            let title = hand_title(one, &one.hands[*index], language);
            let args = args![hand: title];
            text += &format!("\n{}\n", language.format("ui", "first-difference", &args));
            for (scored, heading) in [one, other].into_iter().zip(&headings) {
                let lines = lines_grid(scored, &scored.hands[*index], language);
                text += &format!("\n{heading}:\n{}", block(&lines));
            }
        }
    }
    text += "\n";
    for rule in rules {
        let ours = if rule.ours { "◇ " } else { "" };
        let clause = language.text("clause", rule.clause);
        text += &format!("{ours}{}: {clause}\n", rule.clause);
    }
    text
}

/// The totals and ranks of all players under both readings.
fn standings(
    one: &Scored,
    other: &Scored,
    headings: &[String],
    language: &Language,
) -> comfy_table::Table {
    let result = |scored: &Scored, seat: Seat| {
        let mut standings = scored.standings().into_iter();
        let standing = standings.find(|standing| standing.seat == seat);
        standing
            .map(|standing| format!("{} ({})", standing.total, language.ordinal(standing.rank)))
            .unwrap_or_default()
    };
    let mut grid = grid();
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
