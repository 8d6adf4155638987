//! The tables of an evening, as a CSV file lists them.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::error::{CommandError, FailureKind, Hint};
use super::print::{Paging, find_paper};
use super::{game, input};
use overtrick_core::args;
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{Labels, MOST_PAGES, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

/// The columns of the file; the first three are needed.
const COLUMNS: [&str; 6] = ["table", "game", "players", "title", "link", "paper"];
/// How many of them are needed.
const NEEDED: usize = 3;
/// The most bytes of the file.
const MOST_BYTES: u64 = 1_000_000;

/// A table of the evening.
#[derive(Debug)]
pub struct EveningTable {
    /// The line of the file, from 1.
    line: u64,
    table: Option<String>,
    /// What is played.
    pub game: MatchGame,
    players: PadPlayers,
    title: Option<String>,
    link: Option<String>,
    /// The paper, if it has one of its own.
    pub paper: Option<Paper>,
}

impl EveningTable {
    /// The order for its pads, from the usual one.
    pub fn order<'a>(&self, usual: PadRequest<'a>) -> PadRequest<'a> {
        let Labels { title, link, .. } = &usual.labels;
        let labels = Labels {
            table: self.table.clone(),
            title: self.title.clone().or_else(|| title.clone()),
            link: self.link.clone().or_else(|| link.clone()),
            ..usual.labels.clone()
        };
        PadRequest {
            players: self.players.clone(),
            labels,
            ..usual
        }
    }
}

/// The tables of an evening.
#[derive(Debug)]
pub struct Evening {
    file: String,
    tables: Vec<EveningTable>,
    /// The faults of rows that are no tables.
    faults: Vec<Hint>,
}

impl Evening {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be read. Faults of its rows are reported by [`draw`](Evening::draw), all at once.
    pub fn read(file: &str, language: &Language) -> Result<Evening, CommandError> {
        let mut reader = ReaderBuilder::new()
            .flexible(true)
            .trim(Trim::All)
            .from_reader(input::open(file)?.take(MOST_BYTES));
        let unreadable = |error: csv::Error| CommandError::files(format!("{file}: {error}"));
        let heads = reader.headers().map_err(unreadable)?.clone();
        let mut hints = column_faults(&heads, language);
        let has_columns = hints.is_empty();
        let mut tables = Vec::new();
        for row in reader.records() {
            if !has_columns {
                break;
            }
            let row = row.map_err(unreadable)?;
            let line = row.position().map_or(0, csv::Position::line);
            match read_table(&heads, &row, line, language) {
                Ok(table) => tables.push(table),
                Err(found) => hints.extend(at_line(line, found, language)),
            }
        }
        if hints.is_empty() && tables.is_empty() {
            hints.push(language.text("pad", "tables-empty").into());
        }
        Ok(Evening {
            file: file.to_owned(),
            tables,
            faults: hints,
        })
    }

    /// Draws the pads of every table as one document.
    ///
    /// # Errors
    /// Every table whose pads cannot be printed, with its line.
    pub fn draw<'a>(
        &self,
        paging: &Paging,
        language: &Language,
        order: impl Fn(&EveningTable) -> PadRequest<'a>,
    ) -> Result<Printable, CommandError> {
        let (mut documents, mut hints) = (Vec::new(), self.faults.clone());
        for table in &self.tables {
            let order = order(table);
            match pads(&order) {
                Ok(printable) => documents.push(printable),
                Err(error) => {
                    let error = paging.error(error, &table.game, order.print.setup, language);
                    hints.extend(at_line(table.line, error.into_hints(), language));
                }
            }
        }
        let pages = documents
            .iter()
            .map(|document| document.drawing.pages.len());
        let pages = pages.sum::<usize>();
        if pages > MOST_PAGES {
            let args = args![found: pages, most: MOST_PAGES];
            hints.push(language.format("pad", "pages-range", &args).into());
        }
        match Printable::join(documents) {
            Some(printable) if hints.is_empty() => Ok(printable),
            _ => {
                let args = args![what: self.file.clone(), count: hints.len()];
                let message = language.format("ui", "not-printed", &args);
                Err(CommandError::refused_for(message, hints).of_kind(FailureKind::Usage))
            }
        }
    }
}

/// The columns that are missing or not known.
fn column_faults(heads: &StringRecord, language: &Language) -> Vec<Hint> {
    let fault = |key: &str, column: &str| {
        let columns: Vec<String> = COLUMNS.iter().map(ToString::to_string).collect();
        let args = args![column: column.to_owned(), columns: columns];
        Hint::from(language.format("pad", key, &args))
    };
    let is_there = |column: &&str| heads.iter().any(|head| head == *column);
    let missing = COLUMNS[..NEEDED].iter().filter(|column| !is_there(column));
    let missing = missing.map(|column| fault("tables-column-missing", column));
    let unknown = heads.iter().filter(|head| !COLUMNS.contains(head));
    missing
        .chain(unknown.map(|head| fault("tables-column-unknown", head)))
        .collect()
}

/// Reads the table of a row.
fn read_table(
    heads: &StringRecord,
    row: &StringRecord,
    line: u64,
    language: &Language,
) -> Result<EveningTable, Vec<Hint>> {
    let cell = |column: &str| {
        let index = heads.iter().position(|head| head == column)?;
        row.get(index).filter(|text| !text.is_empty())
    };
    let text = |column: &str| cell(column).map(str::to_owned);
    let game = match cell("game") {
        Some(name) => game::known(name, language).map_err(CommandError::into_hints),
        None => Err(vec![language.text("pad", "tables-no-game").into()]),
    };
    let paper = cell("paper")
        .map(|name| find_paper(name, language))
        .transpose();
    let paper = paper.map_err(|message| vec![Hint::from(message)]);
    let players = cell("players").unwrap_or_default().split(';');
    let players = players
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty());
    match (game, paper) {
        (Ok(game), Ok(paper)) => Ok(EveningTable {
            line,
            table: text("table"),
            game,
            players: PadPlayers::from_texts(players.collect()),
            title: text("title"),
            link: text("link"),
            paper,
        }),
        (game, paper) => {
            let mut hints = game.err().unwrap_or_default();
            hints.extend(paper.err().unwrap_or_default());
            Err(hints)
        }
    }
}

/// Faults with the line of the file that has them.
fn at_line(line: u64, hints: Vec<Hint>, language: &Language) -> impl Iterator<Item = Hint> {
    let args = args![line: i64::try_from(line).unwrap_or(i64::MAX)];
    let place = language.format("pad", "tables-line", &args);
    hints.into_iter().map(move |hint| Hint {
        place: place.clone(),
        ..hint
    })
}
