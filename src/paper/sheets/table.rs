//! The table itself: heads, rows, totals, and under it the boxes that are ticked off as a match goes on.

use super::cells::{self, Pen, divide};
use super::columns::{
    CAPTION_RULE, CAPTION_SHRUNK, Column, ColumnLine, Grid, INSIDE_EDGE, Part, PartContent,
    caption_style, head_style, inside_style, row_text,
};
use super::names::{SetName, set_name};
use crate::layout::bidi::isolate;
use crate::layout::canvas::{
    Align, COLUMN, Canvas, FRAME, HAIR, SHAPE_LETTER, Style, THIN, count, leading, times,
};
use crate::layout::draw::{Ink, MM_PER_POINT, Role};
use crate::layout::paper::Area;
use crate::layout::template::NUMBER;
use overtrick_core::pad::{Kind, Row};

/// The width, in widths of a letter of a name, below which the shape of a seat stands above the name.
const NARROW: f32 = 2.0;
/// What stays white above and below the names of fields.
const CAPTION_ABOVE: f32 = 0.3;
const CAPTION_BELOW: f32 = 0.8;
/// What stays white above a caption within a cell.
const INSIDE_TOP: f32 = 0.35;
/// What stays white beside the shape of a seat.
const SHAPE_EDGE: f32 = 0.8;
/// The smallest size of the number of a hand.
const LEAST_NUMBER: f32 = 6.0;
/// What stays white at either side of a dealer's shape.
const DEALER_EDGE: f32 = 0.4;
/// How wide the longest name with its initial is, in sizes of its type.
const LONG_NAME: f32 = 25.0;

/// A player as the head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The name; nothing on a pad for anyone.
    pub name: Option<String>,
    /// The letter in the shape of the seat.
    pub initial: String,
}

/// A table that is being drawn.
#[derive(Debug)]
pub struct Table<'a> {
    /// Where its columns are.
    pub grid: Grid<'a>,
    /// Who heads the players' columns.
    pub heads: &'a [Head],
    /// The players, of whom one deals.
    dealers: &'a [Head],
    /// Whether the shape of a seat stands above its name, since the columns are narrow.
    stacked: bool,
    /// The names as they are set.
    names: Vec<Option<SetName>>,
    /// The lines of the names that are set elsewhere.
    elsewhere: Vec<String>,
}

impl<'a> Table<'a> {
    /// A table with its columns, these heads, and the players of whom one deals.
    pub fn new(
        canvas: &Canvas<'_>,
        grid: Grid<'a>,
        (heads, dealers): (&'a [Head], &'a [Head]),
    ) -> Table<'a> {
        let stacked = grid.player_width() < NARROW * canvas.sizes.name;
        let mut table = Table {
            grid,
            heads,
            dealers,
            stacked,
            names: Vec::with_capacity(heads.len()),
            elsewhere: Vec::new(),
        };
        for (seat, head) in heads.iter().enumerate() {
            let place = table.name_place(canvas, seat, 0.0);
            let name = head.name.as_ref();
            let set = name.map(|name| set_name(canvas, name, (place.w, place.h)));
            table.names.push(set);
        }
        table.elsewhere = table.names_elsewhere(canvas);
        table
    }

    /// The same, beginning at another place.
    pub fn moved(&self, x: f32) -> Table<'a> {
        Table {
            grid: self.grid.moved(x),
            heads: self.heads,
            dealers: self.dealers,
            stacked: self.stacked,
            names: self.names.clone(),
            elsewhere: self.elsewhere.clone(),
        }
    }

    /// The names that have no room in their columns, whole, in lines over the whole width.
    fn names_elsewhere(&self, canvas: &Canvas<'_>) -> Vec<String> {
        let names = self.heads.iter().zip(&self.names);
        let without_room = names.filter(|(_, name)| name.as_ref().is_some_and(|it| it.elsewhere));
        let texts: Vec<String> = without_room
            .filter_map(|(head, _)| {
                let name = head.name.as_ref()?;
                Some(format!(
                    "{}:\u{a0}{}",
                    isolate(&head.initial),
                    isolate(name)
                ))
            })
            .collect();
        if texts.is_empty() {
            return Vec::new();
        }
        let (left, right) = self.grid.edges();
        canvas.wrap(&texts.join(" · "), right - left, elsewhere_style(canvas))
    }

    fn elsewhere_height(&self, canvas: &Canvas<'_>) -> f32 {
        elsewhere_height(canvas, self.elsewhere.len())
    }

    /// The height that the longest names would take beside the heads, if they are not known.
    pub fn names_reserve(&self, canvas: &Canvas<'_>) -> f32 {
        let unknown = self.heads.iter().filter(|head| head.name.is_none()).count();
        let letters = LONG_NAME * canvas.sizes.caption * MM_PER_POINT;
        let (left, right) = self.grid.edges();
        let has_room = self.grid.player_width() > letters / 2.0;
        if unknown == 0 || has_room {
            return 0.0;
        }
        let lines = 1 + times(letters * count(unknown), right - left);
        elsewhere_height(canvas, lines)
    }

    /// The height of the heads.
    pub fn head_height(&self, canvas: &Canvas<'_>) -> f32 {
        self.elsewhere_height(canvas) + self.names_height(canvas) + self.caption_height(canvas)
    }

    /// The height of the players' names.
    fn names_height(&self, canvas: &Canvas<'_>) -> f32 {
        let shape = if self.stacked {
            2.0 * shape_radius(canvas) + 1.0
        } else {
            0.0
        };
        shape + name_height(canvas) + 1.0
    }

    /// The players of a column of this width whose shapes head it: all partners who share it, or the first alone
    /// where it is too narrow for them.
    fn shapes(&self, canvas: &Canvas<'_>, seat: usize, width: f32) -> Vec<usize> {
        let partners = (seat..self.dealers.len()).step_by(self.heads.len().max(1));
        let partners: Vec<usize> = partners.collect();
        let most = if self.stacked { width } else { width / 2.0 };
        if partners.len() > 1 && Self::shapes_end(canvas, &partners) <= most {
            return partners;
        }
        vec![seat]
    }

    /// Where the shapes of these seats end, from the edge of their column on.
    fn shapes_end(canvas: &Canvas<'_>, seats: &[usize]) -> f32 {
        let radius = shape_radius(canvas);
        let each = seats.iter();
        let each = each.map(|seat| SHAPE_EDGE + 2.0 * Canvas::seat_reach(*seat) * radius);
        each.sum()
    }

    /// Where the name of a player stands, if the heads begin at `top`.
    fn name_place(&self, canvas: &Canvas<'_>, seat: usize, top: f32) -> Area {
        let mut columns = self.grid.columns.iter();
        let column = columns.find(|column| column.seat == Some(seat));
        let (x, w) = column.map_or((0.0, 0.0), |column| (column.x, column.w));
        let height = name_height(canvas);
        let y = top + self.names_height(canvas) - height - 0.5;
        let left = if self.stacked {
            0.8
        } else {
            Self::shapes_end(canvas, &self.shapes(canvas, seat, w)) + SHAPE_EDGE
        };
        Area::new(x + left, y, (w - left - 0.8).max(0.0), height)
    }

    /// The height of the names of fields; where those of the players stand in their cells, the others have
    /// the room beside the players' names.
    fn caption_height(&self, canvas: &Canvas<'_>) -> f32 {
        let high = |column: &Column<'_>| match column.head_lines() {
            0 => 0.0,
            lines => {
                let captions = count(lines) * caption_line(canvas) + column.head_rules();
                captions + CAPTION_ABOVE + CAPTION_BELOW
            }
        };
        let (seats, own): (Vec<&Column<'_>>, Vec<_>) =
            self.grid.columns.iter().partition(|it| it.seat.is_some());
        let highest = |columns: Vec<&Column<'_>>| columns.into_iter().map(high).fold(0.0, f32::max);
        match highest(seats) {
            0.0 => (highest(own) - self.names_height(canvas)).max(0.0),
            seats => seats.max(highest(own)),
        }
    }

    /// A row of the table to somebody who hears it.
    pub fn row_role(&self, head: bool) -> Role {
        let edges = self.grid.columns.iter().map(|column| column.x);
        Role::Row {
            edges: edges.collect(),
            head,
        }
    }

    /// Draws the heads from this height on; gives where they end.
    pub fn draw_heads(&self, canvas: &mut Canvas<'_>, top: f32) -> f32 {
        let (left, right) = self.grid.edges();
        let place = Area::new(left, top, right - left, 0.0);
        let here = canvas.here();
        canvas.lines(place, &self.elsewhere, elsewhere_style(canvas));
        canvas.part(here, Role::Paragraph);
        let here = canvas.here();
        let bottom = top + self.head_height(canvas);
        let top = top + self.elsewhere_height(canvas);
        canvas.level((left, right), top, FRAME, Ink::Ink);
        for column in &self.grid.columns {
            if let Some(seat) = column.seat {
                self.draw_name(canvas, (seat, column), top);
            }
            Self::draw_captions(canvas, column, bottom);
        }
        canvas.level((left, right), bottom, COLUMN, Ink::Ink);
        canvas.part(here, self.row_role(true));
        bottom
    }

    /// Where the names begin, if the heads begin at `top`.
    pub fn names_top(&self, canvas: &Canvas<'_>, top: f32) -> f32 {
        top + self.elsewhere_height(canvas)
    }

    fn draw_name(&self, canvas: &mut Canvas<'_>, (seat, column): (usize, &Column<'_>), top: f32) {
        let radius = shape_radius(canvas);
        let y = if self.stacked {
            top + radius + 1.0
        } else {
            top + self.names_height(canvas) / 2.0
        };
        let shapes = self.shapes(canvas, seat, column.w);
        for (index, player) in shapes.iter().enumerate() {
            let end = Self::shapes_end(canvas, &shapes[..=index]);
            let middle = (column.x + end - Canvas::seat_reach(*player) * radius, y);
            let initial = self.dealers.get(*player);
            let initial = initial.map_or("", |head| &head.initial);
            canvas.seat(*player, middle, radius, initial, false);
        }
        let place = self.name_place(canvas, seat, top);
        let Some(Some(name)) = self.names.get(seat) else {
            let y = place.bottom() - 0.6;
            canvas.level(place.edges(), y, THIN, Ink::Ink);
            return;
        };
        let style = Style::plain(name.size).bold();
        let block = leading(style.size) * count(name.lines.len());
        let y = place.y + (place.h - block).max(0.0) / 2.0;
        canvas.lines(Area { y, ..place }, &name.lines, style);
    }

    fn draw_captions(canvas: &mut Canvas<'_>, column: &Column<'_>, bottom: f32) {
        let pitch = caption_line(canvas);
        // Captions of few lines stand at the bottom, next to their cells.
        let rules = column.head_rules();
        let mut y = bottom - CAPTION_BELOW - count(column.head_lines()) * pitch - rules;
        if let Some(head) = &column.head {
            let cell = Area::new(column.x, y, column.w, pitch).inset(INSIDE_EDGE, 0.0);
            let style = head_style(canvas).align(Align::Center);
            canvas.text(cell, head, style.within(style.size, 1));
            y += pitch;
        }
        let shrunk = if column.generated {
            // A little more than what was reserved, for what the widths are rounded to.
            CAPTION_SHRUNK - 0.02
        } else {
            1.0
        };
        let mut above = false;
        for line in &column.lines {
            if column.generated && above && line.caption_lines > 0 {
                // What stands on a line of its own in a row does so here.
                let (left, right) = (column.x + INSIDE_EDGE, column.x + column.w - INSIDE_EDGE);
                let rule = y + CAPTION_RULE / 2.0;
                divide(canvas, (left, rule), (right, rule));
                y += CAPTION_RULE;
            }
            above |= line.caption_lines > 0;
            let below = y + count(line.caption_lines) * pitch;
            for part in line.parts.iter().filter(|part| !part.inside) {
                let style = caption_style(canvas, &part.what).align(Align::Center);
                let (left, right) = part.edges;
                let first = below - count(part.caption.len()) * pitch;
                for (index, text) in part.caption.iter().enumerate() {
                    let y = first + count(index) * pitch;
                    let cell = Area::new(part.x + left, y, part.w - left - right, pitch);
                    canvas.text(cell, text, style.within(style.size * shrunk, 1));
                }
            }
            y = below;
        }
    }

    /// Draws a row of this height.
    pub fn draw_row(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32, height: f32) {
        self.draw_row_with(canvas, row, (top, height), Pen::Type);
    }

    fn draw_row_with(
        &self,
        canvas: &mut Canvas<'_>,
        row: &Row,
        (top, height): (f32, f32),
        pen: Pen,
    ) {
        let here = canvas.here();
        // What is thin lies under what is not.
        for column in &self.grid.columns {
            draw_dividers(canvas, column, top, height);
        }
        for column in &self.grid.columns {
            let values = column
                .seat
                .map_or(Some(&row.hand), |seat| row.seats.get(seat));
            let mut y = top;
            let heights = column.heights(height);
            for (line, high) in column.lines.iter().zip(heights) {
                for part in &line.parts {
                    let whole = Area::new(part.x, y, part.w, high);
                    let cell = draw_inside_caption(canvas, part, whole);
                    let (field, brief) = match &part.what {
                        PartContent::Field(field, brief) => (*field, *brief),
                        PartContent::Number => {
                            self.draw_number(canvas, row, cell);
                            continue;
                        }
                        PartContent::Text(text) => {
                            let style = row_text(canvas);
                            canvas.text(cell.inset(0.8, 0.0), text, style);
                            continue;
                        }
                    };
                    let value = values.and_then(|values| values.get(field.key));
                    let stops = column.tick_stops(canvas).filter(|_| line.parts.len() == 1);
                    cells::draw(canvas, (field, brief), value, (cell, pen), stops);
                }
                y += high;
            }
        }
        let lines = self.grid.columns.iter().map(|column| column.lines.len());
        let weight = if lines.max() > Some(1) { COLUMN } else { HAIR };
        canvas.level(self.grid.edges(), top + height, weight, Ink::Ink);
        canvas.part(here, self.row_role(false));
    }

    /// The number of a row and, as a filled shape, who deals.
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
        let Some(dealer) = row.dealer else {
            canvas.text(cell, &number.to_string(), style);
            return;
        };
        let initial = self.dealers.get(dealer.index());
        let initial = initial.map_or("", |head| head.initial.as_str());
        let mut radius = shape_radius(canvas);
        let (number_cell, middle) = if cell.h >= 5.2 * radius {
            let half = cell.h.min(5.6 * radius) / 2.0;
            let top = cell.y + (cell.h - 2.0 * half) / 2.0;
            let upper = Area::new(cell.x, top, cell.w, half);
            (upper, (cell.x + cell.w / 2.0, top + half * 1.42))
        } else {
            // Smaller, so that two digits do not touch the widest shape, as far as its letter can be read.
            let least = canvas.sizes.least_name / SHAPE_LETTER;
            radius = (radius * 0.84).max(least).min(radius);
            let reach = radius * Canvas::widest_reach(self.dealers.len());
            let x = cell.right() - DEALER_EDGE - reach;
            let room = x - reach - DEALER_EDGE - cell.x;
            // All numbers of a pad are as large.
            let fits = (room / canvas.width("00", style)).min(1.0);
            style.size = (style.size * fits).max(LEAST_NUMBER.min(style.size));
            let w = room.max(canvas.width("00", style));
            let left = Area::new(cell.x, cell.y, w, cell.h);
            (left, (x, cell.y + cell.h / 2.0))
        };
        canvas.text(
            number_cell,
            &number.to_string(),
            style.within(style.size.min(sizes.label), 1),
        );
        canvas.seat(dealer.index(), middle, radius, initial, true);
    }

    /// Draws the rules between the columns down to the last row; with `headed`, from the heads on,
    /// where only the players' columns reach up to the names.
    pub fn draw_rules(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32, headed: bool) {
        self.draw_columns(canvas, top, bottom, headed);
        canvas.level(self.grid.edges(), bottom, FRAME, Ink::Ink);
    }

    /// Draws the rules between the columns only.
    pub fn draw_columns(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32, headed: bool) {
        for column in self.grid.columns.iter().skip(1) {
            let weight = if column.seat.is_some() { COLUMN } else { HAIR };
            let top = if column.seat.is_some() || !headed {
                top
            } else {
                top + self.names_height(canvas)
            };
            canvas.rule((column.x, top), (column.x, bottom), weight, Ink::Ink);
        }
    }

    /// Draws a worked hand as a pencil would write it.
    pub fn draw_example(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32, height: f32) {
        self.draw_row_with(canvas, row, (top, height), Pen::Hand);
    }
}

/// Draws the thin rules between the cells of a row.
fn draw_dividers(canvas: &mut Canvas<'_>, column: &Column<'_>, top: f32, height: f32) {
    let writes = |line: &ColumnLine<'_>| {
        let mut fields = line.parts.iter().filter_map(|part| part.what.field());
        fields.any(|field| matches!(field.kind, Kind::Write))
    };
    let mut y = top;
    let heights = column.heights(height);
    for (index, (line, high)) in column.lines.iter().zip(heights).enumerate() {
        let apart = column.seat.is_some()
            || index > 0 && (writes(line) || writes(&column.lines[index - 1]));
        if index > 0 && apart {
            divide(canvas, (column.x, y), (column.x + column.w, y));
        }
        for pair in line.parts.windows(2) {
            let [before, part] = pair else { continue };
            let after_text = matches!(before.what, PartContent::Text(_));
            let field = part.what.field();
            if field.is_some_and(|field| !after_text && !matches!(field.kind, Kind::Label)) {
                divide(canvas, (part.x, y), (part.x, y + high));
            }
        }
        y += high;
    }
}

/// Draws the caption within a cell, if it has one; gives what it leaves to write in.
fn draw_inside_caption(canvas: &mut Canvas<'_>, part: &Part<'_>, cell: Area) -> Area {
    let (true, Some(caption)) = (part.inside, part.caption.first()) else {
        return cell;
    };
    let style = inside_style(canvas);
    let high = leading(style.size);
    let place = Area::new(cell.x, cell.y + INSIDE_TOP, cell.w, high);
    let (left, right) = part.edges;
    let place = Area::new(place.x + left, place.y, place.w - left - right, high);
    canvas.text(place, caption, style.within(style.size, 1));
    let taken = INSIDE_TOP + high * 0.8;
    Area::new(cell.x, cell.y + taken, cell.w, cell.h - taken)
}

/// The radius of the shape of a seat.
pub fn shape_radius(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.name * 0.228
}

/// The height of a place for a name: two lines of the least size, and enough for a pencil.
fn name_height(canvas: &Canvas<'_>) -> f32 {
    (2.0 * leading(canvas.sizes.least_name) + 0.1).max(6.4)
}

/// The height of so many lines of names.
fn elsewhere_height(canvas: &Canvas<'_>, lines: usize) -> f32 {
    match lines {
        0 => 0.0,
        _ => count(lines) * leading(elsewhere_style(canvas).size) + 1.2,
    }
}

fn elsewhere_style(canvas: &Canvas<'_>) -> Style {
    Style::plain(canvas.sizes.caption)
}

fn caption_line(canvas: &Canvas<'_>) -> f32 {
    leading(canvas.sizes.caption)
}
