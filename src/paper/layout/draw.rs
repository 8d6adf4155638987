//! What is drawn: text, rules and shapes in millimeters, before anything is a PDF.

use std::sync::Arc;

use super::paper::{Area, Size, Span};
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
    /// Red, green and blue from 0 to 255.
    pub const fn rgb(self) -> (u8, u8, u8) {
        self.tones().1
    }

    /// The shade of what is printed in black alone, from 0 to 255; nothing, if it is a color. Text is as black as the
    /// printer has it: what is nearly black would be made of dots. And the same as red, green and blue on a screen.
    pub const fn tones(self) -> (Option<u8>, (u8, u8, u8)) {
        match self {
            Ink::Ink => (Some(0), (0x1B, 0x1C, 0x1A)),
            Ink::Muted => (Some(0x5C), (0x5B, 0x5E, 0x57)),
            Ink::Pencil => (Some(0x48), (0x46, 0x48, 0x4A)),
            Ink::Line => (Some(0x99), (0x8A, 0x8C, 0x84)),
            Ink::Tint => (Some(0xE3), (0xE3, 0xE3, 0xE3)),
            Ink::Paper | Ink::Unseen => (Some(0xFF), (0xFF, 0xFF, 0xFF)),
            Ink::Felt => (None, (0x1E, 0x6B, 0x50)),
            Ink::Red => (None, (0xB3, 0x26, 0x1E)),
            Ink::Hue(red, green, blue) => (None, (red, green, blue)),
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
    /// A picture that fills a place. It is decoration: a screen reader passes over it.
    Picture(Area, Arc<Picture>),
    /// The role of the texts up to the matching end, for a screen reader.
    Begin(Role),
    /// The end of the last that has begun.
    End,
}

impl Item {
    /// Items whose texts have this role.
    pub fn tagged(role: Role, items: impl IntoIterator<Item = Item>) -> Vec<Item> {
        let items = [Item::Begin(role)].into_iter().chain(items);
        items.chain([Item::End]).collect()
    }

    /// A level rule at this height.
    pub const fn level(edges: Span, y: f32, weight: f32, ink: Ink) -> Item {
        Item::Rule((edges.start, y), (edges.end, y), weight, ink)
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

/// Items so much further to the right and down.
pub fn moved(items: impl IntoIterator<Item = Item>, dx: f32, dy: f32) -> Vec<Item> {
    let items = items.into_iter();
    items.map(|item| item.moved(dx, dy)).collect()
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

/// The role of texts for a screen reader. What is drawn between them, as rules and boxes, is
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
    /// A page of this size that shares nothing.
    pub fn new(size: Size, own: Vec<Item>) -> Page {
        Page {
            width: size.w,
            height: size.h,
            shared: Arc::default(),
            own,
        }
    }

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
            let (all, drawing) = (&mut joined.drawing, document.drawing);
            let before = all.pages.len();
            all.pages.extend(drawing.pages);
            for mut bookmark in drawing.bookmarks {
                bookmark.page += before;
                all.bookmarks.push(bookmark);
            }
            all.add_missing(&drawing.missing);
            let subject = document.subject.as_ref();
            joined.subject.take_if(|own| subject != Some(&*own));
            joined.fonts.extend(document.fonts);
        }
        Some(joined)
    }
}

impl Drawing {
    /// Adds characters that no font has.
    pub fn add_missing<'a>(&mut self, characters: impl IntoIterator<Item = &'a char>) {
        for character in characters {
            if !self.missing.contains(character) {
                self.missing.push(*character);
            }
        }
    }

    /// All that is drawn, what pages share once.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let shared = self.shared().into_iter().flat_map(|shared| shared.iter());
        shared.chain(self.pages.iter().flat_map(|page| &page.own))
    }

    /// Every line of text, one that pages share once.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.items().filter_map(|item| match item {
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
}
