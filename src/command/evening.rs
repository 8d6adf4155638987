//! The tables of an evening, as a CSV file lists them.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::error::{CommandError, FailureKind, FaultFormat, Hint};
use super::output::language;
use super::print::Paging;
use super::{game, input};
use overtrick_core::args;
use overtrick_match::MatchGame;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{Labels, MAX_PAGES, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

/// The columns of the file; the first three are needed.
const COLUMNS: [&str; 6] = ["table", "game", "players", "title", "link", "paper"];
/// How many of them are needed.
const NEEDED: usize = 3;
/// The most bytes of the file.
const MAX_BYTES: u64 = 1_000_000;

/// The tables of an evening, as they stand in the file.
#[derive(Debug)]
pub struct Evening {
    file: String,
    heads: StringRecord,
    rows: Vec<StringRecord>,
}

impl Evening {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be read. Faults of its rows are reported by [`draw`](Evening::draw), all at once.
    pub fn read(file: &str) -> Result<Evening, CommandError> {
        let mut reader = ReaderBuilder::new()
            .flexible(true)
            .trim(Trim::All)
            .from_reader(input::open(file)?.take(MAX_BYTES));
        let unreadable = |error: csv::Error| CommandError::files(format!("{file}: {error}"));
        let heads = reader.headers().map_err(unreadable)?.clone();
        let rows = reader.into_records().collect::<Result<_, _>>();
        Ok(Evening {
            file: file.to_owned(),
            heads,
            rows: rows.map_err(unreadable)?,
        })
    }

    /// Draws the pads of every table as one document. `usual` gives what all tables of a game share.
    ///
    /// # Errors
    /// Every table whose pads cannot be printed, with its line.
    pub fn draw<'a>(
        &self,
        paging: &Paging,
        usual: impl Fn(MatchGame) -> PadRequest<'a>,
    ) -> Result<Printable, CommandError> {
        let (mut documents, mut hints) = (Vec::new(), column_faults(&self.heads));
        let rows = if hints.is_empty() {
            &self.rows[..]
        } else {
            &[]
        };
        if hints.is_empty() && rows.is_empty() {
            hints.push(language().text("pad", "tables-empty").into());
        }
        for row in rows {
            let drawn = self.order(row, &usual).and_then(|order| {
                let failed = |error| paging.error(error, &order.game, order.print.setup);
                pads(&order).map_err(|error| failed(error).into_hints())
            });
            let line = row.position().map_or(0, csv::Position::line);
            let args = args![line: i64::try_from(line).unwrap_or(i64::MAX)];
            match drawn {
                Ok(printable) => documents.push(printable),
                Err(found) => hints.extend(found.into_iter().map(|hint| Hint {
                    place: language().format("pad", "tables-line", &args),
                    ..hint
                })),
            }
        }
        let pages = documents
            .iter()
            .map(|document| document.drawing.pages.len());
        let pages = pages.sum::<usize>();
        if pages > MAX_PAGES {
            let args = args![found: pages, most: MAX_PAGES];
            hints.push(language().format("pad", "pages-range", &args).into());
        }
        match Printable::join(documents) {
            Some(printable) if hints.is_empty() => Ok(printable),
            _ => {
                let args = args![what: self.file.clone(), count: hints.len()];
                let message = language().format("ui", "not-printed", &args);
                Err(CommandError::refused_for(message, hints).of_kind(FailureKind::Usage))
            }
        }
    }

    /// Reads the order for the pads of a table.
    fn order<'a>(
        &self,
        row: &StringRecord,
        usual: impl Fn(MatchGame) -> PadRequest<'a>,
    ) -> Result<PadRequest<'a>, Vec<Hint>> {
        let cell = |column: &str| {
            let index = self.heads.iter().position(|head| head == column)?;
            row.get(index).filter(|text| !text.is_empty())
        };
        let text = |column: &str| cell(column).map(str::to_owned);
        let game = match cell("game") {
            Some(name) => game::known(name, FaultFormat::Text).map_err(CommandError::into_hints),
            None => Err(vec![language().text("pad", "tables-no-game").into()]),
        };
        let paper = cell("paper").map(find_paper).transpose();
        let (game, paper) = match (game, paper) {
            (Ok(game), Ok(paper)) => (game, paper),
            (game, paper) => {
                let mut hints = game.err().unwrap_or_default();
                hints.extend(paper.err().map(Hint::from));
                return Err(hints);
            }
        };
        let players = cell("players").unwrap_or_default().split(';');
        let players = players.map(|name| name.trim().to_owned());
        let usual = usual(game);
        let setup = usual.print.setup;
        let paper = paper.unwrap_or(setup.paper);
        Ok(PadRequest {
            players: PadPlayers::from_texts(players.filter(|name| !name.is_empty()).collect()),
            labels: Labels {
                table: text("table"),
                title: text("title").or(usual.labels.title),
                link: text("link").or(usual.labels.link),
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

/// The columns that are missing or not known.
fn column_faults(heads: &StringRecord) -> Vec<Hint> {
    let fault = |key: &str, column: &str| {
        let columns: Vec<String> = COLUMNS.iter().map(ToString::to_string).collect();
        let args = args![column: column.to_owned(), columns: columns];
        Hint::from(language().format("pad", key, &args))
    };
    let is_there = |column: &&str| heads.iter().any(|head| head == *column);
    let missing = COLUMNS[..NEEDED].iter().filter(|column| !is_there(column));
    let missing = missing.map(|column| fault("tables-column-missing", column));
    let unknown = heads.iter().filter(|head| !COLUMNS.contains(head));
    missing
        .chain(unknown.map(|head| fault("tables-column-unknown", head)))
        .collect()
}

/// The paper with this name.
fn find_paper(name: &str) -> Result<Paper, String> {
    Paper::find(name).ok_or_else(|| {
        let papers: Vec<String> = Paper::ALL.iter().map(|paper| paper.id().into()).collect();
        let args = args![found: name.to_owned(), papers: papers];
        language().format("pad", "bad-paper", &args)
    })
}
