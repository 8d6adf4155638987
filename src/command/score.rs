//! `overtrick score`.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::error::Outcome;
use super::faults::FaultFormat;
use super::formats::{Format, Formats};
use super::input::Document;
use super::{batch, markdown, output, table};
use overtrick_core::json::Json;
use overtrick_match::document::{Report, csv, written_options};
use overtrick_match::lang::Language;

/// The help of `--format`.
const FORMAT: &str = "The output format [default: table in a terminal, otherwise json]. With an explicit \
    json, faults are also written as JSON to standard output; otherwise they are text on standard error";

/// Score a match document: hands, totals, standings, and the reason for every point.
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.help(FORMAT)))]
#[command(after_help = super::examples::of(&["overtrick score friday.json --format table --explain", "overtrick score friday.json --format markdown > friday.md", "overtrick score --batch matches.ndjson > results.ndjson"]))]
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
            return batch::run(&self.file, language);
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
            Format::Markdown => output::text(&markdown::markdown(&scored, self.explain, language)),
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
