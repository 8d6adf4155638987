//! Drawn items: text, lines and shapes in millimeters, before they are written as PDF.

use std::sync::Arc;

use super::paper::{Area, Size, Span};
use super::picture::Picture;

/// A color of the design. Each color is also legible when it is printed in gray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Ink,
    /// Secondary text.
    Muted,
    /// Lines.
    Line,
    /// The accent color.
    Felt,
    /// Corrected values.
    Red,
    /// A light background, 11 % black.
    Tint,
    /// Pencil writing.
    Pencil,
    /// The color of the paper.
    Paper,
    /// Invisible, for words that only search and screen readers find.
    Invisible,
    /// The accent color of one game, as red, green and blue.
    Hue(u8, u8, u8),
}

impl Ink {
    /// Returns the gray value, from 0 to 255, of a color that is printed only in black (`None` for other colors), and
    /// the red, green and blue for a screen. Text is pure black, because a printer would print dark gray as dots.
    pub const fn tones(self) -> (Option<u8>, (u8, u8, u8)) {
        match self {
            Ink::Ink => (Some(0), (0x1B, 0x1C, 0x1A)),
            Ink::Muted => (Some(0x5C), (0x5B, 0x5E, 0x57)),
            Ink::Pencil => (Some(0x48), (0x46, 0x48, 0x4A)),
            Ink::Line => (Some(0x99), (0x8A, 0x8C, 0x84)),
            Ink::Tint => (Some(0xE3), (0xE3, 0xE3, 0xE3)),
            Ink::Paper | Ink::Invisible => (Some(0xFF), (0xFF, 0xFF, 0xFF)),
            Ink::Felt => (None, (0x1E, 0x6B, 0x50)),
            Ink::Red => (None, (0xB3, 0x26, 0x1E)),
            Ink::Hue(red, green, blue) => (None, (red, green, blue)),
        }
    }
}

/// A piece of text in one font.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The index of the font.
    pub font: usize,
    /// The text.
    pub text: String,
    /// Its width in millimeters.
    pub width: f32,
    /// The clusters of glyphs, from left to right; empty if each character has exactly one glyph.
    pub clusters: Vec<Cluster>,
    /// The index of its first byte in the line in reading order; 0 if the line is read from left to right.
    pub start: usize,
    /// Whether it is read from right to left.
    pub from_right: bool,
}

/// Characters that are drawn together.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// The characters.
    pub text: String,
    /// The glyphs that draw them.
    pub glyphs: Vec<Glyph>,
}

/// A glyph of a font with its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Its distance from the left edge of the piece, in millimeters.
    pub x: f32,
    /// Its height above the baseline.
    pub y: f32,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its pieces, from left to right.
    pub pieces: Vec<Piece>,
    /// The text in reading order, if the pieces are in a different order.
    pub read: Option<String>,
    /// Its left edge.
    pub x: f32,
    /// Its baseline.
    pub y: f32,
    /// Its size in points.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Its color.
    pub ink: Ink,
    /// The cell that contains it.
    pub cell: Area,
}

impl Run {
    /// Returns how wide it is.
    pub fn width(&self) -> f32 {
        self.pieces.iter().map(|piece| piece.width).sum()
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        let seen = || self.pieces.iter().map(|piece| &*piece.text).collect();
        self.read.clone().unwrap_or_else(seen)
    }

    /// Returns the area of its letters.
    pub fn area(&self) -> Area {
        let em = self.size * MM_PER_POINT;
        Area::new(self.x, self.y - 0.76 * em, self.width(), 0.97 * em)
    }
}

/// Millimeters in a point.
pub const MM_PER_POINT: f32 = 25.4 / 72.0;

/// A drawn item.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Text.
    Text(Run),
    /// A straight line: its two ends, and its weight in points.
    Rule((f32, f32), (f32, f32), f32, Ink),
    /// A polygon, as an outline or filled.
    Shape(Vec<(f32, f32)>, Paint),
    /// A line through these points with round corners and ends, and its weight in points.
    Stroke(Vec<(f32, f32)>, f32, Ink),
    /// A circle, by its center and radius.
    Circle((f32, f32), f32, Paint),
    /// A rectangle.
    Box(Area, Paint),
    /// An area with a link to an address.
    Link(Area, String),
    /// A picture that fills an area. It is decoration, so a screen reader skips it.
    Picture(Area, Arc<Picture>),
    /// The start of a group of texts with this role, for a screen reader. The group ends at the matching `End`.
    Begin(Role),
    /// The end of the innermost open group.
    End,
}

impl Item {
    /// Returns items as a group with this role.
    pub fn tagged(role: Role, items: impl IntoIterator<Item = Item>) -> Vec<Item> {
        let items = [Item::Begin(role)].into_iter().chain(items);
        items.chain([Item::End]).collect()
    }

    /// Returns a horizontal line at this height.
    pub const fn level(edges: Span, y: f32, weight: f32, ink: Ink) -> Item {
        Item::Rule((edges.start, y), (edges.end, y), weight, ink)
    }

    /// Returns this item moved to the right and down.
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

/// Moves items to the right and down.
pub fn moved(items: impl IntoIterator<Item = Item>, dx: f32, dy: f32) -> Vec<Item> {
    let items = items.into_iter();
    items.map(|item| item.moved(dx, dy)).collect()
}

/// How a shape is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// Only its edge, with a weight in points.
    Edge(f32, Ink),
    /// The whole shape.
    Fill(Ink),
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// The items that it shares with other pages. They are drawn first.
    pub shared: Arc<[Item]>,
    /// The items that are only on this page.
    pub own: Vec<Item>,
}

/// The role of texts for a screen reader. Items without a role, such as lines and page numbers, are decoration.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// A heading of this level, from 1.
    Heading(u8),
    /// A text.
    Paragraph,
    /// An item of a list. Its first text is its bullet or number.
    ListItem {
        /// Whether the list is numbered.
        ordered: bool,
    },
    /// A row of a table, which continues the table of the previous row. A text belongs to the columns of its cell.
    Row {
        /// The left edges of the columns.
        edges: Arc<[f32]>,
        /// Whether it is the header row, which names the columns.
        head: bool,
    },
    /// The next line of the previous paragraph or item.
    More,
    /// A picture. All items in it form one element.
    Figure {
        /// The alternative text.
        alt: Arc<str>,
        /// Its place.
        place: Area,
    },
    /// A page of a booklet, by its number, on a side of a folded sheet. The pages are read in the order of
    /// their numbers.
    Leaf(usize),
}

/// A bookmark, which leads to a place in the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// Its page, from 0.
    pub page: usize,
    /// Its distance from the top of the page, in millimeters.
    pub y: f32,
    /// Its level; 0 is the outermost.
    pub depth: usize,
}

impl Page {
    /// Creates a page of this size without shared items.
    pub fn new(size: Size, own: Vec<Item>) -> Page {
        Page {
            width: size.w,
            height: size.h,
            shared: Arc::default(),
            own,
        }
    }

    /// Returns all items on the page, in drawing order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.shared.iter().chain(&self.own)
    }
}

/// All pages, with the data of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The pages.
    pub pages: Vec<Page>,
    /// The bookmarks in order.
    pub bookmarks: Vec<Bookmark>,
    /// Characters that no font has. Each is drawn as □.
    pub missing: Vec<char>,
}

/// Pages that are ready to become a PDF.
#[derive(Debug)]
pub struct Printable {
    /// The pages.
    pub drawing: Drawing,
    /// The title of the document.
    pub title: String,
    /// The author of the game.
    pub author: String,
    /// The description of the document, if it has one.
    pub subject: Option<String>,
    /// The tag of the document's language.
    pub language: &'static str,
    /// Whether its sheets are printed on both sides and folded.
    pub folds: bool,
    /// The fonts that came with the request.
    pub fonts: Vec<Vec<u8>>,
}

impl Printable {
    /// Joins documents in their order into one, with the title of the first; `None` if there are no documents.
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
    /// Adds characters that no font has, each once.
    pub fn add_missing<'a>(&mut self, characters: impl IntoIterator<Item = &'a char>) {
        for character in characters {
            if !self.missing.contains(character) {
                self.missing.push(*character);
            }
        }
    }

    /// Returns all items. Items that pages share are returned once.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let shared = self.shared().into_iter().flat_map(|shared| shared.iter());
        shared.chain(self.pages.iter().flat_map(|page| &page.own))
    }

    /// Returns every line of text. Lines that pages share are returned once.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.items().filter_map(|item| match item {
            Item::Text(run) => Some(run),
            _ => None,
        })
    }

    /// Returns the groups of shared items, each once, in the order of the pages on which they are first used.
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
