//! `overtrick sheet`.

use std::path::PathBuf;

use clap::Args;

use super::error::{FaultFormat, Outcome};
use super::input::Document;
use super::output::Overwrite;
use super::print::{self, Paging};
use overtrick_match::MatchGame;
use overtrick_paper::requests::{self, SheetRequest};
use overtrick_paper::sheets::sheet;

/// Print a played match as PDF: one row per hand, totals, corrections, standings.
#[derive(Debug, Args)]
pub struct Sheet {
    /// The match document, or - for standard input
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
    pub fn run(self) -> Outcome {
        print::check(&self.output, &self.overwrite)?;
        let document = Document::read(&self.file, FaultFormat::Text)?;
        let scored = document.score()?;
        let json = document.json()?;
        let game = MatchGame::new(&json).map_err(|faults| document.refuse(&faults))?;
        let paging = &self.paging;
        let setup = paging.setup(1);
        paging.print(setup, &self.output, |print| {
            let request = SheetRequest {
                explain: self.explain,
                link: self.link.clone(),
                print,
            };
            let drawn = sheet(&request, &scored, &json);
            drawn.map_err(|error| paging.error(error, &game, setup))
        })
    }
}
