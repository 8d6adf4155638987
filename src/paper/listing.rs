//! Listings: a table of texts under a title, such as the standings of a season. It may take several pages.

use crate::layout::canvas::{Align, Style};
use crate::layout::draw::{Drawing, Ink, Page, Role};
use crate::layout::flow::{Flow, Strip, keep, spaced};
use crate::layout::fonts::Fonts;
use crate::layout::paper::{Area, PageSetup};
use crate::layout::typesetter::{Typesetter, Word, WordTable};
use crate::requests::{MAX_PAGES, pages_fault};
use crate::{PrintError, Printable};
use overtrick_core::args;
use overtrick_match::lang::Language;

/// The text sizes of the title, of paragraphs and of cells, in points.
const TITLE: f32 = 20.0;
const TEXT: f32 = 9.5;
const CELL: f32 = 9.0;
/// The height of the page number at the foot of a page.
const FOOT: f32 = 8.0;

/// A table, with a title above it and paragraphs below it.
#[derive(Debug)]
pub struct Listing<'a> {
    /// The title.
    pub title: String,
    /// The text under the title.
    pub about: String,
    /// The column headers.
    pub head: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    /// Whether each column has numbers, which are aligned right.
    pub figures: Vec<bool>,
    /// The paragraphs below the table.
    pub notes: Vec<String>,
    /// The page.
    pub setup: PageSetup,
    /// The language.
    pub language: &'a Language,
    /// Fonts for scripts that the built-in ones lack.
    pub fonts: &'a [Vec<u8>],
}

/// Draws a listing.
///
/// # Errors
/// [`PrintError::Font`]; [`PrintError::Faults`] if the listing has more than [`MAX_PAGES`].
///
/// ```
/// use overtrick_match::lang::Language;
/// use overtrick_paper::layout::paper::PageSetup;
/// use overtrick_paper::listing::{Listing, listing};
///
/// let rows = (1..=100).map(|place| vec![format!("{place}."), "Ann".to_owned(), "31½".to_owned()]);
/// let season = Listing {
///     title: "Autumn 2026".to_owned(),
///     about: "12 evenings, 30 members".to_owned(),
///     head: ["", "Member", "Points"].map(str::to_owned).to_vec(),
///     rows: rows.collect(),
///     figures: vec![true, false, true],
///     notes: vec!["The best ten evenings count.".to_owned()],
///     setup: PageSetup::default(),
///     language: Language::english(),
///     fonts: &[],
/// };
/// let printable = listing(&season).unwrap();
/// assert_eq!(printable.drawing.pages.len(), 3, "the head of the table is repeated");
/// ```
pub fn listing(listing: &Listing<'_>) -> Result<Printable, PrintError> {
    let fonts = Fonts::new(listing.fonts).map_err(PrintError::Font)?;
    let setter = Typesetter::new(&fonts);
    let frame = listing.setup.frames()[0];
    let column = Area::new(frame.x, frame.y, frame.w, frame.h - FOOT);
    let mut flow = Flow::new(column, 0.0);
    flow.add(&listing.strips(&setter, column));
    let all = flow.pages.len();
    if all > MAX_PAGES {
        return Err(pages_fault(all).into());
    }
    let size = listing.setup.size();
    let pages = flow.pages.into_iter().enumerate().map(|(page, mut own)| {
        let args = args![page: page + 1, pages: all];
        let text = listing.language.format("pad", "page", &args);
        let cell = Area::new(frame.x, frame.bottom() - 5.0, frame.w, 5.0);
        let style = Style::muted(7.0).align(Align::Right);
        own.push(setter.line_in(cell, cell.bottom() - 1.4, &text, style));
        Page::new(size, own)
    });
    Ok(Printable {
        drawing: Drawing {
            pages: pages.collect(),
            bookmarks: flow.bookmarks,
            missing: setter.missing(),
        },
        title: listing.title.clone(),
        author: String::new(),
        subject: None,
        language: listing.language.tag(),
        folds: false,
        fonts: listing.fonts.to_vec(),
    })
}

impl Listing<'_> {
    fn strips(&self, setter: &Typesetter<'_>, column: Area) -> Vec<Strip> {
        let plain = Style::plain(TEXT);
        let title = Style::head(TITLE, Ink::Ink);
        let lines = |text: &str, style: Style, role: Role| {
            let words = setter.words(text, style);
            setter.paragraph(words, style.size, (0.0, column.w), role)
        };
        let mut strips = lines(&self.title, title, Role::Heading(1));
        strips.extend(lines(&self.about, plain.ink(Ink::Muted), Role::Paragraph));
        keep(&mut strips);
        let style = Style::plain(CELL);
        let cells = |texts: &[String], style: Style| -> Vec<Vec<Word>> {
            texts.iter().map(|text| setter.words(text, style)).collect()
        };
        let table = WordTable {
            head: cells(&self.head, style.table_head()),
            rows: self.rows.iter().map(|row| cells(row, style)).collect(),
            right: self.figures.clone(),
            size: CELL,
        };
        strips.extend(spaced(setter.table(table, column.size()), 3.0, 0.0));
        for note in &self.notes {
            strips.extend(spaced(lines(note, plain, Role::Paragraph), 2.0, 0.0));
        }
        strips
    }
}
