//! Tables and wrapped text, as wide as the output: ids stay whole, and nothing is wider than a line; and the
//! formats of answers: `--format` and `--json`.

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::error::{CommandError, Outcome};
use super::output;
use overtrick_match::lang::{visible, visible_line};

/// The spaces around a column.
const GAP: usize = 2;
/// The least width of a column whose words are split.
const LEAST: usize = 6;
/// The indent of a row that is written below its first cell.
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

/// Cells below each other as one, aligned like the first.
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

impl Grid {
    /// A table without lines; columns are two spaces apart.
    pub fn new() -> Grid {
        Grid::default()
    }

    /// A table with a line between all rows.
    pub fn ruled() -> Grid {
        Grid {
            is_ruled: true,
            ..Grid::default()
        }
    }

    /// Sets the names of the columns.
    pub fn set_header(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.head = cells.into_iter().collect();
    }

    /// Adds a row.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as text for the output, without trailing spaces.
    pub fn text(&self) -> String {
        self.within(output::width())
    }

    /// The table as text of at most this many columns. A table that has no room beside its ids is written
    /// one cell a line.
    pub fn within(&self, width: usize) -> String {
        let lines = match self.widths(width) {
            Some(widths) => self.beside(&widths),
            None => self.below(width),
        };
        lines
            .iter()
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    /// The rows as CSV, after the names of the columns.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in self.all_rows() {
            writer.write_record(row.iter().map(|cell| cell.text.trim()))?;
        }
        let bytes = writer.into_inner().map_err(|error| {
            let error = error.into_error();
            csv::Error::from(error)
        })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The rows as objects, with the names of the columns as keys.
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

    /// The widths of the columns; `None` if their ids do not fit side by side.
    fn widths(&self, width: usize) -> Option<Vec<usize>> {
        let columns = self.all_rows().map(Vec::len).max().unwrap_or(0);
        let room = width.checked_sub(columns * GAP)?;
        let widest = |of: &dyn Fn(&str) -> usize| -> Vec<usize> {
            let column = |index: usize| {
                let cells = self.all_rows().filter_map(|row| row.get(index));
                let lines = cells.flat_map(|cell| cell.text.split('\n'));
                lines.map(of).max().unwrap_or(0)
            };
            (0..columns).map(column).collect()
        };
        let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() <= room;
        let whole = widest(&|text| text.width());
        if fits(&whole) {
            return Some(whole);
        }
        let words = |text: &str, is_kept: fn(&str) -> bool| {
            let words = text.split([' ', '\u{a0}']).filter(|word| is_kept(word));
            words.map(UnicodeWidthStr::width).max().unwrap_or(0)
        };
        let by_words = widest(&|text| words(text, |_| true));
        let by_ids = widest(&|text| words(text, is_id).max(text.width().min(LEAST)));
        let least = [by_words, by_ids].into_iter().find(fits)?;
        // A column is no wider than its lines as they are wrapped, which leaves room for the others.
        let used = |(index, width): (usize, &usize)| {
            let cells = self.all_rows().filter_map(|row| row.get(index));
            let lines = cells.flat_map(|cell| filled(&cell.text, *width));
            lines.map(|line| line.width()).max().unwrap_or(0)
        };
        let mut wanted = whole;
        loop {
            let widths = shared(&wanted, &least, room);
            let used: Vec<usize> = widths.iter().enumerate().map(used).collect();
            let narrowed =
                |index: &usize| used[*index] < widths[*index] && used[*index] < wanted[*index];
            let Some(index) = (0..columns).find(narrowed) else {
                return Some(used);
            };
            wanted[index] = used[index];
        }
    }

    /// The lines of a table whose cells stand side by side.
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

    /// The lines of a table that has no room: each row below its first cell.
    fn below(&self, width: usize) -> Vec<String> {
        let head = self
            .head
            .first()
            .map(|head| filled(head.text.trim(), width));
        let mut lines = head.unwrap_or_default();
        for row in &self.rows {
            let mut row = row.iter().enumerate();
            if let Some((_, first)) = row.next() {
                lines.extend(filled(first.text.trim(), width));
            }
            for (index, cell) in row.filter(|(_, cell)| !cell.text.trim().is_empty()) {
                let head = self.head.get(index).map(|head| head.text.trim());
                let head = head.filter(|head| !head.is_empty());
                let head = head.map_or_else(String::new, |head| format!("{head}: "));
                let text = format!("{head}{}", cell.text.trim());
                let inside = filled(&text, width.saturating_sub(INDENT.len()));
                lines.extend(inside.into_iter().map(|line| format!("{INDENT}{line}")));
            }
        }
        lines
    }
}

/// Whether a word is the id of a clause, a house rule or the like, which is searched for and copied.
fn is_id(word: &str) -> bool {
    word.contains(['/', '_'])
}

/// The widths of columns that are wider than the room together: narrow ones keep their width, and wide ones
/// share the rest. None is narrower than its least width.
fn shared(whole: &[usize], least: &[usize], room: usize) -> Vec<usize> {
    let at_most = |share: usize| -> Vec<usize> {
        let columns = whole.iter().zip(least);
        columns
            .map(|(whole, least)| *whole.min(&share).max(least))
            .collect()
    };
    let mut shares = (0..=room).rev().map(at_most);
    let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() <= room;
    let mut widths = shares.find(fits).unwrap_or_else(|| least.to_vec());
    let mut more = room.saturating_sub(widths.iter().sum());
    for (width, whole) in widths.iter_mut().zip(whole) {
        if *width < *whole && more > 0 {
            *width += 1;
            more -= 1;
        }
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

/// A text as lines of at most this width. A word is split only if it is wider than a line.
pub fn filled(text: &str, width: usize) -> Vec<String> {
    let lines = text.split('\n').flat_map(|line| filled_line(line, width));
    lines.collect()
}

fn filled_line(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    if text.width() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    let words = text.split(' ').flat_map(|word| {
        // A mark stays beside its id where there is room for both.
        let parts: Vec<&str> = if word.width() <= width {
            vec![word]
        } else {
            word.split('\u{a0}').collect()
        };
        parts
    });
    for (index, word) in words.enumerate() {
        let Some(line) = lines.last_mut() else { break };
        if index > 0 && line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        if index > 0 {
            lines.push(String::new());
        }
        for letter in word.graphemes(true) {
            let is_full = |line: &String| line.width() + letter.width() > width;
            if lines
                .last()
                .is_some_and(|line| !line.is_empty() && is_full(line))
            {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(letter);
            }
        }
    }
    lines
}

/// The sentences of a text wrapped to a width. Rows of tables, which begin with a space, are as wide as the output
/// already.
pub fn fitted(text: &str, width: usize) -> String {
    let lines = text.lines().flat_map(|line| {
        let width = if line.starts_with(' ') {
            usize::MAX
        } else {
            width
        };
        filled(line, width)
    });
    lines.map(|line| line + "\n").collect()
}

/// Text wrapped to the width of the output, line by line.
pub fn wrapped(text: &str) -> String {
    let text = visible(text);
    let lines = text.lines().flat_map(|line| filled(line, output::width()));
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// An indented paragraph, wrapped to the width of the output.
pub fn indented(text: String) -> String {
    let mut grid = Grid::new();
    grid.add_row([left(" "), left(text)]);
    grid.text()
}

/// The format of an answer that is a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs, with every figure
    Json,
    /// For spreadsheets
    Csv,
}

/// The format that the user asked for.
#[derive(Debug, Args)]
pub struct Formats {
    /// The output format [default: table]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Formats {
    /// The format that was asked for, if any was.
    pub fn chosen(&self) -> Option<Format> {
        if self.json {
            Some(Format::Json)
        } else {
            self.format
        }
    }

    /// Writes an answer: a text with a table, its figures as JSON, or the table alone.
    pub fn write(
        &self,
        grid: &Grid,
        figures: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Outcome {
        match self.chosen().unwrap_or(Format::Table) {
            Format::Table => output::text(&text()),
            Format::Json => output::json(figures),
            Format::Csv => {
                let csv = grid.csv();
                output::data(&csv.map_err(CommandError::files)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new();
        grid.set_header([right("Points"), left("Why")]);
        grid.add_row([right(5), left("took five tricks (other-game/opponents)")]);
        grid
    }

    #[test]
    fn what_fits_stands_side_by_side() {
        let wide = " Points  Why\n      5  took five tricks (other-game/opponents)\n";
        assert_eq!(grid().within(60), wide);
        let narrow = " Points  Why\n      5  took five tricks\n         (other-game/opponents)\n";
        assert_eq!(grid().within(34), narrow);
    }

    #[test]
    fn a_table_is_written_for_programs_too() {
        let csv = "Points,Why\n5,took five tricks (other-game/opponents)\n";
        assert_eq!(grid().csv().unwrap(), csv);
    }

    #[test]
    fn what_does_not_fit_stands_below_and_ids_are_whole() {
        let below = "Points\n5\n  Why: took five tricks\n  (other-game/opponents)\n";
        assert_eq!(grid().within(30), below);
        for width in 24..80 {
            let text = grid().within(width);
            assert!(text.contains("(other-game/opponents)"), "{text}");
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
        }
    }

    #[test]
    fn words_are_split_only_where_they_are_wider_than_a_line() {
        assert_eq!(filled("one two three", 7), ["one two", "three"]);
        assert_eq!(filled("李雷李雷 a", 4), ["李雷", "李雷", "a"]);
        assert_eq!(filled("[◇\u{a0}game/clause]", 40), ["[◇\u{a0}game/clause]"]);
        assert_eq!(
            filled("so [◇\u{a0}game/clause]", 13),
            ["so [◇", "game/clause]"]
        );
    }

    #[test]
    fn wide_columns_share_what_narrow_ones_leave() {
        assert_eq!(shared(&[4, 50, 60], &[4, 6, 6], 44), [4, 20, 20]);
        assert_eq!(shared(&[4, 50, 60], &[4, 30, 6], 44), [4, 30, 10]);
    }
}
