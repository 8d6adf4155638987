//! Blocks: paragraphs, lists and tables as strips, which no page divides.

use super::format::{Format, leading};
use super::grid::{Grid, strips as grid_strips};
use super::holding::Holdings;
use super::lines::{Setter, break_lines};
use super::strip::{BASELINE, Strip};
use super::words::{Voice, Word, Writer, within};
use crate::sheets::fonts::Cut;
use crate::sheets::paper::Area;
use overtrick_core::text::{Block, Inline, Table};

/// Makes strips.
#[derive(Debug, Clone, Copy)]
pub struct Blocks<'a> {
    /// Sets the lines.
    pub setter: &'a Setter<'a>,
    /// The format of the page.
    pub format: &'a Format,
    /// The house rules, to which the text refers.
    pub holdings: &'a Holdings,
}

impl Blocks<'_> {
    /// The strips of some blocks of a text.
    pub fn strips(&self, blocks: &[Block]) -> Vec<Strip> {
        let mut strips = Vec::new();
        // The record of a worked hand is for programs.
        let shown = blocks
            .iter()
            .filter(|block| !matches!(block, Block::Example));
        let mut blocks = shown.peekable();
        while let Some(block) = blocks.next() {
            strips.extend(match block {
                Block::Paragraph { text } => self.lead_in(text, blocks.peek().copied()),
                Block::List { items, ordered } => self.list(items, *ordered),
                Block::Table(table) => self.table(table),
                Block::Heading(_) | Block::Example => continue,
            });
        }
        strips
    }

    /// A paragraph. What leads to a table, or ends with a colon before a list, is kept with it.
    fn lead_in(&self, text: &[Inline], next: Option<&Block>) -> Vec<Strip> {
        let mut strips = self.paragraph(self.words(text, self.voice()), self.format.size);
        let last = text.last().map_or("", Inline::words);
        let leads = match next {
            Some(Block::Table(_)) => true,
            Some(Block::List { .. }) => last.trim_end().ends_with(':'),
            _ => false,
        };
        if let Some(last) = strips.last_mut().filter(|_| leads) {
            last.keep = true;
        }
        strips
    }

    fn voice(&self) -> Voice {
        Voice::plain(self.format.size)
    }

    /// A text of the rules as words.
    fn words(&self, text: &[Inline], voice: Voice) -> Vec<Word> {
        let mut writer = Writer::default();
        writer.refer(text, voice, self.holdings);
        writer.words(self.setter.fonts)
    }

    /// A paragraph of words of this size.
    pub fn paragraph(&self, words: Vec<Word>, size: f32) -> Vec<Strip> {
        let mut strips = self.lines(words, 0.0, size);
        if let Some(first) = strips.first_mut() {
            first.before = self.format.leading() * 0.5;
        }
        strips
    }

    /// Words as lines that begin so far to the right. A page never ends after the first of them, nor
    /// begins with the last.
    fn lines(&self, words: Vec<Word>, indent: f32, size: f32) -> Vec<Strip> {
        let (whole, pitch) = (self.format.column.w, leading(size));
        let width = whole - indent;
        let words = within(words, width, self.setter.fonts);
        let ranges = break_lines(&words, self.setter.space(size), width);
        let count = ranges.len();
        let cell = Area::new(0.0, 0.0, whole, pitch);
        let strip = |(index, range): (usize, std::ops::Range<usize>)| Strip {
            height: pitch,
            items: {
                let place = (indent, pitch * BASELINE);
                self.setter.line(&words[range], place, size, cell)
            },
            keep: index + 1 < count && (index == 0 || index + 2 == count),
            ..Strip::default()
        };
        ranges.into_iter().enumerate().map(strip).collect()
    }

    fn list(&self, items: &[Vec<Inline>], ordered: bool) -> Vec<Strip> {
        let (size, pitch) = (self.format.size, self.format.leading());
        let indent = size * if ordered { 0.56 } else { 0.44 };
        let hue = self.holdings.hue;
        let mut strips = Vec::new();
        for (number, item) in (1..).zip(items) {
            let words = self.words(item, self.voice());
            let mut lines = self.lines(words, indent, size);
            let Some(first) = lines.first_mut() else {
                continue;
            };
            first.before = pitch * if number == 1 { 0.4 } else { 0.25 };
            let (sign, voice) = if ordered {
                (number.to_string(), self.voice().cut(Cut::Bold))
            } else {
                ("•".to_owned(), self.voice())
            };
            let cell = Area::new(0.0, 0.0, indent, pitch);
            let place = (0.0, pitch * BASELINE);
            first
                .items
                .insert(0, self.setter.text(&sign, voice.ink(hue), place, cell));
            strips.extend(lines);
        }
        strips
    }

    fn table(&self, table: &Table) -> Vec<Strip> {
        let cell = |text: &Vec<Inline>, voice: Voice| self.words(text, voice);
        self.grid(&Grid {
            head: &|voice: Voice| {
                let head = table.head.iter();
                head.map(|text| cell(text, voice)).collect()
            },
            rows: &|voice: Voice| {
                let rows = table.rows.iter();
                rows.map(|row| row.iter().map(|text| cell(text, voice)).collect())
                    .collect()
            },
            right: &table.right,
        })
    }

    /// A table of any words.
    pub fn grid(&self, grid: &Grid<'_>) -> Vec<Strip> {
        let mut strips = grid_strips(grid, self.setter, self.format);
        if let Some(first) = strips.first_mut() {
            first.before = self.format.leading() * 0.55;
        }
        if let Some(last) = strips.last_mut() {
            last.height += self.format.leading() * 0.2;
        }
        strips
    }
}
