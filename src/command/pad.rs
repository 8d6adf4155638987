//! `overtrick pad`: pads for one game, or for all tables of an evening in a CSV file.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use csv::{ReaderBuilder, StringRecord, Trim};
use serde::Deserialize;

use super::error::{CommandError, FaultFormat, Hint, Outcome};
use super::game::{self, Options};
use super::output::{Overwrite, language};
use super::print::{self, Paging, not_printed};
use super::{input, words};
use overtrick_core::{Arg, args};
use overtrick_match::MatchGame;
use overtrick_match::document::options_object;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::layout::picture::{MAX_PICTURE_BYTES, MAX_PIXELS, Picture, PictureError};
use overtrick_paper::requests::{
    self, Backs, Labels, MAX_PAGES, PadPlayers, PadRequest, PrintSettings, split_all,
};
use overtrick_paper::sheets::pads;

/// Print blank or prefilled score pads as PDF.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command"
)]
#[derive(Debug, Args)]
pub struct Pad {
    /// The game: an id from overtrick games, a gallery game such as wizard, or the file of a custom game
    #[arg(value_name = "GAME|FILE", value_parser = words::GameName, hide_possible_values = true,
          required_unless_present = "tables")]
    game: Option<String>,
    /// Print the pads of an evening from a CSV file with the columns table, game and players (separated by
    /// semicolons), and optional columns title, link and paper
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
    /// Omit the worked example at the top
    #[arg(long)]
    no_example: bool,
    /// Omit the back page with the scoring and the house rules
    #[arg(long)]
    no_legend: bool,
    #[arg(long, help = requests::BACKS.help(), conflicts_with = "no_legend")]
    backs: bool,
    #[command(flatten)]
    options: Options,
    /// The number of the table, which is printed large at the top right
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
    /// The PDF to write; - is standard output
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
            let tables = read_tables(file)?;
            return self.paging.print(setup, &self.output, |print| {
                let usual = |game: &MatchGame| self.order(game, logo.as_ref(), print);
                draw_tables(file, &tables, &self.paging, usual)
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

    /// Returns a request for pads of a game, which does not have players and house rules yet.
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

/// Reads a logo from a file.
fn read_logo(file: &str) -> Outcome<Picture> {
    let picture = Picture::read(&input::read(file)?);
    picture.map_err(|error| CommandError::usage(logo_message(error, file)))
}

/// Returns the message for a logo that cannot be read.
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
            let args = args![width: width, height: height, found: width * height, most: MAX_PIXELS];
            ("logo-pixels", args)
        }
        PictureError::Damaged(reason) => ("logo-damaged", args![reason: reason]),
    };
    args.extend(args![file: file.to_owned()]);
    language().format("pad", key, &args)
}

/// The columns of the CSV file, required ones first.
const COLUMNS: [&str; 6] = ["table", "game", "players", "title", "link", "paper"];
/// The number of required columns.
const NEEDED: usize = 3;
/// The maximum size of the CSV file in bytes.
const MAX_BYTES: u64 = 1_000_000;

/// A row of the CSV file.
#[derive(Debug, Deserialize)]
struct Row {
    table: Option<String>,
    game: Option<String>,
    players: Option<String>,
    title: Option<String>,
    link: Option<String>,
    paper: Option<String>,
}

/// A table of the evening.
#[derive(Debug)]
struct Table {
    /// The line of its row, numbered from 1.
    line: u64,
    row: Row,
    /// The game, or the faults if the game cannot be found.
    game: Result<MatchGame, Vec<Hint>>,
}

/// Reads the tables of an evening from a CSV file, or from standard input for `-`.
///
/// # Errors
/// The file cannot be read, has a missing, unknown or repeated column, or has no tables. Faults in rows are
/// reported later, by [`draw_tables`].
fn read_tables(file: &str) -> Outcome<Vec<Table>> {
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .trim(Trim::All)
        .from_reader(input::open(file)?.take(MAX_BYTES));
    let unreadable = |error: csv::Error| CommandError::files(format!("{file}: {error}"));
    let heads = reader.headers().map_err(unreadable)?.clone();
    let faults = column_faults(&heads);
    if !faults.is_empty() {
        return Err(not_printed(file.to_owned(), faults));
    }
    let tables = reader.records().map(|record| {
        let record = record.map_err(unreadable)?;
        let row: Row = record.deserialize(Some(&heads)).map_err(unreadable)?;
        let game = match &row.game {
            Some(name) => game::meant(name, FaultFormat::Text),
            None => Err(misuse!("pad", "tables-no-game")),
        };
        Ok(Table {
            line: record.position().map_or(0, csv::Position::line),
            row,
            game: game.map_err(CommandError::into_hints),
        })
    });
    let tables = tables.collect::<Outcome<Vec<Table>>>()?;
    if tables.is_empty() {
        let fault = language().text("pad", "tables-empty");
        return Err(not_printed(file.to_owned(), vec![fault.into()]));
    }
    Ok(tables)
}

/// Draws the pads of all tables as one document. `usual` returns the settings shared by all tables of a game.
///
/// # Errors
/// Errors of every table whose pads cannot be printed, with its line.
fn draw_tables<'a>(
    file: &str,
    tables: &[Table],
    paging: &Paging,
    usual: impl Fn(&MatchGame) -> PadRequest<'a>,
) -> Outcome<Printable> {
    let (mut documents, mut hints) = (Vec::new(), Vec::<Hint>::new());
    for table in tables {
        let drawn = table.order(&usual).and_then(|order| {
            let failed = |error| paging.error(error, &order.game, order.print.setup);
            pads(&order).map_err(|error| failed(error).into_hints())
        });
        match drawn {
            Ok(printable) => documents.push(printable),
            Err(found) => hints.extend(found.into_iter().map(|hint| Hint {
                place: sentence!("pad", "tables-line", line: table.line),
                ..hint
            })),
        }
    }
    let pages: usize = documents.iter().map(|pads| pads.drawing.pages.len()).sum();
    if pages > MAX_PAGES {
        hints.push(sentence!("pad", "pages-range", found: pages, most: MAX_PAGES).into());
    }
    match Printable::join(documents) {
        Some(printable) if hints.is_empty() => Ok(printable),
        _ => Err(not_printed(file.to_owned(), hints)),
    }
}

impl Table {
    /// Returns the request for this table's pads.
    fn order<'a>(
        &self,
        usual: impl Fn(&MatchGame) -> PadRequest<'a>,
    ) -> Result<PadRequest<'a>, Vec<Hint>> {
        let row = &self.row;
        let paper = row.paper.as_deref().map(find_paper).transpose();
        let (game, paper) = match (&self.game, paper) {
            (Ok(game), Ok(paper)) => (game, paper),
            (game, paper) => {
                let mut hints = game.clone().err().unwrap_or_default();
                hints.extend(paper.err().map(Hint::from));
                return Err(hints);
            }
        };
        let players = row.players.iter().flat_map(|players| players.split(';'));
        let players = players.map(|name| name.trim().to_owned());
        let usual = usual(game);
        let setup = usual.print.setup;
        let paper = paper.unwrap_or(setup.paper);
        Ok(PadRequest {
            players: PadPlayers::from_texts(players.filter(|name| !name.is_empty()).collect()),
            labels: Labels {
                table: row.table.clone(),
                title: row.title.clone().or(usual.labels.title),
                link: row.link.clone().or(usual.labels.link),
                ..usual.labels
            },
            print: PrintSettings {
                setup: PageSetup { paper, ..setup },
                ..usual.print
            },
            ..usual
        })
    }
}

/// Returns a fault for each missing, unknown or repeated column.
fn column_faults(heads: &StringRecord) -> Vec<Hint> {
    let fault = |key: &str, column: &str| {
        let columns = Arg::texts(COLUMNS);
        Hint::from(sentence!("pad", key, column: column.to_owned(), columns: columns))
    };
    let is_there = |column: &&str| heads.iter().any(|head| head == *column);
    let missing = COLUMNS[..NEEDED].iter().filter(|column| !is_there(column));
    let missing = missing.map(|column| fault("tables-column-missing", column));
    let unknown = heads.iter().filter(|head| !COLUMNS.contains(head));
    let unknown = unknown.map(|head| fault("tables-column-unknown", head));
    let is_earlier = |(at, head): &(usize, &str)| heads.iter().take(*at).any(|one| one == *head);
    let twice = heads.iter().enumerate().filter(is_earlier);
    let twice = twice.map(|(_, head)| sentence!("finding", "duplicate-key", key: head.to_owned()));
    missing
        .chain(unknown)
        .chain(twice.map(Hint::from))
        .collect()
}

/// Finds the paper with this name.
fn find_paper(name: &str) -> Result<Paper, String> {
    Paper::find(name).ok_or_else(|| {
        let papers = Arg::texts(Paper::ALL.iter().map(|paper| paper.id()));
        sentence!("pad", "bad-paper", found: name.to_owned(), papers: papers)
    })
}
