//! `overtrick sheet`.

use std::path::PathBuf;

use clap::Args;

use super::error::{FaultFormat, Outcome};
use super::input::Document;
use super::output::Overwrite;
use super::print::{self, Paging};
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_paper::requests::{self, SheetRequest};
use overtrick_paper::sheets::sheet;

/// Print a played match as PDF: one row per hand, totals, corrections, standings.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick sheet friday.json --explain -o friday.pdf"]))]
pub struct Sheet {
    /// The match document, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[arg(long, help = requests::EXPLAIN.help())]
    explain: bool,
    #[command(flatten)]
    paging: Paging,
    #[arg(long, help = requests::LINK.help(), value_name = "URL")]
    link: Option<String>,
    /// Where the PDF goes; - is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Sheet {
    pub fn run(self, language: &Language) -> Outcome {
        print::refuse_terminal(&self.output, language)?;
        self.overwrite.check(&self.output, language)?;
        let document = Document::read(&self.file, FaultFormat::Text, language)?;
        let scored = document.score(language)?;
        let json = document.json(language)?;
        let game = MatchGame::new(&json).map_err(|faults| document.refuse(&faults, language))?;
        let paging = &self.paging;
        paging.print(&self.output, &game, language, |print| {
            let request = SheetRequest {
                explain: self.explain,
                link: self.link.clone(),
                print,
            };
            sheet(&request, &scored, &json)
        })
    }
}
