//! `overtrick sheet`.

use std::path::PathBuf;

use clap::Args;

use super::print::{self, Paging};
use super::{CommandError, Outcome, input, print_faults};
use crate::document::{read_json, score};
use crate::lang::Language;
use crate::sheets::{self, Press, SheetOrder};

/// Print a played match as PDF: every hand in its row, totals, corrections, standings.
#[derive(Debug, Args)]
pub struct Sheet {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Add how every point came about, with its rule
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    paging: Paging,
    /// An address, printed with a code for phones
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Where the PDF goes; - is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Sheet {
    pub fn run(self, language: &Language) -> Outcome {
        print::refuse_terminal(&self.output, language)?;
        let document = input::read(&self.file)?;
        let refused = |findings: Vec<_>| {
            let what = input::called(&self.file, language);
            print_faults(&what, &findings, language);
            CommandError::Refused
        };
        let scored = score(&document).map_err(refused)?;
        let text = String::from_utf8_lossy(&document);
        let json = read_json(text.trim_start_matches('\u{feff}'));
        let json = json.map_err(|finding| refused(vec![finding]))?;
        let setup = self.paging.setup(1, language)?;
        let template = self.paging.template(language)?;
        let fonts = self.paging.fonts(language)?;
        let order = SheetOrder {
            scored: &scored,
            document: &json,
            explain: self.explain,
            link: self.link,
            press: Press {
                setup,
                template: template.as_deref(),
                fonts: &fonts,
                language,
            },
        };
        let printable = sheets::sheet(&order)
            .map_err(|error| print::said(error, scored.facts, setup, &self.paging, language))?;
        print::write(&printable, &self.output, language)
    }
}
