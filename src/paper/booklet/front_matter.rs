//! The front matter: the emblem, the name of the game, and the contents, on a cover or above the text.

use super::blocks::Blocks;
use crate::layout::canvas::{HAIR, Style};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Role, moved};
use crate::layout::flow::Stack;
use crate::layout::paper::{Area, Span, count};
use crate::layout::typesetter::{BASELINE, leading};
use overtrick_match::describe::PlayerRange;

/// The weight of the line under a title or heading, in points.
const STRONG: f32 = 1.4;

impl Blocks<'_> {
    /// Draws a one-sentence description of the game, its number of players, and the kind of booklet.
    fn describe(&self, pen: &mut Stack, column: Span, (about, gap, facts): (f32, f32, f32)) {
        let (request, size) = (self.booklet.request, self.format.size);
        let text = request.language.text("game", request.game.facts.id);
        self.set_text(pen, &text, Style::plain(size * about), column);
        pen.y += gap;
        let players = PlayerRange::new(request.game.facts).in_words(request.language);
        let text = format!("{players} · {}", request.language.text("rules", "title"));
        self.set_text(pen, &text, Style::muted(size * facts), column);
    }

    /// Lays out a text in lines below the drawn items.
    fn set_lines(&self, pen: &mut Stack, role: Role, text: &str, style: Style, column: Span) {
        let words = self.setter.words(text, style);
        let place = (0.0, column.length());
        let lines = self.setter.paragraph(words, style.size, place, role);
        let stack = Stack::new(column.start, pen.y).with(lines);
        pen.items.extend(stack.items);
        pen.y = stack.y;
    }

    /// Lays out a paragraph below the drawn items.
    fn set_text(&self, pen: &mut Stack, text: &str, style: Style, column: Span) {
        self.set_lines(pen, Role::Paragraph, text, style, column);
    }

    /// Draws the title block above the text. Returns its items and its height. `contents` has the names of
    /// the sections with their page numbers.
    pub fn front_head(&self, contents: &[(String, usize)]) -> (Vec<Item>, f32) {
        let format = self.format;
        let edges = format.edges();
        let top = format.column.y;
        let (emblem, x) = match format.side {
            Some(side) => (side.length() * 0.72, format.column.x),
            None => {
                let side = format.title * 0.62;
                (side, edges.start + side + 5.0)
            }
        };
        let place = Area::new(edges.start, top + format.title * 0.04, emblem, emblem);
        let mut pen = Stack::new(0.0, top);
        pen.items = self.booklet.emblem.items(place);
        let column = Span::new(x, edges.end);
        self.draw_name(&mut pen, column);
        pen.y += 1.6;
        self.describe(&mut pen, column, (1.1, 0.8, 0.9));
        pen.y = pen.y.max(place.bottom()) + format.leading() * 0.7;
        pen.items
            .push(Item::level(edges, pen.y, STRONG, self.booklet.emblem.hue));
        pen.y += format.leading() * 0.6;
        let columns = if format.side.is_some() { 3 } else { 2 };
        self.contents(&mut pen, contents, columns);
        pen.y += format.leading() * 0.6;
        pen.items.push(Item::level(edges, pen.y, HAIR, Ink::Line));
        pen.y += format.leading() * 0.35;
        (pen.items, pen.y - top)
    }

    /// Draws the name of the game on one line.
    fn draw_name(&self, pen: &mut Stack, column: Span) {
        let (x, width) = (column.start, column.length());
        let name = self.booklet.name();
        let largest = Style::head(self.format.title, self.booklet.emblem.hue);
        let wide = self.setter.text_width(&name, largest);
        let style = largest.sized(largest.size * (width / wide.max(1.0)).min(1.0));
        let em = style.size * MM_PER_POINT;
        let cell = Area::new(x, pen.y, width, em);
        let baseline = pen.y + 0.76 * em;
        let name = self.setter.text(&name, style, (x, baseline), cell);
        pen.items.extend(Item::tagged(Role::Heading(1), [name]));
        pen.y += em;
    }

    /// Draws a cover with the contents.
    pub fn cover(&self, contents: &[(String, usize)]) -> Vec<Item> {
        let format = self.format;
        let column = format.edges();
        let (side, top) = (format.page.w * 0.3, format.page.h * 0.1);
        let mut pen = Stack::new(0.0, top + side + format.title * 0.12);
        let place = Area::new(column.start, top, side, side);
        pen.items = self.booklet.emblem.items(place);
        self.draw_name(&mut pen, column);
        pen.y += format.title * 0.06;
        self.describe(&mut pen, column, (1.2, 1.2, 0.95));
        // The contents end at the foot of the page, so they are laid out at the origin first and then moved down.
        let mut list = Stack::new(0.0, 0.0);
        list.items
            .push(Item::level(column, 0.0, STRONG, self.booklet.emblem.hue));
        list.y += format.leading() * 0.6;
        let head = Style::head(format.head, self.booklet.emblem.hue);
        let contents_head = self.booklet.request.language.text("rules", "contents");
        self.set_lines(&mut list, Role::Heading(2), &contents_head, head, column);
        list.y += format.leading() * 0.3;
        self.contents(&mut list, contents, 2);
        list.y += format.leading() * 0.7;
        list.items
            .push(Item::level(column, list.y, HAIR, Ink::Line));
        list.y += format.leading() * 0.3;
        let muted = Style::muted(format.size * 0.8);
        self.set_text(&mut list, &self.booklet.edition(), muted, column);
        let down = format.column.bottom() - list.y + format.leading() * 0.5;
        pen.items.extend(moved(list.items, 0.0, down));
        pen.items
    }

    /// Draws the contents in columns with equal numbers of entries, below the drawn items.
    fn contents(&self, pen: &mut Stack, contents: &[(String, usize)], columns: usize) {
        /// The space between two columns.
        const GAP: f32 = 6.0;
        let size = self.format.size * 0.9;
        let style = Style::plain(size);
        let edges = self.format.edges();
        let each = (edges.length() - GAP * (count(columns) - 1.0)) / count(columns);
        let indent = size * 0.6;
        let top = pen.y;
        let pitch = leading(size);
        let bold = style.bold().ink(self.booklet.emblem.hue);
        let each_column = contents.len().div_ceil(columns).max(1);
        let mut bottom = top;
        for (column, lines) in contents.chunks(each_column).enumerate() {
            pen.y = top;
            let x = edges.start + (each + GAP) * count(column);
            for (name, page) in lines {
                let cell = Area::new(x, pen.y, indent, pitch);
                let place = (x, pen.y + pitch * BASELINE);
                let number = self.setter.text(&page.to_string(), bold, place, cell);
                pen.items.extend(Item::tagged(Role::Paragraph, [number]));
                let column = Span::new(x + indent, x + each);
                self.set_lines(pen, Role::More, name, style, column);
                pen.y += pitch * 0.08;
            }
            bottom = bottom.max(pen.y);
        }
        pen.y = bottom;
    }
}
