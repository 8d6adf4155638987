//! A QR code drawn in a terminal, two rows of squares per line of text.

use std::env;
use std::io::{self, IsTerminal};

use super::output;
use qrcode::{Color, EcLevel, QrCode};

/// The width of the white border in squares, as scanners require.
const QUIET: usize = 4;
/// Black on white by color numbers that terminal themes do not change.
const BLACK_ON_WHITE: &str = "\u{1b}[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\u{1b}[0m";

/// Whether standard error is a terminal with colors.
pub fn is_shown() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
    io::stderr().is_terminal() && output::is_colored() && !dumb
}

/// The QR code of a text as lines of at most this many columns; `None` if it is wider or the text cannot be
/// encoded.
pub fn drawn(text: &str, columns: usize) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = code.width();
    let size = width + 2 * QUIET;
    if size > columns {
        return None;
    }
    let squares = code.to_colors();
    let is_dark = |row: usize, column: usize| {
        let (row, column) = (row.wrapping_sub(QUIET), column.wrapping_sub(QUIET));
        row < width && column < width && squares.get(row * width + column) == Some(&Color::Dark)
    };
    let mut lines = String::new();
    for row in (0..size).step_by(2) {
        lines += BLACK_ON_WHITE;
        lines.extend((0..size).map(|column| {
            match (is_dark(row, column), is_dark(row + 1, column)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }
        }));
        lines += AS_BEFORE;
        lines.push('\n');
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "http://192.168.1.20:8080/";

    #[test]
    fn the_squares_of_a_code_are_drawn_within_a_white_border() {
        let code = QrCode::with_error_correction_level(ADDRESS, EcLevel::L).unwrap();
        let (width, size) = (code.width(), code.width() + 2 * QUIET);
        let lines = drawn(ADDRESS, 80).unwrap();
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for line in lines.lines() {
            let line = line.strip_prefix(BLACK_ON_WHITE).unwrap();
            let line = line.strip_suffix(AS_BEFORE).unwrap();
            rows.push(line.chars().map(|square| "█▀".contains(square)).collect());
            rows.push(line.chars().map(|square| "█▄".contains(square)).collect());
        }
        assert!(rows.iter().all(|row| row.len() == size), "{lines}");
        for (row, squares) in rows.iter().enumerate() {
            for (column, dark) in squares.iter().enumerate() {
                let inside = (QUIET..QUIET + width).contains(&row)
                    && (QUIET..QUIET + width).contains(&column);
                let wanted = inside && code[(column - QUIET, row - QUIET)] == Color::Dark;
                assert_eq!(*dark, wanted, "row {row}, column {column}");
            }
        }
    }

    #[test]
    fn a_code_that_is_wider_than_the_terminal_is_not_drawn() {
        assert!(drawn(ADDRESS, 33).is_some());
        assert_eq!(drawn(ADDRESS, 32), None);
    }
}
