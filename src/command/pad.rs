//! `overtrick pad`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::error::{CommandError, Outcome};
use super::evening::Evening;
use super::game::{self, Options};
use super::output::Overwrite;
use super::print::{self, Paging, Resources};
use super::words;
use overtrick_core::args;
use overtrick_match::MatchGame;
use overtrick_match::document::options_object;
use overtrick_match::lang::Language;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::layout::picture::{MOST_PICTURE_BYTES, MOST_PIXELS, Picture, PictureError};
use overtrick_paper::requests::{
    self, Backs, Labels, PadPlayers, PadRequest, PrintSettings, split_all,
};
use overtrick_paper::sheets::pads;

/// Print blank or prefilled score pads as PDF.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick pad {game} --players {players} -o pad.pdf",
    "overtrick pad wizard --players 4 -o pad.pdf",
    "overtrick pad ours.toml -o pad.pdf",
    "overtrick pad --tables evening.csv -o evening.pdf",
]))]
pub struct Pad {
    /// The game: an id of overtrick games, a game of the gallery such as wizard, or a file with a game of your own
    #[arg(value_name = "GAME|FILE", value_parser = words::GAMES, hide_possible_values = true,
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
    #[command(flatten)]
    parts: Parts,
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command"
)]
struct Parts {
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
}

impl Pad {
    pub fn run(self, language: &Language) -> Outcome {
        print::refuse_terminal(&self.output, language)?;
        self.overwrite.check(&self.output, language)?;
        let logo = self.logo.as_deref().map(|file| read_logo(file, language));
        let evening = self
            .tables
            .as_deref()
            .map(|file| Evening::read(file, language));
        let job = Job {
            logo: logo.transpose()?.map(Arc::new),
            evening: evening.transpose()?,
            setup: self
                .paging
                .setup(self.per_page.parse().unwrap_or(1), language)?,
            pad: &self,
            language,
        };
        let resources = self.paging.resources(language)?;
        let printable = job.draw(&resources)?;
        let printable = match resources.with_system_fonts(&printable) {
            Some(resources) => job.draw(&resources)?,
            None => printable,
        };
        print::write(&printable, &self.output, language)
    }
}

/// What is drawn, once or again with more fonts.
struct Job<'a> {
    pad: &'a Pad,
    logo: Option<Arc<Picture>>,
    evening: Option<Evening>,
    setup: PageSetup,
    language: &'a Language,
}

impl Job<'_> {
    fn draw(&self, resources: &Resources) -> Result<Printable, CommandError> {
        let (pad, setup, language) = (self.pad, self.setup, self.language);
        let print = resources.settings(setup, language);
        if let Some(evening) = &self.evening {
            return evening.draw(&pad.paging, language, |table| {
                let setup = PageSetup {
                    paper: table.paper.unwrap_or(setup.paper),
                    ..setup
                };
                table.order(self.order(table.game.clone(), PrintSettings { setup, ..print }))
            });
        }
        let game = game::known(pad.game.as_deref().unwrap_or_default(), language)?;
        let options = options_object(&pad.options.read(game.facts(), language)?);
        let order = PadRequest {
            players: PadPlayers::from_texts(split_all(&pad.players)),
            options,
            ..self.order(game.clone(), print)
        };
        let failed = |error| pad.paging.error(error, &game, setup, language);
        pads(&order).map_err(failed)
    }

    /// An order for pads of a game, without players and house rules.
    fn order<'p>(&self, game: MatchGame, print: PrintSettings<'p>) -> PadRequest<'p> {
        let pad = self.pad;
        PadRequest {
            pages: pad.pages,
            record: pad.parts.record,
            example: !pad.parts.no_example,
            backs: Backs::new(!pad.parts.no_legend, pad.parts.backs),
            labels: Labels {
                table: pad.table.clone(),
                title: pad.title.clone(),
                date: pad.date.clone(),
                place: pad.place.clone(),
                link: pad.link.clone(),
                logo: self.logo.clone(),
                ..Labels::default()
            },
            print,
            ..PadRequest::new(game, print.language)
        }
    }
}

/// Reads a picture from a file.
fn read_logo(path: &Path, language: &Language) -> Result<Picture, CommandError> {
    let file = path.display().to_string();
    let (bytes, length) = read_file(path).map_err(|error| {
        let args = args![file: file.clone(), reason: error.to_string()];
        CommandError::files(language.format("pad", "cannot-read", &args))
    })?;
    let read = Picture::read(&bytes);
    read.map_err(|error| CommandError::usage(logo_message(error, file, length, language)))
}

/// The bytes of a file, at most one more than a picture may have, and the file's length.
#[expect(clippy::disallowed_methods, reason = "the user named the file")]
fn read_file(path: &Path) -> io::Result<(Vec<u8>, usize)> {
    let file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let most = u64::try_from(MOST_PICTURE_BYTES + 1).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    let length = length.max(bytes.len());
    Ok((bytes, length))
}

/// The message for a picture error in a file of this length.
fn logo_message(error: PictureError, file: String, length: usize, language: &Language) -> String {
    let number = |it: u64| usize::try_from(it).unwrap_or(usize::MAX);
    let (key, mut args) = match error {
        PictureError::Empty => ("logo-empty", args![]),
        PictureError::Format(found) => ("logo-format", args![found: found.to_owned()]),
        PictureError::Unknown(start) => {
            let start: Vec<String> = start.iter().map(|byte| format!("{byte:02X}")).collect();
            ("logo-unknown", args![found: start.join(" ")])
        }
        PictureError::Bytes(_) => ("logo-bytes", args![found: length, most: MOST_PICTURE_BYTES]),
        PictureError::Pixels(width, height) => {
            let (width, height) = (u64::from(width), u64::from(height));
            let args = args![width: number(width), height: number(height),
                found: number(width * height), most: number(MOST_PIXELS)];
            ("logo-pixels", args)
        }
        PictureError::Damaged(reason) => ("logo-damaged", args![reason: reason]),
    };
    args.extend(args![file: file]);
    language.format("pad", key, &args)
}
