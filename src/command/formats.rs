//! The formats of answers: `--format` and `--json`.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::error::{CommandError, Outcome};
use super::grid::Grid;
use super::{markdown, output};

/// The format of an answer that is a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs, with every figure
    Json,
    /// For spreadsheets
    Csv,
    /// For a club's website or a message
    Markdown,
}

/// The format that the user asked for.
#[derive(Debug, Args)]
pub struct Formats {
    /// The output format [default: table]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Formats {
    /// The format that was asked for, if any was.
    pub fn chosen(&self) -> Option<Format> {
        if self.json {
            Some(Format::Json)
        } else {
            self.format
        }
    }

    /// Writes an answer: a text with a table, its figures as JSON, or the table alone.
    pub fn write(
        &self,
        grid: &Grid,
        figures: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Outcome {
        match self.chosen().unwrap_or(Format::Table) {
            Format::Table => output::text(&text()),
            Format::Json => output::json(figures),
            Format::Csv => {
                let csv = grid.csv();
                output::data(&csv.map_err(|error| CommandError::Files(error.to_string()))?)
            }
            Format::Markdown => output::text(&grid.markdown(markdown::escape)),
        }
    }
}
