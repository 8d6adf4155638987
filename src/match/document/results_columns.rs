//! The columns of a game's simple results as CSV.

use overtrick_core::Facts;
use overtrick_core::form::{Field, Kind};

/// A match column, which precedes those of the hand: its name, its key in the document, its kind, and whether
/// every row has it.
pub type MatchColumn = (&'static str, &'static str, Kind, bool);

const BEFORE: &[MatchColumn] = &[
    ("match", "id", Kind::Text, true),
    ("external_id", "external_id", Kind::Text, true),
    ("date", "played_on", Kind::Text, true),
    ("title", "title", Kind::Text, true),
    ("location", "location", Kind::Text, true),
];
const AFTER: &[MatchColumn] = &[
    ("first_dealer", "first_dealer", Kind::Player, false),
    ("options", "options", Kind::Any, false),
    ("adjustments", "adjustments", Kind::Any, false),
    ("finished", "finished", Kind::Flag, false),
    ("edition", "edition", Kind::Int(1, 1), false),
    ("notes", "notes", Kind::Text, false),
];

/// A column.
#[derive(Debug, Clone)]
pub enum Column {
    /// A column about the match.
    Match(MatchColumn),
    /// The name of the player in a seat.
    Player(usize),
    /// The number of the hand, which is ignored when reading.
    Hand,
    /// A field of the record, or a field of an object in it; for the player of a seat, if it has one.
    Field {
        /// The keys of the field.
        path: Vec<&'static str>,
        /// The kind of value.
        kind: Kind,
        /// The seat, from 1.
        seat: Option<usize>,
    },
}

/// The name of the column with the game of a match, and its key in the document.
pub const GAME: &str = "game";

impl Column {
    /// The column with the game of a match, where a file has matches of several.
    pub const GAME: Column = Column::Match((GAME, GAME, Kind::Text, true));

    /// Its name in the first row.
    pub fn name(&self) -> String {
        match self {
            Column::Match((name, ..)) => (*name).to_owned(),
            Column::Player(seat) => format!("player.{seat}"),
            Column::Hand => "hand".to_owned(),
            Column::Field { path, seat, .. } => match seat {
                Some(seat) => format!("{}.{seat}", path.join(".")),
                None => path.join("."),
            },
        }
    }
}

/// The columns of a game.
pub fn columns(facts: &Facts) -> Vec<Column> {
    let seats = 1..=facts.players.1;
    let mut columns: Vec<Column> = BEFORE.iter().copied().map(Column::Match).collect();
    columns.extend(seats.clone().map(Column::Player));
    columns.push(Column::Hand);
    let mut field = |path: Vec<&'static str>, kind: Kind| match kind {
        Kind::PerPlayer(of_player) if is_plain(of_player) => {
            columns.extend(seats.clone().map(|seat| Column::Field {
                path: path.clone(),
                kind: *of_player,
                seat: Some(seat),
            }));
        }
        kind => columns.push(Column::Field {
            path,
            kind,
            seat: None,
        }),
    };
    for Field { name, kind, .. } in facts.record {
        match kind {
            Kind::Object(inner) => {
                for one in *inner {
                    field(vec![name, one.name], one.kind);
                }
            }
            kind => field(vec![name], *kind),
        }
    }
    columns.extend(AFTER.iter().copied().map(Column::Match));
    columns
}

fn is_plain(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::Any | Kind::PerPlayer(_) | Kind::List(_) | Kind::Object(_) | Kind::OneOf(_)
    )
}

/// The names of a game's result columns, in order.
pub fn results_header(facts: &Facts) -> Vec<String> {
    columns(facts).iter().map(Column::name).collect()
}
