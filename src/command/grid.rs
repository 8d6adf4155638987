//! Tables and text, wrapped to the width of the output without splitting ids, and the output formats
//! (`--format` and `--json`).

use std::io;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::error::Outcome;
use super::output;
use overtrick_match::document::guard;
use overtrick_match::lang::{visible, visible_line};

/// The spaces added to the width of each column.
const GAP: usize = 2;
/// The minimum width of a column whose words may be split.
const MIN: usize = 6;
/// The indent of cells that are below the first cell of their row.
const INDENT: &str = "  ";

/// A cell. Control characters are replaced here, because the column widths depend on the text.
#[derive(Debug, Clone)]
pub struct Cell {
    text: String,
    is_right: bool,
}

/// A left-aligned cell.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cells are made of figures and of names alike"
)]
pub fn left(text: impl ToString) -> Cell {
    let text = visible_line(&text.to_string());
    Cell {
        text,
        is_right: false,
    }
}

/// A right-aligned cell.
pub fn right(text: impl ToString) -> Cell {
    Cell {
        is_right: true,
        ..left(text)
    }
}

/// Stacks these cells in one cell, which is aligned like the first of them.
pub fn stacked(cells: impl IntoIterator<Item = Cell>) -> Cell {
    let mut cells = cells.into_iter();
    let first = cells.next().unwrap_or_else(|| left(""));
    cells.fold(first, |above, cell| Cell {
        text: above.text + "\n" + &cell.text,
        ..above
    })
}

/// A table without vertical lines.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    head: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    is_ruled: bool,
}

impl<R: IntoIterator<Item = Cell>> FromIterator<R> for Grid {
    /// Makes a table of these rows, without lines between them. Columns are two spaces apart.
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Grid {
        let rows = rows.into_iter().map(|row| row.into_iter().collect());
        Grid {
            rows: rows.collect(),
            ..Grid::default()
        }
    }
}

impl Grid {
    /// Adds lines between the rows.
    pub fn ruled(mut self) -> Grid {
        self.is_ruled = true;
        self
    }

    /// Adds the column headings.
    pub fn headed(mut self, cells: impl IntoIterator<Item = Cell>) -> Grid {
        self.head = cells.into_iter().collect();
        self
    }

    /// Returns the table as text for the output, without trailing spaces.
    pub fn text(&self) -> String {
        self.within(output::width())
    }

    /// Returns the table as text of at most this width. If the columns do not fit without splitting an id,
    /// each cell is on a separate line.
    pub fn within(&self, width: usize) -> String {
        let lines = match self.widths(width) {
            Some(widths) => self.beside(&widths),
            None => self.below(width),
        };
        trimmed(lines)
    }

    /// Returns the headings and the rows as CSV. Texts are escaped so that spreadsheets do not read them as
    /// formulas.
    pub fn csv(&self) -> io::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in self.all_rows() {
            let text = |cell: &Cell| match cell.text.trim() {
                figure if cell.is_right => figure.to_owned(),
                text => guard(text),
            };
            writer.write_record(row.iter().map(text))?;
        }
        let bytes = writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let row = |cells: &Vec<Cell>| line(cells.iter().map(|cell| escaped(&cell.text)).collect());
        let mark = |cell: &Cell| if cell.is_right { "---:" } else { "---" };
        let marks = self.head.iter().map(|cell| mark(cell).to_owned()).collect();
        let rows: String = self.rows.iter().map(row).collect();
        row(&self.head) + &line(marks) + &rows
    }

    /// Returns the rows as objects, with the headings as keys.
    pub fn objects(&self) -> Vec<Map<String, Value>> {
        let object = |row: &Vec<Cell>| {
            let cells = self.head.iter().zip(row);
            let text = |cell: &Cell| cell.text.trim().to_owned();
            cells
                .map(|(head, cell)| (text(head), text(cell).into()))
                .collect()
        };
        self.rows.iter().map(object).collect()
    }

    fn all_rows(&self) -> impl Iterator<Item = &Vec<Cell>> {
        let head = Some(&self.head).filter(|head| !head.is_empty());
        head.into_iter().chain(&self.rows)
    }

    /// Returns the widths of the columns, or `None` if they do not fit without splitting an id.
    fn widths(&self, width: usize) -> Option<Vec<usize>> {
        let columns = self.all_rows().map(Vec::len).max().unwrap_or(0);
        let room = width.checked_sub(columns * GAP)?;
        let widest = |of: &dyn Fn(usize, &str) -> usize| -> Vec<usize> {
            let column = |index: usize| {
                let cells = self.all_rows().filter_map(|row| row.get(index));
                let lines = cells.flat_map(|cell| cell.text.split('\n'));
                lines.map(|line| of(index, line)).max().unwrap_or(0)
            };
            (0..columns).map(column).collect()
        };
        let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() <= room;
        let whole = widest(&|_, text| text.width());
        if fits(&whole) {
            return Some(whole);
        }
        let words = |text: &str, is_kept: fn(&str) -> bool| {
            let words = text.split([' ', '\u{a0}']).filter(|word| is_kept(word));
            words.map(UnicodeWidthStr::width).max().unwrap_or(0)
        };
        let by_words = widest(&|_, text| words(text, |_| true));
        let by_ids = widest(&|_, text| words(text, is_id).max(text.width().min(MIN)));
        let least = [by_words, by_ids].into_iter().find(fits)?;
        // Reduce each column to the width of its wrapped lines, and give the rest to the other columns.
        let mut wanted = whole;
        loop {
            let widths = shared(&wanted, &least, room);
            let used = widest(&|column, line| {
                let lines = filled_line(line, widths[column]);
                lines.iter().map(|line| line.width()).max().unwrap_or(0)
            });
            let is_narrowed = |at: &usize| used[*at] < widths[*at].min(wanted[*at]);
            let Some(at) = (0..columns).find(is_narrowed) else {
                return Some(used);
            };
            wanted[at] = used[at];
        }
    }

    /// Returns the lines of a table, with the cells of each row side by side.
    fn beside(&self, widths: &[usize]) -> Vec<String> {
        let line = |sign: &str| sign.repeat(widths.iter().sum::<usize>() + widths.len() * GAP);
        let mut lines = Vec::new();
        let between = self.is_ruled.then(|| line("─"));
        lines.extend(between.clone());
        if !self.head.is_empty() {
            lines.extend(row_lines(&self.head, widths));
            lines.extend(self.is_ruled.then(|| line("═")));
        }
        for row in &self.rows {
            lines.extend(row_lines(row, widths));
            lines.extend(between.clone());
        }
        lines
    }

    /// Returns the lines of a table that is too wide, with the cells of each row below its first cell.
    fn below(&self, width: usize) -> Vec<String> {
        let head = self.head.first();
        let head = head.map(|head| filled(head.text.trim(), width));
        let mut lines = head.unwrap_or_default();
        let cells = self.rows.iter().flat_map(|row| row.iter().enumerate());
        for (index, cell) in cells {
            let head = self.head.get(index).map_or("", |head| head.text.trim());
            let (indent, text) = match (index, head, cell.text.trim()) {
                (0, _, text) => ("", text.to_owned()),
                (.., "") => continue,
                (_, "", text) => (INDENT, text.to_owned()),
                (_, head, text) => (INDENT, format!("{head}: {text}")),
            };
            let inside = filled(&text, width.saturating_sub(indent.len()));
            lines.extend(inside.into_iter().map(|line| format!("{indent}{line}")));
        }
        lines
    }
}

/// Whether a word is an id, such as that of a clause. Ids are not split, so that they can be searched and copied.
fn is_id(word: &str) -> bool {
    word.contains(['/', '_'])
}

/// Returns column widths that fit into the room. Each column gets its minimum width. The remaining room goes
/// to the narrowest columns that need more.
fn shared(whole: &[usize], least: &[usize], room: usize) -> Vec<usize> {
    let mut widths = least.to_vec();
    for _ in least.iter().sum()..room {
        let narrowed = (0..widths.len()).filter(|index| widths[*index] < whole[*index]);
        let Some(narrowest) = narrowed.min_by_key(|index| widths[*index]) else {
            break;
        };
        widths[narrowest] += 1;
    }
    widths
}

fn row_lines(row: &[Cell], widths: &[usize]) -> Vec<String> {
    let cells = row.iter().zip(widths);
    let cells: Vec<Vec<String>> = cells
        .map(|(cell, width)| filled(&cell.text, *width))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let mut line = String::new();
        for ((cell, text), width) in row.iter().zip(&cells).zip(widths) {
            let text = text.get(number).map_or("", String::as_str);
            let room = " ".repeat(width.saturating_sub(text.width()));
            line += &if cell.is_right {
                format!(" {room}{text} ")
            } else {
                format!(" {text}{room} ")
            };
        }
        line
    };
    (0..height).map(line).collect()
}

/// Wraps a text into lines of at most this width. Only a word wider than a line is split.
pub fn filled(text: &str, width: usize) -> Vec<String> {
    let lines = text.split('\n').flat_map(|line| filled_line(line, width));
    lines.collect()
}

fn filled_line(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    if text.width() <= width {
        return vec![text.to_owned()];
    }
    let words = text.split(' ').flat_map(|word| {
        // Keep a mark on the same line as its id if both fit.
        let is_wide = word.width() > width;
        word.split(move |letter| is_wide && letter == '\u{a0}')
    });
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(pieces(word, width)),
        }
    }
    lines
}

/// Splits a word into pieces of at most this width.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.graphemes(true) {
        match pieces.last_mut() {
            Some(piece) if piece.is_empty() || piece.width() + letter.width() <= width => {
                piece.push_str(letter);
            }
            _ => pieces.push(letter.to_owned()),
        }
    }
    pieces
}

/// Wraps each line of a text to the width of the output, except table rows, which begin with a space and already fit.
pub fn wrapped(text: &str) -> String {
    let lines = visible(text);
    let lines = lines.lines().flat_map(|line| match line {
        row if row.starts_with(' ') => vec![row.to_owned()],
        line => filled(line, output::width()),
    });
    trimmed(lines)
}

/// Joins lines, without trailing spaces.
fn trimmed(lines: impl IntoIterator<Item = String>) -> String {
    let lines = lines.into_iter();
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Returns an indented paragraph, wrapped to the width of the output.
pub fn indented(text: String) -> String {
    Grid::from_iter([[left(" "), left(text)]]).text()
}

/// Escapes text so that Markdown displays it unchanged.
fn escaped(text: &str) -> String {
    let letter = |letter| match letter {
        '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#' | '&' => format!("\\{letter}"),
        letter => letter.to_string(),
    };
    text.trim().chars().map(letter).collect()
}

/// The format of output that has a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs, with all figures
    Json,
    /// For spreadsheets
    Csv,
    /// For a website or a message
    Markdown,
}

/// The format that the user asked for.
#[derive(Debug, Args)]
pub struct Formats {
    /// The output format [default: table, but json for overtrick score if the output is not a terminal]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write JSON, like --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Formats {
    /// Returns the format from the flags, if there is one.
    pub fn chosen(&self) -> Option<Format> {
        self.json.then_some(Format::Json).or(self.format)
    }

    /// Writes the output: a text with the table, the figures as JSON, or only the table.
    pub fn write(
        &self,
        grid: &Grid,
        figures: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Outcome {
        match self.chosen().unwrap_or(Format::Table) {
            Format::Table => output::text(&text()),
            Format::Json => output::json(figures),
            Format::Csv => output::data(grid.csv()?),
            Format::Markdown => output::data(grid.markdown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let row = [right(5), left("took five tricks (other-game/opponents)")];
        Grid::from_iter([row]).headed([right("Points"), left("Why")])
    }

    #[test]
    fn cells_that_fit_are_side_by_side() {
        let wide = " Points  Why\n      5  took five tricks (other-game/opponents)\n";
        assert_eq!(grid().within(60), wide);
        let narrow = " Points  Why\n      5  took five tricks\n         (other-game/opponents)\n";
        assert_eq!(grid().within(34), narrow);
    }

    #[test]
    fn a_table_is_also_written_as_csv() {
        let csv = "Points,Why\n5,took five tricks (other-game/opponents)\n";
        assert_eq!(grid().csv().unwrap(), csv);
    }

    #[test]
    fn markdown_shows_every_letter_of_a_name() {
        let row = [right(5), left("Ann|Bo *the* [1st]")];
        let grid = Grid::from_iter([row]).headed([right("Points"), left("Name")]);
        let expected = "| Points | Name |\n| ---: | --- |\n| 5 | Ann\\|Bo \\*the\\* \\[1st\\] |\n";
        assert_eq!(grid.markdown(), expected);
    }

    #[test]
    fn cells_that_do_not_fit_are_below_and_ids_are_not_broken() {
        let below = "Points\n5\n  Why: took five tricks\n  (other-game/opponents)\n";
        assert_eq!(grid().within(30), below);
        for width in 24..80 {
            let text = grid().within(width);
            assert!(text.contains("(other-game/opponents)"), "{text}");
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
        }
    }

    #[test]
    fn words_are_split_only_if_they_are_wider_than_a_line() {
        assert_eq!(filled("one two three", 7), ["one two", "three"]);
        assert_eq!(filled("李雷李雷 a", 4), ["李雷", "李雷", "a"]);
        assert_eq!(filled("[◇\u{a0}game/clause]", 40), ["[◇\u{a0}game/clause]"]);
        assert_eq!(
            filled("so [◇\u{a0}game/clause]", 13),
            ["so [◇", "game/clause]"]
        );
    }

    #[test]
    fn wide_columns_share_the_remaining_width() {
        assert_eq!(shared(&[4, 50, 60], &[4, 6, 6], 44), [4, 20, 20]);
        assert_eq!(shared(&[4, 50, 60], &[4, 30, 6], 44), [4, 30, 10]);
    }
}
