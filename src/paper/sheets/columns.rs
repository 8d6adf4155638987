//! Columns: lays out an arrangement of fields in the available width.

use super::cells;
use super::sheet::Sheet;
use crate::layout::canvas::{Canvas, Style, leading};
use crate::layout::lines::unbreakable_parts;
use crate::layout::paper::{Span, count};
use crate::layout::table::{Need, share_out};
use crate::layout::template::{ColumnSpec, LinePart, NUMBER};
use overtrick_core::pad::{Field, Kind, Pad};

/// The distance of a caption from a line at the edge of its column, and half the distance between two
/// captions that are side by side.
const CAPTION_EDGE: f32 = 0.9;
const CAPTION_BETWEEN: f32 = 0.45;
/// The height of a line between two captions, one above the other, including the space around the line.
pub const CAPTION_RULE: f32 = 0.9;
/// The distance of a caption within a cell from the lines at the sides of the cell.
pub const INSIDE_EDGE: f32 = 0.9;
/// The space above a caption within a cell.
pub const INSIDE_TOP: f32 = 0.4;

/// A column. It is measured first, and then laid out in its place.
#[derive(Debug, Clone)]
pub struct Column<'a> {
    /// The index of the seat; `None` if it is not a player's column.
    pub seat: Option<usize>,
    /// Its left edge.
    pub x: f32,
    /// Its width. Before the column is laid out, this is the least width that it needs.
    pub w: f32,
    /// The text above the names of its fields.
    pub head: Option<String>,
    /// Its lines.
    pub lines: Vec<ColumnLine<'a>>,
    /// Its share of the remaining width.
    grow: f32,
}

/// A line of fields in a column.
#[derive(Debug, Clone)]
pub struct ColumnLine<'a> {
    /// Its fields, each with its position and width.
    pub parts: Vec<Part<'a>>,
    /// The least height that it needs.
    pub need: f32,
    /// The number of lines that the names of its fields need.
    pub caption_lines: usize,
}

/// A field on a line, with its position and width.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// The field; `None` for the number of the row.
    pub field: Option<&'a Field>,
    /// Whether the labels of the field are short.
    pub brief: bool,
    /// The name of the field. The layout breaks it into lines.
    pub caption: Vec<String>,
    /// Whether the caption is within each cell instead of in the column header.
    pub inside: bool,
    /// The distances of the caption from the left and right edges of the field.
    pub edges: (f32, f32),
    /// Its left edge.
    pub x: f32,
    /// Its width.
    pub w: f32,
    /// The width that it needs in its column.
    need: Need,
}

/// An arrangement of columns, laid out in a width.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The columns from left to right.
    pub columns: Vec<Column<'a>>,
    /// The least height of a row.
    pub row: f32,
}

/// The columns of an arrangement with the widths that they need.
pub struct Columns<'a>(Vec<Column<'a>>);

/// Returns the style of a text above several fields.
pub fn head_style(canvas: &Canvas<'_>) -> Style {
    Style::plain(canvas.sizes.caption).bold()
}

/// Returns the style of a caption within a cell. At a large scale, it is smaller than a caption in a header.
pub fn inside_style(canvas: &Canvas<'_>) -> Style {
    const MAX: f32 = 7.0;
    Style::plain(canvas.sizes.caption.min(MAX))
}

/// Returns the height of a caption within a cell.
pub fn inside_height(canvas: &Canvas<'_>) -> f32 {
    INSIDE_TOP + leading(inside_style(canvas).size) * 0.8
}

/// Returns the style of the names of fields. The name of a total is bold.
pub fn caption_style(canvas: &Canvas<'_>, field: Option<&Field>) -> Style {
    let is_total = field.is_some_and(|field| field.kind == Kind::Total);
    canvas.small().bold_if(is_total)
}

impl<'a> Columns<'a> {
    /// Measures the arrangement of a sheet with this index.
    pub fn measure(canvas: &Canvas<'_>, sheet: &'a Sheet<'_>, index: usize) -> Columns<'a> {
        let arrangement = &sheet.template.arrangements[index];
        let inside = arrangement.captions_inside;
        let measure = |spec: &ColumnSpec| Column::measure(canvas, &sheet.pad, spec, inside);
        let player = measure(&arrangement.player);
        let players = (0..sheet.heads.len()).map(|seat| Column {
            seat: Some(seat),
            ..player.clone()
        });
        let own = arrangement.columns.iter().map(measure);
        Columns(own.chain(players).collect())
    }

    /// Returns the least width.
    pub fn least(&self) -> f32 {
        self.0.iter().map(|column| column.w).sum()
    }

    /// Lays out the columns in a span; `None` if they do not fit. `line` is the height of a line for handwriting.
    pub fn lay(&self, canvas: &Canvas<'_>, place: Span, line: f32) -> Option<Grid<'a>> {
        let spare = place.length() - self.least();
        if spare < -0.01 {
            return None;
        }
        let grow: f32 = self.0.iter().map(|column| column.grow).sum();
        let unit = if grow > 0.0 { spare / grow } else { 0.0 };
        let mut columns = self.0.clone();
        let (mut x, mut row) = (place.start, 0.0_f32);
        for column in &mut columns {
            column.x = x;
            column.w += column.grow * unit;
            x += column.w;
            for column_line in &mut column.lines {
                column_line.lay(canvas, (column.x, column.w), line)?;
            }
            row = row.max(column.lines.iter().map(|line| line.need).sum());
        }
        Some(Grid { columns, row })
    }
}

impl ColumnLine<'_> {
    /// Lays out its fields from the left edge `x`, in the width `w` of the column; `None` if a field does not fit.
    fn lay(&mut self, canvas: &Canvas<'_>, (mut x, w): (f32, f32), line: f32) -> Option<()> {
        let needs: Vec<Need> = self.parts.iter().map(|part| part.need).collect();
        for (part, w) in self.parts.iter_mut().zip(share_out(&needs, w)) {
            (part.x, part.w) = (x, w);
            x += w;
            let mut high = match part.field {
                Some(field) => cells::need(canvas, field, part.brief, w, line)?,
                None => 6.0,
            };
            if let [caption] = &part.caption[..] {
                if part.inside {
                    high += inside_height(canvas);
                } else {
                    let style = caption_style(canvas, part.field);
                    let width = w - part.edges.0 - part.edges.1;
                    part.caption = break_caption(canvas, caption, width, style);
                    self.caption_lines = self.caption_lines.max(part.caption.len());
                }
            }
            self.need = self.need.max(high);
        }
        Some(())
    }
}

impl<'a> Column<'a> {
    fn measure(canvas: &Canvas<'_>, pad: &'a Pad, spec: &ColumnSpec, inside: bool) -> Column<'a> {
        let head = spec.head.as_ref().map(|key| canvas.words.caption(key));
        let measure = |keys: &Vec<String>| {
            let last = keys.len().saturating_sub(1);
            let edge = |at_rule: bool| match at_rule {
                _ if inside => INSIDE_EDGE,
                true => CAPTION_EDGE,
                false => CAPTION_BETWEEN,
            };
            let parts = keys.iter().enumerate().filter_map(|(index, key)| {
                let edges = (edge(index == 0), edge(index == last));
                Part::measure(canvas, pad, (key, inside), edges)
            });
            ColumnLine {
                parts: parts.collect(),
                need: 0.0,
                caption_lines: 0,
            }
        };
        let lines: Vec<ColumnLine<'a>> = spec.lines.iter().map(measure).collect();
        let least = |line: &ColumnLine<'_>| line.parts.iter().map(|part| part.need.least).sum();
        let widths = lines.iter().map(least);
        let titled = head.as_ref().map_or(0.0, |head| {
            canvas.width(head, head_style(canvas)) + 2.0 * CAPTION_EDGE + 0.02
        });
        Column {
            seat: None,
            x: 0.0,
            w: widths.fold(spec.width.max(titled), f32::max),
            head,
            lines,
            grow: spec.grow,
        }
    }

    /// Returns the height of each line in a row of this height. The lines for handwriting share the remaining
    /// height.
    pub fn heights(&self, row: f32) -> Vec<f32> {
        let needs: f32 = self.lines.iter().map(|line| line.need).sum();
        let spare = (row - needs).max(0.0);
        let is_ticked = |field: &Field| matches!(field.kind, Kind::Ticks(_));
        let grows = |line: &ColumnLine<'_>| {
            let mut parts = line.parts.iter();
            parts.any(|part| !part.field.is_some_and(is_ticked))
        };
        let none_grows = !self.lines.iter().any(grows);
        let grows = |line: &&ColumnLine<'_>| none_grows || grows(line);
        let each = spare / count(self.lines.iter().filter(grows).count());
        let height = |line: &ColumnLine<'_>| line.need + if grows(&line) { each } else { 0.0 };
        self.lines.iter().map(height).collect()
    }

    /// Returns the height of the drawn lines in its header. There is one between the captions of two lines.
    pub fn head_rules(&self) -> f32 {
        let named = self.lines.iter().filter(|line| line.caption_lines > 0);
        count(named.count().saturating_sub(1)) * CAPTION_RULE
    }

    /// Returns the number of lines of text in its header.
    pub fn head_lines(&self) -> usize {
        let captions: usize = self.lines.iter().map(|line| line.caption_lines).sum();
        captions + usize::from(self.head.is_some())
    }
}

impl<'a> Part<'a> {
    /// Measures a field of a layout; `None` if the pad has no such field.
    fn measure(
        canvas: &Canvas<'_>,
        pad: &'a Pad,
        (key, inside): (&str, bool),
        edges: (f32, f32),
    ) -> Option<Part<'a>> {
        let LinePart { key, brief, share } = LinePart::read(key);
        let field = match key {
            NUMBER => None,
            key => Some(pad.field(key)?),
        };
        let mut need = match field {
            Some(field) => cells::width_need(canvas, field, brief),
            None => Need::fixed(canvas.sizes.name, 1.0),
        };
        let inside = inside && field.is_some_and(|field| field.kind != Kind::Label);
        // Boxes with labels need no caption.
        let is_labeled = field.is_some_and(|field| cells::is_labeled(canvas, field, brief));
        let caption = (!is_labeled).then(|| canvas.words.short_caption(key, brief));
        let mut caption = caption.filter(|text| !text.is_empty());
        if let Some(text) = &mut caption {
            let widest = if inside {
                text.retain(|c| c != SOFT_HYPHEN);
                canvas.width(text, inside_style(canvas))
            } else {
                widest_word(canvas, text, caption_style(canvas, field))
            };
            let named = widest + edges.0 + edges.1 + 0.02;
            need.least = need.least.max(named);
            need.whole = need.whole.max(named);
        }
        need.share = share.unwrap_or(need.share);
        Some(Part {
            field,
            brief,
            caption: caption.into_iter().collect(),
            inside,
            edges,
            x: 0.0,
            w: 0.0,
            need,
        })
    }
}

/// The character in a caption that marks where a word may be broken.
const SOFT_HYPHEN: char = '\u{ad}';

/// Breaks a caption into lines of this width. Words that are too long are broken at their soft hyphens.
fn break_caption(canvas: &Canvas<'_>, text: &str, width: f32, style: Style) -> Vec<String> {
    let words = unbreakable_parts(text).map(|word| {
        let whole = word.replace(SOFT_HYPHEN, "");
        if canvas.width(&whole, style) <= width {
            whole
        } else {
            word.replace(SOFT_HYPHEN, "- ")
        }
    });
    let words = words.collect::<Vec<String>>().join(" ");
    canvas.wrap(&words, width, style)
}

/// Returns the width of the widest word of a caption. If a word may be broken, only its widest part counts.
fn widest_word(canvas: &Canvas<'_>, text: &str, style: Style) -> f32 {
    let text = text.replace(SOFT_HYPHEN, "- ");
    let widths = unbreakable_parts(&text).map(|word| canvas.width(word, style));
    widths.fold(0.0, f32::max)
}

impl Grid<'_> {
    /// Returns its left and right edges.
    pub fn edges(&self) -> Span {
        let first = self.columns.first().map_or(0.0, |column| column.x);
        let last = self.columns.last();
        Span::new(first, last.map_or(0.0, |column| column.x + column.w))
    }

    /// Returns the column of the first player.
    pub fn player(&self) -> Option<&Column<'_>> {
        self.columns.iter().find(|column| column.seat.is_some())
    }

    /// Returns the width of a player's column.
    pub fn player_width(&self) -> f32 {
        self.player().map_or(0.0, |column| column.w)
    }
}
