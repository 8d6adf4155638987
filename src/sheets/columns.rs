//! Columns: an arrangement laid out in the width that there is.

use super::canvas::{Canvas, Style, count};
use super::cells::{need, share};
use super::template::{Arrangement, ColumnSpec, LinePart, NUMBER};
use crate::rules::pad::{Field, Kind, Pad};

/// How texts stand in rows.
pub const ROW_TEXT: Style = Style::muted(6.0);

/// A column that is laid out.
#[derive(Debug)]
pub struct Column<'a> {
    /// Whose it is, if a player's.
    pub seat: Option<usize>,
    /// Where it begins.
    pub x: f32,
    /// Its width.
    pub w: f32,
    /// What heads it, instead of the names of its fields.
    pub head: Option<String>,
    /// Its lines.
    pub lines: Vec<LineOf<'a>>,
}

/// A line of a column.
#[derive(Debug)]
pub struct LineOf<'a> {
    /// Its parts, each with its place and width.
    pub parts: Vec<Part<'a>>,
    /// The least height that it needs.
    pub need: f32,
}

/// A part of a line.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// What stands there.
    pub what: What<'a>,
    /// Where it begins.
    pub x: f32,
    /// Its width.
    pub w: f32,
}

/// What stands in a part.
#[derive(Debug, Clone)]
pub enum What<'a> {
    /// A field, perhaps with short labels.
    Field(&'a Field, bool),
    /// The number of the row.
    Number,
    /// A text.
    Text(String),
}

impl<'a> What<'a> {
    /// The field, if it is one.
    pub fn field(&self) -> Option<&'a Field> {
        match self {
            What::Field(field, _) => Some(field),
            _ => None,
        }
    }
}

/// An arrangement in a width.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The columns from left to right.
    pub columns: Vec<Column<'a>>,
    /// The least height of a row.
    pub row: f32,
    /// The lines that its heads take.
    pub head_lines: usize,
}

/// The least width that an arrangement needs for so many players.
pub fn least_width(arrangement: &Arrangement, seats: usize) -> f32 {
    let own: f32 = arrangement.columns.iter().map(|column| column.width).sum();
    own + arrangement.player.width * count(seats)
}

impl<'a> Grid<'a> {
    /// Lays an arrangement out from `x` in this width, a pencil's line being `line` high; nothing if
    /// it does not go in.
    pub fn lay(
        canvas: &Canvas<'_>,
        pad: &'a Pad,
        arrangement: &Arrangement,
        (x, width): (f32, f32),
        line: f32,
    ) -> Option<Grid<'a>> {
        let seats = pad.rows.first().map_or(0, |row| row.seats.len());
        let spare = width - least_width(arrangement, seats);
        if spare < -0.01 {
            return None;
        }
        let grow: f32 = arrangement.columns.iter().map(|column| column.grow).sum();
        let grow = grow + arrangement.player.grow * count(seats);
        let unit = if grow > 0.0 { spare / grow } else { 0.0 };
        let mut columns = Vec::with_capacity(arrangement.columns.len() + seats);
        let mut left = x;
        let own = arrangement.columns.iter().map(|spec| (None, spec));
        let of_seats = (0..seats).map(|seat| (Some(seat), &arrangement.player));
        for (seat, spec) in own.chain(of_seats) {
            let w = spec.width + spec.grow * unit;
            let lines = lay_lines(canvas, pad, spec, (left, w), line)?;
            columns.push(Column {
                seat,
                x: left,
                w,
                head: spec.head.clone(),
                lines,
            });
            left += w;
        }
        let row = columns
            .iter()
            .map(|column| column.lines.iter().map(|line| line.need).sum())
            .fold(0.0, f32::max);
        let head_lines = columns
            .iter()
            .map(|column| column.lines.len())
            .max()
            .unwrap_or(1);
        Some(Grid {
            columns,
            row,
            head_lines,
        })
    }

    /// No columns.
    pub const fn nothing() -> Grid<'a> {
        Grid {
            columns: Vec::new(),
            row: 0.0,
            head_lines: 1,
        }
    }

    /// Its left and right edges.
    pub fn edges(&self) -> (f32, f32) {
        let first = self.columns.first().map_or(0.0, |column| column.x);
        let last = self.columns.last();
        (first, last.map_or(0.0, |column| column.x + column.w))
    }

    /// The same, beginning at another place.
    #[must_use]
    pub fn moved(&self, x: f32) -> Grid<'a> {
        let by = x - self.edges().0;
        let part = |part: &Part<'a>| Part {
            x: part.x + by,
            ..part.clone()
        };
        let line = |line: &LineOf<'a>| LineOf {
            parts: line.parts.iter().map(part).collect(),
            need: line.need,
        };
        let column = |column: &Column<'a>| Column {
            x: column.x + by,
            lines: column.lines.iter().map(line).collect(),
            head: column.head.clone(),
            ..*column
        };
        Grid {
            columns: self.columns.iter().map(column).collect(),
            ..*self
        }
    }

    /// Where the row's own columns end.
    pub fn own_end(&self) -> f32 {
        let first = self.columns.iter().find(|column| column.seat.is_some());
        first.map_or(self.edges().1, |column| column.x)
    }
}

fn lay_lines<'a>(
    canvas: &Canvas<'_>,
    pad: &'a Pad,
    spec: &ColumnSpec,
    (x, w): (f32, f32),
    line: f32,
) -> Option<Vec<LineOf<'a>>> {
    let mut lines = Vec::with_capacity(spec.lines.len());
    let texts = spec.texts().filter(|key| spec.head.as_deref() != Some(key));
    let text_width = texts
        .map(|key| canvas.width(&canvas.words.caption(key), ROW_TEXT) + 1.6)
        .fold(0.0, f32::max);
    let own_width = |what: &What<'_>| match what {
        What::Text(_) => text_width,
        _ => 0.0,
    };
    for keys in &spec.lines {
        let named = keys.iter().filter_map(|key| name(canvas, pad, key));
        let named: Vec<(What<'a>, f32)> = named.collect();
        let fixed: f32 = named.iter().map(|(what, _)| own_width(what)).sum();
        let shares: f32 = named.iter().map(|(_, share)| share).sum();
        let mut parts = Vec::with_capacity(named.len());
        let (mut left, mut high) = (x, 0.0_f32);
        for (what, share) in named {
            let part = own_width(&what) + (w - fixed) * share / shares.max(0.1);
            let need = match &what {
                What::Field(field, brief) => need(canvas, field, *brief, part, line)?,
                What::Number => 6.0,
                What::Text(_) => 3.6,
            };
            high = high.max(need);
            parts.push(Part {
                what,
                x: left,
                w: part,
            });
            left += part;
        }
        lines.push(LineOf { parts, need: high });
    }
    Some(lines)
}

/// What a layout names, with its share of the width.
fn name<'a>(canvas: &Canvas<'_>, pad: &'a Pad, key: &str) -> Option<(What<'a>, f32)> {
    match LinePart::read(key) {
        LinePart::Text(key) => Some((What::Text(canvas.words.caption(key)), 0.0)),
        LinePart::Field(NUMBER, _, _) => Some((What::Number, 1.0)),
        LinePart::Field(key, brief, own_share) => {
            let field = pad.field(key)?;
            Some((
                What::Field(field, brief),
                own_share.unwrap_or_else(|| share(field)),
            ))
        }
    }
}

impl Column<'_> {
    /// The lines with their place in a row of this height: what is left over goes to the lines in
    /// which a pencil writes.
    pub fn heights(&self, row: f32) -> Vec<f32> {
        let needs: f32 = self.lines.iter().map(|line| line.need).sum();
        let spare = (row - needs).max(0.0);
        let grows = |line: &LineOf<'_>| {
            let mut parts = line.parts.iter();
            parts.any(|part| match &part.what {
                What::Field(field, _) => !matches!(field.kind, Kind::Ticks(_)),
                What::Number => true,
                What::Text(_) => false,
            })
        };
        let none_grows = !self.lines.iter().any(grows);
        let grows = |line: &&LineOf<'_>| none_grows || grows(line);
        let each = spare / count(self.lines.iter().filter(grows).count());
        let height = |line: &LineOf<'_>| line.need + if grows(&line) { each } else { 0.0 };
        self.lines.iter().map(height).collect()
    }
}
