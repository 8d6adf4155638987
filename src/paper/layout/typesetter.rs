//! Typesetting: text as words whose spans may have different styles. Words are measured, broken into lines of
//! similar length, and laid out.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::canvas::{COLUMN, HAIR, Style, leading as tight};
use super::draw::{Ink, Item, Role, Run};
use super::flow::{Strip, under_head};
use super::fonts::{Cut, Fonts};
use super::lines::break_evenly;
use super::paper::{Area, Size, count};
use super::table::{Cell, Need, Row, Rule, Table, share_out};

/// The position of the baseline, as a fraction of the height of a line.
pub const BASELINE: f32 = 0.7;

/// Returns the distance between the lines of a long text in this size.
pub fn leading(size: f32) -> f32 {
    tight(size) * 1.1
}

/// The distance between the lines in a table, relative to a text of the same size.
const TABLE_PITCH: f32 = 0.96;
/// The largest fraction of a page for an unsplit table: first for any table, then for a table with few rows.
const MAX_UNSPLIT: f32 = 0.4;
const MAX_SHORT: f32 = 0.8;
const SHORT_TABLE: usize = 8;

/// A typesetter for these fonts.
pub struct Typesetter<'a> {
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
    missing: RefCell<BTreeSet<char>>,
}

impl<'a> Typesetter<'a> {
    /// Creates a typesetter for these fonts.
    pub fn new(fonts: &'a Fonts<'a>) -> Typesetter<'a> {
        Typesetter {
            fonts,
            missing: RefCell::default(),
        }
    }

    /// Returns the characters that no font has, from all texts so far.
    pub fn missing(&self) -> Vec<char> {
        self.missing.borrow().iter().copied().collect()
    }

    /// Returns the width of the space between words.
    pub fn space(&self, size: f32) -> f32 {
        self.fonts.width(Cut::Regular, " ", size)
    }

    /// Returns the width of words on one line.
    pub fn width(&self, words: &[Word], size: f32) -> f32 {
        let spaces = count(words.len().saturating_sub(1)) * self.space(size);
        words.iter().map(|word| word.width).sum::<f32>() + spaces
    }

    /// Splits a text of one style into words.
    pub fn words(&self, text: &str, style: Style) -> Vec<Word> {
        let mut writer = Writer::default();
        writer.write(text, style);
        writer.words(self.fonts)
    }

    /// Breaks words into lines no wider than this width plus a tolerance. A word that is wider than a line,
    /// such as an address, is broken.
    pub fn break_lines(
        &self,
        words: Vec<Word>,
        size: f32,
        (width, slack): (f32, f32),
    ) -> Vec<Vec<Word>> {
        let broken = |word: Word| word.broken(width, self.fonts);
        let words: Vec<Word> = words.into_iter().flat_map(broken).collect();
        let widths: Vec<f32> = words.iter().map(|word| word.width).collect();
        let lines = break_evenly(&widths, self.space(size), width + slack).into_iter();
        let mut words = words.into_iter();
        let line = |line: Range<usize>| words.by_ref().take(line.len()).collect();
        lines.map(line).collect()
    }

    /// Lays out words on one line from `x`, within a cell.
    pub fn line(
        &self,
        words: &[Word],
        (x, baseline): (f32, f32),
        size: f32,
        cell: Area,
    ) -> Vec<Item> {
        let space = self.space(size);
        let mut styled_parts: Vec<(f32, Span)> = Vec::new();
        let mut at = x;
        for (index, word) in words.iter().enumerate() {
            for (part, span) in word.spans.iter().enumerate() {
                let spaced = index > 0 && part == 0;
                match styled_parts.last_mut() {
                    Some((_, last)) if last.style == span.style => {
                        if spaced {
                            last.text.push(' ');
                        }
                        last.text.push_str(&span.text);
                    }
                    _ => {
                        let start = at + if spaced { space } else { 0.0 };
                        styled_parts.push((start, span.clone()));
                    }
                }
                if let Some((start, last)) = styled_parts.last() {
                    at = start + self.text_width(&last.text, last.style);
                }
            }
        }
        let set = |(x, span): (f32, Span)| self.text(&span.text, span.style, (x, baseline), cell);
        styled_parts.into_iter().map(set).collect()
    }

    /// Returns the width of a text of one style.
    pub fn text_width(&self, text: &str, style: Style) -> f32 {
        self.fonts.width(style.cut, text, style.size)
    }

    /// Lays out a text of one style in a cell, with the alignment of its style.
    pub fn line_in(&self, cell: Area, baseline: f32, text: &str, style: Style) -> Item {
        let spare = cell.w - self.text_width(text, style);
        let x = cell.x + style.align.share(spare);
        self.text(text, style, (x, baseline), cell)
    }

    /// Lays out a text of one style.
    pub fn text(&self, text: &str, style: Style, (x, baseline): (f32, f32), cell: Area) -> Item {
        let mut missing = self.missing.borrow_mut();
        let (cut, size) = (style.cut, style.size);
        let (pieces, read) = self.fonts.pieces(cut, text, size, &mut missing);
        Item::Text(Run {
            pieces,
            read,
            x,
            y: baseline - style.rise,
            size,
            bold: matches!(cut, Cut::Bold | Cut::Head),
            ink: style.ink,
            cell,
        })
    }

    /// Lays out words in lines of this width, aligned left or right, and returns the lines as one strip.
    pub fn frame(&self, words: Vec<Word>, size: f32, width: f32, is_right: bool) -> Strip {
        /// The extra width that a line may have. It covers small differences between measured widths.
        const SLACK: f32 = 0.02;
        let pitch = leading(size) * TABLE_PITCH;
        let mut frame = Strip::default();
        for words in self.break_lines(words, size, (width, SLACK)) {
            let area = Area::new(0.0, frame.height, width, pitch);
            let used = self.width(&words, size);
            let start = if is_right { width - used } else { 0.0 };
            let place = (start, frame.height + pitch * BASELINE);
            frame.items.extend(self.line(&words, place, size, area));
            frame.height += pitch;
        }
        frame
    }

    /// Lays out words in lines of this width, and returns a strip for each line. The first two lines are kept
    /// together, and so are the last two.
    pub fn paragraph(
        &self,
        words: Vec<Word>,
        size: f32,
        (indent, width): (f32, f32),
        mut role: Role,
    ) -> Vec<Strip> {
        let pitch = leading(size);
        let lines = self.break_lines(words, size, (width - indent, 0.0));
        let all = lines.len();
        let cell = Area::new(0.0, 0.0, width, pitch);
        let strip = |(index, words): (usize, Vec<Word>)| {
            let line = self.line(&words, (indent, pitch * BASELINE), size, cell);
            let role = std::mem::replace(&mut role, Role::More);
            Strip {
                keep: index + 1 < all && (index == 0 || index + 2 == all),
                ..Strip::new(pitch, Item::tagged(role, line))
            }
        };
        lines.into_iter().enumerate().map(strip).collect()
    }

    /// Lays out a table in this width, on pages of this height. If the columns are too narrow for their
    /// cells, the cells have several lines. The header is repeated on each page.
    pub fn table(&self, table: WordTable, place: Size) -> Vec<Strip> {
        let (size, right) = (table.size, table.right);
        let (head, rows) = (table.head, table.rows);
        let gap = size * 0.44;
        let need = |column: usize| {
            let cells = [&head].into_iter().chain(&rows);
            let cells = cells.filter_map(move |row| row.get(column));
            let words = cells.clone().flatten().map(|word| word.width);
            let whole = cells.map(|cell| self.width(cell, size));
            Need {
                least: words.fold(0.0, f32::max),
                // A small extra width, so that the widest line of a column is not broken.
                whole: whole.fold(0.0, f32::max) + 0.01,
                share: 0.0,
            }
        };
        let needs: Vec<Need> = (0..head.len()).map(need).collect();
        let gaps = gap * (count(head.len()) - 1.0);
        let widths = share_out(&needs, place.w - gaps);
        let table = Table::new(&widths, gap);
        let row = |cells: Vec<Vec<Word>>, weight: f32, ink: Ink, is_head: bool| {
            let cells = cells.into_iter().enumerate().map(|(column, words)| {
                let is_right = right.get(column).copied().unwrap_or(false);
                let frame = self.frame(words, size, widths[column], is_right);
                Cell::new(column..column + 1, frame)
            });
            table.row(Row {
                cells: cells.collect(),
                least: leading(size) * TABLE_PITCH,
                edge: size * 0.085,
                rule: Rule { weight, ink },
                is_head,
            })
        };
        let is_short = rows.len() <= SHORT_TABLE;
        let whole = if is_short { MAX_SHORT } else { MAX_UNSPLIT };
        let head = row(head, COLUMN, Ink::Ink, true);
        let rows = rows.into_iter();
        let rows = rows.map(|cells| row(cells, HAIR, Ink::Line, false));
        under_head(head, rows, place.h * whole)
    }
}

/// A table whose cells are words.
#[derive(Debug)]
pub struct WordTable {
    /// The column headers.
    pub head: Vec<Vec<Word>>,
    /// The cells of each row.
    pub rows: Vec<Vec<Vec<Word>>>,
    /// Whether each column is aligned right. All further columns are aligned left.
    pub right: Vec<bool>,
    /// The text size in points.
    pub size: f32,
}

/// A part of a word with one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// Its letters.
    pub text: String,
    /// Its style.
    pub style: Style,
}

/// Text that is kept on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its spans, from left to right.
    pub spans: Vec<Span>,
    /// Its width in millimeters.
    pub width: f32,
}

/// A no-break space.
const TIED: char = '\u{a0}';

/// Writes text word by word.
#[derive(Debug, Default)]
pub struct Writer {
    words: Vec<Vec<Span>>,
    /// Whether the next text continues the last word.
    pub open: bool,
}

impl Writer {
    /// Writes text. Text without a space at its beginning continues the last word.
    pub fn write(&mut self, text: &str, style: Style) {
        for (index, part) in text.split([' ', '\n', '\t']).enumerate() {
            self.open &= index == 0;
            self.append_suits(part, style);
        }
    }

    /// Appends text, with red suit symbols in red.
    fn append_suits(&mut self, part: &str, style: Style) {
        for piece in part.split_inclusive(['♥', '♦']) {
            let suit = piece.find(['♥', '♦']).unwrap_or(piece.len());
            let (before, suit) = piece.split_at(suit);
            for (text, style) in [(before, style), (suit, style.ink(Ink::Red))] {
                if !text.is_empty() {
                    self.append(text, style);
                }
            }
        }
    }

    /// Appends text to the last word, even after a space.
    pub fn attach(&mut self, text: &str, style: Style) {
        self.open = true;
        self.append(text, style);
    }

    fn append(&mut self, text: &str, style: Style) {
        let text = text.to_owned();
        let span = Span { text, style };
        match self.words.last_mut() {
            Some(word) if self.open => word.push(span),
            _ => self.words.push(vec![span]),
        }
        self.open = true;
    }

    /// Returns the words with their widths. A word of one letter is tied to the next word.
    pub fn words(self, fonts: &Fonts<'_>) -> Vec<Word> {
        let mut words: Vec<Vec<Span>> = Vec::with_capacity(self.words.len());
        for word in self.words {
            match words.last_mut() {
                Some(last) if is_tied(last, &word) => {
                    if let Some(span) = last.last_mut() {
                        span.text.push(TIED);
                    }
                    last.extend(word);
                }
                _ => words.push(word),
            }
        }
        let word = |spans| Word::new(spans, fonts);
        words.into_iter().map(word).collect()
    }
}

/// Whether a line must not be broken between two words, because the first one is a preposition or article of
/// one letter.
fn is_tied(word: &[Span], next: &[Span]) -> bool {
    let Some((span, before)) = word.split_last() else {
        return false;
    };
    if before.last().is_some_and(|span| !span.text.ends_with(TIED)) {
        return false;
    }
    let text = span.text.rsplit(TIED).next().unwrap_or_default();
    let mut letters = text.trim_start_matches(['(', '“', '„']).chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let follows = next.first().and_then(|span| span.text.chars().next());
    letter.is_lowercase() || letter.is_uppercase() && follows.is_some_and(char::is_lowercase)
}

impl Word {
    /// Creates a word of these spans, and measures it.
    pub fn new(spans: Vec<Span>, fonts: &Fonts<'_>) -> Word {
        let width = spans.iter().map(|span| span.width(fonts)).sum();
        Word { spans, width }
    }

    /// Breaks the word into parts no wider than this.
    pub fn broken(self, width: f32, fonts: &Fonts<'_>) -> Vec<Word> {
        if self.width <= width {
            return vec![self];
        }
        let mut parts: Vec<Vec<Span>> = vec![Vec::new()];
        let mut used = 0.0;
        for Span { text, style } in self.spans {
            for letter in text.chars() {
                let text = letter.to_string();
                let letter = Span { text, style };
                let wide = letter.width(fonts);
                if used + wide > width && used > 0.0 {
                    parts.push(Vec::new());
                    used = 0.0;
                }
                used += wide;
                if let Some(part) = parts.last_mut() {
                    part.push(letter);
                }
            }
        }
        let word = |spans| Word::new(spans, fonts);
        parts.into_iter().map(word).collect()
    }
}

impl Span {
    fn width(&self, fonts: &Fonts<'_>) -> f32 {
        fonts.width(self.style.cut, &self.text, self.style.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[Word]) -> Vec<String> {
        let word = |word: &Word| word.spans.iter().map(|span| span.text.as_str()).collect();
        words.iter().map(word).collect()
    }

    fn words(text: &str) -> Vec<String> {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.write(text, Style::plain(9.0));
        texts(&writer.words(&fonts))
    }

    #[test]
    fn a_single_letter_is_kept_with_the_next_word() {
        assert_eq!(
            words("Hraje s\nkartou v ruce"),
            ["Hraje", "s\u{a0}kartou", "v\u{a0}ruce"]
        );
        assert_eq!(
            words("V každé (a i tak)"),
            ["V\u{a0}každé", "(a\u{a0}i\u{a0}tak)"]
        );
        assert_eq!(words("rank A K 10"), ["rank", "A", "K", "10"]);
    }

    #[test]
    fn a_reference_is_attached_to_the_word_before_it() {
        let fonts = Fonts::new(&[]).unwrap();
        let style = Style::plain(9.0);
        let mut writer = Writer::default();
        writer.write("one ", style);
        writer.attach("1", style.raised(Ink::Felt));
        writer.write(". Two", style);
        assert_eq!(texts(&writer.words(&fonts)), ["one1.", "Two"]);
    }

    #[test]
    fn a_word_that_is_too_wide_is_broken() {
        let fonts = Fonts::new(&[]).unwrap();
        let mut writer = Writer::default();
        writer.write("https://example.org/a-long-address", Style::plain(9.0));
        let words = writer.words(&fonts).into_iter();
        let words: Vec<Word> = words.flat_map(|word| word.broken(20.0, &fonts)).collect();
        assert!(words.len() > 2);
        assert!(words.iter().all(|word| word.width <= 20.0));
        assert_eq!(texts(&words).concat(), "https://example.org/a-long-address");
    }
}
