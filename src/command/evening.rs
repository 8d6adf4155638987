//! The tables of an evening, from a CSV file.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord, Trim};
use serde::Deserialize;

use super::error::{CommandError, FaultFormat, Hint, Outcome};
use super::output::language;
use super::print::{Paging, not_printed};
use super::{game, input};
use overtrick_core::Arg;
use overtrick_match::MatchGame;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{Labels, MAX_PAGES, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

/// The columns of the file. The first three are required.
const COLUMNS: [&str; 6] = ["table", "game", "players", "title", "link", "paper"];
/// The number of required columns.
const NEEDED: usize = 3;
/// The most bytes of the file.
const MAX_BYTES: u64 = 1_000_000;

/// A row of the file.
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
    /// The line of the file, from 1.
    line: u64,
    row: Row,
    /// The game of its row, or the reason why it has none.
    game: Result<MatchGame, Vec<Hint>>,
}

/// The tables of an evening.
#[derive(Debug)]
pub struct Evening {
    file: String,
    tables: Vec<Table>,
}

impl Evening {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// The file cannot be read, lacks a required column, has an unknown or repeated one, or has no tables.
    /// [`draw`](Evening::draw) reports all faults of its rows at once.
    pub fn read(file: &str) -> Outcome<Evening> {
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
        Ok(Evening {
            file: file.to_owned(),
            tables,
        })
    }

    /// Draws the pads of every table as one document. `usual` returns the settings that all tables of a game share.
    ///
    /// # Errors
    /// Errors of every table whose pads cannot be printed, with its line.
    pub fn draw<'a>(
        &self,
        paging: &Paging,
        usual: impl Fn(&MatchGame) -> PadRequest<'a>,
    ) -> Outcome<Printable> {
        let (mut documents, mut hints) = (Vec::new(), Vec::<Hint>::new());
        for table in &self.tables {
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
            _ => Err(not_printed(self.file.clone(), hints)),
        }
    }
}

impl Table {
    /// Returns the order for the pads of this table.
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

/// Returns the faults of missing, unknown and repeated columns.
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

/// The paper with this name.
fn find_paper(name: &str) -> Result<Paper, String> {
    Paper::find(name).ok_or_else(|| {
        let papers = Arg::texts(Paper::ALL.iter().map(|paper| paper.id()));
        sentence!("pad", "bad-paper", found: name.to_owned(), papers: papers)
    })
}
