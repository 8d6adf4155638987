//! A hand that draws: text fitted into cells, rules, boxes, the shapes of the seats.

use std::collections::BTreeSet;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::bidi::{carry_over, is_isolate};
use super::draw::{Drawing, Ink, Item, MM_PER_POINT, Page, Paint, Run};
use super::fonts::Fonts;
use super::paper::Area;
use super::words::Words;

/// The weight of a hairline in points.
pub const HAIR: f32 = 0.35;
/// The weight of the rules between columns.
pub const COLUMN: f32 = 0.6;
/// The weight of the rules around a table.
pub const FRAME: f32 = 0.9;

/// Where text stands in its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At its left edge.
    Left,
    /// In the middle.
    Center,
    /// At its right edge.
    Right,
}

/// How text is set.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// In points.
    pub size: f32,
    /// The least that it may be shrunk to.
    pub least: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Its color.
    pub ink: Ink,
    /// Where it stands.
    pub align: Align,
    /// The most lines that it may take.
    pub lines: usize,
    /// Whether it is struck through.
    pub struck: bool,
}

impl Style {
    /// Plain text of this size, on one line from the left.
    pub const fn plain(size: f32) -> Style {
        Style {
            size,
            least: size * 0.75,
            bold: false,
            ink: Ink::Ink,
            align: Align::Left,
            lines: 1,
            struck: false,
        }
    }

    /// Plain secondary text.
    pub const fn muted(size: f32) -> Style {
        Style::plain(size).ink(Ink::Muted)
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(self) -> Style {
        Style { bold: true, ..self }
    }

    /// The same in another color.
    #[must_use]
    pub const fn ink(self, ink: Ink) -> Style {
        Style { ink, ..self }
    }

    /// The same, standing elsewhere.
    #[must_use]
    pub const fn align(self, align: Align) -> Style {
        Style { align, ..self }
    }

    /// The same, shrunk to this at the least and then on so many lines.
    #[must_use]
    pub const fn within(self, least: f32, lines: usize) -> Style {
        Style {
            least,
            lines,
            ..self
        }
    }
}

/// How far apart the baselines of this size are, in millimeters.
pub fn leading(size: f32) -> f32 {
    size * 1.24 * MM_PER_POINT
}

/// A small number as a length.
pub fn count(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// How often one length goes into another.
pub fn times(whole: f32, part: f32) -> usize {
    let times = (whole / part + 0.001).floor().clamp(0.0, 60_000.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and within range"
    )]
    let times = times as usize;
    times
}

/// Pages that are being drawn.
#[derive(Debug)]
pub struct Canvas<'a> {
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
    /// The words of the document.
    pub words: Words<'a>,
    pages: Vec<Page>,
    missing: BTreeSet<char>,
    bookmarks: Vec<(String, usize)>,
}

impl<'a> Canvas<'a> {
    /// No page yet.
    pub fn new(fonts: &'a Fonts<'a>, words: Words<'a>) -> Canvas<'a> {
        Canvas {
            fonts,
            words,
            pages: Vec::new(),
            missing: BTreeSet::new(),
            bookmarks: Vec::new(),
        }
    }

    /// Begins a page of this size.
    pub fn page(&mut self, (width, height): (f32, f32)) {
        self.pages.push(Page {
            width,
            height,
            shared: Arc::default(),
            own: Vec::with_capacity(256),
        });
    }

    /// Begins a page with what `share` gave for another page.
    pub fn page_on(&mut self, size: (f32, f32), shared: Arc<[Item]>) {
        self.page(size);
        if let Some(page) = self.pages.last_mut() {
            page.shared = shared;
        }
    }

    /// Makes all that is on the last page something that other pages can have too.
    pub fn share(&mut self) -> Arc<[Item]> {
        let Some(page) = self.pages.last_mut() else {
            return Arc::default();
        };
        page.shared = std::mem::take(&mut page.own).into();
        page.shared.clone()
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Goes on drawing on an earlier page, from 0.
    pub fn on_page(&mut self, page: usize, draw: impl FnOnce(&mut Canvas<'a>)) {
        let later = self.pages.split_off((page + 1).min(self.pages.len()));
        draw(self);
        self.pages.extend(later);
    }

    /// Lets readers jump to this page.
    pub fn bookmark(&mut self, mut name: String) {
        name.retain(|c| !is_isolate(c));
        let page = self.pages.len().saturating_sub(1);
        self.bookmarks.push((name, page));
    }

    /// What was drawn.
    pub fn finish(self) -> Drawing {
        Drawing {
            pages: self.pages,
            bookmarks: self.bookmarks,
            missing: self.missing.into_iter().collect(),
        }
    }

    /// Draws something on the last page.
    pub fn draw(&mut self, item: Item) {
        if let Some(page) = self.pages.last_mut() {
            page.own.push(item);
        }
    }

    /// Draws a rule.
    pub fn rule(&mut self, from: (f32, f32), to: (f32, f32), weight: f32, ink: Ink) {
        self.draw(Item::Rule(from, to, weight, ink));
    }

    /// Draws a level rule, from the left to the right at this height.
    pub fn level(&mut self, (left, right): (f32, f32), y: f32, weight: f32, ink: Ink) {
        self.rule((left, y), (right, y), weight, ink);
    }

    /// The width of a text.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.fonts.width(text, style.size, style.bold)
    }

    /// Sets one line as it is, its baseline given.
    pub fn line(&mut self, cell: Area, baseline: f32, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        let (pieces, read) = self
            .fonts
            .pieces(text, style.size, style.bold, &mut self.missing);
        let width: f32 = pieces.iter().map(|piece| piece.width).sum();
        let x = match style.align {
            Align::Left => cell.x,
            Align::Center => cell.x + (cell.w - width) / 2.0,
            Align::Right => cell.right() - width,
        };
        self.draw(Item::Text(Run {
            pieces,
            read,
            x,
            y: baseline,
            size: style.size,
            bold: style.bold,
            ink: style.ink,
            struck: style.struck,
            cell,
        }));
    }

    /// Sets a text in the middle of a cell's height: shrunk to its least size, then wrapped, then
    /// shortened.
    pub fn text(&mut self, cell: Area, text: &str, style: Style) {
        let (style, lines) = self.fit(cell, text, style);
        let pitch = leading(style.size);
        let cap = style.size * 0.72 * MM_PER_POINT;
        let block = cap + pitch * (count(lines.len()) - 1.0);
        let mut baseline = cell.y + (cell.h - block) / 2.0 + cap;
        for line in lines {
            self.line(cell, baseline, &line, style);
            baseline += pitch;
        }
    }

    /// The size and lines in which a text goes into a cell.
    pub fn fit(&self, cell: Area, text: &str, style: Style) -> (Style, Vec<String>) {
        let width = self.width(text, style);
        if width <= cell.w {
            return (style, vec![text.to_owned()]);
        }
        let shrunk = style.size * cell.w / width * 0.999;
        if shrunk >= style.least {
            let style = Style {
                size: shrunk,
                ..style
            };
            return (style, vec![text.to_owned()]);
        }
        let style = Style {
            size: style.least,
            ..style
        };
        let room = times(cell.h, leading(style.size)).clamp(1, style.lines.max(1));
        let mut lines = self.wrap(text, cell.w, style);
        if lines.len() > room {
            let rest = lines.split_off(room - 1).join(" ");
            lines.push(self.shorten(&rest, cell.w, style));
        }
        (style, lines)
    }

    /// A text in lines no wider than this; a word too wide for a line is broken.
    pub fn wrap(&self, text: &str, width: f32, style: Style) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if self.width(&longer, style) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.graphemes(true) {
                let before = line.len();
                line.push_str(letter);
                if self.width(&line, style) > width && before > 0 {
                    line.truncate(before);
                    lines.push(std::mem::replace(&mut line, letter.to_owned()));
                }
            }
        }
        if !line.is_empty() || lines.is_empty() {
            lines.push(line);
        }
        carry_over(text, lines)
    }

    fn shorten(&self, text: &str, width: f32, style: Style) -> String {
        let mut short = text.to_owned();
        if self.width(&short, style) <= width {
            return short;
        }
        while let Some((last, _)) = short.grapheme_indices(true).next_back() {
            short.truncate(last);
            let dotted = format!("{}…", short.trim_end());
            if self.width(&dotted, style) <= width {
                return dotted;
            }
        }
        String::from("…")
    }

    /// Draws the shape that stands for a seat, with an initial in it.
    pub fn seat(
        &mut self,
        seat: usize,
        middle: (f32, f32),
        radius: f32,
        initial: &str,
        full: bool,
    ) {
        let paint = if full {
            Paint::Fill(Ink::Ink)
        } else {
            Paint::Edge(COLUMN, Ink::Ink)
        };
        let (x, y) = middle;
        // A shape looks as large as a circle when its area is as large.
        match seat {
            0 => self.draw(Item::Circle(middle, radius, paint)),
            1 => {
                let half = radius * 0.9;
                let area = Area::new(x - half, y - half, 2.0 * half, 2.0 * half);
                self.draw(Item::Box(area, paint));
            }
            2 => self.polygon(middle, radius * 1.22, 4, paint),
            3 => self.polygon((x, y + radius * 0.28), radius * 1.45, 3, paint),
            4 => self.polygon(middle, radius * 1.1, 6, paint),
            5 => self.polygon((x, y + radius * 0.05), radius * 1.14, 5, paint),
            _ => {
                let shield = [
                    (-0.9, -0.9),
                    (0.9, -0.9),
                    (0.9, 0.4),
                    (0.0, 1.15),
                    (-0.9, 0.4),
                ];
                let corners = shield.map(|(right, down)| (x + radius * right, y + radius * down));
                self.draw(Item::Shape(corners.into(), paint));
            }
        }
        let size = if seat == 3 {
            radius * 2.5
        } else {
            radius * 3.1
        };
        let ink = if full { Ink::Paper } else { Ink::Ink };
        let style = Style::plain(size).bold().ink(ink).align(Align::Center);
        let y = if seat == 3 { y + radius * 0.22 } else { y };
        let cell = Area::new(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
        self.text(cell, initial, style.within(size * 0.5, 1));
    }

    fn polygon(&mut self, (x, y): (f32, f32), radius: f32, corners: u8, paint: Paint) {
        let step = std::f32::consts::TAU / f32::from(corners);
        let corner = |index: u8| {
            let angle = step * f32::from(index) - std::f32::consts::FRAC_PI_2;
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        self.draw(Item::Shape((0..corners).map(corner).collect(), paint));
    }

    /// Draws a box to tick, with a tick of this color or none.
    pub fn tick(&mut self, area: Area, mark: Option<Ink>) {
        self.draw(Item::Box(area, Paint::Edge(COLUMN, Ink::Ink)));
        if let Some(ink) = mark {
            let inner = area.inset(area.w * 0.2, area.h * 0.2);
            let (right, bottom) = (inner.right(), inner.bottom());
            self.rule((inner.x, inner.y), (right, bottom), 1.1, ink);
            self.rule((inner.x, bottom), (right, inner.y), 1.1, ink);
        }
    }
}
