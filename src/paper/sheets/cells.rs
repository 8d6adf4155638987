//! Cells: draws the fields of a row, blank or filled.

use crate::layout::canvas::{Align, Canvas, Style, leading};
use crate::layout::draw::{Ink, MM_PER_POINT};
use crate::layout::fonts::Cut;
use crate::layout::paper::{Area, count, times};
use crate::layout::table::{Need, beside};
use overtrick_core::pad::{Field, Kind, Tick, Value};

/// The space between a box and its label, and the larger space between a label and the next box.
const GAP: f32 = 0.8;
const BETWEEN: f32 = 1.6;
/// The space at the sides of boxes, and the space beside handwriting as a fraction of a digit's width.
const EDGE: f32 = 0.6;
const PENCIL_EDGE: f32 = 0.25;

/// The greatest additional distance between boxes.
const MAX_BETWEEN: f32 = 3.0;
/// The heights of handwritten digits and of handwritten signs, relative to the font size.
const FIGURE: f32 = 0.55;
const SIGN: f32 = 0.72;
/// The space between handwriting and the lines around the cell.
const HAND_EDGE: f32 = 1.5;
/// The usual and the smallest size of handwriting, in points.
const HAND: (f32, f32) = (16.5, 8.0);

/// The way in which a cell is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pen {
    /// Printed.
    Type,
    /// Handwritten, for the worked hand of a pad.
    Hand,
}

/// Boxes that are arranged in columns and rows within a cell. Each box has its label beside it.
struct Boxes {
    labels: Vec<String>,
    /// The width of each column of boxes, including their labels.
    widths: Vec<f32>,
    rows: usize,
    height: f32,
}

/// Returns the labels of boxes, and the width of each box with its label.
fn labels(canvas: &Canvas<'_>, ticks: &[Tick], brief: bool) -> (Vec<String>, Vec<f32>) {
    let label = |tick: &Tick| canvas.words.label(&tick.label, brief);
    let labels: Vec<String> = ticks.iter().map(label).collect();
    let style = Style::plain(canvas.sizes.label);
    let width = |label: &String| match canvas.width(label, style) {
        wide if wide > 0.0 => canvas.sizes.tick + (GAP + wide),
        _ => canvas.sizes.tick,
    };
    let widths = labels.iter().map(width).collect();
    (labels, widths)
}

/// Whether a field consists of boxes that all have words beside them.
pub fn is_labeled(canvas: &Canvas<'_>, field: &Field, brief: bool) -> bool {
    let has_word = |tick: &Tick| !canvas.words.label(&tick.label, brief).is_empty();
    matches!(&field.kind, Kind::Ticks(ticks) if ticks.iter().all(has_word))
}

/// Returns the space at either side of handwriting.
fn pencil_edge(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.pencil * PENCIL_EDGE
}

/// Returns the least height of a row of boxes.
fn box_pitch(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.tick + 0.7
}

impl Boxes {
    /// Arranges boxes in as few rows as fit into this width; `None` if a box is too wide.
    fn place(canvas: &Canvas<'_>, ticks: &[Tick], brief: bool, width: f32) -> Option<Boxes> {
        let (labels, each) = labels(canvas, ticks, brief);
        let below = |across: usize, column: usize| {
            let widths = each.iter().skip(column).step_by(across);
            widths.copied().fold(0.0, f32::max)
        };
        let columns = |across: usize| (0..across).map(move |column| below(across, column));
        let whole = |across: &usize| columns(*across).sum::<f32>() + BETWEEN * count(across - 1);
        let mut ways = (1..=labels.len()).rev();
        let across = ways.find(|across| whole(across) <= width + 0.01)?;
        let rows = labels.len().div_ceil(across);
        let even = labels.len().div_ceil(rows);
        let fits_even = whole(&even) <= width + 0.01;
        let across = if fits_even { even } else { across };
        Some(Boxes {
            widths: columns(across).collect(),
            labels,
            rows,
            height: box_pitch(canvas) * count(rows) + 0.6,
        })
    }

    /// Returns the start of each column of boxes in this width. Boxes without labels are centered, and boxes
    /// with labels are spread out.
    fn stops(&self, width: f32) -> Vec<f32> {
        let across = count(self.widths.len());
        let spare = width - self.widths.iter().sum::<f32>() - BETWEEN * (across - 1.0);
        let (start, between) = if self.labels.iter().all(String::is_empty) {
            (spare.max(0.0) / 2.0, BETWEEN)
        } else {
            (0.0, BETWEEN + (spare / across).clamp(0.0, MAX_BETWEEN))
        };
        let stops = beside(&self.widths, start, between).into_iter();
        stops.map(|stop| stop.start).collect()
    }
}

/// Returns the width that a field needs in its column.
pub fn width_need(canvas: &Canvas<'_>, field: &Field, brief: bool) -> Need {
    match &field.kind {
        Kind::Ticks(ticks) => {
            let (_, each) = labels(canvas, ticks, brief);
            let widest = each.iter().copied().fold(0.0, f32::max);
            let whole = each.iter().sum::<f32>() + BETWEEN * (count(each.len()) - 1.0);
            let edges = 2.0 * EDGE + 0.02;
            Need {
                least: widest + edges,
                whole: whole + edges,
                share: 0.4,
            }
        }
        Kind::Label => Need::fixed(7.0, 3.0),
        Kind::Write | Kind::Points | Kind::Total => {
            let figures = f32::from(field.figures);
            let width = canvas.sizes.pencil * figures + 2.0 * pencil_edge(canvas);
            Need::fixed(width, figures)
        }
    }
}

/// Returns the least height that a field needs in this width; `None` if the field does not fit.
pub fn need(canvas: &Canvas<'_>, field: &Field, brief: bool, width: f32, line: f32) -> Option<f32> {
    match &field.kind {
        Kind::Ticks(ticks) => {
            let boxes = Boxes::place(canvas, ticks, brief, width - 2.0 * EDGE);
            boxes.map(|boxes| boxes.height)
        }
        Kind::Label => {
            let (large, little) = label_sizes(canvas);
            Some(leading(large) + leading(little) + 0.2)
        }
        Kind::Write | Kind::Points | Kind::Total => Some(line),
    }
}

/// Draws a field of a row.
pub fn draw(
    canvas: &mut Canvas<'_>,
    (field, brief): (&Field, bool),
    value: Option<&Value>,
    (cell, pen): (Area, Pen),
) {
    let sizes = canvas.sizes;
    let blank = Value::default();
    let value = value.unwrap_or(&blank);
    let words = canvas.words;
    let text = value.text.as_ref().map(|text| words.format(text));
    let under = value.under.as_ref().map(|text| words.format(text));
    match &field.kind {
        Kind::Ticks(ticks) => draw_ticks(canvas, (ticks, brief), value, cell),
        Kind::Write | Kind::Points | Kind::Total if pen == Pen::Hand => {
            let parts: Vec<String> = text.into_iter().chain(under).collect();
            write(canvas, &parts.join(" "), cell);
        }
        Kind::Label => {
            let inner = cell.inset(1.2, 0.6);
            let mut text = text.unwrap_or_default();
            // If each row has a printed name, the worked hand is marked as an example. Otherwise it would
            // look like one of the rows.
            if pen == Pen::Hand && under.is_some() {
                text = format!("{} {text}", words.text("example"));
            }
            draw_label(canvas, inner, &text, under.as_deref());
        }
        kind => {
            let style = match kind {
                Kind::Points => Style::plain(sizes.value).align(Align::Right),
                Kind::Total => Style::plain(sizes.value * 1.1).bold().align(Align::Right),
                _ => Style::plain(sizes.value).align(Align::Center),
            };
            let inner = cell.inset(pencil_edge(canvas), 0.3);
            let Some(text) = text else { return };
            let least = sizes.label.min(style.size);
            canvas.text(inner, &text, style.within(least, 1));
        }
    }
}

/// Writes a text by hand in the middle of a cell, at a distance from the lines around the cell.
fn write(canvas: &mut Canvas<'_>, text: &str, cell: Area) {
    let (most, least) = HAND;
    // Signs are taller than digits.
    let (high, margin) = if text.chars().any(char::is_alphanumeric) {
        (FIGURE, 2.45)
    } else {
        (SIGN, 2.6)
    };
    let size = most.min((cell.h - margin) / (high * MM_PER_POINT));
    let size = size.max(least);
    let style = Style::plain(size).cut(Cut::Hand).ink(Ink::Pencil);
    let style = style.align(Align::Center).within(least, 1);
    let room = |edge: f32| cell.inset(edge, 0.0);
    let tight = canvas.width(text, style) * least / size > room(HAND_EDGE).w;
    let inner = room(if tight { EDGE } else { HAND_EDGE });
    let (style, lines) = canvas.fit(inner, text, style);
    let high = high * style.size * MM_PER_POINT;
    // The text may be nearer to a caption above it than to a line.
    let baseline = cell.y + f32::midpoint(cell.h, high).min(cell.h - HAND_EDGE);
    for line in lines {
        canvas.line(cell, baseline, &line, style);
    }
}

/// Returns the sizes of a printed text, and of the text under it.
fn label_sizes(canvas: &Canvas<'_>) -> (f32, f32) {
    (canvas.sizes.value * 0.86, canvas.sizes.caption)
}

/// Draws a printed text in bold, with a smaller text under it.
fn draw_label(canvas: &mut Canvas<'_>, cell: Area, text: &str, under: Option<&str>) {
    let (large, little) = label_sizes(canvas);
    let bold = Style::plain(large).bold().within(little, 2);
    let Some(under) = under.filter(|under| !under.is_empty()) else {
        canvas.text(cell, text, bold.align(Align::Center));
        return;
    };
    let small = Style::plain(little).within(little, 2);
    let (bold, title) = canvas.fit(cell, text, bold);
    let (_, lines) = canvas.fit(cell, under, small);
    let above = leading(bold.size) * count(title.len());
    let room = times(cell.h - above, leading(little)).min(lines.len());
    let below = leading(little) * count(room);
    let top = cell.y + (cell.h - above - below).max(0.0) / 2.0;
    let upper = Area::new(cell.x, top, cell.w, above);
    canvas.text(upper, text, bold.within(bold.size, 2));
    if room > 0 {
        let lower = Area::new(cell.x, upper.bottom(), cell.w, below);
        canvas.text(lower, under, small);
    }
}

/// Draws the boxes of a field.
fn draw_ticks(canvas: &mut Canvas<'_>, (ticks, brief): (&[Tick], bool), value: &Value, cell: Area) {
    let cell = cell.inset(EDGE, 0.0);
    let Some(boxes) = Boxes::place(canvas, ticks, brief, cell.w) else {
        return;
    };
    let (style, side) = (Style::plain(canvas.sizes.label), canvas.sizes.tick);
    let across = boxes.widths.len();
    let stops = boxes.stops(cell.w);
    // In a high row, the boxes stay close together.
    let pitch = (cell.h / count(boxes.rows)).min(box_pitch(canvas) + 1.3);
    let top = cell.y + (cell.h - pitch * count(boxes.rows)) / 2.0;
    for (index, (tick, label)) in ticks.iter().zip(&boxes.labels).enumerate() {
        let (row, column) = (index / across, index % across);
        let x = cell.x + stops[column];
        let y = top + pitch * count(row);
        let ticked = value.ticked.iter().any(|id| *id == tick.id);
        let used = boxes.widths[column];
        let place = Area::new(x, y + (pitch - side) / 2.0, side, side);
        canvas.tick(place, ticked);
        let left = place.right() + GAP;
        let right = Area::new(left, y, (x + used - left).max(0.0) + 0.02, pitch);
        canvas.text(right, label, style.within(style.size, 1));
    }
}
