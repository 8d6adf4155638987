//! `overtrick compare`.

use clap::Args;
use comfy_table::{Cell, CellAlignment};

use super::new::read_options;
use super::table::{block, grid, hand_title, lines_grid};
use super::{CommandError, Outcome, input, output, print_faults};
use crate::document::{Comparison, compare, read_json, score};
use crate::games;
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::{Facts, HouseRule, Seat, args};

/// Show a match under two readings of the rules: as its document says, and with other house rules.
#[derive(Debug, Args)]
pub struct Compare {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// A house rule of the other reading: brink_points=1, rates.seven=3
    #[arg(long = "option", value_name = "K=V", required = true)]
    options: Vec<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub fn run(self, language: &Language) -> Outcome {
        let document = input::read(&self.file)?;
        let refused = |findings: Vec<_>| {
            let what = input::called(&self.file, language);
            print_faults(&what, &findings, language);
            CommandError::Refused
        };
        // The document is judged as it is first, so that its own faults have their own places.
        let one = score(&document).map_err(refused)?;
        let facts = one.facts;
        let text = String::from_utf8_lossy(&document);
        let json = read_json(text.trim_start_matches('\u{feff}'))
            .map_err(|finding| refused(vec![finding]))?;
        let options = read_options(facts, &self.options, language)?;
        let comparison = compare(one, &json, &options).map_err(refused)?;
        let changed = changed(facts, &options);
        if self.json {
            return output::json(&as_json(&comparison, &changed));
        }
        output::text(&as_text(&comparison, &changed, &self.options, language))
    }
}

/// The house rules among these options.
pub(crate) fn changed(facts: &Facts, options: &[(String, Json)]) -> Vec<&'static HouseRule> {
    games::find(facts.id)
        .into_iter()
        .flat_map(|entry| entry.facts.options)
        .filter(|rule| options.iter().any(|(key, _)| key == rule.field.name))
        .collect()
}

fn as_text(
    comparison: &Comparison,
    changed: &[&HouseRule],
    options: &[String],
    language: &Language,
) -> String {
    let Comparison {
        one,
        other,
        first_difference,
    } = comparison;
    let mut grid = grid();
    let headings = [language.text("ui", "as-written"), options.join(", ")];
    let mut header = vec![Cell::new("")];
    header.extend(
        headings
            .iter()
            .map(|text| Cell::new(text).set_alignment(CellAlignment::Right)),
    );
    grid.set_header(header);
    for standing in one.standings() {
        let place = |scored: &crate::document::Scored, seat: Seat| {
            let standing = scored
                .standings()
                .into_iter()
                .find(|standing| standing.seat == seat);
            standing
                .map(|standing| format!("{} ({})", standing.total, language.ordinal(standing.rank)))
                .unwrap_or_default()
        };
        let mut row = vec![Cell::new(one.table.name(standing.seat))];
        let places = [place(one, standing.seat), place(other, standing.seat)];
        row.extend(places.map(|text| Cell::new(text).set_alignment(CellAlignment::Right)));
        grid.add_row(row);
    }
    let mut text = block(&grid);
    match first_difference {
        None => text += &format!("\n{}\n", language.text("ui", "no-difference")),
        Some(index) => {
            let title = hand_title(one, &one.hands[*index], language);
            text += &format!(
                "\n{}\n",
                language.format("ui", "first-difference", &args![hand: title])
            );
            for (scored, heading) in [one, other].into_iter().zip(&headings) {
                text += &format!(
                    "\n{heading}:\n{}",
                    block(&lines_grid(scored, &scored.hands[*index], language))
                );
            }
        }
    }
    text += "\n";
    for rule in changed {
        let ours = if rule.ours { "◇ " } else { "" };
        text += &format!(
            "{ours}{}: {}\n",
            rule.clause,
            language.text("clause", rule.clause)
        );
    }
    text
}

/// Both standings, and the first hand that differs.
pub(crate) fn as_json(comparison: &Comparison, changed: &[&HouseRule]) -> Json {
    let standings = |scored: &crate::document::Scored| -> Json {
        let standings = scored.standings().into_iter();
        standings
            .map(|standing| {
                let total = serde_json::to_string(&standing.total).ok();
                let total = total
                    .and_then(|text| serde_json::from_str(&text).ok())
                    .unwrap_or(Json::Null);
                Json::from([
                    ("rank", Json::Int(i64::try_from(standing.rank).unwrap_or(0))),
                    ("player", Json::from(&**scored.table.name(standing.seat))),
                    ("total", total),
                ])
            })
            .collect()
    };
    let first = comparison
        .first_difference
        .and_then(|index| i64::try_from(index + 1).ok());
    Json::from([
        ("as_written", standings(&comparison.one)),
        ("with_options", standings(&comparison.other)),
        ("first_difference", first.map_or(Json::Null, Json::Int)),
        ("clauses", changed.iter().map(|rule| rule.clause).collect()),
    ])
}
