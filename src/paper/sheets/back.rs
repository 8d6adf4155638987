//! The back of a pad: how it is scored, its house rules, and where they come from; where there is room, the player's
//! aid of the booklet, and the worked hand that has none on the face.

use std::iter;

use super::identity::rules_list;
use super::pad_layout::Layout;
use super::sheet::Sheet;
use crate::booklet::content::Booklet;
use crate::booklet::typesetter::Typesetter;
use crate::layout::canvas::{COLUMN, Canvas, Style, count, leading};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::paper::Area;
use crate::layout::script::is_isolate;

/// The sizes of type that are tried, the largest first, as shares of a legend's.
const SIZES: [f32; 9] = [2.15, 2.0, 1.85, 1.7, 1.55, 1.4, 1.25, 1.1, 1.0];
/// The height of the head, and what stays white under it.
const HEAD: f32 = 8.0;
const UNDER_HEAD: f32 = 3.0;

/// The height that the back needs at least, where it is more than there is.
pub fn lacking(canvas: &Canvas<'_>, sheet: &Sheet<'_>, frame: Area) -> Option<f32> {
    let small = Style::plain(canvas.sizes.caption);
    let known_by = canvas.wrap(&sheet.identity.text(&canvas.words), frame.w, small);
    let edge = count(known_by.len()) * leading(small.size) + 2.0;
    let legend = Footer::new(canvas, sheet, (frame.w, canvas.sizes.legend), false);
    let needed = HEAD + UNDER_HEAD + legend.height() + edge;
    (needed > frame.h).then_some(needed)
}

/// Draws the back of a pad, in type as large as there is room for, with the player's aid of a booklet.
pub fn draw_back(
    canvas: &mut Canvas<'_>,
    (sheet, layout): (&Sheet<'_>, &Layout<'_>),
    aid: Option<&Booklet<'_>>,
    frame: Area,
) {
    let identity = &sheet.identity;
    for item in identity.emblem.items(Area::new(frame.x, frame.y, 6.0, 6.0)) {
        canvas.draw(item);
    }
    let name = identity.name(canvas.words.language);
    let head = Area::new(frame.x + 8.0, frame.y, frame.w - 8.0, 6.0);
    canvas.title(head, &name, canvas.sizes.title, identity.emblem.hue);
    canvas.level(frame.edges(), frame.y + HEAD, COLUMN, Ink::Ink);
    let small = Style::plain(canvas.sizes.caption);
    let known_by = identity.text(&canvas.words);
    let known_by = canvas.wrap(&known_by, frame.w, small);
    let high = count(known_by.len()) * leading(small.size);
    let top = frame.y + HEAD + UNDER_HEAD;
    let bottom = frame.bottom() - high - 2.0;
    let table = &layout.table;
    let worked_height = table.head_height(canvas) + table.grid.row + UNDER_HEAD;
    let worked = sheet.pad.example.as_ref();
    let worked = worked.filter(|_| layout.example.is_none());
    let least = canvas.sizes.caption.min(7.0);
    // As much as there is room for, and all of it in type of one size.
    let setter = Typesetter::new(canvas.fonts);
    let ways = [(aid, worked), (None, worked), (None, None)];
    let laid = ways.into_iter().find_map(|(aid, worked)| {
        let bottom = bottom - worked.map_or(0.0, |_| worked_height);
        let mut sizes = SIZES.into_iter();
        sizes.find_map(|share| {
            let size = canvas.sizes.legend * share;
            let legend = Footer::new(canvas, sheet, (frame.w, size), true);
            let y = top + legend.height() + UNDER_HEAD;
            let place = Area { y, ..frame };
            let (aid, end) = match aid {
                Some(booklet) => booklet.aid_in(place, size, &setter),
                None => (Vec::new(), y - UNDER_HEAD),
            };
            let is_read = |item: &Item| !matches!(item, Item::Text(run) if run.size < least);
            (end <= bottom && aid.iter().all(is_read)).then_some((legend, aid, worked))
        })
    });
    // Where paragraphs have no room to stand apart, they follow each other.
    let (legend, aid, worked) = laid.unwrap_or_else(|| {
        let place = (frame.w, canvas.sizes.legend);
        (Footer::new(canvas, sheet, place, false), Vec::new(), None)
    });
    legend.draw(canvas, frame, top);
    for item in aid {
        canvas.draw(item);
    }
    if let Some(worked) = worked {
        let y = bottom - worked_height + UNDER_HEAD;
        let heads = table.draw_heads(canvas, y);
        let end = heads + table.grid.row;
        table.draw_example(canvas, worked, heads, table.grid.row);
        table.draw_rules(canvas, table.names_top(canvas, y), end, true);
    }
    let y = frame.bottom() - high;
    canvas.lines(Area { y, ..frame }, &known_by, small);
}

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
