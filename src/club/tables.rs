//! Files that a director writes: the tables of a new round, and totals without hands.

use std::collections::HashMap;

use csv::{ReaderBuilder, Trim};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::{FilePlace, results_text};

use crate::document::{Club, HouseGame};
use crate::reading::{is_day, points};

/// Faults, each with its place in a file.
type PlacedFaults = Vec<(FilePlace, Finding)>;

/// The columns of a file with totals; all are required.
const COLUMNS: [&str; 6] = ["evening", "round", "table", "game", "player", "total"];

/// The position of a match in an evening.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    evening: String,
    round: i64,
    table: i64,
}

impl Place {
    /// Returns a match at this position as an export line: its document, external id and labels.
    fn in_export(&self, document: Json) -> Json {
        let (evening, round, table) = (&*self.evening, self.round, self.table);
        let labels = Json::object([
            ("evening", evening.into()),
            ("round", Json::Int(round)),
            ("table", Json::Int(table)),
        ]);
        Json::object([
            ("document", document),
            ("external_id", format!("{evening}/{round}/{table}").into()),
            ("metadata", labels),
        ])
    }
}

/// A table to set up.
#[derive(Debug, Clone)]
pub struct TableOrder {
    /// The number of the table.
    pub table: i64,
    /// The game at the table.
    pub game: HouseGame,
    /// The names of the players, in seat order.
    pub players: Vec<String>,
}

impl TableOrder {
    /// Returns the match as an export line: its document, external id and labels.
    pub fn in_export(&self, day: &str, round: i64, title: String) -> Json {
        let place = Place {
            evening: day.to_owned(),
            round,
            table: self.table,
        };
        place.in_export(self.game.document([
            ("players", self.players.iter().cloned().collect()),
            ("hands", Json::List(Vec::new())),
            ("title", title.into()),
            ("played_on", day.into()),
        ]))
    }

    /// Returns the print order for the table's score pad: the game, house rules, players, and texts at the top.
    pub fn pad(&self, title: String, link: String) -> Json {
        self.game.document([
            ("players", self.players.iter().cloned().collect()),
            ("table", self.table.to_string().into()),
            ("title", title.into()),
            ("link", link.into()),
        ])
    }
}

/// Reads the tables of a round, each with its line number, from 1. Each line contains the number of a table,
/// its game, and its players in seat order. A player is either a member's number or a guest's name in quotes.
///
/// # Errors
/// Every fault. The pointer contains the line number, from 1.
///
/// ```
/// let club = overtrick_club::read(br#"{"club": 1, "name": "C", "members": [{"number": 8, "name": "Hana"}]}"#).unwrap();
/// let tables = overtrick_club::read_tables("3 hearts 8 \"Dora Guest\"\n", &club).unwrap();
/// let (_, order) = &tables[0];
/// assert_eq!((order.table, &*order.players), (3, &["Hana".to_owned(), "Dora Guest".to_owned()][..]));
/// ```
pub fn read_tables(text: &str, club: &Club) -> Result<Vec<(u64, TableOrder)>, Faults> {
    let (mut tables, mut faults): (Vec<(u64, TableOrder)>, Faults) = Default::default();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let mut fault = |code, found: &str| {
            let args = args![found: found.to_owned()];
            faults.push(Finding::rule(code, format!("/tables/{line}"), args));
        };
        let mut words = words(text);
        let (number, _) = words.next().unwrap_or_default();
        let (game, _) = words.next().unwrap_or_default();
        let table = positive(number);
        if table.is_none() {
            fault("club-count", number);
        }
        let table = table.unwrap_or_default();
        if tables.iter().any(|(_, other)| other.table == table) {
            fault("club-table-twice", &table.to_string());
        }
        let players = words.map(|(word, is_guest)| {
            let number = word.parse().ok().filter(|_| !is_guest);
            let member = number.and_then(|number| club.member_of(number));
            if member.is_none() && !is_guest {
                fault("club-no-member-named", word);
            }
            member.map_or(word, |member| &member.name).to_owned()
        });
        let order = TableOrder {
            table,
            game: club.game(game),
            players: players.collect(),
        };
        tables.push((line, order));
    }
    if tables.is_empty() {
        faults.push(Finding::rule("club-no-tables", "/tables", args![]));
    }
    if faults.is_empty() {
        Ok(tables)
    } else {
        Err(faults)
    }
}

/// Reads a positive whole number.
fn positive(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number| *number > 0)
}

/// Returns the words of a line, each with a flag for quoted words, which may contain spaces.
fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let parts = line.split('"').enumerate();
    parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(|word| (word, false)).collect(),
        _ => vec![(part.trim(), true)],
    })
}

/// Reads totals from CSV with the columns `evening`, `round`, `table`, `game`, `player` and `total`, separated by
/// commas, semicolons or tabs. A player is a number or a name; the rows of a table are in seat order. They become
/// a finished match with one adjustment per player, and with the external id `DAY/ROUND/TABLE`. Returns each
/// match as an export line, with the line number of its first player in the file.
///
/// # Errors
/// Every fault of the columns with its place; if there are none, every fault of the rows.
///
/// ```
/// let club = overtrick_club::read(br#"{"club": 1, "name": "C", "members": [{"number": 8, "name": "Hana"}]}"#);
/// let csv = "evening,round,table,game,player,total\n2026-09-03,1,2,hearts,8,30\n2026-09-03,1,2,hearts,Bo,-5\n";
/// let matches = overtrick_club::read_totals(csv.as_bytes(), &club.unwrap()).unwrap();
/// assert_eq!(matches[0].1.text("external_id"), Some("2026-09-03/1/2"));
/// ```
pub fn read_totals(file: &[u8], club: &Club) -> Result<Vec<(u64, Json)>, PlacedFaults> {
    let text = results_text(file).map_err(|fault| vec![(1.into(), fault)])?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    let separator = head.bytes().find(|byte| b",;\t".contains(byte));
    let mut reader = ReaderBuilder::new()
        .delimiter(separator.unwrap_or(b','))
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let heads = reader.headers().cloned().unwrap_or_default();
    let columns = COLUMNS.map(|column| {
        let mut heads = heads.iter();
        heads.position(|head| head.eq_ignore_ascii_case(column))
    });
    let missing = COLUMNS.iter().zip(columns).filter(|(_, at)| at.is_none());
    let missing = missing.map(|(column, _)| {
        let args = args![column: (*column).to_owned(), columns: COLUMNS.join(", ")];
        (1.into(), Finding::shape("club-column", "", args))
    });
    let mut totals = Totals {
        club,
        tables: HashMap::new(),
        faults: missing.collect(),
    };
    if totals.faults.is_empty() {
        // The flexible reader accepts every row of UTF-8 text.
        for row in reader.records().flatten() {
            let line = row.position().map_or(0, csv::Position::line);
            let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).unwrap_or_default();
            totals.add(line, columns.map(cell));
        }
    }
    if !totals.faults.is_empty() {
        return Err(totals.faults);
    }
    let tables = totals.tables.into_iter();
    let matches = tables.map(|(place, rows)| (rows.line, rows.in_export(&place, club)));
    let mut matches: Vec<(u64, Json)> = matches.collect();
    matches.sort_by_key(|(line, _)| *line);
    Ok(matches)
}

/// The rows of a table.
#[derive(Default)]
struct TableRows {
    line: u64,
    game: String,
    players: Vec<Json>,
    totals: Vec<Json>,
}

/// Totals that are being read.
struct Totals<'c> {
    club: &'c Club,
    tables: HashMap<Place, TableRows>,
    faults: PlacedFaults,
}

impl Totals<'_> {
    /// Adds a row with its cells in the order of [`COLUMNS`].
    fn add(&mut self, line: u64, cells: [&str; COLUMNS.len()]) {
        let before = self.faults.len();
        let [evening, round, table, game, player, total] = cells;
        let mut fault = |column: usize, code: &'static str| {
            let place = FilePlace::cell(line, COLUMNS[column]);
            let args = args![found: cells[column].to_owned()];
            self.faults.push((place, Finding::rule(code, "", args)));
        };
        if !is_day(evening) {
            fault(0, "bad-date");
        }
        let (round, table) = (positive(round), positive(table));
        if round.is_none() {
            fault(1, "club-count");
        }
        if table.is_none() {
            fault(2, "club-count");
        }
        let by_number = player.parse::<u16>().ok();
        let member = by_number.and_then(|number| self.club.member_of(number));
        if by_number.is_some() && member.is_none() {
            fault(4, "club-no-member-named");
        }
        let total = total.replace('−', "-").replace(',', ".");
        let total: Option<Json> = serde_json::from_str(&total).ok();
        let Some(total) = total.filter(|total| points(total).is_some()) else {
            return fault(5, "club-total");
        };
        let place = Place {
            evening: evening.to_owned(),
            round: round.unwrap_or_default(),
            table: table.unwrap_or_default(),
        };
        let rows = self.tables.entry(place).or_insert_with(|| TableRows {
            line,
            game: game.to_owned(),
            ..TableRows::default()
        });
        if rows.game != game {
            fault(3, "club-other-game");
        }
        let name: Json = member.map_or(player, |member| &member.name).into();
        if self.faults.len() == before {
            rows.totals.push(Json::object([
                ("after_hand", Json::Int(0)),
                ("player", name.clone()),
                ("points", total),
                ("reason", "total".into()),
            ]));
            rows.players.push(name);
        }
    }
}

impl TableRows {
    fn in_export(self, place: &Place, club: &Club) -> Json {
        let game = HouseGame {
            options: Json::EMPTY,
            ..club.game(&self.game)
        };
        let document = game.document([
            ("players", Json::List(self.players)),
            ("played_on", place.evening.as_str().into()),
            ("hands", Json::List(Vec::new())),
            ("adjustments", Json::List(self.totals)),
            ("finished", Json::Bool(true)),
        ]);
        place.in_export(document)
    }
}
