//! What comes first: the emblem, the name of the game, and the contents; on a cover, or above the text.

use super::content::Booklet;
use super::format::Format;
use crate::layout::canvas::{HAIR, Style, count};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Role};
use crate::layout::flow::Stack;
use crate::layout::fonts::Cut;
use crate::layout::paper::{Area, Span};
use crate::layout::typesetter::{BASELINE, Typesetter, leading};
use overtrick_match::describe::PlayerRange;

/// The weight of the rule under a head, in points.
const STRONG: f32 = 1.4;

/// What a booklet begins with.
#[derive(Debug)]
pub struct FrontMatter<'a> {
    /// Sets the lines.
    pub setter: &'a Typesetter<'a>,
    /// The format of the page.
    pub format: &'a Format,
    /// The booklet.
    pub booklet: &'a Booklet<'a>,
}

/// What is being drawn from the top to the bottom.
struct Pen<'a> {
    setter: &'a Typesetter<'a>,
    items: Vec<Item>,
    y: f32,
}

impl Pen<'_> {
    /// Sets a paragraph in lines from `x` on.
    fn text(&mut self, text: &str, style: Style, column: Span) {
        self.lines(Role::Paragraph, text, style, column);
    }

    /// Sets a text in lines from `x` on.
    fn lines(&mut self, role: Role, text: &str, style: Style, column: Span) {
        let words = self.setter.words(text, style);
        let place = (0.0, column.length());
        let lines = self.setter.paragraph(words, style.size, place, role);
        let stack = Stack::new(column.start, self.y).with(lines);
        self.items.extend(stack.items);
        self.y = stack.y;
    }

    fn rule(&mut self, edges: Span, weight: f32, ink: Ink) {
        let (from, to) = ((edges.start, self.y), (edges.end, self.y));
        self.items.push(Item::Rule(from, to, weight, ink));
    }
}

impl FrontMatter<'_> {
    fn name(&self) -> String {
        let request = self.booklet.request;
        request.language.word(request.game.facts.id)
    }

    /// The game in one sentence.
    fn about(&self) -> String {
        let request = self.booklet.request;
        request.language.text("game", request.game.facts.id)
    }

    /// For how many players it is, and what the booklet is.
    fn facts(&self) -> String {
        let request = self.booklet.request;
        let players = PlayerRange::new(request.game.facts).in_words(request.language);
        format!("{players} · {}", request.language.text("rules", "title"))
    }

    fn pen(&self, y: f32) -> Pen<'_> {
        Pen {
            setter: self.setter,
            items: Vec::new(),
            y,
        }
    }

    /// The size in which the name goes into a width.
    fn title(&self, width: f32) -> f32 {
        let size = self.format.title;
        let wide = self.setter.fonts.width(Cut::Head, &self.name(), size);
        size * (width / wide.max(1.0)).min(1.0)
    }

    /// The head above the text, and how much of the column it takes. The contents are names of sections
    /// with the number of their page.
    pub fn head(&self, contents: &[(String, usize)]) -> (Vec<Item>, f32) {
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
        let mut pen = self.pen(top);
        pen.items = self.booklet.emblem.items(place);
        let column = Span::new(x, edges.end);
        self.draw_name(&mut pen, column);
        let muted = Style::muted(format.size * 0.9);
        pen.y += 1.6;
        pen.text(&self.about(), Style::plain(format.size * 1.1), column);
        pen.y += 0.8;
        pen.text(&self.facts(), muted, column);
        pen.y = pen.y.max(place.bottom()) + format.leading() * 0.7;
        pen.rule(edges, STRONG, self.booklet.emblem.hue);
        pen.y += format.leading() * 0.6;
        let columns = if format.side.is_some() { 3 } else { 2 };
        self.contents(&mut pen, contents, columns);
        pen.y += format.leading() * 0.6;
        pen.rule(edges, HAIR, Ink::Line);
        pen.y += format.leading() * 0.35;
        (pen.items, pen.y - top)
    }

    /// The name of the game in one line.
    fn draw_name(&self, pen: &mut Pen<'_>, column: Span) {
        let (x, width) = (column.start, column.length());
        let size = self.title(width);
        let em = size * MM_PER_POINT;
        let style = Style::plain(size)
            .cut(Cut::Head)
            .ink(self.booklet.emblem.hue);
        let cell = Area::new(x, pen.y, width, em);
        let baseline = pen.y + 0.76 * em;
        let name = self.setter.text(&self.name(), style, (x, baseline), cell);
        pen.items.extend(Item::tagged(Role::Heading(1), [name]));
        pen.y += em;
    }

    /// A cover with the contents.
    pub fn cover(&self, contents: &[(String, usize)]) -> Vec<Item> {
        let format = self.format;
        let edges = format.edges();
        let column = edges;
        let side = format.page.w * 0.3;
        let top = format.page.h * 0.1;
        let mut pen = self.pen(top + side + format.title * 0.12);
        pen.items = self
            .booklet
            .emblem
            .items(Area::new(edges.start, top, side, side));
        self.draw_name(&mut pen, column);
        pen.y += format.title * 0.06;
        pen.text(&self.about(), Style::plain(format.size * 1.2), column);
        pen.y += 1.2;
        pen.text(&self.facts(), Style::muted(format.size * 0.95), column);
        // The contents stand at the foot: they are set where nothing is, then moved there.
        let mut list = self.pen(0.0);
        list.rule(edges, STRONG, self.booklet.emblem.hue);
        list.y += format.leading() * 0.6;
        let head = Style::plain(format.head)
            .cut(Cut::Head)
            .ink(self.booklet.emblem.hue);
        let contents_head = self.booklet.request.language.text("rules", "contents");
        list.lines(Role::Heading(2), &contents_head, head, column);
        list.y += format.leading() * 0.3;
        self.contents(&mut list, contents, 2);
        list.y += format.leading() * 0.7;
        list.rule(edges, HAIR, Ink::Line);
        list.y += format.leading() * 0.3;
        list.text(
            &self.booklet.edition(),
            Style::muted(format.size * 0.8),
            column,
        );
        let down = format.column.bottom() - list.y + format.leading() * 0.5;
        let list = list.items.into_iter().map(|item| item.moved(0.0, down));
        pen.items.extend(list);
        pen.items
    }

    /// The contents in columns of as many entries, from the top of the first to the foot of the last.
    fn contents(&self, pen: &mut Pen<'_>, contents: &[(String, usize)], columns: usize) {
        /// The white between two columns.
        const GAP: f32 = 6.0;
        let size = self.format.size * 0.9;
        let style = Style::plain(size);
        let Span {
            start: left,
            end: right,
        } = self.format.edges();
        let each = (right - left - GAP * (count(columns) - 1.0)) / count(columns);
        let indent = size * 0.6;
        let top = pen.y;
        let entry = |pen: &mut Pen<'_>, x: f32, (name, page): &(String, usize)| {
            let pitch = leading(size);
            let cell = Area::new(x, pen.y, indent, pitch);
            let place = (x, pen.y + pitch * BASELINE);
            let number = style.cut(Cut::Bold).ink(self.booklet.emblem.hue);
            let number = self.setter.text(&page.to_string(), number, place, cell);
            pen.items.extend(Item::tagged(Role::Paragraph, [number]));
            pen.lines(Role::More, name, style, Span::new(x + indent, x + each));
            pen.y += leading(size) * 0.08;
        };
        let each_column = contents.len().div_ceil(columns).max(1);
        let mut bottom = top;
        for (column, lines) in contents.chunks(each_column).enumerate() {
            pen.y = top;
            let x = left + (each + GAP) * count(column);
            for line in lines {
                entry(pen, x, line);
            }
            bottom = bottom.max(pen.y);
        }
        pen.y = bottom;
    }
}
