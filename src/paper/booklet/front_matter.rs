//! What comes first: the emblem, the name of the game, and the contents; on a cover, or above the text.

use super::pages::BASELINE;
use super::pages::{Format, leading};
use super::typesetter::TextStyle;
use super::typesetter::Typesetter;
use crate::layout::canvas::{HAIR, count};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Role};
use crate::layout::emblem::Emblem;
use crate::layout::fonts::Cut;
use crate::layout::paper::{Area, Span};

/// The weight of the rule under a head, in points.
const STRONG: f32 = 1.4;

/// What a booklet begins with.
#[derive(Debug)]
pub struct FrontMatter<'a> {
    /// Sets the lines.
    pub setter: &'a Typesetter<'a>,
    /// The format of the page.
    pub format: &'a Format,
    /// The emblem of the game.
    pub emblem: &'a Emblem,
    /// The name of the game.
    pub name: String,
    /// The game in one sentence.
    pub about: String,
    /// Who made it, and for how many players it is.
    pub facts: String,
    /// What a booklet is, as a cover says it.
    pub kind: String,
    /// What contents are called.
    pub contents: String,
}

/// What is being drawn from the top to the bottom.
struct Pen<'a> {
    setter: &'a Typesetter<'a>,
    items: Vec<Item>,
    y: f32,
}

impl Pen<'_> {
    /// Sets a paragraph in lines from `x` on.
    fn text(&mut self, text: &str, style: TextStyle, column: Span) {
        self.lines(Role::Paragraph, text, style, column);
    }

    /// Sets a text in lines from `x` on.
    fn lines(&mut self, mut role: Role, text: &str, style: TextStyle, column: Span) {
        let (x, width) = (column.start, column.length());
        let words = self.setter.words(text, style);
        let pitch = leading(style.size);
        for words in self.setter.break_lines(words, style.size, (width, 0.0)) {
            let cell = Area::new(x, self.y, width, pitch);
            let place = (x, self.y + pitch * BASELINE);
            let line = self.setter.line(&words, place, style.size, cell);
            let role = std::mem::replace(&mut role, Role::More);
            self.items.extend(Item::tagged(role, line));
            self.y += pitch;
        }
    }

    fn rule(&mut self, edges: Span, weight: f32, ink: Ink) {
        let (from, to) = ((edges.start, self.y), (edges.end, self.y));
        self.items.push(Item::Rule(from, to, weight, ink));
    }
}

impl FrontMatter<'_> {
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
        let wide = self.setter.fonts.width(Cut::Head, &self.name, size);
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
        pen.items = self.emblem.items(place);
        let column = Span::new(x, edges.end);
        self.name(&mut pen, column);
        let muted = TextStyle::plain(format.size * 0.9).ink(Ink::Muted);
        pen.y += 1.6;
        pen.text(&self.about, TextStyle::plain(format.size * 1.1), column);
        pen.y += 0.8;
        pen.text(&self.facts, muted, column);
        pen.y = pen.y.max(place.bottom()) + format.leading() * 0.7;
        pen.rule(edges, STRONG, self.emblem.hue);
        pen.y += format.leading() * 0.6;
        let columns = if format.side.is_some() { 3 } else { 2 };
        self.contents(&mut pen, contents, columns);
        pen.y += format.leading() * 0.6;
        pen.rule(edges, HAIR, Ink::Line);
        pen.y += format.leading() * 0.35;
        (pen.items, pen.y - top)
    }

    /// The name of the game in one line.
    fn name(&self, pen: &mut Pen<'_>, column: Span) {
        let (x, width) = (column.start, column.length());
        let size = self.title(width);
        let em = size * MM_PER_POINT;
        let style = TextStyle::plain(size).cut(Cut::Head).ink(self.emblem.hue);
        let cell = Area::new(x, pen.y, width, em);
        let baseline = pen.y + 0.76 * em;
        let name = self.setter.text(&self.name, style, (x, baseline), cell);
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
        pen.items = self.emblem.items(Area::new(edges.start, top, side, side));
        self.name(&mut pen, column);
        pen.y += format.title * 0.06;
        pen.text(&self.about, TextStyle::plain(format.size * 1.2), column);
        pen.y += 1.2;
        pen.text(
            &self.facts,
            TextStyle::plain(format.size * 0.95).ink(Ink::Muted),
            column,
        );
        // The contents stand at the foot: they are set where nothing is, then moved there.
        let mut list = self.pen(0.0);
        list.rule(edges, STRONG, self.emblem.hue);
        list.y += format.leading() * 0.6;
        let head = TextStyle::plain(format.head)
            .cut(Cut::Head)
            .ink(self.emblem.hue);
        list.lines(Role::Heading(2), &self.contents, head, column);
        list.y += format.leading() * 0.3;
        self.contents(&mut list, contents, 2);
        list.y += format.leading() * 0.7;
        list.rule(edges, HAIR, Ink::Line);
        list.y += format.leading() * 0.3;
        list.text(
            &self.kind,
            TextStyle::plain(format.size * 0.8).ink(Ink::Muted),
            column,
        );
        let down = format.column.bottom() - list.y + format.leading() * 0.5;
        let list = list.items.into_iter().map(|item| item.moved(0.0, down));
        pen.items.extend(list);
        pen.items
    }

    /// The contents in columns of about the same length, from the top of the first to the foot of the
    /// last.
    fn contents(&self, pen: &mut Pen<'_>, contents: &[(String, usize)], columns: usize) {
        /// The white between two columns.
        const GAP: f32 = 6.0;
        let size = self.format.size * 0.9;
        let style = TextStyle::plain(size);
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
            let number = style.cut(Cut::Bold).ink(self.emblem.hue);
            let number = self.setter.text(&page.to_string(), number, place, cell);
            pen.items.extend(Item::tagged(Role::Paragraph, [number]));
            pen.lines(Role::More, name, style, Span::new(x + indent, x + each));
            pen.y += leading(size) * 0.08;
        };
        let heights: Vec<f32> = contents
            .iter()
            .map(|line| {
                let mut trial = self.pen(0.0);
                entry(&mut trial, 0.0, line);
                trial.y
            })
            .collect();
        let most = even(&heights, columns);
        let (mut x, mut bottom) = (left, top);
        for (line, height) in contents.iter().zip(&heights) {
            if pen.y + height > top + most + 0.01 && pen.y > top {
                x += each + GAP;
                pen.y = top;
            }
            entry(pen, x, line);
            bottom = bottom.max(pen.y);
        }
        pen.y = bottom;
    }
}

/// The least height of columns in which entries of these heights find room.
fn even(heights: &[f32], columns: usize) -> f32 {
    let fits = |most: f32| {
        let (mut used, mut height) = (1, 0.0);
        for each in heights {
            if height + each > most + 0.005 && height > 0.0 {
                used += 1;
                height = 0.0;
            }
            height += each;
        }
        used <= columns
    };
    let all: f32 = heights.iter().sum();
    let mut most = all / count(columns.max(1));
    while most < all && !fits(most) {
        most += 0.5;
    }
    most
}
