//! What stands under the table: the legend of a pad, its house rules, where they come from.

use std::iter;

use super::canvas::{Align, Canvas, HAIR, Style, count, leading, times};
use super::draw::Ink;
use super::identity::{Extent, Identity, rules_text};
use super::paper::Area;
use super::words::Words;
use crate::rules::pad::{Pad, Text};

/// The height of the line for a signature.
const SIGNATURE: f32 = 7.0;
/// How much larger a legend is set where there is room.
const LARGER: f32 = 1.2;
/// How much smaller it is set where there is little.
const SMALLER: f32 = 0.94;
/// How much smaller than the legend the identity is set.
const IDENTITY: f32 = 0.88;
/// The least height that is worth lines for notes.
const NOTES: f32 = 22.0;
/// The distance between these lines.
const NOTE_LINE: f32 = 8.0;
/// The distance between two columns.
const COLUMN_GAP: f32 = 5.0;

/// What stands under a table, before it is laid out.
#[derive(Debug, Clone, Copy)]
pub struct FootingSpec<'a> {
    /// The pad, with its legend.
    pub pad: &'a Pad,
    /// What the document states of itself.
    pub identity: &'a Identity,
    /// Whether there is a line for a signature, lines for notes, and the identity. The sheet of a
    /// match has none of them: its identity stands at the foot of every page.
    pub signed: bool,
    /// How much is printed.
    pub extent: Extent,
}

/// A paragraph: a word or two in bold, then text.
struct Paragraph {
    lead: String,
    text: String,
}

/// A line of a paragraph: its bold beginning, if it is the first one, and the rest.
type Line = (String, String);

impl FootingSpec<'_> {
    /// The legend and the house rules.
    fn paragraphs(&self, words: &Words<'_>) -> Vec<Paragraph> {
        let FootingSpec { pad, extent, .. } = self;
        let lead = words.text("scoring");
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        let brief = *extent == Extent::Brief;
        if brief {
            let texts = pad.legend.iter().map(|text| words.label(text, true));
            let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
            let text = texts.join(" ");
            paragraphs.push(Paragraph { lead, text });
        } else {
            let leads = iter::once(lead).chain(iter::repeat_with(String::new));
            let legend = pad.legend.iter().map(|text| words.format(text));
            paragraphs.extend(
                leads
                    .zip(legend)
                    .map(|(lead, text)| Paragraph { lead, text }),
            );
        }
        paragraphs.push(Paragraph {
            lead: words.label(&Text::message("house-rules"), brief),
            text: rules_text(words, self.identity, *extent),
        });
        paragraphs
    }

    fn size(&self, words: &Words<'_>) -> f32 {
        let size = words.template.sizes.legend;
        match self.extent {
            Extent::Full => size,
            Extent::Brief => size * SMALLER,
        }
    }
}

/// What stands under a table, laid out in columns.
pub struct Footing {
    columns: Vec<Vec<Line>>,
    identity: Vec<String>,
    size: f32,
    signed: bool,
    extent: Extent,
}

impl Footing {
    /// Lays it out in this width.
    pub fn lay(canvas: &Canvas<'_>, spec: &FootingSpec<'_>, width: f32) -> Footing {
        Footing::in_size(canvas, spec, width, spec.size(&canvas.words))
    }

    /// The same in larger type, if that takes no more than this additional height.
    pub fn larger(
        self,
        canvas: &Canvas<'_>,
        spec: &FootingSpec<'_>,
        (width, room): (f32, f32),
    ) -> Footing {
        let larger = Footing::in_size(canvas, spec, width, spec.size(&canvas.words) * LARGER);
        if larger.height() - self.height() < room {
            larger
        } else {
            self
        }
    }

    fn in_size(canvas: &Canvas<'_>, spec: &FootingSpec<'_>, width: f32, size: f32) -> Footing {
        let style = Style::plain(size);
        let columns = if width < 110.0 {
            1
        } else if width < 215.0 {
            2
        } else {
            3
        };
        let each = column_width(width, columns);
        let paragraphs = spec.paragraphs(&canvas.words).into_iter();
        let blocks = paragraphs.map(|paragraph| paragraph.wrap(canvas, style, each));
        let identity = if spec.signed {
            let text = spec.identity.text(&canvas.words, spec.extent);
            canvas.wrap(&text, width, Style::plain(size * IDENTITY))
        } else {
            Vec::new()
        };
        Footing {
            columns: balance(blocks.collect(), columns, spec.extent),
            identity,
            size,
            signed: spec.signed,
            extent: spec.extent,
        }
    }

    fn legend_height(&self) -> f32 {
        let longest = self.columns.iter().map(Vec::len).max();
        count(longest.unwrap_or(0)) * leading(self.size)
    }

    fn identity_height(&self) -> f32 {
        count(self.identity.len()) * leading(self.size * IDENTITY)
    }

    /// How high all of it is.
    pub fn height(&self) -> f32 {
        self.gap() + self.legend_height() + self.signature_height() + self.identity_height()
    }

    /// Between the table and the legend.
    fn gap(&self) -> f32 {
        match self.extent {
            Extent::Full => 2.0,
            Extent::Brief => 1.2,
        }
    }

    fn signature_height(&self) -> f32 {
        match (self.signed, self.extent) {
            (true, Extent::Full) => SIGNATURE,
            (true, Extent::Brief) => SIGNATURE - 1.8,
            (false, _) => 2.0,
        }
    }

    /// Draws the legend from `top` on, and the rest at the frame's bottom.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32) {
        let each = column_width(frame.w, self.columns.len());
        let style = Style::plain(self.size);
        let top = top + self.gap();
        let columns = self.columns.iter().enumerate();
        let lines = columns.flat_map(|(column, lines)| {
            let lines = lines.iter().enumerate();
            lines.map(move |(row, line)| (column, row, line))
        });
        for (column, row, (lead, text)) in lines {
            let x = frame.x + count(column) * (each + COLUMN_GAP);
            let y = top + count(row) * leading(self.size);
            let cell = Area::new(x, y, each, leading(self.size));
            let baseline = y + leading(self.size) * 0.76;
            canvas.line(cell, baseline, lead, style.bold());
            let used = canvas.width(lead, style.bold());
            let rest = Area::new(x + used, y, each - used, cell.h);
            let text = if lead.is_empty() {
                text.clone()
            } else {
                format!(" {}", text.trim_start())
            };
            canvas.line(rest, baseline, &text, style.ink(Ink::Muted));
        }
        let bottom = frame.bottom();
        let small = Style::muted(self.size * IDENTITY);
        let pitch = leading(small.size);
        let first = bottom - self.identity_height();
        for (index, line) in self.identity.iter().enumerate() {
            let y = first + count(index) * pitch;
            let cell = Area::new(frame.x, y, frame.w, pitch);
            canvas.line(cell, y + pitch * 0.76, line, small);
        }
        if self.signed {
            let end = top + self.legend_height();
            let room = Area::new(frame.x, end, frame.w, first - self.signature_height() - end);
            draw_notes(canvas, room);
            draw_signature(canvas, (frame, first - 2.2));
        }
    }

    /// Draws the pad's number in the pile, at the right of the line for a signature.
    pub fn draw_number(&self, canvas: &mut Canvas<'_>, frame: Area, number: &str) {
        let baseline = frame.bottom() - self.identity_height() - 2.2;
        let width = frame.w * 0.38;
        let cell = Area::new(frame.right() - width, baseline - 3.4, width, 4.4);
        let style = Style::muted(6.5).align(Align::Right);
        let (fitted, lines) = canvas.fit(cell, number, style.within(4.0, 1));
        canvas.line(cell, baseline, &lines.concat(), fitted);
    }
}

impl Paragraph {
    /// Breaks it into lines of this width.
    fn wrap(self, canvas: &Canvas<'_>, style: Style, width: f32) -> Vec<Line> {
        let Paragraph { lead, text } = self;
        let whole = if lead.is_empty() {
            text
        } else {
            format!("{lead} {text}")
        };
        // Lines are broken as if no letter were bold, and bold letters are a little wider.
        let wider = canvas.width(&lead, style.bold()) - canvas.width(&lead, style);
        let wrapped = canvas.wrap(&whole, width - wider.max(1.5), style);
        let lines = wrapped.into_iter().enumerate();
        let line = |(index, line): (usize, String)| match line.strip_prefix(lead.as_str()) {
            Some(rest) if index == 0 => (lead.clone(), rest.to_owned()),
            _ => (String::new(), line),
        };
        lines.map(line).collect()
    }
}

/// Draws the line for a signature.
fn draw_signature(canvas: &mut Canvas<'_>, (frame, baseline): (Area, f32)) {
    let label = canvas.words.text("signed");
    let style = Style::muted(6.5);
    let cell = Area::new(frame.x, baseline - 3.4, frame.w * 0.6, 4.4);
    canvas.line(cell, baseline, &label, style);
    let x = cell.x + canvas.width(&label, style) + 1.2;
    canvas.level((x, cell.right()), baseline + 0.6, HAIR, Ink::Line);
}

/// Draws lines for notes, where there is room for some.
fn draw_notes(canvas: &mut Canvas<'_>, room: Area) {
    if room.h < NOTES {
        return;
    }
    let style = Style::muted(6.5);
    let lines = times(room.h - 4.0, NOTE_LINE);
    let label = Area::new(room.x, room.y + 4.0, room.w, 4.0);
    let notes = canvas.words.text("notes");
    canvas.line(label, label.bottom() - 0.6, &notes, style);
    for line in 1..=lines {
        let y = room.y + 1.0 + NOTE_LINE * count(line);
        let from = if line == 1 { 12.0 } else { 0.0 };
        canvas.level((room.x + from, room.right()), y, HAIR, Ink::Line);
    }
}

/// Puts paragraphs into columns of about the same length; one is broken only where it has to be.
fn balance(blocks: Vec<Vec<Line>>, columns: usize, extent: Extent) -> Vec<Vec<Line>> {
    let slack = match extent {
        Extent::Full => 3,
        Extent::Brief => 0,
    };
    let all: usize = blocks.iter().map(Vec::len).sum();
    let fits = |most: usize| {
        let (mut used, mut length) = (1, 0);
        for block in &blocks {
            if length > 0 && length + block.len() > most {
                used += 1;
                length = 0;
            }
            length += block.len();
        }
        used <= columns && blocks.iter().all(|block| block.len() <= most)
    };
    let even = all.div_ceil(columns);
    let most = (even..=all).find(|most| fits(*most)).unwrap_or(all);
    let mut placed: Vec<Vec<Line>> = vec![Vec::new()];
    if most > even + slack {
        let lines: Vec<Line> = blocks.into_iter().flatten().collect();
        return lines.chunks(even.max(1)).map(<[_]>::to_vec).collect();
    }
    for block in blocks {
        let full = placed
            .last()
            .is_some_and(|lines| !lines.is_empty() && lines.len() + block.len() > most);
        if full {
            placed.push(Vec::new());
        }
        if let Some(last) = placed.last_mut() {
            last.extend(block);
        }
    }
    placed.resize(columns.max(placed.len()), Vec::new());
    placed
}

fn column_width(width: f32, columns: usize) -> f32 {
    (width - COLUMN_GAP * (count(columns) - 1.0)) / count(columns)
}
