//! The back cover: a player's aid for use at the table, with the course of a hand and its points.

use super::blocks::{Blocks, Booklet};
use super::format::Format;
use crate::layout::canvas::Style;
use crate::layout::draw::{Item, Role};
use crate::layout::flow::{Stack, height_of};
use crate::layout::paper::Area;
use crate::layout::typesetter::{Typesetter, leading};
use overtrick_core::args;
use overtrick_core::text::Block;

/// The column width above which the point tables are beside the course of a hand.
const WIDE: f32 = 150.0;
/// The space between two columns, as a fraction of the text size.
const GAP: f32 = 0.7;

impl Booklet<'_> {
    /// Draws the player's aid at the top of an area, in this text size. Returns the items and where they end.
    pub fn aid_in(&self, place: Area, size: f32, setter: &Typesetter<'_>) -> (Vec<Item>, f32) {
        let format = Format::new(place.size()).with_column(place).sized(size);
        self.blocks(&format, setter).aid_items()
    }
}

impl Blocks<'_> {
    /// Draws the back cover. Returns the items, and whether they include the colophon. A colophon that does
    /// not fit here is printed after the text.
    pub fn back_cover(&self) -> (Vec<Item>, bool) {
        let edges = self.format.edges();
        let Area { y, h, .. } = self.format.column;
        let column = Area::new(edges.start, y, edges.length(), h);
        let format = self.format.with_column(column);
        let (mut items, bottom) = self.within(&format.sized(format.aid)).aid_items();
        let whole = self.within(&format);
        items.extend(whole.fingerprint_line());
        let colophon = whole.colophon();
        let height = height_of(&colophon);
        let has_colophon = height + format.leading() < column.bottom() - bottom;
        if has_colophon {
            let stack = Stack::new(column.x, column.bottom() - height);
            items.extend(stack.with(colophon).items);
        }
        (items, has_colophon)
    }

    /// Draws the player's aid. Returns the items and where they end.
    fn aid_items(&self) -> (Vec<Item>, f32) {
        let (format, column) = (self.format, self.format.column);
        let Some((heading, content)) = self.booklet.aid() else {
            return (Vec::new(), column.y);
        };
        let emblem = &self.booklet.emblem;
        let gap = format.size * GAP;
        let narrowed = |w: f32| format.with_column(Area { w, ..column });
        let half = narrowed((column.w - gap) / 2.0);
        let is_wide = column.w > WIDE;
        let side = format.head * 0.62;
        let mut items = emblem.items(Area::new(column.x, column.y, side, side));
        let beside = narrowed(column.w - side - 2.0);
        let head = self.within(&beside);
        let mut head = head.section(&heading.text, (false, false), Vec::new());
        head[0].before = 0.0;
        let top = Stack::new(column.x + side + 2.0, column.y + side * 0.12).with(head);
        items.extend(top.items);
        let y = top.y.max(column.y + side) + format.leading() * 0.3;
        items.push(Item::level(column.edges(), y, 1.4, emblem.hue));
        let mut columns = [0.0, half.column.w + gap].map(|x| Stack::new(column.x + x, y));
        let is_table = |block: &&Block| matches!(block, Block::Table(_));
        let tables = content.iter().filter(is_table).count();
        for block in content {
            let is_beside = is_table(&block) && (is_wide || tables > 1);
            let format = if is_beside || is_wide { &half } else { format };
            let strips = self.within(format).strips(std::slice::from_ref(block));
            if is_beside {
                // A table goes to the column with more room, or to the left column if both have equal room.
                // On a wide page, tables always go to the right column, beside the course of a hand.
                let right = is_wide || columns[1].y < columns[0].y - 0.1;
                columns[usize::from(right)].add(strips);
            } else if is_wide {
                columns[0].add(strips);
            } else {
                columns[0].y = columns[0].y.max(columns[1].y);
                columns[0].add(strips);
                columns[1].y = columns[0].y;
            }
        }
        let bottom = columns[0].y.max(columns[1].y);
        items.extend(columns.into_iter().flat_map(|column| column.items));
        (items, bottom)
    }

    /// Draws the edition and the rule fingerprints at the edge of the page, for comparison with those of a match.
    fn fingerprint_line(&self) -> Vec<Item> {
        /// The text size in points.
        const SIZE: f32 = 5.0;
        /// The distance of the line from the edge of the page.
        const EDGE: f32 = 6.4;
        let (booklet, format) = (self.booklet, self.format);
        let prints = booklet.house_rules.fingerprints.join(" · ");
        let args = args![edition: booklet.request.game.facts.edition, fingerprints: prints];
        let language = booklet.request.language;
        let text = language.format("booklet", "fingerprints", &args);
        let (x, y) = (format.column.x, format.page.h - EDGE);
        let pitch = leading(SIZE);
        let cell = Area::new(x, y - pitch * 0.8, format.column.w, pitch);
        let text = self.setter.text(&text, Style::muted(SIZE), (x, y), cell);
        Item::tagged(Role::Paragraph, [text])
    }
}
