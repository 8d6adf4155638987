//! The foot of a table: totals, penalties and places, the next match, and the boxes that are ticked off as a
//! match goes on.

use super::cells::{self, divide};
use super::table::Table;
use crate::layout::canvas::{Align, COLUMN, Canvas, FRAME, HAIR, Style, count};
use crate::layout::draw::{Ink, Role};
use crate::layout::paper::Area;
use overtrick_core::pad::{Field, Kind, Pad, Text, Tick};
use overtrick_core::{Points, args};

impl Table<'_> {
    /// How high the totals at the foot are beside a row, if there are any: as high as a line of it.
    pub fn totals_share(&self, pad: &Pad) -> f32 {
        let mut columns = self.grid.columns.iter();
        let player = columns.find(|column| column.seat.is_some());
        let lines = player.map_or(1, |column| column.lines.len());
        if pad.totals.is_some() {
            1.0 / count(lines.max(1))
        } else {
            0.0
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
        let sizes = canvas.sizes;
        let here = canvas.here();
        self.draw_foot_label(canvas, key, (top, height));
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
        canvas.part(here, self.row_role(false));
        bottom
    }

    fn draw_foot_label(&self, canvas: &mut Canvas<'_>, key: &'static str, (top, h): (f32, f32)) {
        let (left, _) = self.grid.edges();
        let cell = Area::new(left, top, self.grid.own_end() - left, h).inset(1.2, 0.0);
        let size = canvas.sizes.label;
        let style = Style::plain(size * 1.1).bold().within(size, 2);
        canvas.text(cell, &canvas.words.text(key), style);
    }

    /// Draws the row for penalties and places, under the last row of a match; gives where it ends.
    pub fn draw_places(&self, canvas: &mut Canvas<'_>, top: f32, height: f32) -> f32 {
        let here = canvas.here();
        self.draw_foot_label(canvas, "penalties-places", (top, height));
        let bottom = top + height;
        for column in self.grid.columns.iter().filter(|it| it.seat.is_some()) {
            canvas.rule((column.x, top), (column.x, bottom), COLUMN, Ink::Ink);
            let middle = column.x + column.w / 2.0;
            divide(canvas, (middle, top), (middle, bottom));
        }
        canvas.level(self.grid.edges(), bottom, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(false));
        bottom
    }

    /// Draws the strip above the second match of a pad, and those after it; gives where it ends.
    pub fn draw_match(&self, canvas: &mut Canvas<'_>, number: usize, top: f32, height: f32) -> f32 {
        let here = canvas.here();
        let (left, right) = self.grid.edges();
        let text = Text::Message("match-number", args![number: number]);
        let text = canvas.words.format(&text);
        let cell = Area::new(left, top, right - left, height).inset(1.2, 0.0);
        canvas.text(cell, &text, Style::plain(canvas.sizes.label).bold());
        let bottom = top + height;
        canvas.level((left, right), bottom, COLUMN, Ink::Ink);
        canvas.part(here, self.row_role(false));
        bottom
    }
}

fn track_field(key: &'static str, ticks: &[Tick]) -> Field {
    Field::new(key, Kind::Ticks(ticks.to_vec()))
}

/// The width of the words before the boxes under a table.
fn track_label(canvas: &Canvas<'_>, key: &str) -> f32 {
    let style = Style::muted(canvas.sizes.caption);
    canvas.width(&canvas.words.caption(key), style) + 1.5
}

/// How high the row of boxes under a table is.
pub fn track_height(canvas: &Canvas<'_>, pad: &Pad, width: f32) -> f32 {
    let Some((key, ticks)) = &pad.track else {
        return 0.0;
    };
    let field = track_field(key, ticks);
    let need = cells::need(canvas, &field, false, width - track_label(canvas, key), 0.0);
    need.unwrap_or(20.0) + 1.2
}

/// Draws the row of boxes under a table.
pub fn draw_track(canvas: &mut Canvas<'_>, key: &'static str, ticks: &[Tick], place: Area) {
    let here = canvas.here();
    let used = track_label(canvas, key);
    let label = Area::new(place.x, place.y + 0.6, used, place.h - 0.6);
    let size = canvas.sizes.caption;
    canvas.text(
        label,
        &canvas.words.caption(key),
        Style::muted(size).within(size, 1),
    );
    let (x, w) = (place.x + used, place.w - used);
    let boxes = Area::new(x, label.y, w, label.h);
    let field = track_field(key, ticks);
    cells::draw(canvas, (&field, false), None, boxes);
    let y = place.bottom();
    canvas.level(place.edges(), y, HAIR, Ink::Line);
    canvas.part(here, Role::Paragraph);
}
