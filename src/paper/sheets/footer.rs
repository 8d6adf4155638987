//! The legend of a pad with its house rules, on its back.

use std::iter;

use super::identity::rules_list;
use super::sheet::Sheet;
use crate::layout::bidi::is_isolate;
use crate::layout::canvas::{Canvas, Style, count, leading};
use crate::layout::draw::Role;
use crate::layout::paper::Area;

/// What stays white above and below a legend.
const GAP: f32 = 2.0;
/// The distance between two columns.
const COLUMN_GAP: f32 = 5.0;

/// A paragraph: a word or two in bold, then text.
struct Paragraph {
    lead: String,
    text: String,
}

/// A line of a paragraph.
#[derive(Debug, Clone, Default)]
struct Line {
    /// Whether it is the first.
    begins: bool,
    /// Its bold beginning, if the paragraph has one.
    lead: String,
    /// The rest.
    text: String,
}

/// A text as lines of a paragraph, the first without a bold beginning.
fn plain_lines(lines: Vec<String>) -> impl Iterator<Item = Line> {
    let lines = lines.into_iter().enumerate();
    lines.map(|(index, text)| Line {
        begins: index == 0,
        lead: String::new(),
        text,
    })
}

/// A legend, laid out in columns.
pub struct Footer {
    columns: Vec<Vec<Line>>,
    size: f32,
}

impl Footer {
    /// The legend and the house rules in this width; where they stand `apart`, with white between paragraphs, and each
    /// house rule on a line of its own.
    pub fn new(
        canvas: &Canvas<'_>,
        sheet: &Sheet<'_>,
        (width, size): (f32, f32),
        apart: bool,
    ) -> Footer {
        let (style, words) = (Style::plain(size), canvas.words);
        let columns = if width < 110.0 { 1 } else { 2 };
        let each = column_width(width, columns);
        let leads = iter::once(words.text("scoring")).chain(iter::repeat_with(String::new));
        let legend = leads.zip(&sheet.pad.legend).map(|(lead, text)| {
            let text = words.format(text);
            let mut lines = Paragraph { lead, text }.wrap(canvas, style, each);
            lines.extend(apart.then(Line::default));
            lines
        });
        let mut blocks: Vec<Vec<Line>> = legend.collect();
        let rules = rules_list(&words, &sheet.identity, false);
        if !rules.is_empty() && !apart {
            let (lead, text) = (words.text("house-rules"), rules.join(" · "));
            blocks.push(Paragraph { lead, text }.wrap(canvas, style, each));
        } else if !rules.is_empty() {
            let head = Line {
                begins: true,
                lead: words.text("house-rules"),
                text: String::new(),
            };
            let rules = rules.iter();
            let rules = rules.flat_map(|rule| plain_lines(canvas.wrap(rule, each, style)));
            blocks.push(iter::once(head).chain(rules).collect());
        }
        Footer {
            columns: balance(blocks, columns),
            size,
        }
    }

    fn legend_height(&self) -> f32 {
        let longest = self.columns.iter().map(Vec::len).max();
        count(longest.unwrap_or(0)) * leading(self.size)
    }

    /// How high it is, with what stays white above and below it.
    pub fn height(&self) -> f32 {
        GAP + self.legend_height() + GAP
    }

    /// Draws it from `top` on.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32) {
        let each = column_width(frame.w, self.columns.len());
        let style = Style::plain(self.size);
        let top = top + GAP;
        let columns = self.columns.iter().enumerate();
        let lines = columns.flat_map(|(column, lines)| {
            let lines = lines.iter().enumerate();
            lines.map(move |(row, line)| (column, row, line))
        });
        for (column, row, Line { begins, lead, text }) in lines {
            let x = frame.x + count(column) * (each + COLUMN_GAP);
            let y = top + count(row) * leading(self.size);
            let cell = Area::new(x, y, each, leading(self.size));
            let baseline = y + leading(self.size) * 0.76;
            let here = canvas.here();
            canvas.line(cell, baseline, lead, style.bold());
            canvas.part(here, Role::Heading(2));
            let used = canvas.width(lead, style.bold());
            let rest = Area::new(x + used, y, each - used, cell.h);
            let text = if lead.is_empty() || text.is_empty() {
                text.clone()
            } else {
                format!(" {}", text.trim_start())
            };
            let here = canvas.here();
            canvas.line(rest, baseline, &text, style);
            canvas.part(here, if *begins { Role::Paragraph } else { Role::More });
        }
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
                Some(rest) if index == 0 && !lead.is_empty() => Line {
                    begins: true,
                    lead: lead.clone(),
                    text: format!("{marks}{}", rest.trim_start()),
                },
                _ => Line {
                    begins: index == 0,
                    lead: String::new(),
                    text: line,
                },
            }
        };
        lines.map(line).collect()
    }
}

/// Puts paragraphs into columns of about the same length; one is broken only where it has to be.
fn balance(blocks: Vec<Vec<Line>>, columns: usize) -> Vec<Vec<Line>> {
    /// How many lines the longest may have more than the others.
    const SLACK: usize = 3;
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
    if most > even + SLACK {
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
