//! A picture that is being drawn.

use crate::layout::canvas::{Align, Style, leading};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint};
use crate::layout::emblem::{Point, Round};
use crate::layout::paper::Area;
use crate::layout::typesetter::Typesetter;
use overtrick_match::lang::Language;

/// The side of the square field of a suit symbol.
pub const FIELD: f32 = 16.0;

/// The symbol of a suit, on a field of 16 by 16.
#[derive(Debug, Clone)]
pub enum Sign {
    /// Filled outlines, and filled circles by center and radius.
    Filled(Vec<Vec<Point>>, Vec<Round>),
    /// Lines.
    Drawn(Vec<Vec<Point>>),
}

/// A picture that is being drawn. Lengths are in millimeters for a text of 10 points.
pub struct Sketch<'a> {
    /// The typesetter.
    pub setter: &'a Typesetter<'a>,
    /// The language of its words.
    pub language: &'a Language,
    /// The accent of the game.
    pub hue: Ink,
    /// The scale of the drawing.
    pub unit: f32,
    /// The items drawn so far.
    pub items: Vec<Item>,
}

/// The place of a symbol or rank.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    /// Its center.
    pub middle: Point,
    /// The side of a symbol's field, or the height of a rank.
    pub side: f32,
    /// Whether it is upside down.
    pub turned: bool,
}

impl Spot {
    /// Creates a place for an upright symbol.
    pub fn upright(middle: Point, side: f32) -> Spot {
        Spot {
            middle,
            side,
            turned: false,
        }
    }

    /// Returns where a point of a field of this size is drawn if the middle of the field is at this place.
    fn place(self, (x, y): Point, (width, height): Point, scale: f32) -> Point {
        let way = if self.turned { -scale } else { scale };
        let (right, down) = ((x - width / 2.0) * way, (y - height / 2.0) * way);
        (self.middle.0 + right, self.middle.1 + down)
    }
}

impl Sketch<'_> {
    /// Returns a word from the texts for pictures, or else from the texts of the game.
    pub fn word(&self, key: &str) -> String {
        let is_figure_text = self.language.has("figure", key);
        let section = if is_figure_text { "figure" } else { "word" };
        self.language.text(section, key)
    }

    /// Draws an item.
    pub fn draw(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Returns the style of text of this size in points.
    pub fn style(&self, size: f32) -> Style {
        Style::plain((size * self.unit).max(5.0))
    }

    /// Returns the width of a text.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.setter.text_width(text, style)
    }

    /// Draws a ring with a bar across it, which stands for nothing.
    pub fn none(&mut self, middle: Point, radius: f32, weight: f32, ink: Ink) {
        self.draw(Item::Circle(middle, radius, Paint::Edge(weight, ink)));
        let ((x, y), far) = (middle, radius * 0.7);
        let (from, to) = ((x - far, y + far), (x + far, y - far));
        self.draw(Item::Rule(from, to, weight, ink));
    }

    /// Draws a text at the right or left of `x`, or centered on it. A text wider than `most` is made smaller.
    pub fn text(
        &mut self,
        text: &str,
        style: Style,
        ((x, baseline), align): (Point, Align),
        most: f32,
    ) {
        let wide = self.width(text, style);
        let size = (style.size * (most / wide.max(0.1)).min(1.0)).max(4.8);
        let style = style.sized(size);
        let wide = self.width(text, style);
        let left = x - align.share(wide);
        let em = size * MM_PER_POINT;
        let cell = Area::new(left, baseline - 0.8 * em, wide + 0.1, leading(size));
        let text = self.setter.text(text, style, (left, baseline), cell);
        self.draw(text);
    }

    /// Draws a text centered on a point. A text wider than `most` is made smaller.
    pub fn centered(&mut self, text: &str, style: Style, place: Point, most: f32) {
        self.text(text, style, (place, Align::Center), most);
    }

    /// Returns the style of bold text of this size.
    pub fn bold(&self, size: f32) -> Style {
        self.style(size).bold()
    }

    /// Draws the symbol of a suit.
    pub fn sign(&mut self, sign: &Sign, ink: Ink, spot: Spot) {
        /// The weight of its lines.
        const WEIGHT: f32 = 1.5;
        let scale = spot.side / FIELD;
        let place = |point: &Point| spot.place(*point, (FIELD, FIELD), scale);
        match sign {
            Sign::Filled(outlines, circles) => {
                let fill = Paint::Fill(ink);
                for (middle, radius) in circles {
                    self.draw(Item::Circle(place(middle), radius * scale, fill));
                }
                for outline in outlines {
                    self.draw(Item::Shape(outline.iter().map(place).collect(), fill));
                }
            }
            Sign::Drawn(lines) => {
                let weight = WEIGHT * scale / MM_PER_POINT;
                for line in lines {
                    self.draw(Item::Stroke(line.iter().map(place).collect(), weight, ink));
                }
            }
        }
    }

    /// Draws a rank that is at most this wide.
    pub fn rank(&mut self, rank: &str, ink: Ink, spot: Spot, most: f32) {
        let (width, lines) = super::ranks::lines(rank);
        let height = super::ranks::HEIGHT;
        let scale = spot.side / height;
        let narrow = (most / (width * scale).max(0.01)).min(1.0);
        let weight = super::ranks::WEIGHT * scale / MM_PER_POINT;
        for line in lines {
            let place = |(x, y): &Point| {
                let x = width / 2.0 + (x - width / 2.0) * narrow;
                spot.place((x, *y), (width, height), scale)
            };
            self.draw(Item::Stroke(line.iter().map(place).collect(), weight, ink));
        }
    }

    /// Draws a white box with rounded corners and this edge.
    pub fn sheet(&mut self, area: Area, radius: f32, edge: Paint) {
        self.round_box(area, radius, Paint::Fill(Ink::Paper));
        self.round_box(area, radius, edge);
    }

    /// Draws a box with rounded corners.
    pub fn round_box(&mut self, area: Area, radius: f32, paint: Paint) {
        /// The number of straight lines that form a rounded corner.
        const STEPS: u8 = 5;
        let mut points = Vec::new();
        let corners = [
            (area.right() - radius, area.y + radius, -0.25),
            (area.right() - radius, area.bottom() - radius, 0.0),
            (area.x + radius, area.bottom() - radius, 0.25),
            (area.x + radius, area.y + radius, 0.5),
        ];
        for (x, y, turn) in corners {
            for step in 0..=STEPS {
                let part = f32::from(step) / f32::from(STEPS) * 0.25;
                let angle = (turn + part) * std::f32::consts::TAU;
                points.push((x + radius * angle.cos(), y + radius * angle.sin()));
            }
        }
        self.draw(Item::Shape(points, paint));
    }

    /// Draws a line through these points, with an arrow at the end.
    pub fn arrow(&mut self, points: Vec<Point>, weight: f32, ink: Ink) {
        let [.., before, end] = points.as_slice() else {
            return;
        };
        let (dx, dy) = (end.0 - before.0, end.1 - before.1);
        let long = dx.hypot(dy).max(0.001);
        let (dx, dy) = (dx / long, dy / long);
        let head = 1.5 * self.unit;
        let back = (end.0 - dx * head * 0.4, end.1 - dy * head * 0.4);
        let wing = |side: f32| {
            let x = back.0 - dx * head - dy * head * side * 0.75;
            (x, back.1 - dy * head + dx * head * side * 0.75)
        };
        let tip = (end.0 + dx * head * 0.5, end.1 + dy * head * 0.5);
        let shape = vec![tip, wing(1.0), wing(-1.0)];
        self.draw(Item::Stroke(points, weight, ink));
        self.draw(Item::Shape(shape, Paint::Fill(ink)));
    }
}
