//! A label with a line to write on.

use super::canvas::{Canvas, HAIR, Style};
use super::draw::Ink;
use super::paper::Area;

/// Draws a label, and beside it a line to write on that lies so far below the baseline; gives the
/// place of the line.
pub fn label_line(
    canvas: &mut Canvas<'_>,
    key: &'static str,
    cell: Area,
    (baseline, below): (f32, f32),
) -> Area {
    let style = Style::muted(canvas.sizes.caption);
    let label = canvas.words.text(key);
    canvas.line(cell, baseline, &label, style);
    let x = cell.x + canvas.width(&label, style) + 1.2;
    let line = Area::new(x, cell.y, (cell.right() - x).max(1.0), cell.h);
    canvas.level(line.edges(), baseline + below, HAIR, Ink::Line);
    line
}
