//! `overtrick score`.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::error::Outcome;
use super::faults::FaultFormat;
use super::input::Document;
use super::{batch, markdown, output, table};
use crate::document::{Report, csv};
use crate::lang::Language;

/// Score a match document: hands, totals, standings, and why.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick score friday.json --format table --explain", "overtrick score friday.json --format markdown > friday.md", "overtrick score --batch matches.ndjson > results.ndjson"]))]
pub struct Score {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// How to show the result [default: table in a terminal, else json]. With json written out, faults
    /// are JSON on standard output too; otherwise they are text on standard error
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Show how every point came about, with its rule
    #[arg(long)]
    explain: bool,
    /// Read one match document a line and write one result a line
    #[arg(long, conflicts_with_all = ["format", "explain"])]
    batch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs, with every figure
    Json,
    /// For spreadsheets: a row for each hand and player
    Csv,
    /// For a club's website or a message
    Markdown,
}

impl Score {
    pub fn run(self, language: &'static Language) -> Outcome {
        if self.batch {
            return batch::run(&self.file, language);
        }
        let faults = match self.format {
            Some(Format::Json) => FaultFormat::Json,
            _ => FaultFormat::Text,
        };
        let document = Document::read(&self.file, faults, language)?;
        let scored = document.score(language)?;
        let default = if output::is_terminal() {
            Format::Table
        } else {
            Format::Json
        };
        match self.format.unwrap_or(default) {
            Format::Json => output::json(&Report::of(scored, language)),
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
