//! The rules of a game on paper: `overtrick rules GAME -o FILE`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::error::Outcome;
use super::game::Options;
use super::output::Overwrite;
use super::print::{self, Paging};
use overtrick_games::Entry;
use overtrick_match::document::options_object;
use overtrick_match::lang::Language;
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{self, BookletRequest};

/// Options for the rules as a PDF.
#[derive(Debug, Args)]
pub struct Printing {
    /// Write the rules as a PDF, for a new player; - is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "markdown", "irregularities"])]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[arg(long, help = requests::BOOKLET_PAPER.help(), default_value = Paper::default().id(),
          requires = "output", ignore_case = true,
          value_parser = PossibleValuesParser::new(requests::BOOKLET_PAPER.words().iter().copied()))]
    paper: String,
    /// Make a booklet of half the paper size: two pages on each side, in folding order, on two sheets at
    /// most. Print double-sided, flip on the short edge, stack the sheets and fold them once: A4 makes an A5
    /// booklet, A5 an A6 one
    #[arg(long, requires = "output")]
    fold: bool,
    #[command(flatten)]
    options: Options,
    #[arg(long, help = requests::LINK.help(), value_name = "URL", requires = "output")]
    link: Option<String>,
}

impl Printing {
    /// Writes the rules of a game as a PDF.
    pub fn print(&self, game: &'static Entry, output: &Path, language: &Language) -> Outcome {
        let options = options_object(&self.options.read(game.facts, language)?);
        print::refuse_terminal(output, language)?;
        self.overwrite.check(output, language)?;
        let paging = Paging::plain(self.paper.clone());
        paging.print(1, output, &game.into(), language, |print| {
            booklet(&BookletRequest {
                game,
                options,
                paper: print.setup.paper,
                fold: self.fold,
                link: self.link.clone(),
                language,
            })
        })
    }
}
