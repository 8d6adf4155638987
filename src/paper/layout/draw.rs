//! What is drawn: text, rules and shapes in millimeters, before anything is a PDF.

use std::sync::Arc;

use super::paper::Area;
use super::picture::Picture;

/// A color of the house, legible in grey too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Ink,
    /// Secondary text.
    Muted,
    /// Rules.
    Line,
    /// The one accent.
    Felt,
    /// What was corrected away.
    Red,
    /// The ground of a figure, 11 % black.
    Tint,
    /// What a pencil wrote.
    Pencil,
    /// Nothing: the paper shows.
    Paper,
    /// Nothing at all: words that only a reader of the text finds.
    Unseen,
    /// The accent of one game, as red, green and blue.
    Hue(u8, u8, u8),
}

impl Ink {
    /// The shade of what is printed in black alone, from 0 to 255; nothing, if it is a color. Text
    /// is as black as the printer has it: what is nearly black would be made of dots.
    pub const fn gray(self) -> Option<u8> {
        match self {
            Ink::Ink => Some(0),
            Ink::Muted => Some(0x5C),
            Ink::Pencil => Some(0x48),
            Ink::Line => Some(0x8B),
            Ink::Tint => Some(0xE3),
            Ink::Paper | Ink::Unseen => Some(0xFF),
            Ink::Felt | Ink::Red | Ink::Hue(..) => None,
        }
    }

    /// Red, green and blue from 0 to 255.
    pub const fn rgb(self) -> (u8, u8, u8) {
        match self {
            Ink::Ink => (0x1B, 0x1C, 0x1A),
            Ink::Muted => (0x5B, 0x5E, 0x57),
            Ink::Pencil => (0x46, 0x48, 0x4A),
            Ink::Line => (0x8A, 0x8C, 0x84),
            Ink::Felt => (0x1E, 0x6B, 0x50),
            Ink::Red => (0xB3, 0x26, 0x1E),
            Ink::Tint => (0xE3, 0xE3, 0xE3),
            Ink::Paper | Ink::Unseen => (0xFF, 0xFF, 0xFF),
            Ink::Hue(red, green, blue) => (red, green, blue),
        }
    }
}

/// A stretch of text that one font has.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Which font, by its index.
    pub font: usize,
    /// The text.
    pub text: String,
    /// Its width in millimeters.
    pub width: f32,
    /// What is drawn for it, from left to right; nothing where each character has a glyph of its own.
    pub clusters: Vec<Cluster>,
    /// Where it begins in the line as it is read, in bytes; 0 where that is from left to right.
    pub start: usize,
    /// Whether it is read from right to left.
    pub from_right: bool,
}

/// Characters that are drawn together.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// The characters.
    pub text: String,
    /// What is drawn for them.
    pub glyphs: Vec<Glyph>,
}

/// A shape of a font in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// How far right of the piece's left edge it stands, in millimeters.
    pub x: f32,
    /// How far above the baseline.
    pub y: f32,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its pieces, from left to right.
    pub pieces: Vec<Piece>,
    /// The text as it is read, where its pieces stand in another order.
    pub read: Option<String>,
    /// Where it begins.
    pub x: f32,
    /// Its baseline.
    pub y: f32,
    /// Its size in points.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Its color.
    pub ink: Ink,
    /// The cell that it stands in.
    pub cell: Area,
}

impl Run {
    /// How wide it is.
    pub fn width(&self) -> f32 {
        self.pieces.iter().map(|piece| piece.width).sum()
    }

    /// Its text.
    pub fn text(&self) -> String {
        let seen = || self.pieces.iter().map(|piece| &*piece.text).collect();
        self.read.clone().unwrap_or_else(seen)
    }

    /// The place that its letters take up.
    pub fn area(&self) -> Area {
        let em = self.size * MM_PER_POINT;
        Area::new(self.x, self.y - 0.76 * em, self.width(), 0.97 * em)
    }
}

/// Millimeters in a point.
pub const MM_PER_POINT: f32 = 25.4 / 72.0;

/// Something that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Text.
    Text(Run),
    /// A straight line: from, to, its weight in points.
    Rule((f32, f32), (f32, f32), f32, Ink),
    /// A shape of straight sides, drawn around or filled.
    Shape(Vec<(f32, f32)>, Paint),
    /// A line through these points with round corners and ends, its weight in points.
    Stroke(Vec<(f32, f32)>, f32, Ink),
    /// A circle, by its middle and radius.
    Circle((f32, f32), f32, Paint),
    /// A rectangle.
    Box(Area, Paint),
    /// A place that leads to an address.
    Link(Area, String),
    /// A picture that fills a place. It is decoration: nobody hears of it.
    Picture(Area, Arc<Picture>),
    /// What the texts up to the matching end are to somebody who hears the page.
    Begin(Role),
    /// The end of the last that has begun.
    End,
}

impl Item {
    /// Items whose texts are this to somebody who hears the page.
    pub fn tagged(role: Role, items: impl IntoIterator<Item = Item>) -> Vec<Item> {
        let items = [Item::Begin(role)].into_iter().chain(items);
        items.chain([Item::End]).collect()
    }

    /// The same so much further to the right and down.
    #[must_use]
    pub fn moved(mut self, dx: f32, dy: f32) -> Item {
        let shift = |point: &mut (f32, f32)| *point = (point.0 + dx, point.1 + dy);
        let slide = |area: &mut Area| *area = Area::new(area.x + dx, area.y + dy, area.w, area.h);
        match &mut self {
            Item::Text(run) => {
                (run.x, run.y) = (run.x + dx, run.y + dy);
                slide(&mut run.cell);
            }
            Item::Rule(from, to, ..) => [from, to].into_iter().for_each(shift),
            Item::Shape(points, _) | Item::Stroke(points, ..) => points.iter_mut().for_each(shift),
            Item::Circle(middle, ..) => shift(middle),
            Item::Box(area, _) | Item::Link(area, _) | Item::Picture(area, _) => slide(area),
            Item::Begin(Role::Row { edges, .. }) => {
                *edges = edges.iter().map(|edge| edge + dx).collect();
            }
            Item::Begin(Role::Figure { place, .. }) => slide(place),
            Item::Begin(_) | Item::End => {}
        }
        self
    }
}

/// How a shape is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// Its edge, with a weight in points.
    Edge(f32, Ink),
    /// All of it.
    Fill(Ink),
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What it has in common with other pages, and is drawn first.
    pub shared: Arc<[Item]>,
    /// What is on this page alone.
    pub own: Vec<Item>,
}

/// What texts are to somebody who hears a page. What is drawn between them, as rules and boxes, is
/// decoration, and so is text that is nothing of this, as the number of the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// A heading, from 1.
    Heading(u8),
    /// A text.
    Paragraph,
    /// An item of a list; its first text is its sign.
    ListItem {
        /// Whether the sign is a number.
        ordered: bool,
    },
    /// A row of a table that goes on from the row before. A text belongs to the columns that its cell
    /// lies over.
    Row {
        /// The left edges of the columns.
        edges: Arc<[f32]>,
        /// Whether it is the head, which names the columns.
        head: bool,
    },
    /// The next line of the paragraph or item before it.
    More,
    /// A picture: all that is drawn in it is one thing.
    Figure {
        /// What is to be seen in it.
        alt: Arc<str>,
        /// Its place.
        place: Area,
    },
    /// A page of a booklet on a side of a folded sheet, by its number: they are read in this order.
    Leaf(usize),
}

/// A place that a reader may jump to.
#[derive(Debug, Clone, PartialEq)]
pub struct Bookmark {
    /// What it is called.
    pub name: String,
    /// Its page, from 0.
    pub page: usize,
    /// How far down the page, in millimeters.
    pub y: f32,
    /// How deep it stands under the one before: 0 is the outermost.
    pub depth: usize,
}

impl Page {
    /// All that is on it, in the order in which it is drawn.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.shared.iter().chain(&self.own)
    }
}

/// All pages, with what is known of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The pages.
    pub pages: Vec<Page>,
    /// The places that a reader may jump to, in their order.
    pub bookmarks: Vec<Bookmark>,
    /// Characters that no font has, each replaced by □.
    pub missing: Vec<char>,
}

/// Pages that are ready to become a PDF.
#[derive(Debug)]
pub struct Printable {
    /// The pages.
    pub drawing: Drawing,
    /// The title of the document.
    pub title: String,
    /// Who made the game.
    pub author: String,
    /// What the document is, in words, with the least paper that a pad needs.
    pub subject: Option<String>,
    /// The tag of its language.
    pub language: &'static str,
    /// Whether its sheets are printed on both sides and folded.
    pub folds: bool,
    /// The fonts that came with the request.
    pub fonts: Vec<Vec<u8>>,
}

impl Printable {
    /// Joins documents into one, in their order, with the title of the first. `None` without documents.
    pub fn join(documents: Vec<Printable>) -> Option<Printable> {
        let mut documents = documents.into_iter();
        let mut joined = documents.next()?;
        for document in documents {
            let Drawing {
                pages,
                bookmarks,
                missing,
            } = document.drawing;
            let before = joined.drawing.pages.len();
            joined.drawing.pages.extend(pages);
            joined
                .drawing
                .bookmarks
                .extend(bookmarks.into_iter().map(|bookmark| Bookmark {
                    page: bookmark.page + before,
                    ..bookmark
                }));
            for character in missing {
                if !joined.drawing.missing.contains(&character) {
                    joined.drawing.missing.push(character);
                }
            }
            joined.subject = joined
                .subject
                .filter(|subject| document.subject.as_ref() == Some(subject));
            joined.fonts.extend(document.fonts);
        }
        Some(joined)
    }
}

impl Drawing {
    /// Every line of text, one that pages share once.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        let shared = self.shared().into_iter().flat_map(|shared| shared.iter());
        let own = self.pages.iter().flat_map(|page| &page.own);
        shared.chain(own).filter_map(|item| match item {
            Item::Text(run) => Some(run),
            _ => None,
        })
    }

    /// What pages share, each once, in the order of the first page that has it.
    pub fn shared(&self) -> Vec<&Arc<[Item]>> {
        let mut shared: Vec<&Arc<[Item]>> = Vec::new();
        for page in &self.pages {
            if !page.shared.is_empty() && !shared.iter().any(|it| Arc::ptr_eq(it, &page.shared)) {
                shared.push(&page.shared);
            }
        }
        shared
    }

    /// Hands over all that is drawn as bytes: equal drawings give equal ones.
    pub fn feed(&self, take: &mut impl FnMut(&[u8])) {
        let shared = self.shared();
        for items in &shared {
            items.iter().for_each(|item| feed_item(item, take));
            take(&[0]);
        }
        for page in &self.pages {
            numbers(take, &[page.width, page.height]);
            let index = shared.iter().position(|it| Arc::ptr_eq(it, &page.shared));
            take(&index.map_or(u64::MAX, wide).to_be_bytes());
            page.own.iter().for_each(|item| feed_item(item, take));
        }
        for mark in &self.bookmarks {
            take(mark.name.as_bytes());
            take(&wide(mark.page).to_be_bytes());
            take(&wide(mark.depth).to_be_bytes());
        }
    }
}

fn numbers(take: &mut impl FnMut(&[u8]), numbers: &[f32]) {
    for number in numbers {
        take(&number.to_bits().to_be_bytes());
    }
}

/// A number of things in as many bytes on every machine.
fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A color as bytes.
fn color(ink: Ink) -> [u8; 3] {
    let (red, green, blue) = ink.rgb();
    [red, green, blue]
}

fn feed_item(item: &Item, take: &mut impl FnMut(&[u8])) {
    let paint = |paint: &Paint| match paint {
        Paint::Edge(weight, ink) => (*weight, color(*ink)),
        Paint::Fill(ink) => (-1.0, color(*ink)),
    };
    match item {
        Item::Text(run) => {
            numbers(take, &[run.x, run.y, run.size]);
            take(&[1, u8::from(run.bold)]);
            take(&color(run.ink));
            for piece in &run.pieces {
                take(&wide(piece.font).to_be_bytes());
                take(piece.text.as_bytes());
                for glyph in piece.clusters.iter().flat_map(|cluster| &cluster.glyphs) {
                    take(&glyph.id.to_be_bytes());
                    numbers(take, &[glyph.x, glyph.y]);
                }
            }
        }
        Item::Rule(from, to, weight, ink) => {
            numbers(take, &[from.0, from.1, to.0, to.1, *weight]);
            take(&[2]);
            take(&color(*ink));
        }
        Item::Shape(points, how) => {
            for (x, y) in points {
                numbers(take, &[*x, *y]);
            }
            let (weight, ink) = paint(how);
            numbers(take, &[weight]);
            take(&[3]);
            take(&ink);
        }
        Item::Stroke(points, weight, ink) => {
            for (x, y) in points {
                numbers(take, &[*x, *y]);
            }
            numbers(take, &[*weight]);
            take(&[6]);
            take(&color(*ink));
        }
        Item::Circle(middle, radius, how) => {
            let (weight, ink) = paint(how);
            numbers(take, &[middle.0, middle.1, *radius, weight]);
            take(&[4]);
            take(&ink);
        }
        Item::Box(area, how) => {
            let (weight, ink) = paint(how);
            numbers(take, &[area.x, area.y, area.w, area.h, weight]);
            take(&[5]);
            take(&ink);
        }
        Item::Link(area, url) => {
            numbers(take, &[area.x, area.y, area.w, area.h]);
            take(url.as_bytes());
        }
        Item::Picture(area, picture) => {
            numbers(take, &[area.x, area.y, area.w, area.h]);
            take(&[7]);
            take(picture.id.as_bytes());
        }
        Item::Begin(role) => match role {
            Role::Heading(level) => take(&[8, *level]),
            Role::Paragraph => take(&[9]),
            Role::ListItem { ordered } => take(&[10, u8::from(*ordered)]),
            Role::Row { edges, head } => {
                numbers(take, edges);
                take(&[11, u8::from(*head)]);
            }
            Role::More => take(&[12]),
            Role::Figure { alt, .. } => take(alt.as_bytes()),
            Role::Leaf(number) => take(&wide(*number).to_be_bytes()),
        },
        Item::End => take(&[13]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_share_is_handed_over_once_in_whatever_order_they_come() {
        let item = |x| Item::Circle((x, 1.0), 2.0, Paint::Fill(Ink::Ink));
        let sides: [Arc<[Item]>; 2] = [1.0, 2.0].map(|x| vec![item(x); 100].into());
        let drawing = |turns: &[usize]| Drawing {
            pages: turns
                .iter()
                .map(|side| Page {
                    width: 100.0,
                    height: 100.0,
                    shared: sides[*side].clone(),
                    own: Vec::new(),
                })
                .collect(),
            bookmarks: Vec::new(),
            missing: Vec::new(),
        };
        let fed = |turns: &[usize]| {
            let mut bytes = Vec::new();
            drawing(turns).feed(&mut |part| bytes.extend_from_slice(part));
            bytes
        };
        let (two, forty) = (fed(&[0, 1]), fed(&[0, 1].repeat(20)));
        assert!(forty.len() < two.len() + 40 * 32, "{}", forty.len());
        assert_ne!(fed(&[0, 1, 0]), fed(&[0, 1, 1]), "which one it has counts");
    }
}
