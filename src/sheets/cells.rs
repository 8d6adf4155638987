//! Cells: what one field of a row looks like, blank and filled.

use super::canvas::{Align, Canvas, HAIR, Style, count, leading, times};
use super::draw::Ink;
use super::paper::Area;
use crate::rules::pad::{Field, Kind, Tick, Value};

/// The side of a box to tick.
const BOX: f32 = 2.7;
/// Between a box and its label, and between one and the next.
const GAP: f32 = 0.7;
const BETWEEN: f32 = 1.1;

/// How boxes stand in a cell: so many beside each other, labels beside or above them.
struct Boxes {
    labels: Vec<String>,
    /// The width of the longest label.
    widest: f32,
    across: usize,
    rows: usize,
    above: bool,
    height: f32,
}

impl Boxes {
    /// The lowest way in which they go into this width.
    fn place(canvas: &Canvas<'_>, ticks: &[Tick], brief: bool, width: f32) -> Option<Boxes> {
        let label = |tick: &Tick| canvas.words.label(&tick.label, brief);
        let labels: Vec<String> = ticks.iter().map(label).collect();
        let style = Style::plain(canvas.words.template.sizes.label);
        let widths = labels.iter().map(|label| canvas.width(label, style));
        let widest = widths.fold(0.0, f32::max);
        let way = |above: bool| {
            let slot = if above {
                widest.max(BOX) + GAP
            } else {
                widest + BOX + GAP + BETWEEN
            };
            let across = times(width, slot).min(labels.len());
            let rows = labels.len().div_ceil(across.max(1));
            let each = if above {
                BOX + leading(style.size) + 0.5
            } else {
                BOX + 1.3
            };
            let height = each * count(rows) + 0.7;
            (across > 0).then_some((height, across, rows, above))
        };
        let ways = [way(false), way(true)].into_iter().flatten();
        let lowest = ways.min_by(|one, other| one.0.total_cmp(&other.0));
        let (height, across, rows, above) = lowest?;
        let across = labels.len().div_ceil(rows).min(across);
        Some(Boxes {
            labels,
            widest,
            across,
            rows,
            above,
            height,
        })
    }
}

/// The least height that a field needs in this width; nothing if it does not go in at all.
pub fn need(canvas: &Canvas<'_>, field: &Field, brief: bool, width: f32, line: f32) -> Option<f32> {
    match &field.kind {
        Kind::Ticks(ticks) => {
            Boxes::place(canvas, ticks, brief, width - 1.0).map(|boxes| boxes.height)
        }
        Kind::Label => Some(6.2),
        Kind::Write | Kind::Points => (width >= 4.5).then_some(line),
        Kind::Total => (width >= 5.0).then_some(line),
    }
}

/// How much of a line's width a field takes, beside others.
pub fn share(field: &Field) -> f32 {
    match &field.kind {
        Kind::Ticks(ticks) => 0.3 + 0.62 * count(ticks.len()),
        Kind::Label => 3.0,
        Kind::Write | Kind::Points | Kind::Total => 1.0,
    }
}

/// Draws a field of a row.
pub fn draw(
    canvas: &mut Canvas<'_>,
    (field, brief): (&Field, bool),
    value: Option<&Value>,
    cell: Area,
) {
    let sizes = canvas.words.template.sizes;
    let blank = Value::default();
    let value = value.unwrap_or(&blank);
    let words = canvas.words;
    let text = value.text.as_ref().map(|text| words.format(text));
    let was: Vec<String> = value.was.iter().map(|text| words.format(text)).collect();
    match &field.kind {
        Kind::Ticks(ticks) => draw_ticks(canvas, (ticks, brief), value, cell),
        Kind::Label => {
            let mut inner = cell.inset(1.2, 0.6);
            if !was.is_empty() {
                let (left, right) = split(inner, 0.7);
                draw_struck(canvas, right, &was.join(" "), sizes.value * 0.8);
                inner = left;
            }
            let under = value.under.as_ref().map(|text| words.format(text));
            draw_label(canvas, inner, &text.unwrap_or_default(), under.as_deref());
        }
        kind => {
            let style = match kind {
                Kind::Points => Style::plain(sizes.value * 0.9).align(Align::Right),
                Kind::Total => Style::plain(sizes.value).bold().align(Align::Right),
                _ => Style::plain(sizes.value).align(Align::Center),
            };
            let mut inner = cell.inset(1.1, 0.3);
            if !was.is_empty() {
                let (left, right) = split(inner, 0.46);
                draw_struck(canvas, left, &was.join(" "), sizes.value * 0.72);
                inner = right;
            }
            if let Some(text) = text {
                canvas.text(inner, &text, style.within(4.5, 1));
            }
        }
    }
}

/// A place in two, the first with this share of its width.
fn split(place: Area, share: f32) -> (Area, Area) {
    let first = Area {
        w: place.w * share,
        ..place
    };
    let second = Area::new(first.right(), place.y, place.w - first.w, place.h);
    (first, second)
}

/// What stood in a cell before a correction.
fn draw_struck(canvas: &mut Canvas<'_>, place: Area, text: &str, size: f32) {
    let struck = Style {
        struck: true,
        ..Style::plain(size).ink(Ink::Red).align(Align::Center)
    };
    canvas.text(place, text, struck.within(4.0, 1));
}

fn draw_label(canvas: &mut Canvas<'_>, cell: Area, text: &str, under: Option<&str>) {
    let bold = Style::plain(8.5).bold().within(6.5, 2);
    let Some(under) = under.filter(|under| !under.is_empty()) else {
        canvas.text(cell, text, bold.align(Align::Center));
        return;
    };
    let small = Style::muted(6.2).within(5.2, 2);
    let (_, lines) = canvas.fit(cell, under, small);
    let below = leading(6.2) * count(lines.len().min(2));
    let above = leading(8.5);
    let top = cell.y + (cell.h - above - below).max(0.0) / 2.0;
    let upper = Area::new(cell.x, top, cell.w, above);
    canvas.text(upper, text, bold.within(5.5, 1));
    let lower = Area::new(cell.x, upper.bottom(), cell.w, below.min(cell.h));
    canvas.text(lower, under, small);
}

fn draw_ticks(canvas: &mut Canvas<'_>, (ticks, brief): (&[Tick], bool), value: &Value, cell: Area) {
    let cell = cell.inset(0.5, 0.0);
    let Some(boxes) = Boxes::place(canvas, ticks, brief, cell.w) else {
        return;
    };
    let style = Style::plain(canvas.words.template.sizes.label);
    let slot = cell.w / count(boxes.across);
    // Boxes keep together where a row is high, and apart by no more than they need to be read.
    let pitch = (cell.h / count(boxes.rows)).min(if boxes.above { 7.6 } else { 5.4 });
    let top = cell.y + (cell.h - pitch * count(boxes.rows)) / 2.0;
    for (index, (tick, label)) in ticks.iter().zip(&boxes.labels).enumerate() {
        let (row, column) = (index / boxes.across, index % boxes.across);
        let (x, y) = (cell.x + slot * count(column), top + pitch * count(row));
        let place = Area::new(x, y, slot, pitch);
        let among = |ids: &[String]| ids.iter().any(|id| *id == tick.id);
        let (ticked, struck) = (among(&value.ticked), among(&value.unticked));
        let red = struck || label.starts_with(['♥', '♦']);
        let ink = if red { Ink::Red } else { Ink::Ink };
        let mark = match (ticked, struck) {
            (true, _) => Some(Ink::Ink),
            (false, true) => Some(Ink::Red),
            (false, false) => None,
        };
        let style = Style {
            bold: ticked,
            struck,
            ..style.ink(ink)
        };
        if boxes.above {
            let high = leading(style.size);
            let spare = (pitch - high - BOX).max(0.0) / 2.0;
            let head = Area::new(place.x, place.y + spare, place.w, high);
            canvas.text(head, label, style.align(Align::Center));
            let x = place.x + (place.w - BOX) / 2.0;
            canvas.tick(Area::new(x, head.bottom(), BOX, BOX), mark);
        } else {
            let used = BOX + GAP + boxes.widest;
            let x = place.x + ((place.w - used) / 2.0).max(0.0);
            let y = place.y + (place.h - BOX) / 2.0;
            canvas.tick(Area::new(x, y, BOX, BOX), mark);
            let left = x + BOX + GAP;
            let beside = Area::new(left, place.y, place.right() - left, place.h);
            canvas.text(beside, label, style);
        }
    }
}

/// Draws the hairline between two parts of a cell.
pub fn divide(canvas: &mut Canvas<'_>, from: (f32, f32), to: (f32, f32)) {
    canvas.rule(from, to, HAIR * 0.7, Ink::Line);
}
