//! Columns: an arrangement laid out in the width that there is.

use super::cells;
use crate::layout::canvas::{Canvas, Style, count};
use crate::layout::template::{Arrangement, ColumnSpec, LinePart, NUMBER};
use overtrick_core::pad::{Field, Kind, Pad};

/// How far a caption stays from the edges of its column.
pub const CAPTION_EDGE: f32 = 0.22;

/// A column that is laid out.
#[derive(Debug)]
pub struct Column<'a> {
    /// Whose it is, if a player's.
    pub seat: Option<usize>,
    /// Where it begins.
    pub x: f32,
    /// Its width.
    pub w: f32,
    /// What heads it, above the names of its fields.
    pub head: Option<String>,
    /// Its lines.
    pub lines: Vec<ColumnLine<'a>>,
}

/// A line of a column.
#[derive(Debug)]
pub struct ColumnLine<'a> {
    /// Its parts, each with its place and width.
    pub parts: Vec<Part<'a>>,
    /// The least height that it needs.
    pub need: f32,
    /// The lines that the names of its fields take.
    pub caption_lines: usize,
}

/// A part of a line.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// What stands there.
    pub what: PartContent<'a>,
    /// The name of the field, broken into lines.
    pub caption: Vec<String>,
    /// Where it begins.
    pub x: f32,
    /// Its width.
    pub w: f32,
}

/// What stands in a part.
#[derive(Debug, Clone)]
pub enum PartContent<'a> {
    /// A field, perhaps with short labels.
    Field(&'a Field, bool),
    /// The number of the row.
    Number,
    /// A text.
    Text(String),
}

impl<'a> PartContent<'a> {
    /// The field, if it is one.
    pub fn field(&self) -> Option<&'a Field> {
        match self {
            PartContent::Field(field, _) => Some(field),
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
}

/// The columns of an arrangement with what they need, for any width.
pub struct Columns<'a> {
    own: Vec<MeasuredColumn<'a>>,
    player: MeasuredColumn<'a>,
    seats: usize,
}

/// A column with what its parts need.
struct MeasuredColumn<'a> {
    head: Option<String>,
    grow: f32,
    lines: Vec<Vec<MeasuredPart<'a>>>,
    /// The least width.
    least: f32,
}

/// A part of a line with the width that it needs.
struct MeasuredPart<'a> {
    what: PartContent<'a>,
    caption: String,
    /// The least width.
    least: f32,
    /// The width in which all of it stands on one line.
    whole: f32,
    /// Its share of what is left over.
    share: f32,
}

/// How the texts in rows are set.
pub fn row_text(canvas: &Canvas<'_>) -> Style {
    Style::muted(canvas.sizes.caption)
}

/// How the names of fields are set; that of a total in bold.
pub fn caption_style(canvas: &Canvas<'_>, what: &PartContent<'_>) -> Style {
    let style = Style::muted(canvas.sizes.caption);
    match what.field().map(|field| &field.kind) {
        Some(Kind::Total) => style.bold().ink(crate::layout::draw::Ink::Ink),
        _ => style,
    }
}

impl<'a> Columns<'a> {
    /// Measures an arrangement for so many players.
    pub fn measure(
        canvas: &Canvas<'_>,
        pad: &'a Pad,
        arrangement: &Arrangement,
        seats: usize,
    ) -> Columns<'a> {
        let measure = |spec: &ColumnSpec| MeasuredColumn::measure(canvas, pad, spec);
        Columns {
            own: arrangement.columns.iter().map(measure).collect(),
            player: measure(&arrangement.player),
            seats,
        }
    }

    /// The least width.
    pub fn least(&self) -> f32 {
        let own: f32 = self.own.iter().map(|column| column.least).sum();
        own + self.player.least * count(self.seats)
    }

    /// Lays them out from `x` in this width, a pencil's line being `line` high; nothing if they do not
    /// go in.
    pub fn lay(&self, canvas: &Canvas<'_>, (x, width): (f32, f32), line: f32) -> Option<Grid<'a>> {
        let spare = width - self.least();
        if spare < -0.01 {
            return None;
        }
        let grow: f32 = self.own.iter().map(|column| column.grow).sum();
        let grow = grow + self.player.grow * count(self.seats);
        let unit = if grow > 0.0 { spare / grow } else { 0.0 };
        let mut columns = Vec::with_capacity(self.own.len() + self.seats);
        let mut left = x;
        let own = self.own.iter().map(|needed| (None, needed));
        let of_seats = (0..self.seats).map(|seat| (Some(seat), &self.player));
        for (seat, needed) in own.chain(of_seats) {
            let w = needed.least + needed.grow * unit;
            columns.push(Column {
                seat,
                x: left,
                w,
                head: needed.head.clone(),
                lines: needed.lay(canvas, (left, w), line)?,
            });
            left += w;
        }
        let heights = columns
            .iter()
            .map(|column| column.lines.iter().map(|line| line.need).sum());
        let row = heights.fold(0.0, f32::max);
        Some(Grid { columns, row })
    }
}

impl<'a> MeasuredColumn<'a> {
    fn measure(canvas: &Canvas<'_>, pad: &'a Pad, spec: &ColumnSpec) -> MeasuredColumn<'a> {
        let head = spec.head.as_ref().map(|key| canvas.words.caption(key));
        let part = |key: &String| MeasuredPart::measure(canvas, pad, key);
        let lines = spec.lines.iter();
        let lines: Vec<Vec<MeasuredPart<'a>>> = lines
            .map(|keys| keys.iter().filter_map(part).collect())
            .collect();
        let widths = lines.iter();
        let widths = widths.map(|line| line.iter().map(|part| part.least).sum());
        let titled = head.as_ref().map_or(0.0, |head| {
            let style = Style::muted(canvas.sizes.caption).bold();
            canvas.width(head, style) + 2.0 * CAPTION_EDGE + 0.02
        });
        MeasuredColumn {
            grow: spec.grow,
            least: widths.fold(spec.width.max(titled), f32::max),
            lines,
            head,
        }
    }

    fn lay(
        &self,
        canvas: &Canvas<'_>,
        (x, w): (f32, f32),
        line: f32,
    ) -> Option<Vec<ColumnLine<'a>>> {
        let lines = self.lines.iter();
        lines
            .map(|parts| lay_line(canvas, parts, (x, w), line))
            .collect()
    }
}

/// Lays the parts of a line out: each as wide as it needs, boxes beside each other where they go, and
/// what is left over shared out.
fn lay_line<'a>(
    canvas: &Canvas<'_>,
    needed: &[MeasuredPart<'a>],
    (x, w): (f32, f32),
    line: f32,
) -> Option<ColumnLine<'a>> {
    let least: f32 = needed.iter().map(|part| part.least).sum();
    let whole: f32 = needed.iter().map(|part| part.whole).sum();
    let shares: f32 = needed.iter().map(|part| part.share).sum();
    let width = |part: &MeasuredPart<'a>| {
        if whole <= w {
            part.whole + (w - whole) * part.share / shares.max(0.1)
        } else {
            let more = (part.whole - part.least) / (whole - least).max(0.1);
            part.least + (w - least).max(0.0) * more
        }
    };
    let mut parts = Vec::with_capacity(needed.len());
    let (mut left, mut high, mut caption_lines) = (x, 0.0_f32, 0);
    for part in needed {
        let w = width(part);
        let need = match &part.what {
            PartContent::Field(field, brief) => cells::need(canvas, field, *brief, w, line)?,
            PartContent::Number => 6.0,
            PartContent::Text(_) => 3.6,
        };
        high = high.max(need);
        let style = caption_style(canvas, &part.what);
        let caption = match part.caption.as_str() {
            "" => Vec::new(),
            text => break_caption(canvas, text, w - 2.0 * CAPTION_EDGE, style),
        };
        caption_lines = caption_lines.max(caption.len());
        parts.push(Part {
            what: part.what.clone(),
            caption,
            x: left,
            w,
        });
        left += w;
    }
    Some(ColumnLine {
        parts,
        need: high,
        caption_lines,
    })
}

impl<'a> MeasuredPart<'a> {
    /// What a layout names; nothing if the pad has no such field.
    fn measure(canvas: &Canvas<'_>, pad: &'a Pad, key: &str) -> Option<MeasuredPart<'a>> {
        let (what, caption, own_share) = match LinePart::read(key) {
            LinePart::Text(key) => (PartContent::Text(canvas.words.caption(key)), None, None),
            LinePart::Field(NUMBER, _, share) => (PartContent::Number, Some(NUMBER), share),
            LinePart::Field(key, brief, share) => {
                let field = pad.field(key)?;
                (PartContent::Field(field, brief), Some(key), share)
            }
        };
        let caption = caption.map(|key| canvas.words.caption(key));
        let caption = caption.unwrap_or_default();
        let named = widest_word(canvas, &caption, caption_style(canvas, &what));
        let (least, whole, share) = match &what {
            PartContent::Field(field, brief) => {
                let (least, whole) = cells::widths(canvas, field, *brief);
                (least, whole, cells::share(field))
            }
            PartContent::Number => {
                let width = canvas.sizes.name * 1.0;
                (width, width, 1.0)
            }
            PartContent::Text(text) => {
                let width = canvas.width(text, row_text(canvas)) + 1.6;
                (width, width, 0.0)
            }
        };
        Some(MeasuredPart {
            what,
            caption,
            least: least.max(named),
            whole: whole.max(named),
            share: own_share.unwrap_or(share),
        })
    }
}

/// What stands in a caption where a word may be broken.
const SOFT_HYPHEN: char = '\u{ad}';

/// A caption in lines of this width; its words are broken at their soft hyphens where they have to be.
fn break_caption(canvas: &Canvas<'_>, text: &str, width: f32, style: Style) -> Vec<String> {
    let fits = |word: &str| canvas.width(word, style) <= width;
    let words = text.split_whitespace().map(|word| {
        let whole = word.replace(SOFT_HYPHEN, "");
        if fits(&whole) {
            whole
        } else {
            word.replace(SOFT_HYPHEN, "- ")
        }
    });
    let words: Vec<String> = words.collect();
    canvas.wrap(&words.join(" "), width, style)
}

/// The width that the longest word of a caption needs, or the longest part of one that may be broken.
fn widest_word(canvas: &Canvas<'_>, text: &str, style: Style) -> f32 {
    let text = text.replace(SOFT_HYPHEN, "- ");
    let words = text.split_whitespace();
    let widths = words.map(|word| canvas.width(word, style) + 2.0 * CAPTION_EDGE + 0.02);
    widths.fold(0.0, f32::max)
}

impl<'a> Grid<'a> {
    /// No columns.
    pub const fn nothing() -> Grid<'a> {
        Grid {
            columns: Vec::new(),
            row: 0.0,
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
        let line = |line: &ColumnLine<'a>| ColumnLine {
            parts: line.parts.iter().map(part).collect(),
            ..*line
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

    /// The width of a player's column.
    pub fn player_width(&self) -> f32 {
        let first = self.columns.iter().find(|column| column.seat.is_some());
        first.map_or(0.0, |column| column.w)
    }
}

impl Column<'_> {
    /// The lines with their place in a row of this height: what is left over goes to the lines in
    /// which a pencil writes.
    pub fn heights(&self, row: f32) -> Vec<f32> {
        let needs: f32 = self.lines.iter().map(|line| line.need).sum();
        let spare = (row - needs).max(0.0);
        let grows = |line: &ColumnLine<'_>| {
            let mut parts = line.parts.iter();
            parts.any(|part| match &part.what {
                PartContent::Field(field, _) => !matches!(field.kind, Kind::Ticks(_)),
                PartContent::Number => true,
                PartContent::Text(_) => false,
            })
        };
        let none_grows = !self.lines.iter().any(grows);
        let grows = |line: &&ColumnLine<'_>| none_grows || grows(line);
        let each = spare / count(self.lines.iter().filter(grows).count());
        let height = |line: &ColumnLine<'_>| line.need + if grows(&line) { each } else { 0.0 };
        self.lines.iter().map(height).collect()
    }

    /// The lines of type that its head takes.
    pub fn head_lines(&self) -> usize {
        let captions: usize = self.lines.iter().map(|line| line.caption_lines).sum();
        captions + usize::from(self.head.is_some())
    }
}
