//! The row of boxes under a table: what is ticked off as the match goes on.

use super::canvas::{Canvas, HAIR, Style};
use super::cells::{self, need};
use super::draw::Ink;
use super::paper::Area;
use crate::rules::pad::{Field, Kind, Pad, Tick};

/// The width of the words before the boxes under a table.
const TRACK_LABEL: f32 = 13.0;

fn track_field(key: &'static str, ticks: &[Tick]) -> Field {
    Field::new(key, Kind::Ticks(ticks.to_vec()))
}

/// How high the row of boxes under a table is.
pub fn track_height(canvas: &Canvas<'_>, pad: &Pad, width: f32) -> f32 {
    let Some((key, ticks)) = &pad.track else {
        return 0.0;
    };
    let field = track_field(key, ticks);
    let need = need(canvas, &field, false, width - TRACK_LABEL, 0.0);
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
