//! The frame that websites show of a published match: HTML that is readable without scripts.

use askama::Template;

use super::board::{Board, BoardRow};
use super::theme::Theme;
use crate::document::Status;
use crate::lang::Language;
use crate::rules::{Points, args};

/// The script that keeps a frame up to date.
pub const SCRIPT: &str = include_str!("../../templates/embed/live.js");

#[derive(Template)]
#[template(path = "embed/frame.html")]
struct Frame<'a> {
    language: &'a Language,
    heading: &'a str,
    theme: String,
    board: Option<&'a Board>,
    state: String,
    rows: Vec<Row<'a>>,
    winners: Option<String>,
    /// The address of the frame itself, for visitors without scripts.
    address: &'a str,
}

struct Row<'a> {
    leads: bool,
    rank: String,
    player: &'a str,
    last: String,
    total: Points,
}

impl Frame<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("embed", key)
    }
}

/// The frame of a published match; `address` is its own.
///
/// # Errors
/// The template cannot be rendered.
pub fn standings(
    board: &Board,
    theme: &Theme,
    language: &Language,
    address: &str,
) -> askama::Result<String> {
    let rows = board.standings.iter();
    Frame {
        language,
        heading: board.title.as_deref().unwrap_or(&board.name),
        theme: theme.query(),
        board: Some(board),
        state: state(board, language),
        rows: rows.map(|row| Row::of(row, board, language)).collect(),
        winners: winners(board, language),
        address,
    }
    .render()
}

/// The frame of a match that is not published: one sentence.
///
/// # Errors
/// The template cannot be rendered.
pub fn unpublished(theme: &Theme, language: &Language) -> askama::Result<String> {
    Frame {
        language,
        heading: &language.text("embed", "not-shown"),
        theme: theme.query(),
        board: None,
        state: language.text("embed", "how"),
        rows: Vec::new(),
        winners: None,
        address: "",
    }
    .render()
}

impl<'a> Row<'a> {
    fn of(row: &'a BoardRow, board: &Board, language: &Language) -> Row<'a> {
        Row {
            leads: row.rank == 1 && board.hands > 0,
            rank: language.ordinal(row.rank),
            player: &row.player,
            last: match row.last {
                Some(points) => language.signed(points),
                None => language.text("embed", "none"),
            },
            total: row.total,
        }
    }
}

/// A sentence on how far the match is.
fn state(board: &Board, language: &Language) -> String {
    let key = match (board.status, board.playing) {
        (Status::Complete, _) => "complete",
        (_, Some(_)) => "playing",
        (_, None) if board.hands == 0 => "not-begun",
        (_, None) => "played",
    };
    let args = args![hands: board.hands, playing: board.playing.unwrap_or_default()];
    language.format("embed", key, &args)
}

fn winners(board: &Board, language: &Language) -> Option<String> {
    let names: Vec<String> = board.winners.iter().map(ToString::to_string).collect();
    let args = args![count: names.len(), winners: names];
    (!board.winners.is_empty()).then(|| language.format("embed", "won", &args))
}
