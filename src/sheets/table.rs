//! The table itself: heads, rows, totals, and under it the boxes that are ticked off as a match goes on.

use super::canvas::{Align, COLUMN, Canvas, FRAME, HAIR, Style, count, leading};
use super::cells::{self, divide};
use super::columns::{Column, Grid, LineOf, ROW_TEXT, What};
use super::draw::Ink;
use super::paper::Area;
use crate::rules::Points;
use crate::rules::pad::{Field, Kind, Pad, Row, Text, Tick};

/// The height of the heads with the players' names.
pub const NAMES: f32 = 9.0;
/// The same where there is little room.
pub const NAMES_BRIEF: f32 = 7.6;
/// The field in which a row that is an adjustment says why.
pub const REASON: &str = "reason";
/// The height of the totals at the foot.
pub const TOTALS: f32 = 7.2;
/// The width of the words before the boxes under a table.
const TRACK_LABEL: f32 = 13.0;

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
    /// The height of the heads with the players' names.
    pub names: f32,
}

impl Table<'_> {
    /// The height of the heads.
    pub fn head_height(&self, canvas: &Canvas<'_>) -> f32 {
        self.names + self.caption_height(canvas)
    }

    fn caption_height(&self, canvas: &Canvas<'_>) -> f32 {
        count(self.grid.head_lines) * caption_line(canvas) + 0.8
    }

    /// Draws the heads from this height on; gives where they end.
    pub fn draw_heads(&self, canvas: &mut Canvas<'_>, top: f32) -> f32 {
        canvas.level(self.grid.edges(), top, FRAME, Ink::Ink);
        for column in &self.grid.columns {
            if let Some(head) = column.seat.and_then(|seat| self.heads.get(seat)) {
                self.draw_name(canvas, column, head, top);
            }
            self.draw_captions(canvas, column, top + self.names);
        }
        let bottom = top + self.head_height(canvas);
        canvas.level(self.grid.edges(), bottom, COLUMN, Ink::Ink);
        bottom
    }

    fn draw_name(&self, canvas: &mut Canvas<'_>, column: &Column<'_>, head: &Head, top: f32) {
        let sizes = canvas.words.template.sizes;
        let radius = if column.w < 18.0 { 1.8 } else { 2.1 };
        let middle = (column.x + radius + 1.4, top + self.names / 2.0);
        let seat = column.seat.unwrap_or(0);
        canvas.seat(seat, middle, radius, &head.initial, false);
        let x = middle.0 + radius + 1.1;
        let width = column.x + column.w - x - 0.8;
        let cell = Area::new(x, top + 0.5, width, self.names - 1.0);
        match &head.name {
            Some(name) => {
                let style = Style::plain(sizes.name).bold();
                canvas.text(cell, name, style.within(sizes.least_name, 3));
            }
            None => {
                let y = top + self.names - 2.2;
                canvas.level(cell.edges(), y, HAIR, Ink::Line);
            }
        }
    }

    fn draw_captions(&self, canvas: &mut Canvas<'_>, column: &Column<'_>, top: f32) {
        let size = canvas.words.template.sizes.caption;
        let style = Style::muted(size).align(Align::Center);
        let pitch = caption_line(canvas);
        // Captions of few lines stand at the bottom, next to their cells.
        let bottom = top + self.caption_height(canvas) - 0.4;
        if let Some(head) = &column.head {
            let cell = Area::new(column.x, bottom - pitch, column.w, pitch).inset(0.3, 0.0);
            let text = canvas.words.caption(head);
            canvas.text(cell, &text, style.within(3.6, 1));
            return;
        }
        let own = count(column.lines.len()) * pitch;
        let mut y = bottom - own;
        for line in &column.lines {
            for part in &line.parts {
                let text = match &part.what {
                    What::Field(field, _) => canvas.words.caption(field.key),
                    What::Number => canvas.words.caption(super::template::NUMBER),
                    What::Text(_) => continue,
                };
                let cell = Area::new(part.x, y, part.w, pitch).inset(0.3, 0.0);
                canvas.text(cell, &text, style.within(3.6, 1));
            }
            y += pitch;
        }
    }

    /// Draws a row of this height.
    pub fn draw_row(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32, height: f32) {
        if row.adjustment {
            self.draw_adjustment(canvas, row, top, height);
            return;
        }
        for column in &self.grid.columns {
            let values = column
                .seat
                .map_or(Some(&row.hand), |seat| row.seats.get(seat));
            let mut y = top;
            let heights = column.heights(height);
            for (index, (line, high)) in column.lines.iter().zip(heights).enumerate() {
                let writes = |line: &LineOf<'_>| {
                    let mut fields = line.parts.iter().filter_map(|part| part.what.field());
                    fields.any(|field| matches!(field.kind, Kind::Write))
                };
                let apart = column.seat.is_some()
                    || index > 0 && (writes(line) || writes(&column.lines[index - 1]));
                if index > 0 && apart {
                    divide(canvas, (column.x, y), (column.x + column.w, y));
                }
                for (place, part) in line.parts.iter().enumerate() {
                    let cell = Area::new(part.x, y, part.w, high);
                    let (field, brief) = match &part.what {
                        What::Field(field, brief) => (*field, *brief),
                        What::Number => {
                            self.draw_number(canvas, row, cell);
                            continue;
                        }
                        What::Text(text) => {
                            canvas.text(cell.inset(0.8, 0.0), text, ROW_TEXT);
                            continue;
                        }
                    };
                    let after_text =
                        place > 0 && matches!(line.parts[place - 1].what, What::Text(_));
                    if place > 0 && !after_text && !matches!(field.kind, Kind::Label) {
                        divide(canvas, (part.x, y), (part.x, y + high));
                    }
                    let value = values.and_then(|values| values.get(field.key));
                    cells::draw(canvas, (field, brief), value, cell);
                }
                y += high;
            }
        }
        canvas.level(self.grid.edges(), top + height, HAIR, Ink::Ink);
    }

    /// An adjustment: its reason where a hand's own fields are, points and total of its player.
    fn draw_adjustment(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32, height: f32) {
        let (left, right) = self.grid.edges();
        let own = Area::new(left, top, self.grid.own_end() - left, height);
        if let Some(reason) = row.hand.get(REASON).and_then(|value| value.text.as_ref()) {
            let style = note_style().within(5.0, 4);
            canvas.text(own.inset(2.0, 0.4), &canvas.words.format(reason), style);
        }
        for column in &self.grid.columns {
            let Some(values) = column.seat.and_then(|seat| row.seats.get(seat)) else {
                continue;
            };
            for part in column.lines.iter().flat_map(|line| &line.parts) {
                let field = part.what.field();
                let is_sum = |field: &&Field| matches!(field.kind, Kind::Points | Kind::Total);
                if let Some(field) = field.filter(is_sum) {
                    let cell = Area::new(part.x, top, part.w, height);
                    cells::draw(canvas, (field, false), values.get(field.key), cell);
                }
            }
        }
        canvas.level((left, right), top + height, HAIR, Ink::Ink);
    }

    /// The number of a row and, as a filled shape, who deals.
    fn draw_number(&self, canvas: &mut Canvas<'_>, row: &Row, cell: Area) {
        let Some(number) = row.number else {
            return;
        };
        let style = Style::plain(9.0).bold().align(Align::Center);
        let Some(dealer) = row.dealer.filter(|_| !row.adjustment) else {
            canvas.text(cell, &number.to_string(), style);
            return;
        };
        let initial = self.heads.get(dealer.index());
        let initial = initial.map_or("", |head| head.initial.as_str());
        let (number_cell, middle) = if cell.h >= 10.0 {
            let half = cell.h.min(13.0) / 2.0;
            let top = cell.y + (cell.h - 2.0 * half) / 2.0;
            let upper = Area::new(cell.x, top, cell.w, half);
            (upper, (cell.x + cell.w / 2.0, top + half * 1.42))
        } else {
            let half = cell.w / 2.0;
            let left = Area::new(cell.x + 0.4, cell.y, half - 0.2, cell.h);
            (left, (cell.x + half * 1.52, cell.y + cell.h / 2.0))
        };
        canvas.text(number_cell, &number.to_string(), style.within(6.0, 1));
        canvas.seat(dealer.index(), middle, 1.75, initial, true);
    }

    /// Draws the rules between the columns down to the last row; with `headed`, from the heads on,
    /// where only the players' columns reach up to the names.
    pub fn draw_rules(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32, headed: bool) {
        self.draw_columns(canvas, top, bottom, headed);
        canvas.level(self.grid.edges(), bottom, FRAME, Ink::Ink);
    }

    /// Draws the rules before the players' columns only.
    pub fn draw_seat_columns(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32) {
        for column in self.grid.columns.iter().filter(|it| it.seat.is_some()) {
            canvas.rule((column.x, top), (column.x, bottom), COLUMN, Ink::Ink);
        }
    }

    /// Draws the rules between the columns only.
    pub fn draw_columns(&self, canvas: &mut Canvas<'_>, top: f32, bottom: f32, headed: bool) {
        for column in self.grid.columns.iter().skip(1) {
            let weight = if column.seat.is_some() { COLUMN } else { HAIR };
            let top = if column.seat.is_some() || !headed {
                top
            } else {
                top + self.names
            };
            canvas.rule((column.x, top), (column.x, bottom), weight, Ink::Ink);
        }
    }

    /// Draws a row of sums, known or to be written; gives where it ends.
    pub fn draw_sums(
        &self,
        canvas: &mut Canvas<'_>,
        key: &'static str,
        sums: &[Option<Points>],
        top: f32,
        height: f32,
    ) -> f32 {
        let sizes = canvas.words.template.sizes;
        let (left, _) = self.grid.edges();
        let cell = Area::new(left, top, self.grid.own_end() - left, height).inset(1.2, 0.0);
        let style = Style::plain(9.0).bold().within(6.0, 1);
        canvas.text(cell, &canvas.words.text(key), style);
        for column in &self.grid.columns {
            let Some(seat) = column.seat else { continue };
            canvas.rule((column.x, top), (column.x, top + height), COLUMN, Ink::Ink);
            if let Some(Some(sum)) = sums.get(seat) {
                let cell = Area::new(column.x, top, column.w, height).inset(1.6, 0.0);
                let style = Style::plain(sizes.value * 1.15).bold().align(Align::Right);
                canvas.text(cell, &sum.to_string(), style);
            }
        }
        let bottom = top + height;
        canvas.level(self.grid.edges(), bottom, FRAME, Ink::Ink);
        bottom
    }

    /// A note under a row, broken into lines.
    pub fn note_lines(&self, canvas: &Canvas<'_>, note: &Text) -> Vec<String> {
        let (left, right) = self.grid.edges();
        canvas.wrap(&canvas.words.format(note), right - left - 4.0, note_style())
    }

    /// The height of the notes under a row.
    pub fn notes_height(&self, canvas: &Canvas<'_>, row: &Row) -> f32 {
        let notes = row.notes.iter();
        let lines: usize = notes.map(|note| self.note_lines(canvas, note).len()).sum();
        if lines == 0 {
            return 0.0;
        }
        count(lines) * leading(note_style().size) + 1.6
    }

    /// Draws the notes under a row, over the whole width.
    pub fn draw_notes(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32) {
        let (left, right) = self.grid.edges();
        let height = self.notes_height(canvas, row);
        if height == 0.0 {
            return;
        }
        let cell = Area::new(left, top, right - left, height).inset(2.0, 0.0);
        let style = note_style();
        let mut y = top + 0.8 + leading(style.size) * 0.74;
        for note in &row.notes {
            for line in self.note_lines(canvas, note) {
                canvas.line(cell, y, &line, style);
                y += leading(style.size);
            }
        }
        canvas.level((left, right), top + height, HAIR, Ink::Ink);
    }
}

fn caption_line(canvas: &Canvas<'_>) -> f32 {
    leading(canvas.words.template.sizes.caption) + 0.4
}

const fn note_style() -> Style {
    Style::muted(7.0)
}

fn track_field(key: &'static str, ticks: &[Tick]) -> Field {
    Field::new(key, Kind::Ticks(ticks.to_vec()))
}

/// How high the row of boxes under a table is.
pub fn track_height(canvas: &Canvas<'_>, pad: &Pad, width: f32) -> f32 {
    let Some((key, ticks)) = &pad.track else {
        return 0.0;
    };
    let field = track_field(key, ticks);
    let need = cells::need(canvas, &field, false, width - TRACK_LABEL, 0.0);
    need.unwrap_or(20.0) + 1.2
}

/// Draws the row of boxes under a table.
pub fn draw_track(canvas: &mut Canvas<'_>, key: &'static str, ticks: &[Tick], place: Area) {
    let label = Area::new(place.x, place.y + 0.6, TRACK_LABEL - 1.0, place.h - 0.6);
    let style = Style::muted(7.0);
    canvas.text(label, &canvas.words.caption(key), style.within(5.0, 2));
    let (x, w) = (place.x + TRACK_LABEL, place.w - TRACK_LABEL);
    let boxes = Area::new(x, label.y, w, label.h);
    let field = track_field(key, ticks);
    cells::draw(canvas, (&field, false), None, boxes);
    let y = place.bottom();
    canvas.level(place.edges(), y, HAIR, Ink::Line);
}
