//! `overtrick pad`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::error::Outcome;
use super::game::{self, Options};
use super::output::Overwrite;
use super::print::{self, Paging};
use super::{logo, words};
use overtrick_match::MatchGame;
use overtrick_match::document::options_object;
use overtrick_match::lang::Language;
use overtrick_paper::requests::{self, Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

/// Print blank or prefilled score pads as PDF.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick pad {game} --players {players} -o pad.pdf"]))]
pub struct Pad {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    pads: Pads,
}

/// What pads of any game are printed with.
#[derive(Debug, Args)]
pub struct Pads {
    /// The players in seat order, separated by commas, or the number of players
    #[arg(long, value_delimiter = ',', value_name = "A,B,C|N")]
    players: Vec<String>,
    #[command(flatten)]
    paging: Paging,
    #[arg(long, help = requests::PER_PAGE.help(), value_name = "N", default_value = "1",
          value_parser = clap::builder::PossibleValuesParser::new(["1", "2", "4"]))]
    per_page: String,
    #[arg(long, help = requests::PAGES.help(), value_name = "N", default_value_t = 1)]
    pages: usize,
    #[command(flatten)]
    parts: Parts,
    #[command(flatten)]
    options: Options,
    #[arg(long, help = requests::TITLE.help())]
    title: Option<String>,
    #[arg(long, help = requests::DATE.help())]
    date: Option<String>,
    #[arg(long, help = requests::PLACE.help())]
    place: Option<String>,
    /// A logo for the head of each pad: a PNG of at most 4 million pixels and 4 MB
    #[arg(long, value_name = "FILE")]
    logo: Option<PathBuf>,
    #[arg(long, help = requests::LINK.help(), value_name = "URL")]
    link: Option<String>,
    /// Where the PDF goes; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// What stands on a pad.
#[derive(Debug, Args)]
struct Parts {
    /// Leave out the worked example at the top
    #[arg(long)]
    no_example: bool,
    /// Leave out the page for the back, with the scoring and the house rules
    #[arg(long)]
    no_legend: bool,
}

impl Pad {
    pub fn run(self, language: &Language) -> Outcome {
        self.pads
            .print(&game::find(&self.game, language)?.into(), language)
    }
}

impl Pads {
    /// Prints the pads of a game.
    pub fn print(self, game: &MatchGame, language: &Language) -> Outcome {
        let facts = game.facts();
        let options = options_object(&self.options.read(facts, language)?);
        print::refuse_terminal(&self.output, language)?;
        self.overwrite.check(&self.output, language)?;
        let logo = self.logo.as_deref().map(|file| logo::read(file, language));
        let logo = logo.transpose()?.map(Arc::new);
        let per_page = self.per_page.parse().unwrap_or(1);
        let paging = &self.paging;
        paging.print(per_page, &self.output, game, language, |print| {
            pads(&PadRequest {
                game: game.clone(),
                players: PadPlayers::from_texts(self.players),
                options,
                pages: self.pages,
                example: !self.parts.no_example,
                legend: !self.parts.no_legend,
                labels: Labels {
                    title: self.title,
                    date: self.date,
                    place: self.place,
                    link: self.link,
                    logo,
                    ..Labels::default()
                },
                print,
            })
        })
    }
}
