//! Pages: their format, and sections placed one below the other, broken only where a reader does not stumble.

use crate::layout::canvas::{HAIR, leading as tight};
use crate::layout::draw::{Ink, Item};
use crate::layout::paper::{Area, Size, Span};
use crate::layout::table::{Strip, height_of, kept_together};

/// Where the line stands in the height of a line.
pub const BASELINE: f32 = 0.7;

/// How much of its column a page takes that has more than a few lines.
const LEAST: f32 = 0.33;

/// A part of a booklet with one head.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// What it is called; nothing for what stands before the first head.
    pub heading: String,
    /// Whether the contents name it.
    pub listed: bool,
    /// Its head, where that stands beside the text: from the upper left corner of the column, and the
    /// height.
    pub side: Option<(Vec<Item>, f32)>,
    /// The white above it.
    pub before: f32,
    /// What is in it.
    pub strips: Vec<Strip>,
}

/// Sections on their pages.
#[derive(Debug, Default)]
pub struct Placed {
    /// What is on each page.
    pub pages: Vec<Vec<Item>>,
    /// The page of each section, from 0.
    pub starts: Vec<usize>,
    /// How much of the last page is taken, as a part of its column.
    pub last: f32,
}

/// Places sections; on the first page so far from the top of the column.
pub fn place(sections: &[Section], format: &Format, first: f32) -> Placed {
    let mut placer = Placer {
        format,
        placed: Placed::default(),
        y: format.column.y + first,
        floor: 0.0,
        is_fresh: first == 0.0,
    };
    placer.placed.pages.push(Vec::new());
    for section in sections {
        placer.section(section);
    }
    let column = format.column;
    placer.placed.last = (placer.y.max(placer.floor) - column.y) / column.h;
    placer.placed
}

struct Placer<'a> {
    format: &'a Format,
    placed: Placed,
    y: f32,
    /// Where the head beside the text ends.
    floor: f32,
    /// Whether the page has nothing yet.
    is_fresh: bool,
}

/// The height that a part takes where the pen is.
fn needed(section: &Section, part: &[Strip], is_first: bool) -> f32 {
    let mut height = height_of(part);
    if is_first {
        let beside = section.side.as_ref().map_or(0.0, |(_, height)| *height);
        height = height.max(beside) + section.before;
    }
    height
}

impl Placer<'_> {
    fn section(&mut self, section: &Section) {
        self.y = self.y.max(self.floor);
        let mut rest = section.strips.as_slice();
        let mut is_first = true;
        while !rest.is_empty() {
            let mut end = kept_together(rest);
            // Two lines at least stand under a head, and as many as it has beside it.
            while is_first && end < rest.len() && self.is_short(section, &rest[..end]) {
                end += kept_together(&rest[end..]);
            }
            let (part, others) = rest.split_at(end);
            let room = self.format.column.bottom() - self.y;
            let is_parted = self.is_parted(part, room);
            if needed(section, part, is_first) > room + 0.01 && !self.is_fresh && !is_parted {
                self.turn();
            }
            if is_first {
                self.begin(section);
            }
            for (index, strip) in part.iter().enumerate() {
                if index > 0 && index + 2 == part.len() {
                    self.keep_last(&part[index..]);
                }
                self.strip(strip);
            }
            is_first = false;
            rest = others;
        }
    }

    /// Whether a table is parted, which would leave most of a page white otherwise.
    fn is_parted(&self, part: &[Strip], room: f32) -> bool {
        /// How many rows after the first a table has at least that is parted for this.
        const LONG: usize = 8;
        let rows = part.iter().filter(|strip| strip.again.is_some());
        let room = room / self.format.column.h;
        room > 1.0 - LEAST || rows.count() >= LONG && room > 0.6
    }

    /// Whether a section would begin with less text than a reader expects under its head.
    fn is_short(&self, section: &Section, part: &[Strip]) -> bool {
        let two = self.format.leading() * 1.9;
        let least = match &section.side {
            Some((_, height)) => height.max(two),
            None => self.format.head * 0.5 + two,
        };
        part.iter().map(|strip| strip.height).sum::<f32>() < least
    }

    /// Turns the page where the last row of a parted table would otherwise stand alone on the next one.
    fn keep_last(&mut self, two: &[Strip]) {
        let height = height_of(two);
        let room = self.format.column.bottom() - self.y;
        if height > room + 0.01 && !self.is_fresh {
            self.turn();
        }
    }

    fn turn(&mut self) {
        self.placed.pages.push(Vec::new());
        self.y = self.format.column.y;
        self.floor = 0.0;
        self.is_fresh = true;
    }

    fn draw(&mut self, items: &[Item]) {
        let (x, y) = (self.format.column.x, self.y);
        if let Some(page) = self.placed.pages.last_mut() {
            page.extend(items.iter().map(|item| item.clone().moved(x, y)));
        }
    }

    /// Begins a section: a rule where heads stand beside the text, and the head.
    fn begin(&mut self, section: &Section) {
        if !self.is_fresh {
            self.y += section.before;
        }
        if let Some((head, height)) = &section.side {
            if !self.is_fresh {
                let edges = self.format.edges();
                let y = self.y - section.before * 0.5;
                let rule = Item::Rule((edges.start, y), (edges.end, y), HAIR, Ink::Line);
                self.placed
                    .pages
                    .last_mut()
                    .into_iter()
                    .for_each(|page| page.push(rule.clone()));
            }
            self.draw(head);
            self.floor = self.y + height;
            // The text stands on the line of its head.
            self.is_fresh = true;
        }
        self.placed.starts.push(self.placed.pages.len() - 1);
    }

    fn strip(&mut self, strip: &Strip) {
        let bottom = self.format.column.bottom();
        let top = if self.is_fresh { 0.0 } else { strip.before };
        if self.y + top + strip.height > bottom + 0.01 && !self.is_fresh {
            self.turn();
        }
        let is_top = self.y <= self.format.column.y;
        if let Some(again) = strip.again.as_ref().filter(|_| is_top) {
            self.draw(&again.items);
            self.y += again.height;
        } else if !self.is_fresh {
            self.y += strip.before;
        }
        self.draw(&strip.items);
        self.y += strip.height;
        self.is_fresh = false;
    }
}

/// The format of a page. Lengths are millimeters, sizes points.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Width and height.
    pub page: Size,
    /// The column of the text.
    pub column: Area,
    /// Where heads stand beside the text, where there is room for that: from the left, and the width.
    pub side: Option<Span>,
    /// The size of the text.
    pub size: f32,
    /// The size of the heads of sections.
    pub head: f32,
    /// The size of the game's name.
    pub title: f32,
    /// The size of the text of the player's aid, which is read from further away where there is room for that.
    pub aid: f32,
}

impl Format {
    /// The format of pages of this width and height.
    pub fn new(page: Size) -> Format {
        let Size {
            w: width,
            h: height,
        } = page;
        let (margin, top, bottom) = match width {
            wide if wide > 190.0 => (17.0, 18.0, 21.0),
            wide if wide > 130.0 => (14.0, 13.0, 17.0),
            _ => (9.5, 9.0, 12.5),
        };
        let (beside, title, size, aid) = match width {
            wide if wide > 190.0 => (Some(Span::new(margin, margin + 41.0)), 44.0, 10.0, 13.0),
            wide if wide > 130.0 => (None, 34.0, 8.75, 11.0),
            _ => (None, 25.0, 7.5, 8.6),
        };
        let left = beside.map_or(margin, |side: Span| side.end + 7.0);
        let format = Format {
            page,
            column: Area::new(left, top, width - margin - left, height - top - bottom),
            side: beside,
            size: 0.0,
            head: 0.0,
            title,
            aid,
        };
        format.sized(size)
    }

    /// The same with text of another size.
    #[must_use]
    pub fn sized(self, size: f32) -> Format {
        let head = size * if self.side.is_some() { 1.3 } else { 1.45 };
        Format { size, head, ..self }
    }

    /// From the left to the right edge of all that is printed.
    pub fn edges(&self) -> Span {
        let left = self.side.map_or(self.column.x, |side| side.start);
        Span::new(left, self.column.right())
    }

    /// How far apart the lines of the text are.
    pub fn leading(&self) -> f32 {
        leading(self.size)
    }

    /// Where the line at the foot of a page stands.
    pub fn foot(&self) -> f32 {
        f32::midpoint(self.page.h, self.column.bottom())
    }
}

/// How far apart lines of this size are where they are read at length.
pub fn leading(size: f32) -> f32 {
    tight(size) * 1.1
}
