//! Blocks: paragraphs, lists, tables and sections as strips, which no page divides.

use super::house_rules::HouseRulesInForce;
use super::pages::{BASELINE, Section};
use super::pages::{Format, leading};
use super::typesetter::Typesetter;
use super::typesetter::{TextStyle, Word, Writer};
use crate::figures::Figures;
use crate::layout::canvas::{COLUMN, HAIR, count};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::fonts::Cut;
use crate::layout::paper::{Area, Span};
use crate::layout::table::{
    Cell, Frame, Need, Row, Rule, Stands, Strip, Table, share_out, under_head,
};
use overtrick_core::text::{Block, Inline, Table as TextTable};

/// The last item of a list that has fewer lines stands on the page of the one before it.
const SHORT: usize = 3;
/// The size of type in tables, as a part of that of the text, and how far apart its lines are.
const TABLE: f32 = 0.9;
const TABLE_PITCH: f32 = 0.96;
/// How much of a page a table takes at the most that no page divides.
const WHOLE: f32 = 0.8;

/// How the head of a table is set whose cells are set so.
pub fn table_head(style: TextStyle) -> TextStyle {
    style.cut(Cut::Bold).ink(Ink::Muted)
}

/// Makes strips.
#[derive(Debug, Clone, Copy)]
pub struct Blocks<'a> {
    /// Sets the lines.
    pub setter: &'a Typesetter<'a>,
    /// The format of the page.
    pub format: &'a Format,
    /// The house rules, to which the text refers.
    pub house_rules: &'a HouseRulesInForce,
    /// The pictures of the game.
    pub figures: &'a Figures<'a>,
    /// Whether ◇ stands where the text has it: where it is explained.
    pub marks: bool,
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
                Block::Figure { alt, caption, name } => self.figure(name, alt, caption),
                Block::Heading(_) | Block::Example => continue,
            });
        }
        strips
    }

    /// A paragraph. What leads to a table, or ends with a colon before a list, is kept with it.
    fn lead_in(&self, text: &[Inline], next: Option<&Block>) -> Vec<Strip> {
        let mut strips = self.paragraph(self.words(text, self.style()), self.format.size);
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

    /// A picture with its caption.
    fn figure(&self, name: &str, alt: &str, caption: &[Inline]) -> Vec<Strip> {
        let (width, size) = (self.format.column.w, self.format.size);
        let mut strips = Vec::new();
        if let Some(figure) = self.figures.draw(name, self.setter, (width, size)) {
            let role = Role::Figure {
                alt: alt.into(),
                place: Area::new(0.0, 0.0, figure.width, figure.height),
            };
            strips.push(Strip {
                before: self.format.leading() * 0.75,
                height: figure.height,
                items: Item::tagged(role, figure.items),
                keep: true,
                ..Strip::default()
            });
        }
        let small = size * 0.88;
        let style = TextStyle::plain(small).ink(Ink::Muted);
        let mut lines = self.paragraph(self.words(caption, style), small);
        let last = lines.len().saturating_sub(1);
        for line in lines.iter_mut().take(last) {
            line.keep = true;
        }
        if let Some(first) = lines.first_mut() {
            first.before = self.format.leading() * 0.2;
        }
        if let Some(last) = lines.last_mut() {
            last.height += self.format.leading() * 0.3;
        }
        strips.extend(lines);
        strips
    }

    fn style(&self) -> TextStyle {
        TextStyle::plain(self.format.size)
    }

    /// A text of the rules as words.
    fn words(&self, text: &[Inline], style: TextStyle) -> Vec<Word> {
        let mut writer = Writer::default();
        writer.write_rules(text, style, self.house_rules, self.marks);
        writer.words(self.setter.fonts)
    }

    /// A paragraph of words of this size.
    pub fn paragraph(&self, words: Vec<Word>, size: f32) -> Vec<Strip> {
        let mut strips = self.lines(words, (0.0, size), Role::Paragraph);
        if let Some(first) = strips.first_mut() {
            first.before = self.format.leading() * 0.5;
        }
        strips
    }

    /// Words as lines that begin so far to the right. A page never ends after the first of them, nor
    /// begins with the last.
    fn lines(&self, words: Vec<Word>, (indent, size): (f32, f32), mut role: Role) -> Vec<Strip> {
        let (whole, pitch) = (self.format.column.w, leading(size));
        let lines = self.setter.break_lines(words, size, (whole - indent, 0.0));
        let all = lines.len();
        let cell = Area::new(0.0, 0.0, whole, pitch);
        let place = (indent, pitch * BASELINE);
        let strip = |(index, words): (usize, Vec<Word>)| Strip {
            height: pitch,
            items: Item::tagged(
                std::mem::replace(&mut role, Role::More),
                self.setter.line(&words, place, size, cell),
            ),
            keep: index + 1 < all && (index == 0 || index + 2 == all),
            ..Strip::default()
        };
        lines.into_iter().enumerate().map(strip).collect()
    }

    fn list(&self, items: &[Vec<Inline>], ordered: bool) -> Vec<Strip> {
        let (size, pitch) = (self.format.size, self.format.leading());
        let indent = size * if ordered { 0.56 } else { 0.44 };
        let hue = self.house_rules.hue;
        let mut strips: Vec<Strip> = Vec::new();
        for (number, item) in (1..).zip(items) {
            let words = self.words(item, self.style());
            let mut lines = self.lines(words, (indent, size), Role::ListItem { ordered });
            let Some(first) = lines.first_mut() else {
                continue;
            };
            first.before = pitch * if number == 1 { 0.4 } else { 0.25 };
            let (sign, style) = if ordered {
                (number.to_string(), self.style().cut(Cut::Bold))
            } else {
                ("•".to_owned(), self.style())
            };
            let cell = Area::new(0.0, 0.0, indent, pitch);
            let place = (0.0, pitch * BASELINE);
            // It is the first in the item.
            first
                .items
                .insert(1, self.setter.text(&sign, style.ink(hue), place, cell));
            // A short last item does not begin a page alone.
            if number == items.len()
                && lines.len() < SHORT
                && let Some(before) = strips.last_mut()
            {
                before.keep = true;
            }
            strips.extend(lines);
        }
        strips
    }

    fn table(&self, table: &TextTable) -> Vec<Strip> {
        let cells = |texts: &[Vec<Inline>], style: TextStyle| -> Vec<Vec<Word>> {
            texts.iter().map(|text| self.words(text, style)).collect()
        };
        let style = self.table_style();
        let rows = table.rows.iter().map(|row| cells(row, style));
        let head = cells(&table.head, table_head(style));
        self.grid(head, rows.collect(), &table.right)
    }

    /// How the cells of tables are set.
    pub fn table_style(&self) -> TextStyle {
        TextStyle::plain(self.format.size * TABLE)
    }

    /// A table of any words; columns end at the right where `right` says so.
    pub fn grid(
        &self,
        head: Vec<Vec<Word>>,
        rows: Vec<Vec<Vec<Word>>>,
        right: &[bool],
    ) -> Vec<Strip> {
        let (format, size) = (self.format, self.table_style().size);
        let gap = format.size * 0.4;
        let needs = (0..head.len()).map(|column| {
            let cells = [&head].into_iter().chain(&rows);
            let cells = cells.filter_map(move |row| row.get(column));
            let words = cells.clone().flatten().map(|word| word.width);
            let whole = cells.map(|cell| self.setter.width(cell, size));
            Need {
                least: words.fold(0.0, f32::max),
                // A hair more, so that a line as wide as its column is not broken.
                whole: whole.fold(0.0, f32::max) + 0.01,
                share: 0.0,
            }
        });
        let needs: Vec<Need> = needs.collect();
        let gaps = gap * (count(head.len()) - 1.0);
        let widths = share_out(&needs, format.column.w - gaps);
        let table = Table::new(0.0, &widths, gap);
        let row = |cells: Vec<Vec<Word>>, rule: Rule, is_head: bool| {
            let cells = cells.into_iter().enumerate().map(|(column, words)| {
                let is_right = right.get(column).copied().unwrap_or(false);
                Cell::new(
                    column,
                    Stands::Top,
                    self.cell(words, widths[column], is_right),
                )
            });
            table.row(Row {
                cells: cells.collect(),
                least: leading(size) * TABLE_PITCH,
                edge: size * 0.085,
                rule,
                is_head,
            })
        };
        let line = |weight: f32, ink: Ink| Rule { weight, ink };
        let head = row(head, line(COLUMN, Ink::Ink), true);
        let rows = rows.into_iter();
        let rows = rows.map(|cells| row(cells, line(HAIR, Ink::Line), false));
        let mut strips = under_head(head, rows, format.column.h * WHOLE);
        if let Some(first) = strips.first_mut() {
            first.before = format.leading() * 0.55;
        }
        if let Some(last) = strips.last_mut() {
            last.height += format.leading() * 0.2;
        }
        strips
    }

    /// The words of a cell in lines of this width.
    fn cell(&self, words: Vec<Word>, width: f32, is_right: bool) -> Frame {
        /// By how much a line may be wider than its column, which was measured in another way.
        const SLACK: f32 = 0.02;
        let size = self.table_style().size;
        let pitch = leading(size) * TABLE_PITCH;
        let mut frame = Frame::default();
        for words in self.setter.break_lines(words, size, (width, SLACK)) {
            let area = Area::new(0.0, frame.height, width, pitch);
            let used = self.setter.width(&words, size);
            let start = if is_right { width - used } else { 0.0 };
            let place = (start, frame.height + pitch * BASELINE);
            frame
                .items
                .extend(self.setter.line(&words, place, size, area));
            frame.height += pitch;
        }
        frame
    }

    /// A section under a head: beside the text, where the format has room for that, or above it. A head
    /// is marked where something in the section is a reading of ours.
    pub fn section(&self, heading: &str, ours: bool, mut strips: Vec<Strip>) -> Section {
        let (format, setter) = (self.format, self.setter);
        let size = format.head;
        let style = TextStyle::plain(size)
            .cut(Cut::Head)
            .ink(self.house_rules.hue);
        let width = format.side.map_or(format.column.w, Span::length);
        let x = format.side.map_or(0.0, |side| side.start - format.column.x);
        let mut writer = Writer::default();
        writer.write(heading, style);
        if ours {
            writer.attach("\u{a0}◇", style.mark());
        }
        let words = writer.words(setter.fonts);
        let pitch = leading(size) * 0.88;
        let lines = setter.break_lines(words, size, (width, 0.0));
        // The first line stands on that of the text beside it.
        let baseline = match format.side {
            Some(_) => format.leading() * BASELINE,
            None => pitch * BASELINE,
        };
        let mut heads: Vec<Strip> = Vec::new();
        let mut role = Role::Heading(2);
        for (line, words) in lines.into_iter().enumerate() {
            let place = (x, baseline);
            let cell = Area::new(x, 0.0, width, pitch.max(format.leading()));
            let items = setter.line(&words, place, size, cell);
            let role = std::mem::replace(&mut role, Role::More);
            let moved = Item::tagged(role, items).into_iter();
            heads.push(Strip {
                height: pitch,
                items: moved
                    .map(|item| match format.side {
                        Some(_) => item.moved(0.0, pitch * count(line)),
                        None => item,
                    })
                    .collect(),
                keep: true,
                ..Strip::default()
            });
        }
        let height = pitch * count(heads.len());
        let mut section = Section {
            heading: heading.to_owned(),
            listed: true,
            before: format.leading() * if format.side.is_some() { 1.1 } else { 0.95 },
            ..Section::default()
        };
        if format.side.is_some() {
            let items = heads.into_iter().flat_map(|head| head.items).collect();
            section.side = Some((items, height));
        } else {
            if let Some(first) = strips.first_mut() {
                first.before *= 0.35;
            }
            heads.append(&mut strips);
            strips = heads;
        }
        section.strips = strips;
        section
    }
}
