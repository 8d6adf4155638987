//! A canvas: draws text fitted into cells, lines, boxes, QR codes, and the shapes of the seats.

use std::ops::Range;
use std::sync::Arc;

use qrcode::{Color, EcLevel, QrCode};

use super::draw::{Drawing, Ink, Item, MM_PER_POINT, Page, Paint, Role, moved};
use super::emblem::SHAPES;
use super::flow::Strip;
use super::fonts::{Cut, Fonts};
use super::paper::{Area, Size, Span, count};
use super::table::{Cell, Table};
use super::template::{Sizes, TypeScale};
use super::typesetter::Typesetter;
use super::words::Words;

/// The size in points of the letter within a seat's shape, if the shape has a radius of one millimeter.
pub const SHAPE_LETTER: f32 = 3.1;
/// The weight in points of lines within cells and of lines to write on.
pub const THIN: f32 = 0.25;
/// The weight of a hairline in points.
pub const HAIR: f32 = 0.35;
/// The weight of the lines between columns.
pub const COLUMN: f32 = 0.6;
/// The weight of the lines around a table, between its hands, and between its players.
pub const FRAME: f32 = 0.75;

/// The alignment of text in its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At its left edge.
    Left,
    /// In the middle.
    Center,
    /// At its right edge.
    Right,
}

impl Align {
    /// Returns how much of a text's width is at the left of its anchor.
    pub fn share(self, width: f32) -> f32 {
        match self {
            Align::Left => 0.0,
            Align::Center => width / 2.0,
            Align::Right => width,
        }
    }
}

/// The style of a text.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The size in points.
    pub size: f32,
    /// The smallest size to which it may be shrunk.
    pub least: f32,
    /// The font style.
    pub cut: Cut,
    /// Its color.
    pub ink: Ink,
    /// Its position in the cell.
    pub align: Align,
    /// The most lines.
    pub lines: usize,
    /// How far it is raised above the baseline, in millimeters.
    pub rise: f32,
}

impl Style {
    /// Returns the style of plain text of this size, on one line, aligned left.
    pub const fn plain(size: f32) -> Style {
        Style {
            size,
            least: size * 0.75,
            cut: Cut::Regular,
            ink: Ink::Ink,
            align: Align::Left,
            lines: 1,
            rise: 0.0,
        }
    }

    /// Returns the style of plain secondary text.
    pub const fn muted(size: f32) -> Style {
        Style::plain(size).ink(Ink::Muted)
    }

    /// Returns the style of a heading in this size and color.
    pub const fn head(size: f32, ink: Ink) -> Style {
        Style::plain(size).cut(Cut::Head).ink(ink)
    }

    /// Returns this style in bold.
    pub const fn bold(self) -> Style {
        self.cut(Cut::Bold)
    }

    /// Returns this style in bold or regular.
    pub const fn bold_if(self, is_bold: bool) -> Style {
        self.cut(if is_bold { Cut::Bold } else { Cut::Regular })
    }

    /// Returns this style in another size.
    pub const fn sized(self, size: f32) -> Style {
        Style { size, ..self }
    }

    /// Returns this style in another font style.
    pub const fn cut(self, cut: Cut) -> Style {
        Style { cut, ..self }
    }

    /// Returns this style in another color.
    pub const fn ink(self, ink: Ink) -> Style {
        Style { ink, ..self }
    }

    /// Returns this style with another alignment.
    pub const fn align(self, align: Align) -> Style {
        Style { align, ..self }
    }

    /// Returns this style with a smallest size and a maximum number of lines. A text that does not fit on one
    /// line at the smallest size is wrapped.
    pub const fn within(self, least: f32, lines: usize) -> Style {
        Style {
            least,
            lines,
            ..self
        }
    }

    /// Returns the style of a small raised number, which refers to a note.
    pub fn raised(self, hue: Ink) -> Style {
        Style {
            size: (self.size * 0.66).max(5.0),
            rise: self.size * 0.34 * MM_PER_POINT,
            ..self.bold().ink(hue)
        }
    }

    /// Returns the style of a table header above cells in this style.
    pub const fn table_head(self) -> Style {
        self.bold().ink(Ink::Muted)
    }

    /// Returns the style of the small mark for our interpretation of a rule.
    pub const fn mark(self) -> Style {
        Style::muted(self.size * 0.8)
    }
}

/// Returns the distance between the baselines of text in this size, in millimeters.
pub fn leading(size: f32) -> f32 {
    size * 1.24 * MM_PER_POINT
}

/// Returns the corners of the shape of a seat for a radius of 1. The first seat has no corners, because its
/// shape is a circle. Seats after the eighth have the shape of the seventh.
fn corners(seat: usize) -> &'static [(f32, f32)] {
    let index = if seat > 7 { 5 } else { seat - 1 };
    SHAPES.seats.get(index).map_or(&[], Vec::as_slice)
}

/// Draws the QR code of an address in a square area. Returns no items if the address is too long for a code.
pub fn qr(link: &str, area: Area) -> Vec<Item> {
    let mut items = Vec::new();
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::M) else {
        return items;
    };
    let side = area.w / count(code.width());
    let colors = code.to_colors();
    for (row, line) in colors.chunks(code.width().max(1)).enumerate() {
        let mut column = 0;
        // Adjacent dark modules are drawn as one box.
        for modules in line.chunk_by(|one, other| one == other) {
            if modules[0] == Color::Dark {
                let (x, y) = (area.x + side * count(column), area.y + side * count(row));
                let place = Area::new(x, y, side * count(modules.len()), side);
                items.push(Item::Box(place, Paint::Fill(Ink::Ink)));
            }
            column += modules.len();
        }
    }
    items
}

/// Pages that are being drawn.
pub struct Canvas<'a> {
    /// The typesetter of its texts.
    pub setter: Typesetter<'a>,
    /// The words of the document.
    pub words: Words<'a>,
    /// The scale of the text.
    pub scale: TypeScale,
    /// The text sizes.
    pub sizes: Sizes,
    pages: Vec<Page>,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas without pages, with text of this scale.
    pub fn new(fonts: &'a Fonts<'a>, words: Words<'a>, scale: TypeScale) -> Canvas<'a> {
        Canvas {
            setter: Typesetter::new(fonts),
            words,
            scale,
            sizes: words.template.sizes.scaled(scale),
            pages: Vec::new(),
        }
    }

    /// Begins a page of this size.
    pub fn page(&mut self, size: Size) {
        self.page_on(size, Arc::default());
    }

    /// Begins a page that shares the items that `share` returned for another page.
    pub fn page_on(&mut self, size: Size, shared: Arc<[Item]>) {
        let page = Page::new(size, Vec::with_capacity(256));
        self.pages.push(Page { shared, ..page });
    }

    /// Returns all items of the last page, so that other pages can share them.
    pub fn share(&mut self) -> Arc<[Item]> {
        let Some(page) = self.pages.last_mut() else {
            return Arc::default();
        };
        page.shared = std::mem::take(&mut page.own).into();
        page.shared.clone()
    }

    /// Draws outside the pages, and returns the items as a strip of this height.
    pub fn frame(&mut self, height: f32, draw: impl FnOnce(&mut Canvas<'a>)) -> Strip {
        self.page(Size::new(0.0, height));
        draw(self);
        let items = self.pages.pop().map_or_else(Vec::new, |page| page.own);
        Strip::new(height, items)
    }

    /// Draws a cell of this height in these columns of a table.
    pub fn cell(
        &mut self,
        table: &Table,
        columns: Range<usize>,
        height: f32,
        draw: impl FnOnce(&mut Canvas<'a>, Area),
    ) -> Cell {
        let area = Area::new(0.0, 0.0, table.width(columns.clone()), height);
        let frame = self.frame(height, |canvas| draw(canvas, area));
        Cell::new(columns, frame)
    }

    /// Draws in the area `from`, and moves the items to the area `to`, which has the same size.
    pub fn draw_in(&mut self, from: Area, to: Area, draw: impl FnOnce(&mut Canvas<'a>)) {
        let drawn = self.frame(from.h, draw).items;
        self.draw_all(moved(drawn, to.x - from.x, to.y - from.y));
    }

    /// Breaks a text into lines of this width, and returns the lines as one strip.
    pub fn text_frame(&mut self, text: &str, style: Style, width: f32) -> Strip {
        let lines = self.wrap(text, width, style);
        let height = leading(style.size) * count(lines.len());
        self.frame(height, |canvas| {
            canvas.lines(Area::new(0.0, 0.0, width, height), &lines, style);
        })
    }

    /// Breaks a text into lines of this width, and returns a strip for each line.
    pub fn paragraph(
        &mut self,
        text: &str,
        style: Style,
        width: f32,
        mut role: Role,
    ) -> Vec<Strip> {
        let pitch = leading(style.size);
        let cell = Area::new(0.0, 0.0, width, pitch);
        let lines = self.wrap(text, width, style).into_iter();
        let strips = lines.map(|line| {
            let frame = self.frame(pitch, |it| it.line(cell, pitch * 0.76, &line, style));
            let role = std::mem::replace(&mut role, Role::More);
            Strip::new(pitch, Item::tagged(role, frame.items))
        });
        strips.collect()
    }

    /// Returns the style of small texts, such as column headers.
    pub const fn small(&self) -> Style {
        Style::plain(self.sizes.caption)
    }

    /// Returns the number of items on the page, which is the start of a new part for `part`.
    pub fn here(&self) -> usize {
        self.pages.last().map_or(0, |page| page.own.len())
    }

    /// Assigns a role to the texts that were drawn on this page since `here`. Texts with a role of their own keep it.
    pub fn part(&mut self, here: usize, role: Role) {
        if let Some(page) = self.pages.last_mut()
            && here < page.own.len()
        {
            page.own.insert(here, Item::Begin(role));
            page.own.push(Item::End);
        }
    }

    /// Returns the drawing.
    pub fn finish(self) -> Drawing {
        Drawing {
            pages: self.pages,
            bookmarks: Vec::new(),
            missing: self.setter.missing(),
        }
    }

    /// Draws an item on the last page.
    pub fn draw(&mut self, item: Item) {
        if let Some(page) = self.pages.last_mut() {
            page.own.push(item);
        }
    }

    /// Draws these items on the last page.
    pub fn draw_all(&mut self, items: impl IntoIterator<Item = Item>) {
        items.into_iter().for_each(|item| self.draw(item));
    }

    /// Draws a straight line.
    pub fn rule(&mut self, from: (f32, f32), to: (f32, f32), weight: f32, ink: Ink) {
        self.draw(Item::Rule(from, to, weight, ink));
    }

    /// Draws a horizontal line from the left edge to the right edge at this height.
    pub fn level(&mut self, edges: Span, y: f32, weight: f32, ink: Ink) {
        self.draw(Item::level(edges, y, weight, ink));
    }

    /// Draws the name of a game, which is the heading of a page, in the heading font. The text is centered
    /// vertically in the cell, and as large as the cell allows, up to this size.
    pub fn title(&mut self, cell: Area, text: &str, size: f32, ink: Ink) {
        let here = self.here();
        self.head_line(cell, text, (size, ink), Align::Left);
        self.part(here, Role::Heading(1));
    }

    /// Draws a line of text in the heading font. The text is centered vertically in the cell, and as large as
    /// the cell allows, up to this size.
    pub fn head_line(&mut self, cell: Area, text: &str, (size, ink): (f32, Ink), align: Align) {
        let style = Style::head(size, ink).align(align);
        let size = size * (cell.w / self.width(text, style).max(0.1)).min(1.0);
        let cap = size * 0.66 * MM_PER_POINT;
        let baseline = cell.y + f32::midpoint(cell.h, cap);
        self.line(cell, baseline, text, style.sized(size));
    }

    /// Returns the width of a text.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        self.setter.text_width(text, style)
    }

    /// Draws one line of text on this baseline, without fitting it into the cell.
    pub fn line(&mut self, cell: Area, baseline: f32, text: &str, style: Style) {
        if !text.is_empty() {
            let text = self.setter.line_in(cell, baseline, text, style);
            self.draw(text);
        }
    }

    /// Draws lines of text from the top of an area, without fitting them into the area.
    pub fn lines(&mut self, place: Area, lines: &[String], style: Style) {
        let pitch = leading(style.size);
        for (index, text) in lines.iter().enumerate() {
            let y = place.y + count(index) * pitch;
            let cell = Area::new(place.x, y, place.w, pitch);
            self.line(cell, y + pitch * 0.76, text, style);
        }
    }

    /// Draws a text, centered vertically in a cell. A text that does not fit is shrunk to its smallest size,
    /// then wrapped, then shortened.
    pub fn text(&mut self, cell: Area, text: &str, style: Style) {
        let (style, lines) = self.fit(cell, text, style);
        let (pitch, cap) = (leading(style.size), style.size * 0.72 * MM_PER_POINT);
        let block = cap + pitch * (count(lines.len()) - 1.0);
        let mut baseline = cell.y + (cell.h - block) / 2.0 + cap;
        for line in lines {
            self.line(cell, baseline, &line, style);
            baseline += pitch;
        }
    }

    /// Draws a label, and a line to write on beside it, this far below the baseline. Returns the area of the line.
    pub fn label_line(
        &mut self,
        key: &'static str,
        cell: Area,
        (baseline, below): (f32, f32),
    ) -> Area {
        let style = self.small();
        let label = self.words.text(key);
        self.line(cell, baseline, &label, style);
        let x = cell.x + self.width(&label, style) + 1.2;
        let line = Area::new(x, cell.y, (cell.right() - x).max(1.0), cell.h);
        self.level(line.edges(), baseline + below, THIN, Ink::Ink);
        line
    }

    /// Returns how far the shape of a seat extends to either side, for a radius of 1.
    pub fn seat_reach(seat: usize) -> f32 {
        match seat {
            0 => 1.0,
            _ => corners(seat).iter().map(|(x, _)| *x).fold(0.0, f32::max),
        }
    }

    /// Returns how far the widest shape of this many seats extends to either side, for a radius of 1.
    pub fn widest_reach(seats: usize) -> f32 {
        (0..seats).map(Canvas::seat_reach).fold(0.0, f32::max)
    }

    /// Draws the shape of a seat with a player's initial in it.
    pub fn seat(
        &mut self,
        seat: usize,
        middle: (f32, f32),
        radius: f32,
        initial: &str,
        full: bool,
    ) {
        let (paint, ink) = if full {
            (Paint::Fill(Ink::Ink), Ink::Paper)
        } else {
            (Paint::Edge(COLUMN, Ink::Ink), Ink::Ink)
        };
        let (x, y) = middle;
        if seat == 0 {
            self.draw(Item::Circle(middle, radius, paint));
        } else {
            let corners = corners(seat).iter();
            let corners = corners.map(|(right, down)| (x + radius * right, y + radius * down));
            self.draw(Item::Shape(corners.collect(), paint));
        }
        let size = radius * SHAPE_LETTER;
        let style = Style::plain(size).bold().ink(ink).align(Align::Center);
        let y = if seat == 3 { y + radius * 0.22 } else { y };
        let cell = Area::new(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
        self.text(cell, initial, style.within(size * 0.5, 1));
    }

    /// Draws a box for a tick, with the tick if `ticked` is set.
    pub fn tick(&mut self, area: Area, ticked: bool) {
        self.draw(Item::Box(area, Paint::Edge(COLUMN, Ink::Ink)));
        if !ticked {
            return;
        }
        let point = |right: f32, down: f32| (area.x + area.w * right, area.y + area.h * down);
        let strokes = [
            vec![point(0.12, 0.2), point(0.5, 0.52), point(0.95, 0.9)],
            vec![point(0.98, 0.02), point(0.55, 0.45), point(0.1, 0.86)],
        ];
        for stroke in strokes {
            self.draw(Item::Stroke(stroke, 1.0, Ink::Pencil));
        }
        // The strokes of the tick are not text. An invisible word in the box makes the tick available to
        // search and to screen readers.
        let inner = area.inset(area.w * 0.2, area.h * 0.2);
        let word = self.words.text("ticked");
        let style = Style::plain(1.0).ink(Ink::Invisible).align(Align::Center);
        let style = style.sized((inner.w / self.width(&word, style)).min(4.0) * 0.99);
        self.line(inner, inner.bottom() - inner.h * 0.3, &word, style);
    }
}
