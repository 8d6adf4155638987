//! The table of a pad: the column headers and the rows.

use super::cells::{self, Pen};
use super::columns::{
    CAPTION_RULE, Column, ColumnLine, Grid, INSIDE_EDGE, INSIDE_TOP, Part, caption_style,
    head_style, inside_height, inside_style,
};
use super::heads::{Heads, full_names_height, shape_radius};
use super::sheet::Sheet;
use crate::layout::canvas::{Align, Canvas, FRAME, SHAPE_LETTER, Style, THIN, leading};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint, Role};
use crate::layout::paper::{Area, Span, count, times};
use crate::layout::template::NUMBER;
use overtrick_core::pad::{Kind, Row};

/// The space above and below captions.
const CAPTION_ABOVE: f32 = 0.3;
const CAPTION_BELOW: f32 = 0.9;
/// The smallest text size of a hand's number.
const MIN_NUMBER: f32 = 6.0;
/// The space at either side of a dealer's shape.
const DEALER_EDGE: f32 = 0.4;
/// The width of the longest name with its initial, as a multiple of its text size.
const LONG_NAME: f32 = 25.0;

/// A table that is being drawn.
#[derive(Debug)]
pub struct Table<'a> {
    /// The columns with their positions.
    pub grid: Grid<'a>,
    /// The headers of the players' columns.
    heads: Heads<'a>,
}

impl<'a> Table<'a> {
    /// Creates a table of a sheet with these columns.
    pub fn new(canvas: &Canvas<'_>, grid: Grid<'a>, sheet: &'a Sheet<'_>) -> Table<'a> {
        let (column, whole) = (grid.player_width(), grid.edges().length());
        let heads = Heads::new(canvas, sheet, column, whole);
        Table { grid, heads }
    }

    /// Returns the height that the longest names would need above the headers, if the names are unknown.
    pub fn names_reserve(&self, canvas: &Canvas<'_>) -> f32 {
        let heads = self.heads.columns.iter();
        let unknown = heads.filter(|head| head.name.is_none()).count();
        let letters = LONG_NAME * canvas.sizes.caption * MM_PER_POINT;
        let has_room = self.grid.player_width() > letters / 2.0;
        if unknown == 0 || has_room {
            return 0.0;
        }
        let lines = 1 + times(letters * count(unknown), self.grid.edges().length());
        full_names_height(canvas, lines)
    }

    /// Returns the number of lines of a row.
    pub fn lines(&self) -> usize {
        let lines = self.grid.columns.iter().map(|column| column.lines.len());
        lines.max().unwrap_or(1).max(1)
    }

    /// Returns the height of the headers.
    pub fn head_height(&self, canvas: &Canvas<'_>) -> f32 {
        let heads = self.heads.full_names_height(canvas) + self.heads.height(canvas);
        heads + self.caption_height(canvas)
    }

    /// Returns the height of the captions. If the players' captions are in their cells, the other captions
    /// use the space beside the players' names.
    fn caption_height(&self, canvas: &Canvas<'_>) -> f32 {
        let high = |column: &Column<'_>| match column.head_lines() {
            0 => 0.0,
            lines => {
                let captions = count(lines) * leading(canvas.sizes.caption) + column.head_rules();
                captions + CAPTION_ABOVE + CAPTION_BELOW
            }
        };
        let (seats, own): (Vec<&Column<'_>>, Vec<_>) =
            self.grid.columns.iter().partition(|it| it.seat.is_some());
        let highest = |columns: Vec<&Column<'_>>| columns.into_iter().map(high).fold(0.0, f32::max);
        match highest(seats) {
            0.0 => (highest(own) - self.heads.height(canvas)).max(0.0),
            seats => seats.max(highest(own)),
        }
    }

    /// Returns the role of a row for a screen reader.
    pub fn row_role(&self, head: bool) -> Role {
        let edges = self.grid.columns.iter().map(|column| column.x).collect();
        Role::Row { edges, head }
    }

    /// Draws the headers from this height down. Returns where they end.
    pub fn draw_heads(&self, canvas: &mut Canvas<'_>, top: f32) -> f32 {
        let edges = self.grid.edges();
        let place = Area::new(edges.start, top, edges.length(), 0.0);
        let here = canvas.here();
        self.heads.draw_full_names(canvas, place);
        canvas.part(here, Role::Paragraph);
        let here = canvas.here();
        let bottom = top + self.head_height(canvas);
        let top = self.names_top(canvas, top);
        canvas.level(edges, top, FRAME, Ink::Ink);
        for column in &self.grid.columns {
            if let Some(seat) = column.seat {
                let span = Span::new(column.x, column.x + column.w);
                self.heads.draw(canvas, seat, span, top);
            }
            Self::draw_captions(canvas, column, bottom);
        }
        canvas.level(edges, bottom, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(true));
        bottom
    }

    /// Returns the top of the names, if the headers begin at `top`.
    pub fn names_top(&self, canvas: &Canvas<'_>, top: f32) -> f32 {
        top + self.heads.full_names_height(canvas)
    }

    fn draw_captions(canvas: &mut Canvas<'_>, column: &Column<'_>, bottom: f32) {
        let pitch = leading(canvas.sizes.caption);
        // Short captions are at the bottom, next to their cells.
        let rules = column.head_rules();
        let mut y = bottom - CAPTION_BELOW - count(column.head_lines()) * pitch - rules;
        if let Some(head) = &column.head {
            let cell = Area::new(column.x, y, column.w, pitch).inset(INSIDE_EDGE, 0.0);
            let style = head_style(canvas).align(Align::Center);
            canvas.text(cell, head, style.within(style.size, 1));
            y += pitch;
        }
        let mut above = false;
        for line in &column.lines {
            if above && line.caption_lines > 0 {
                // A line separates the captions of fields that are on separate lines of a row.
                let (left, right) = (column.x + INSIDE_EDGE, column.x + column.w - INSIDE_EDGE);
                let rule = y + CAPTION_RULE / 2.0;
                canvas.rule((left, rule), (right, rule), THIN, Ink::Line);
                y += CAPTION_RULE;
            }
            above |= line.caption_lines > 0;
            let below = y + count(line.caption_lines) * pitch;
            for part in line.parts.iter().filter(|part| !part.inside) {
                let style = caption_style(canvas, part.field).align(Align::Center);
                let (left, right) = part.edges;
                let first = below - count(part.caption.len()) * pitch;
                let mut cell = Area::new(part.x + left, first, part.w - left - right, pitch);
                for (index, text) in part.caption.iter().enumerate() {
                    cell.y = first + count(index) * pitch;
                    canvas.text(cell, text, style.within(style.size, 1));
                }
            }
            y = below;
        }
    }

    /// Draws a row of this height. This pen fills in the values.
    pub fn draw_row(&self, canvas: &mut Canvas<'_>, row: &Row, place: (f32, f32), pen: Pen) {
        let (top, height) = place;
        let here = canvas.here();
        // Gray lines are drawn before black lines.
        for (index, column) in self.grid.columns.iter().enumerate() {
            draw_dividers(canvas, column, top, height);
            if index > 0 && column.seat.is_none() {
                canvas.rule((column.x, top), (column.x, top + height), THIN, Ink::Line);
            }
        }
        for column in &self.grid.columns {
            let seat = column.seat;
            let values = seat.map_or(Some(&row.hand), |seat| row.seats.get(seat));
            let mut y = top;
            let heights = column.heights(height);
            for (line, high) in column.lines.iter().zip(heights) {
                for part in &line.parts {
                    let whole = Area::new(part.x, y, part.w, high);
                    let value = part.field.and_then(|field| values?.get(field.key));
                    if value.is_some_and(|value| value.closed) {
                        canvas.draw(Item::Box(whole, Paint::Fill(Ink::Tint)));
                        continue;
                    }
                    let cell = draw_inside_caption(canvas, part, whole);
                    match part.field {
                        Some(field) => cells::draw(canvas, (field, part.brief), value, (cell, pen)),
                        None => self.draw_number(canvas, row, cell),
                    }
                }
                y += high;
            }
        }
        canvas.level(self.grid.edges(), top + height, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(false));
    }

    /// Draws the number of a row, and the filled shape of the dealer.
    fn draw_number(&self, canvas: &mut Canvas<'_>, row: &Row, cell: Area) {
        let sizes = canvas.sizes;
        let mut style = Style::plain(sizes.value * 0.9).bold().align(Align::Center);
        let Some(number) = row.number else {
            if let Some(text) = row.hand.get(NUMBER).and_then(|value| value.text.as_ref()) {
                let style = Style::plain(sizes.caption).align(Align::Center);
                canvas.text(cell.inset(0.3, 0.0), &canvas.words.format(text), style);
            }
            return;
        };
        let text = number.to_string();
        let Some(dealer) = row.dealer else {
            canvas.text(cell, &text, style);
            return;
        };
        let seat = dealer.index();
        let mut radius = shape_radius(canvas);
        let (number_cell, middle) = if cell.h >= 5.2 * radius {
            let half = cell.h.min(5.6 * radius) / 2.0;
            let top = cell.y + (cell.h - 2.0 * half) / 2.0;
            let upper = Area::new(cell.x, top, cell.w, half);
            (upper, (cell.x + cell.w / 2.0, top + half * 1.42))
        } else {
            // The shape is smaller, so that a number of two digits does not touch it. Its letter must stay legible.
            let least = canvas.sizes.least_name / SHAPE_LETTER;
            radius = (radius * 0.84).max(least).min(radius);
            let reach = radius * Canvas::widest_reach(self.heads.players.len());
            let x = cell.right() - DEALER_EDGE - reach;
            let room = x - reach - DEALER_EDGE - cell.x;
            // All numbers of a pad have the same size.
            let fits = (room / canvas.width("00", style)).min(1.0);
            style.size = (style.size * fits).max(MIN_NUMBER.min(style.size));
            let w = room.max(canvas.width("00", style));
            let left = Area::new(cell.x, cell.y, w, cell.h);
            (left, (x, cell.y + cell.h / 2.0))
        };
        let style = style.within(style.size.min(sizes.label), 1);
        canvas.text(number_cell, &text, style);
        canvas.seat(seat, middle, radius, self.heads.initial(seat), true);
    }

    /// Draws the lines between the players' columns down to this height.
    pub fn draw_rules(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32) {
        for column in self.grid.columns.iter().skip(1) {
            if column.seat.is_some() {
                canvas.rule((column.x, top), (column.x, bottom), FRAME, Ink::Ink);
            }
        }
    }
}

/// Draws the thin lines between the cells of a row.
fn draw_dividers(canvas: &mut Canvas<'_>, column: &Column<'_>, top: f32, height: f32) {
    let writes = |line: &ColumnLine<'_>| {
        let mut fields = line.parts.iter().filter_map(|part| part.field);
        fields.any(|field| matches!(field.kind, Kind::Write))
    };
    let mut y = top;
    let heights = column.heights(height);
    for (index, (line, high)) in column.lines.iter().zip(heights).enumerate() {
        let apart = column.seat.is_some()
            || index > 0 && (writes(line) || writes(&column.lines[index - 1]));
        if index > 0 && apart {
            canvas.rule((column.x, y), (column.x + column.w, y), THIN, Ink::Line);
        }
        for part in line.parts.iter().skip(1) {
            if part.field.is_some_and(|field| field.kind != Kind::Label) {
                canvas.rule((part.x, y), (part.x, y + high), THIN, Ink::Line);
            }
        }
        y += high;
    }
}

/// Draws the caption within a cell, if it has one. Returns the remaining area.
fn draw_inside_caption(canvas: &mut Canvas<'_>, part: &Part<'_>, cell: Area) -> Area {
    let (true, Some(caption)) = (part.inside, part.caption.first()) else {
        return cell;
    };
    let style = inside_style(canvas);
    let (left, right) = part.edges;
    let (x, width) = (cell.x + left, cell.w - left - right);
    let place = Area::new(x, cell.y + INSIDE_TOP, width, leading(style.size));
    canvas.text(place, caption, style.within(style.size, 1));
    let taken = inside_height(canvas);
    Area::new(cell.x, cell.y + taken, cell.w, cell.h - taken)
}
