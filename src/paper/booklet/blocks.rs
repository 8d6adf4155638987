//! Blocks: paragraphs, lists, tables and sections as strips, which no page divides.

use super::format::{Format, leading};
use super::house_rules::HouseRulesInForce;
use super::pages::{BASELINE, Section, Strip};
use super::table::{Grid, strips as table_strips};
use super::text::{TextStyle, Word, Writer};
use super::typesetter::Typesetter;
use crate::figures::Figures;
use crate::layout::canvas::count;
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::fonts::Cut;
use crate::layout::paper::Area;
use overtrick_core::text::{Block, Inline, Table};

/// The last item of a list that has fewer lines stands on the page of the one before it.
const SHORT: usize = 3;

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

    fn table(&self, table: &Table) -> Vec<Strip> {
        let cell = |text: &Vec<Inline>, style: TextStyle| self.words(text, style);
        self.grid(&Grid {
            head: &|style: TextStyle| {
                let head = table.head.iter();
                head.map(|text| cell(text, style)).collect()
            },
            rows: &|style: TextStyle| {
                let rows = table.rows.iter();
                rows.map(|row| row.iter().map(|text| cell(text, style)).collect())
                    .collect()
            },
            right: &table.right,
        })
    }

    /// A table of any words.
    pub fn grid(&self, grid: &Grid<'_>) -> Vec<Strip> {
        let mut strips = table_strips(grid, self.setter, self.format);
        if let Some(first) = strips.first_mut() {
            first.before = self.format.leading() * 0.55;
        }
        if let Some(last) = strips.last_mut() {
            last.height += self.format.leading() * 0.2;
        }
        strips
    }

    /// A section under a head: beside the text, where the format has room for that, or above it. A head
    /// is marked where something in the section is a reading of ours.
    pub fn section(&self, heading: &str, ours: bool, mut strips: Vec<Strip>) -> Section {
        let (format, setter) = (self.format, self.setter);
        let size = format.head;
        let style = TextStyle::plain(size)
            .cut(Cut::Head)
            .ink(self.house_rules.hue);
        let width = format.side.map_or(format.column.w, |(_, width)| width);
        let x = format.side.map_or(0.0, |(side, _)| side - format.column.x);
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
