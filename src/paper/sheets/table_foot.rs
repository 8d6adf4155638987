//! The parts under a table: totals, penalties and places, the next match, and the boxes that are ticked during a match.
//! The footer of a pad also has the changed house rules, lines to write on, and a line with the game and its rules.

use super::cells::{self, Pen};
use super::identity::changed_rules;
use super::sheet::{Results, Sheet};
use super::table::Table;
use crate::layout::canvas::{Align, Canvas, FRAME, Style, THIN, leading};
use crate::layout::draw::{Ink, Role};
use crate::layout::paper::{Area, Span, count, times};
use overtrick_core::pad::{Field, Kind, Pad, Text, Tick};
use overtrick_core::{Points, args};

impl Table<'_> {
    /// Returns the height of the totals, as a fraction of the height of a row. It is the height of one line,
    /// or 0 if there are no totals.
    pub fn totals_share(&self, pad: &Pad) -> f32 {
        let lines = self.grid.player().map_or(1, |column| column.lines.len());
        let share = 1.0 / count(lines.max(1));
        if pad.totals.is_some() { share } else { 0.0 }
    }

    /// Draws a row of sums, which are known or left blank. Returns where the row ends.
    pub fn draw_sums(
        &self,
        canvas: &mut Canvas<'_>,
        key: &'static str,
        sums: &[Option<Points>],
        top: f32,
        height: f32,
    ) -> f32 {
        let here = canvas.here();
        self.draw_foot_label(canvas, key, Span::new(top, top + height));
        for column in &self.grid.columns {
            let Some(seat) = column.seat else { continue };
            if let Some(Some(sum)) = sums.get(seat) {
                let cell = Area::new(column.x, top, column.w, height).inset(1.6, 0.0);
                let style = Style::plain(canvas.sizes.value * 1.15).bold();
                let style = style.align(Align::Right);
                canvas.text(cell, &sum.to_string(), style);
            }
        }
        let bottom = top + height;
        canvas.level(self.grid.edges(), bottom, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(false));
        bottom
    }

    fn draw_foot_label(&self, canvas: &mut Canvas<'_>, key: &'static str, place: Span) {
        let edges = self.grid.edges();
        let end = self.grid.player().map_or(edges.end, |column| column.x);
        let left = edges.start;
        let cell = Area::new(left, place.start, end - left, place.length()).inset(1.2, 0.0);
        let size = canvas.sizes.label;
        let style = Style::plain(size).bold().within(size, 2);
        let mut text = canvas.words.text(key);
        let (_, lines) = canvas.fit(cell, &text, style);
        if lines.concat().ends_with('…') {
            text = canvas.words.label(&Text::message(key), true);
        }
        canvas.text(cell, &text, style);
    }

    /// Returns the height of the cells for results under the last row of a match.
    pub fn places_height(results: Results) -> f32 {
        PLACE * count(results.len())
    }

    /// Draws the cells for results under the last row of a match. Returns where they end.
    pub fn draw_places(&self, canvas: &mut Canvas<'_>, results: Results, top: f32) -> f32 {
        let draw = |y, key: &&'static str| self.draw_sums(canvas, key, &[], y, PLACE);
        results.iter().fold(top, draw)
    }

    /// Draws the strip above the second match of a pad, or above a later match. Returns where it ends.
    pub fn draw_match(&self, canvas: &mut Canvas<'_>, number: usize, top: f32, height: f32) -> f32 {
        let here = canvas.here();
        let edges = self.grid.edges();
        let text = canvas.words.message("match-number", args![number: number]);
        let cell = Area::new(edges.start, top, edges.length(), height).inset(1.2, 0.0);
        canvas.text(cell, &text, Style::plain(canvas.sizes.label).bold());
        let bottom = top + height;
        canvas.level(edges, bottom, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(false));
        bottom
    }
}

/// The height of a cell for a result.
const PLACE: f32 = 7.0;

fn track_field(key: &'static str, ticks: &[Tick]) -> Field {
    Field::new(key, Kind::Ticks(ticks.to_vec()))
}

/// Returns the width of the words before the boxes under a table.
fn track_label(canvas: &Canvas<'_>, key: &str) -> f32 {
    canvas.width(&canvas.words.caption(key), canvas.small()) + 1.5
}

/// Returns the height of the row of boxes under a table.
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
    let style = Style::plain(size).within(size, 1);
    canvas.text(label, &canvas.words.caption(key), style);
    let boxes = Area::new(place.x + used, label.y, place.w - used, label.h);
    let field = track_field(key, ticks);
    cells::draw(canvas, (&field, false), None, (boxes, Pen::Type));
    canvas.level(place.edges(), place.bottom(), THIN, Ink::Ink);
    canvas.part(here, Role::Paragraph);
}

/// The height of the line for a signature.
const SIGNATURE: f32 = 7.0;
/// The distance from a baseline down to its line to write on.
const UNDER: f32 = 0.6;
/// The height of a line for remarks.
const REMARK_LINE: f32 = 7.0;
/// The most lines for remarks.
const MAX_REMARKS: usize = 5;

/// The fraction of the width for the pad's number.
const NUMBER: f32 = 0.3;

/// The footer under the table of a pad.
#[derive(Debug)]
pub struct PadFoot {
    /// The house rules that differ from the defaults, in lines.
    rules: Vec<String>,
    /// The line with the game and its rules.
    identity: String,
}

impl PadFoot {
    /// Lays out the footer under a table of this width.
    pub fn lay(canvas: &Canvas<'_>, sheet: &Sheet<'_>, width: f32) -> PadFoot {
        let identity = &sheet.identity;
        let rules = changed_rules(&canvas.words, identity);
        let rules = rules.map(|text| canvas.wrap(&text, width, canvas.small()));
        PadFoot {
            rules: rules.unwrap_or_default(),
            identity: identity.brief_text(&canvas.words),
        }
    }

    /// Returns the total height.
    pub fn height(&self, canvas: &Canvas<'_>) -> f32 {
        self.rules_height(canvas) + SIGNATURE + leading(canvas.sizes.caption)
    }

    fn rules_height(&self, canvas: &Canvas<'_>) -> f32 {
        match self.rules.len() {
            0 => 0.0,
            lines => count(lines) * leading(canvas.sizes.caption) + 1.0,
        }
    }

    /// Draws the house rules from `top` down, and the other lines at the bottom of the frame. If the match
    /// ends on this pad, the other lines include the winner and the signature.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32, ends: bool) {
        let rules = Area::new(frame.x, top + 1.0, frame.w, frame.h);
        let style = canvas.small();
        let here = canvas.here();
        canvas.lines(rules, &self.rules, style);
        canvas.part(here, Role::Paragraph);
        let edge = frame.bottom() - leading(canvas.sizes.caption);
        let place = Area::new(frame.x, edge, frame.w, leading(canvas.sizes.caption));
        canvas.line(place, frame.bottom() - 0.6, &self.identity, style);
        let end = top + self.rules_height(canvas);
        let room = Area::new(frame.x, end, frame.w, edge - SIGNATURE - end);
        let baseline = edge - 2.2;
        let here = canvas.here();
        // Remarks have lines of their own if the rows leave room for them.
        let has_room = room.h >= REMARK_LINE;
        if has_room {
            draw_remarks(canvas, room);
        }
        let keys: &[&'static str] = match (ends, has_room) {
            (true, true) => &["winner", "signed"],
            (true, false) => &["winner", "signed", "remarks-line"],
            (false, true) => &[],
            (false, false) => &["remarks-line"],
        };
        draw_written(canvas, keys, (frame, baseline));
        canvas.part(here, Role::Paragraph);
    }

    /// Draws the pad's number in the stack, at the right end of the bottom line.
    pub fn draw_number(canvas: &mut Canvas<'_>, frame: Area, number: &str) {
        let width = frame.w * NUMBER;
        let h = leading(canvas.sizes.caption);
        let cell = Area::new(frame.right() - width, frame.bottom() - h, width, h);
        let size = canvas.sizes.caption;
        let style = Style::plain(size).align(Align::Right).within(size, 1);
        let (fitted, lines) = canvas.fit(cell, number, style);
        canvas.line(cell, frame.bottom() - 0.6, &lines.concat(), fitted);
    }
}

/// Draws lines to write on, side by side.
fn draw_written(canvas: &mut Canvas<'_>, keys: &[&'static str], (frame, baseline): (Area, f32)) {
    const BETWEEN: f32 = 4.0;
    let lines = count(keys.len().max(1));
    let width = (frame.w - BETWEEN * (lines - 1.0)) / lines;
    for (index, key) in keys.iter().copied().enumerate() {
        let x = frame.x + (width + BETWEEN) * count(index);
        let cell = Area::new(x, baseline - 3.4, width, 4.4);
        canvas.label_line(key, cell, (baseline, UNDER));
    }
}

/// Draws as many lines for remarks as fit.
fn draw_remarks(canvas: &mut Canvas<'_>, room: Area) {
    let lines = times(room.h, REMARK_LINE).clamp(1, MAX_REMARKS);
    let first = room.bottom() - REMARK_LINE * count(lines - 1);
    let cell = Area::new(room.x, first - 4.4, room.w, 4.4);
    canvas.label_line("remarks-line", cell, (first - 1.0, UNDER));
    for line in 1..lines {
        let y = first - 0.4 + REMARK_LINE * count(line);
        canvas.level(room.edges(), y, THIN, Ink::Ink);
    }
}
