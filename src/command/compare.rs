//! `overtrick compare`.

use clap::Args;
use serde::Serialize;

use super::error::{FailureKind, FaultFormat, Outcome};
use super::game::Options;
use super::grid::{Grid, left, right, wrapped};
use super::input::Document;
use super::output::{self, language};
use super::rules_text::mark;
use super::table::{hand_title, reasons_grid};
use overtrick_core::{Finding, Seat};
use overtrick_match::document::{Comparison, Scored, Standing, StandingReport, compare};
use overtrick_match::lang::visible_line;

/// Compare the scores of a match under its own house rules and under other house rules.
#[derive(Debug, Args)]
#[command(mut_arg("options", |options| options.required(true)))]
pub struct Compare {
    /// The match document, or - for standard input
    file: String,
    #[command(flatten)]
    options: Options,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The comparison as JSON.
#[derive(Serialize)]
struct ComparisonJson {
    as_written: Vec<StandingReport>,
    with_options: Vec<StandingReport>,
    first_difference: Option<usize>,
    clauses: Vec<String>,
}

impl Compare {
    pub fn run(self) -> Outcome {
        let document = Document::read(&self.file, FaultFormat::new(self.json))?;
        // Judge the unchanged document first, so that its faults point to the right places in the file.
        let as_written = document.score()?;
        let json = document.json()?;
        let options = self.options.read(as_written.facts)?;
        let comparison = compare(as_written, &json, &options).map_err(|findings| {
            // The document is valid, so a fault in a house rule comes from the command line.
            let of_command = |fault: &Finding| fault.pointer.starts_with("/options");
            let refused = document.refuse(&findings);
            if findings.iter().all(of_command) {
                return refused.of_kind(FailureKind::Usage);
            }
            refused
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
        output::text(&as_text(&comparison, options))
    }
}

fn as_text(comparison: &Comparison, options: String) -> String {
    let (one, other) = (&comparison.one, &comparison.other);
    let headings = [language().text("ui", "as-written"), options];
    let mut text = standings(one, other, &headings).text();
    match comparison.first_difference {
        None => text += &format!("\n{}\n", language().text("ui", "no-difference")),
        Some(index) => {
            let title = hand_title(one, &one.hands[index]);
            let first = sentence!("ui", "first-difference", hand: title);
            text += &format!("\n{}", wrapped(&first));
            for (scored, heading) in [one, other].into_iter().zip(&headings) {
                let lines = reasons_grid(scored, &scored.hands[index]);
                text += &format!("\n{heading}:\n{}", lines.text());
            }
        }
    }
    text += "\n";
    for clause in &comparison.clauses {
        let ours = mark(clause.ours);
        let (id, sentence) = (&clause.id, clause.in_words(language()));
        text += &wrapped(&visible_line(&format!("{ours}{id}: {sentence}")));
    }
    text
}

/// Returns the totals and ranks of all players under both sets of house rules.
fn standings(one: &Scored, other: &Scored, headings: &[String]) -> Grid {
    let result = |scored: &Scored, seat: Seat| {
        let mut standings = scored.standings().into_iter();
        let standing = standings.find(|standing| standing.seat == seat);
        standing
            .map(|standing| format!("{} ({})", standing.total, language().ordinal(standing.rank)))
            .unwrap_or_default()
    };
    let row = |standing: Standing| {
        let seat = standing.seat;
        let results = [result(one, seat), result(other, seat)];
        [left(one.table.name(seat))]
            .into_iter()
            .chain(results.map(right))
    };
    let header = [left("")].into_iter().chain(headings.iter().map(right));
    let rows = one.standings().into_iter().map(row);
    rows.collect::<Grid>().headed(header)
}
