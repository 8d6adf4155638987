//! `overtrick score`.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::{CommandError, Outcome, batch, input, output, print_faults, table};
use crate::document::{Report, csv, read_json, score};
use crate::lang::Language;

/// Score a match document: hands, totals, standings, and why.
#[derive(Debug, Args)]
pub struct Score {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// How to show the result [default: table in a terminal, else json]
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
        let document = input::read(&self.file)?;
        let scored = score(&document).map_err(|findings| {
            let what = input::called(&self.file, language);
            print_faults(&what, &findings, language);
            CommandError::Refused
        })?;
        let usual = if output::is_read_by_a_person() {
            Format::Table
        } else {
            Format::Json
        };
        match self.format.unwrap_or(usual) {
            Format::Json => output::json(&Report::of(scored, language)),
            Format::Table => output::text(&table::table(&scored, self.explain, language)),
            Format::Markdown => output::text(&table::markdown(&scored, self.explain, language)),
            Format::Csv => {
                let text = String::from_utf8_lossy(&document);
                let json = read_json(text.trim_start_matches('\u{feff}'))
                    .map_err(|_| CommandError::Refused)?;
                let mut out = io::stdout().lock();
                csv(&scored, &json, &mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}
