//! What stands under the table: the legend of a pad, its house rules, where they come from.

use std::iter;

use super::identity::{Extent, rules_text};
use super::sheet::Sheet;
use crate::layout::bidi::is_isolate;
use crate::layout::canvas::{Align, Canvas, HAIR, Style, count, leading, times};
use crate::layout::draw::{Ink, Role};
use crate::layout::paper::Area;
use crate::layout::words::Words;
use overtrick_core::pad::Text;

/// The height of the line for a signature.
const SIGNATURE: f32 = 7.0;
/// How much larger a legend is set where there is room.
const LARGER: f32 = 1.14;
/// How far lines to write on lie below their baseline.
const UNDER: f32 = 0.6;
/// The height of a line for remarks.
const REMARK_LINE: f32 = 7.0;
/// The most of these lines.
const MOST_REMARKS: usize = 5;
/// How much of the width the number of a pad takes.
fn number_share(width: f32) -> f32 {
    if width < 85.0 { 0.5 } else { 0.3 }
}
/// The distance between two columns.
const COLUMN_GAP: f32 = 5.0;

/// A paragraph: a word or two in bold, then text.
struct Paragraph {
    lead: String,
    text: String,
}

/// A line of a paragraph: its bold beginning, if it is the first one, and the rest.
type Line = (String, String);

/// The legend and the house rules.
fn paragraphs(words: &Words<'_>, sheet: &Sheet<'_>, extent: Extent) -> Vec<Paragraph> {
    let lead = words.text("scoring");
    let legend = sheet.pad.legend.iter();
    let brief = extent == Extent::Brief;
    let mut paragraphs: Vec<Paragraph> = if brief {
        let texts = legend.map(|text| words.label(text, true));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let text = texts.join(" ");
        vec![Paragraph { lead, text }]
    } else {
        let leads = iter::once(lead).chain(iter::repeat_with(String::new));
        let texts = legend.map(|text| words.format(text));
        let all = leads.zip(texts);
        all.map(|(lead, text)| Paragraph { lead, text }).collect()
    };
    paragraphs.push(Paragraph {
        lead: words.label(&Text::message("house-rules"), brief),
        text: rules_text(words, &sheet.identity, extent),
    });
    paragraphs
}

/// What stands under a table, laid out in columns.
pub struct Footer {
    columns: Vec<Vec<Line>>,
    identity: Vec<String>,
    size: f32,
    identity_size: f32,
    /// Whether there is a line for a signature, lines for notes, and the identity. The sheet of a
    /// match has none of them: its identity stands at the foot of every page.
    signed: bool,
    extent: Extent,
}

impl Footer {
    /// What stands under a sheet's table in this width, and on a pad a line for a signature, lines for
    /// notes, and the identity.
    pub fn lay(
        canvas: &Canvas<'_>,
        sheet: &Sheet<'_>,
        (signed, extent): (bool, Extent),
        width: f32,
    ) -> Footer {
        Footer::in_size(
            canvas,
            sheet,
            (signed, extent),
            (width, canvas.sizes.legend),
        )
    }

    /// The same in larger type, if that takes no more than this additional height.
    pub fn larger(
        self,
        canvas: &Canvas<'_>,
        sheet: &Sheet<'_>,
        (width, room): (f32, f32),
    ) -> Footer {
        let size = canvas.sizes.legend * LARGER;
        let larger = Footer::in_size(canvas, sheet, (self.signed, self.extent), (width, size));
        if larger.height() - self.height() < room {
            larger
        } else {
            self
        }
    }

    fn in_size(
        canvas: &Canvas<'_>,
        sheet: &Sheet<'_>,
        (signed, extent): (bool, Extent),
        (width, size): (f32, f32),
    ) -> Footer {
        let style = Style::plain(size);
        let columns = if width < 110.0 {
            1
        } else if width < 215.0 {
            2
        } else {
            3
        };
        let each = column_width(width, columns);
        let paragraphs = paragraphs(&canvas.words, sheet, extent).into_iter();
        let blocks = paragraphs.map(|paragraph| paragraph.wrap(canvas, style, each));
        let identity_size = canvas.sizes.caption.min(size);
        let identity = if signed {
            let text = sheet.identity.text(&canvas.words, extent);
            canvas.wrap(&text, width, Style::plain(identity_size))
        } else {
            Vec::new()
        };
        Footer {
            columns: balance(blocks.collect(), columns, extent),
            identity,
            size,
            identity_size,
            signed,
            extent,
        }
    }

    fn legend_height(&self) -> f32 {
        let longest = self.columns.iter().map(Vec::len).max();
        count(longest.unwrap_or(0)) * leading(self.size)
    }

    fn identity_height(&self) -> f32 {
        count(self.identity.len()) * leading(self.identity_size)
    }

    /// How high all of it is.
    pub fn height(&self) -> f32 {
        let own_line = self.signed && self.extent == Extent::Full;
        let remarks = if own_line { REMARK_LINE } else { 0.0 };
        let written = remarks + self.signature_height();
        self.gap() + self.legend_height() + written + self.identity_height()
    }

    /// Between the table and the legend.
    fn gap(&self) -> f32 {
        match self.extent {
            Extent::Full => 2.0,
            Extent::Brief => 1.0,
        }
    }

    fn signature_height(&self) -> f32 {
        match (self.signed, self.extent) {
            (true, Extent::Full) => SIGNATURE,
            (true, Extent::Brief) => SIGNATURE - 1.2,
            (false, _) => 2.0,
        }
    }

    /// Draws the legend from `top` on, and the rest at the frame's bottom.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32) {
        let here = canvas.here();
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
        canvas.part(here, Role::Paragraph);
        let here = canvas.here();
        let bottom = frame.bottom();
        let small = Style::muted(self.identity_size);
        let first = bottom - self.identity_height();
        canvas.lines(Area { y: first, ..frame }, &self.identity, small);
        if self.signed {
            let end = top + self.legend_height();
            let room = Area::new(frame.x, end, frame.w, first - self.signature_height() - end);
            if self.extent == Extent::Full || room.h >= REMARK_LINE {
                draw_remarks(canvas, room);
                draw_written(canvas, ["winner", "signed"], (frame, first - 2.2));
            } else {
                draw_written(canvas, ["winner", "remarks-line"], (frame, first - 2.2));
            }
        }
        canvas.part(here, Role::Paragraph);
    }

    /// Draws the pad's number in the pile, at the right of the line for a signature.
    pub fn draw_number(&self, canvas: &mut Canvas<'_>, frame: Area, number: &str) {
        let baseline = frame.bottom() - self.identity_height() - 2.2;
        let width = frame.w * number_share(frame.w);
        let cell = Area::new(frame.right() - width, baseline - 3.4, width, 4.4);
        let size = canvas.sizes.caption;
        let style = Style::muted(size).align(Align::Right);
        let (fitted, lines) = canvas.fit(cell, number, style.within(size, 1));
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
        let line = |(index, line): (usize, String)| {
            // A mark of the order, if there is one, stays with what follows.
            let bare = line.trim_start_matches(is_isolate);
            let marks = &line[..line.len() - bare.len()];
            match bare.strip_prefix(lead.as_str()) {
                Some(rest) if index == 0 && !lead.is_empty() => {
                    (lead.clone(), format!("{marks}{}", rest.trim_start()))
                }
                _ => (String::new(), line),
            }
        };
        lines.map(line).collect()
    }
}

/// Draws two lines to write on, beside each other; what is right of them is left for the number.
fn draw_written(canvas: &mut Canvas<'_>, keys: [&'static str; 2], (frame, baseline): (Area, f32)) {
    let width = (frame.w * (1.0 - number_share(frame.w)) - 6.0) / 2.0;
    for (index, key) in keys.into_iter().enumerate() {
        let x = frame.x + (width + 3.0) * count(index);
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
        canvas.level(room.edges(), y, HAIR, Ink::Line);
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
