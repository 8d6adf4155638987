//! The frame in which websites show a published match: HTML that is readable without scripts.

use std::sync::LazyLock;

use askama::Template;

use crate::assets::embedded::without_comments;
use crate::publish::board::{Board, BoardRow};
use crate::publish::theme::Theme;
use overtrick_core::Points;
use overtrick_match::lang::Language;

/// The script of the custom element that shows standings, without comments.
pub static ELEMENT: LazyLock<String> = LazyLock::new(|| {
    let lines = without_comments(include_str!("../../../templates/embed/standings.js"));
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<&str>>().join("\n")
});

/// The script that keeps a frame up to date.
pub const SCRIPT: &str = include_str!("../../../templates/embed/live.js");

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
    /// The frame's own address, for visitors without scripts.
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

/// The frame of a published match; `address` is the frame's own.
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
        heading: board.heading(),
        theme: format!("{}&game={}", theme.query(), board.game),
        board: Some(board),
        state: board.state.clone(),
        rows: rows.map(|row| Row::new(row, board, language)).collect(),
        winners: board.won.clone(),
        address,
    }
    .render()
}

/// The frame of an unpublished match: one sentence.
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
    fn new(row: &'a BoardRow, board: &Board, language: &Language) -> Row<'a> {
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
