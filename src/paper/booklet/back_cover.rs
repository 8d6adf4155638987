//! The back cover: a player's aid, with the course of a hand and what it is worth, to lay on the table.

use super::content::Booklet;
use super::layout::Format;
use crate::layout::canvas::Style;
use crate::layout::draw::{Item, Role};
use crate::layout::flow::{Stack, height_of};
use crate::layout::paper::Area;
use crate::layout::typesetter::{Typesetter, leading};
use overtrick_core::args;
use overtrick_core::text::{Block, Heading};

/// The anchor of the section that is the player's aid.
const AID: &str = "aid";
/// From this width on, what a hand is worth stands beside its course.
const WIDE: f32 = 150.0;
/// The white between two columns, as a part of the size of the text.
const GAP: f32 = 0.7;

/// A back cover.
#[derive(Debug)]
pub struct BackCover {
    /// What is drawn.
    pub items: Vec<Item>,
    /// Whether it has the note on the booklet: if there is no room for that, it stands in the text.
    pub has_colophon: bool,
}

impl Booklet<'_> {
    /// The sections of the text but for the player's aid.
    pub fn main_sections(&self) -> Vec<(&Heading, &[Block])> {
        let mut sections = self.text.sections();
        sections.retain(|(heading, _)| heading.id != AID);
        sections
    }

    /// The player's aid.
    pub fn aid(&self) -> Option<(&Heading, &[Block])> {
        let mut sections = self.text.sections().into_iter();
        sections.find(|(heading, _)| heading.id == AID)
    }

    /// The back cover.
    pub fn back_cover(&self, format: &Format, setter: &Typesetter<'_>) -> BackCover {
        let edges = format.edges();
        let Area { y, h, .. } = format.column;
        let format = format.with_column(Area::new(edges.start, y, edges.length(), h));
        let (mut items, bottom) = self.aid_items(&format.sized(format.aid), setter);
        items.extend(self.fingerprint_line(&format, setter));
        let colophon = self.colophon(&self.blocks(&format, setter));
        let height = height_of(&colophon);
        let has_colophon = height + format.leading() < format.column.bottom() - bottom;
        if has_colophon {
            let (x, y) = (format.column.x, format.column.bottom() - height);
            items.extend(Stack::new(x, y).with(colophon).items);
        }
        BackCover {
            items,
            has_colophon,
        }
    }

    /// The player's aid with text of this size, from the top of a place on, and where it ends.
    pub fn aid_in(&self, place: Area, size: f32, setter: &Typesetter<'_>) -> (Vec<Item>, f32) {
        let format = Format::new(place.size()).with_column(place);
        self.aid_items(&format.sized(size), setter)
    }

    /// The player's aid, and where it ends.
    fn aid_items(&self, format: &Format, setter: &Typesetter<'_>) -> (Vec<Item>, f32) {
        let Some((heading, content)) = self.aid() else {
            return (Vec::new(), format.column.y);
        };
        let column = format.column;
        let gap = format.size * GAP;
        let narrowed = |w: f32| format.with_column(Area { w, ..column });
        let half = narrowed((column.w - gap) / 2.0);
        let is_wide = column.w > WIDE;
        let (whole, narrow) = (self.blocks(format, setter), self.blocks(&half, setter));
        let side = format.head * 0.62;
        let mut items = self.emblem.items(Area::new(column.x, column.y, side, side));
        let beside = narrowed(column.w - side - 2.0);
        let head = self.blocks(&beside, setter);
        let mut head = head.section(&heading.text, (false, false), Vec::new());
        head[0].before = 0.0;
        let top = Stack::new(column.x + side + 2.0, column.y + side * 0.12).with(head);
        items.extend(top.items);
        let y = top.y.max(column.y + side) + format.leading() * 0.3;
        items.push(Item::level(column.edges(), y, 1.4, self.emblem.hue));
        let mut columns = [0.0, half.column.w + gap].map(|x| Stack::new(column.x + x, y));
        let is_table = |block: &&Block| matches!(block, Block::Table(_));
        let tables = content.iter().filter(is_table).count();
        for block in content {
            let block = std::slice::from_ref(block);
            if matches!(block, [Block::Table(_)]) && (is_wide || tables > 1) {
                // Into the column with more room: of equal ones the left, beside the course of a hand
                // always the right.
                let right = is_wide || columns[1].y < columns[0].y - 0.1;
                columns[usize::from(right)].add(narrow.strips(block));
            } else if is_wide {
                columns[0].add(narrow.strips(block));
            } else {
                columns[0].y = columns[0].y.max(columns[1].y);
                columns[0].add(whole.strips(block));
                columns[1].y = columns[0].y;
            }
        }
        let bottom = columns[0].y.max(columns[1].y);
        items.extend(columns.into_iter().flat_map(|column| column.items));
        (items, bottom)
    }

    /// What the booklet holds for, at the edge, for who compares it with a result.
    fn fingerprint_line(&self, format: &Format, setter: &Typesetter<'_>) -> Vec<Item> {
        /// Its size in points.
        const SIZE: f32 = 5.0;
        /// How far above the edge of the page it stands.
        const EDGE: f32 = 6.4;
        let (facts, language) = (self.request.game.facts, self.request.language);
        let prints = self.house_rules.fingerprints.join(" · ");
        let args = args![edition: facts.edition, fingerprints: prints];
        let text = language.format("booklet", "fingerprints", &args);
        let style = Style::muted(SIZE);
        let (x, y) = (format.column.x, format.page.h - EDGE);
        let pitch = leading(SIZE);
        let cell = Area::new(x, y - pitch * 0.8, format.column.w, pitch);
        let text = setter.text(&text, style, (x, y), cell);
        Item::tagged(Role::Paragraph, [text])
    }
}
