//! `overtrick pad`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::error::{CommandError, FaultFormat, Outcome};
use super::evening::Evening;
use super::game::{self, Options};
use super::input;
use super::output::{Overwrite, language};
use super::print::{self, Paging};
use super::words;
use overtrick_core::args;
use overtrick_match::MatchGame;
use overtrick_match::document::options_object;
use overtrick_paper::layout::picture::{MAX_PICTURE_BYTES, MAX_PIXELS, Picture, PictureError};
use overtrick_paper::requests::{
    self, Backs, Labels, PadPlayers, PadRequest, PrintSettings, split_all,
};
use overtrick_paper::sheets::pads;

/// Print blank or prefilled score pads as PDF.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command"
)]
#[derive(Debug, Args)]
pub struct Pad {
    /// The game: an id of overtrick games, a game of the gallery such as wizard, or a file with a game of your own
    #[arg(value_name = "GAME|FILE", value_parser = words::GameName, hide_possible_values = true,
          required_unless_present = "tables")]
    game: Option<String>,
    /// Print the pads of an evening: a CSV file with the columns table, game and players, and if wanted title, link and
    /// paper. Players are separated by semicolons
    #[arg(long, value_name = "CSV",
          conflicts_with_all = ["game", "players", "table", "options", "link"])]
    tables: Option<String>,
    /// The players in seat order, separated by commas, or the number of players
    #[arg(long, value_name = "A,B,C|N")]
    players: Vec<String>,
    #[command(flatten)]
    paging: Paging,
    #[arg(long, help = requests::PER_PAGE.help(), value_name = "N", default_value = "1",
          value_parser = clap::builder::PossibleValuesParser::new(["1", "2"]))]
    per_page: String,
    #[arg(long, help = requests::PAGES.help(), value_name = "N", default_value_t = 1)]
    pages: usize,
    #[arg(long, help = requests::RECORD.help())]
    record: bool,
    /// Leave out the worked example at the top
    #[arg(long)]
    no_example: bool,
    /// Leave out the page for the back, with the scoring and the house rules
    #[arg(long)]
    no_legend: bool,
    #[arg(long, help = requests::BACKS.help(), conflicts_with = "no_legend")]
    backs: bool,
    #[command(flatten)]
    options: Options,
    /// The number of the table, printed large at the top right
    #[arg(long, value_name = "NUMBER")]
    table: Option<String>,
    #[arg(long, help = requests::TITLE.help())]
    title: Option<String>,
    #[arg(long, help = requests::DATE.help())]
    date: Option<String>,
    #[arg(long, help = requests::PLACE.help())]
    place: Option<String>,
    /// A logo for the head of each pad: a PNG of at most 4 million pixels and 4 MB
    #[arg(long, value_name = "FILE")]
    logo: Option<String>,
    #[arg(long, help = requests::LINK.help(), value_name = "URL")]
    link: Option<String>,
    /// Where the PDF goes; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Pad {
    pub fn run(self) -> Outcome {
        print::check(&self.output, &self.overwrite)?;
        let logo = self.logo.as_deref().map(read_logo).transpose()?;
        let logo = logo.map(Arc::new);
        let setup = self.paging.setup(self.per_page.parse().unwrap_or(1));
        if let Some(file) = &self.tables {
            let evening = Evening::read(file)?;
            return self.paging.print(setup, &self.output, |print| {
                evening.draw(&self.paging, |game| self.order(game, logo.as_ref(), print))
            });
        }
        let game = game::meant(self.game.as_deref().unwrap_or_default(), FaultFormat::Text)?;
        let options = options_object(&self.options.read(game.facts())?);
        self.paging.print(setup, &self.output, |print| {
            let order = PadRequest {
                players: PadPlayers::from_texts(split_all(&self.players)),
                options: options.clone(),
                ..self.order(&game, logo.as_ref(), print)
            };
            pads(&order).map_err(|error| self.paging.error(error, &game, setup))
        })
    }

    /// Returns an order for pads of a game, without players and house rules.
    fn order<'p>(
        &self,
        game: &MatchGame,
        logo: Option<&Arc<Picture>>,
        print: PrintSettings<'p>,
    ) -> PadRequest<'p> {
        let trimmed = |text: &Option<String>| Some(text.as_deref()?.trim().to_owned());
        PadRequest {
            pages: self.pages,
            record: self.record,
            example: !self.no_example,
            backs: Backs::new(!self.no_legend, self.backs),
            labels: Labels {
                table: trimmed(&self.table),
                title: trimmed(&self.title),
                date: trimmed(&self.date),
                place: trimmed(&self.place),
                link: self.link.clone(),
                logo: logo.cloned(),
                ..Labels::default()
            },
            print,
            ..PadRequest::new(game.clone(), print.language)
        }
    }
}

/// Reads a picture from a file.
fn read_logo(file: &str) -> Outcome<Picture> {
    let picture = Picture::read(&input::read(file)?);
    picture.map_err(|error| CommandError::usage(logo_message(error, file)))
}

/// Returns the message for an error of a picture in a file.
fn logo_message(error: PictureError, file: &str) -> String {
    let (key, mut args) = match error {
        PictureError::Empty => ("logo-empty", args![]),
        PictureError::Format(found) => ("logo-format", args![found: found.to_owned()]),
        PictureError::Unknown(start) => {
            let start: Vec<String> = start.iter().map(|byte| format!("{byte:02X}")).collect();
            ("logo-unknown", args![found: start.join(" ")])
        }
        PictureError::Bytes(found) => ("logo-bytes", args![found: found, most: MAX_PICTURE_BYTES]),
        PictureError::Pixels(width, height) => {
            let (width, height) = (u64::from(width), u64::from(height));
            let found = width * height;
            (
                "logo-pixels",
                args![width: width, height: height, found: found, most: MAX_PIXELS],
            )
        }
        PictureError::Damaged(reason) => ("logo-damaged", args![reason: reason]),
    };
    args.extend(args![file: file.to_owned()]);
    language().format("pad", key, &args)
}
