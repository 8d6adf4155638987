//! What stands under the table of a pad: house rules that are not the usual ones, lines to write on, and at
//! the edge by what the pad is known.

use super::identity::changed_rules;
use super::sheet::Sheet;
use crate::layout::canvas::{Align, Canvas, Style, THIN, count, leading, times};
use crate::layout::draw::{Ink, Role};
use crate::layout::paper::Area;

/// The height of the line for a signature.
const SIGNATURE: f32 = 7.0;
/// How far lines to write on lie below their baseline.
const UNDER: f32 = 0.6;
/// The height of a line for remarks.
const REMARK_LINE: f32 = 7.0;
/// The most of these lines.
const MOST_REMARKS: usize = 5;

/// How much of the width the number of a pad takes.
const NUMBER: f32 = 0.3;

/// What stands under the table of a pad.
#[derive(Debug)]
pub struct PadFoot {
    /// The house rules that are not the usual ones, in lines.
    rules: Vec<String>,
    /// By what game and rules are known.
    identity: String,
}

impl PadFoot {
    /// What stands under a table of this width.
    pub fn lay(canvas: &Canvas<'_>, sheet: &Sheet<'_>, width: f32) -> PadFoot {
        let identity = &sheet.identity;
        let rules = changed_rules(&canvas.words, identity);
        let rules = rules.map(|text| canvas.wrap(&text, width, rules_style(canvas)));
        PadFoot {
            rules: rules.unwrap_or_default(),
            identity: identity.brief_text(&canvas.words),
        }
    }

    /// How high all of it is.
    pub fn height(&self, canvas: &Canvas<'_>) -> f32 {
        self.rules_height(canvas) + SIGNATURE + edge_height(canvas)
    }

    fn rules_height(&self, canvas: &Canvas<'_>) -> f32 {
        match self.rules.len() {
            0 => 0.0,
            lines => count(lines) * leading(rules_style(canvas).size) + 1.0,
        }
    }

    /// Draws the house rules from `top` on, and the rest at the frame's bottom.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32) {
        let rules = Area {
            y: top + 1.0,
            ..frame
        };
        let style = rules_style(canvas);
        let here = canvas.here();
        canvas.lines(rules, &self.rules, style);
        canvas.part(here, Role::Paragraph);
        let edge = frame.bottom() - edge_height(canvas);
        let small = Style::plain(canvas.sizes.caption);
        let place = Area {
            y: edge,
            h: edge_height(canvas),
            ..frame
        };
        canvas.line(place, frame.bottom() - 0.6, &self.identity, small);
        let end = top + self.rules_height(canvas);
        let room = Area::new(frame.x, end, frame.w, edge - SIGNATURE - end);
        let baseline = edge - 2.2;
        let here = canvas.here();
        // Remarks have lines of their own where the rows leave room for them.
        if room.h >= REMARK_LINE {
            draw_remarks(canvas, room);
            draw_written(canvas, &["winner", "signed"], (frame, baseline));
        } else {
            let keys = ["winner", "signed", "remarks-line"];
            draw_written(canvas, &keys, (frame, baseline));
        }
        canvas.part(here, Role::Paragraph);
    }

    /// Draws the pad's number in the pile, at the right of the line at the edge.
    pub fn draw_number(canvas: &mut Canvas<'_>, frame: Area, number: &str) {
        let width = frame.w * NUMBER;
        let h = edge_height(canvas);
        let cell = Area::new(frame.right() - width, frame.bottom() - h, width, h);
        let size = canvas.sizes.caption;
        let style = Style::plain(size).align(Align::Right).within(size, 1);
        let (fitted, lines) = canvas.fit(cell, number, style);
        canvas.line(cell, frame.bottom() - 0.6, &lines.concat(), fitted);
    }
}

fn rules_style(canvas: &Canvas<'_>) -> Style {
    Style::plain(canvas.sizes.caption)
}

/// The height of the line at the edge.
fn edge_height(canvas: &Canvas<'_>) -> f32 {
    leading(canvas.sizes.caption)
}

/// Draws lines to write on, beside each other.
fn draw_written(canvas: &mut Canvas<'_>, keys: &[&'static str], (frame, baseline): (Area, f32)) {
    const BETWEEN: f32 = 4.0;
    let lines = count(keys.len());
    let width = (frame.w - BETWEEN * (lines - 1.0)) / lines;
    for (index, key) in keys.iter().copied().enumerate() {
        let x = frame.x + (width + BETWEEN) * count(index);
        let cell = Area::new(x, baseline - 3.4, width, 4.4);
        canvas.label_line(key, cell, (baseline, UNDER));
    }
}

/// Draws lines for remarks, as many as there is room for.
fn draw_remarks(canvas: &mut Canvas<'_>, room: Area) {
    let lines = times(room.h, REMARK_LINE).clamp(1, MOST_REMARKS);
    let first = room.bottom() - REMARK_LINE * count(lines - 1);
    let cell = Area::new(room.x, first - 4.4, room.w, 4.4);
    canvas.label_line("remarks-line", cell, (first - 1.0, UNDER));
    for line in 1..lines {
        let y = first - 0.4 + REMARK_LINE * count(line);
        canvas.level(room.edges(), y, THIN, Ink::Ink);
    }
}
