//! What stands under the table: the legend of a pad, its house rules, where they come from.

use super::canvas::{Align, Canvas, HAIR, Style, count, leading, times};
use super::cells::Words;
use super::draw::Ink;
use super::house::rules_text;
use super::paper::Area;
use crate::rules::{Facts, HouseRules, args};

use super::data::{Pad, Text};

/// The height of the line for a signature.
const SIGNATURE: f32 = 7.0;

/// What a document says of itself.
#[derive(Debug, Clone)]
pub struct Identity<'a> {
    /// The game.
    pub facts: &'static Facts,
    /// The edition of its scoring.
    pub edition: i64,
    /// The house rules in force.
    pub rules: &'a HouseRules,
    /// The fingerprint of edition and house rules.
    pub fingerprint: String,
    /// The house rules that are usual at this table.
    pub usual: HouseRules,
    /// What the match is called.
    pub title: Option<String>,
    /// The day, as it is to be printed.
    pub date: Option<String>,
    /// Where it is played.
    pub place: Option<String>,
    /// Where it is to be found.
    pub link: Option<String>,
    /// The least size of place that it needs, in millimeters, where that is told.
    pub least: Option<(f32, f32)>,
}

/// How much is said around a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All of it, each thing in its place.
    Full,
    /// What fits a small paper: the legend and the house rules in short.
    Brief,
}

/// A paragraph: a word or two in bold, then text.
struct Paragraph {
    lead: String,
    text: String,
}

/// How much larger a legend is set where there is room.
const LARGER: f32 = 1.2;
/// How much smaller it is set where there is little.
const BRIEFER: f32 = 0.94;
/// The least height that is worth lines for notes.
const NOTES: f32 = 22.0;
/// How far apart these lines are.
const NOTE_LINE: f32 = 8.0;

/// The paragraphs under the table.
fn paragraphs(words: &Words<'_>, pad: &Pad, identity: &Identity<'_>, form: Form) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let brief = form == Form::Brief;
    if brief {
        let said = pad.legend.iter().map(|text| words.label(text, true));
        let said: Vec<String> = said.filter(|text| !text.is_empty()).collect();
        paragraphs.push(Paragraph {
            lead: words.text("scoring"),
            text: said.join(" "),
        });
    }
    let legend = pad.legend.iter().enumerate().filter(|_| !brief);
    for (index, text) in legend {
        let lead = if index == 0 {
            words.text("scoring")
        } else {
            String::new()
        };
        let text = words.format(text);
        paragraphs.push(Paragraph { lead, text });
    }
    let lead = Text::message("house-rules");
    paragraphs.push(Paragraph {
        lead: words.label(&lead, brief),
        text: rules_text(words, identity, form),
    });
    paragraphs
}

/// The line that says which rules these are and whose.
pub fn identity_text(words: &Words<'_>, identity: &Identity<'_>, form: Form) -> String {
    let facts = identity.facts;
    let text = Text::Message(
        "identity",
        args![
            game: facts.id, edition: identity.edition, fingerprint: identity.fingerprint.clone(),
            author: words.language.author(facts), source: words.language.rulebook(facts)
        ],
    );
    let said = words.label(&text, form == Form::Brief);
    match (least_text(words, identity), form) {
        (Some(least), Form::Full) => format!("{said} · {least}"),
        _ => said,
    }
}

/// The least size of place that a pad needs, in words.
pub fn least_text(words: &Words<'_>, identity: &Identity<'_>) -> Option<String> {
    let (width, height) = identity.least?;
    let millimeters = |length: f32| format!("{:.0}", length.ceil());
    let args = args![width: millimeters(width), height: millimeters(height)];
    Some(words.format(&Text::Message("least-size", args)))
}

/// The legend laid out in columns.
pub struct Footing {
    /// The lines of each column, each with its bold beginning.
    columns: Vec<Vec<(String, String)>>,
    identity: Vec<String>,
    size: f32,
    signed: bool,
    form: Form,
}

impl Footing {
    /// Lays the legend out in this width.
    pub fn lay(
        canvas: &Canvas<'_>,
        words: &Words<'_>,
        pad: &Pad,
        identity: &Identity<'_>,
        width: f32,
        signed: bool,
        form: Form,
    ) -> Footing {
        let size = words.template.sizes.legend;
        let size = match form {
            Form::Full => size,
            Form::Brief => size * BRIEFER,
        };
        Footing::sized(
            canvas,
            words,
            (pad, identity),
            (width, size),
            (signed, form),
        )
    }

    /// The same in larger type, if so much more height is there.
    pub fn larger(
        self,
        canvas: &Canvas<'_>,
        words: &Words<'_>,
        (pad, identity): (&Pad, &Identity<'_>),
        (width, room): (f32, f32),
    ) -> Footing {
        let size = self.size * LARGER;
        let how = (self.signed, self.form);
        let larger = Footing::sized(canvas, words, (pad, identity), (width, size), how);
        if larger.height() - self.height() < room {
            larger
        } else {
            self
        }
    }

    fn sized(
        canvas: &Canvas<'_>,
        words: &Words<'_>,
        (pad, identity): (&Pad, &Identity<'_>),
        (width, size): (f32, f32),
        (signed, form): (bool, Form),
    ) -> Footing {
        let style = Style::plain(size);
        let columns = if width < 110.0 {
            1
        } else if width < 215.0 {
            2
        } else {
            3
        };
        let each = column_width(width, columns);
        let mut blocks: Vec<Vec<(String, String)>> = Vec::new();
        for Paragraph { lead, text } in paragraphs(words, pad, identity, form) {
            let whole = if lead.is_empty() {
                text
            } else {
                format!("{lead} {text}")
            };
            // Bold letters are a little wider than those that the lines are broken for.
            let wider = canvas.width(&lead, style.bold()) - canvas.width(&lead, style);
            let wrapped = canvas.wrap(&whole, each - wider.max(1.5), style);
            let mut lines = Vec::with_capacity(wrapped.len());
            for (index, line) in wrapped.into_iter().enumerate() {
                match line.strip_prefix(lead.as_str()) {
                    Some(rest) if index == 0 => lines.push((lead.clone(), rest.to_owned())),
                    _ => lines.push((String::new(), line)),
                }
            }
            blocks.push(lines);
        }
        let small = Style::plain(size * 0.88);
        // On a sheet it stands at the foot of every page.
        let identity = if signed {
            canvas.wrap(&identity_text(words, identity, form), width, small)
        } else {
            Vec::new()
        };
        Footing {
            columns: balance(blocks, columns, form),
            identity,
            size,
            signed,
            form,
        }
    }

    fn legend_height(&self) -> f32 {
        let longest = self.columns.iter().map(Vec::len).max();
        count(longest.unwrap_or(0)) * leading(self.size)
    }

    fn identity_height(&self) -> f32 {
        count(self.identity.len()) * leading(self.size * 0.88)
    }

    /// How high all of it is.
    pub fn height(&self) -> f32 {
        self.gap() + self.legend_height() + self.signature_height() + self.identity_height()
    }

    /// Between the table and the legend.
    fn gap(&self) -> f32 {
        match self.form {
            Form::Full => 2.0,
            Form::Brief => 1.2,
        }
    }

    fn signature_height(&self) -> f32 {
        match (self.signed, self.form) {
            (true, Form::Full) => SIGNATURE,
            (true, Form::Brief) => SIGNATURE - 1.8,
            (false, _) => 2.0,
        }
    }

    /// Draws the legend from `top` on, and the rest at the frame's bottom.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        words: &Words<'_>,
        frame: Area,
        top: f32,
        number: Option<&str>,
    ) {
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
            let used = if lead.is_empty() {
                0.0
            } else {
                canvas.width(lead, style.bold())
            };
            let rest = Area::new(x + used, y, each - used, cell.h);
            let text = if lead.is_empty() {
                text.clone()
            } else {
                format!(" {}", text.trim_start())
            };
            canvas.line(rest, baseline, &text, style.ink(Ink::Muted));
        }
        let bottom = frame.bottom();
        let small = Style::plain(self.size * 0.88).ink(Ink::Muted);
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
            draw_notes(canvas, words, room);
            draw_signature(canvas, words, (frame, first - 2.2), number);
        }
    }
}

/// The line for a signature and, at its right, which pad of how many it is.
fn draw_signature(
    canvas: &mut Canvas<'_>,
    words: &Words<'_>,
    (frame, baseline): (Area, f32),
    number: Option<&str>,
) {
    let label = words.text("signed");
    let style = Style::plain(6.5).ink(Ink::Muted);
    let cell = Area::new(frame.x, baseline - 3.4, frame.w * 0.6, 4.4);
    canvas.line(cell, baseline, &label, style);
    let x = cell.x + canvas.width(&label, style) + 1.2;
    canvas.rule(
        (x, baseline + 0.6),
        (cell.right(), baseline + 0.6),
        HAIR,
        Ink::Line,
    );
    if let Some(number) = number {
        let width = frame.w * 0.38;
        let cell = Area::new(frame.right() - width, baseline - 3.4, width, 4.4);
        let style = style.align(Align::Right);
        let (fitted, lines) = canvas.fit(cell, number, style.within(4.0, 1));
        canvas.line(cell, baseline, &lines.concat(), fitted);
    }
}

/// Lines for notes, where there is room for some.
fn draw_notes(canvas: &mut Canvas<'_>, words: &Words<'_>, room: Area) {
    if room.h < NOTES {
        return;
    }
    let style = Style::plain(6.5).ink(Ink::Muted);
    let lines = times(room.h - 4.0, NOTE_LINE);
    let label = Area::new(room.x, room.y + 4.0, room.w, 4.0);
    canvas.line(label, label.bottom() - 0.6, &words.text("notes"), style);
    for line in 1..=lines {
        let y = room.y + 1.0 + NOTE_LINE * count(line);
        let from = if line == 1 { 12.0 } else { 0.0 };
        canvas.rule((room.x + from, y), (room.right(), y), HAIR, Ink::Line);
    }
}

/// Paragraphs in columns of much the same length; one is broken only where it has to be.
fn balance(
    blocks: Vec<Vec<(String, String)>>,
    columns: usize,
    form: Form,
) -> Vec<Vec<(String, String)>> {
    let slack = match form {
        Form::Full => 3,
        Form::Brief => 0,
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
    let mut placed: Vec<Vec<(String, String)>> = vec![Vec::new()];
    if most > even + slack {
        let lines: Vec<(String, String)> = blocks.into_iter().flatten().collect();
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

const COLUMN_GAP: f32 = 5.0;

fn column_width(width: f32, columns: usize) -> f32 {
    (width - COLUMN_GAP * (count(columns) - 1.0)) / count(columns)
}
