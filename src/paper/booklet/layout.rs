//! The layout of a booklet: its text on pages, with what comes first and last.

use super::back_cover::BackCover;
use super::content::Booklet;
use super::front_matter::FrontMatter;
use crate::figures::Figures;
use crate::layout::canvas::{Align, HAIR, Style};
use crate::layout::draw::{Bookmark, Drawing, Ink, Item, Page, Role};
use crate::layout::flow::Flow;
use crate::layout::fonts::Fonts;
use crate::layout::paper::{Area, PageSetup, Size, Span};
use crate::layout::typesetter::{BASELINE, Typesetter, leading};
use crate::requests::{BookletRequest, check_link};
use crate::{PrintError, Printable};
use overtrick_core::args;

/// How far apart the lines for notes are.
const NOTE_LINE: f32 = 9.0;

/// Draws the rules of a game as a booklet.
///
/// # Errors
/// [`PrintError::Faults`] of the house rules and the address, and `Rules`; nothing is drawn then.
///
/// ```
/// use overtrick_paper::booklet::booklet;
/// use overtrick_match::lang::Language;
/// use overtrick_paper::requests::BookletRequest;
///
/// let game = &overtrick_games::all()[0];
/// let plain = BookletRequest::new(game, Language::english());
/// let folded = BookletRequest { fold: true, ..plain.clone() };
/// assert!(booklet(&plain).unwrap().drawing.missing.is_empty());
/// // Two sheets at most, of two sides each.
/// assert!(booklet(&folded).unwrap().drawing.pages.len() <= 4);
/// ```
pub fn booklet(request: &BookletRequest<'_>) -> Result<Printable, PrintError> {
    if let Some(link) = &request.link {
        check_link("link", link)?;
    }
    let figures = Figures::new(request.game, request.language);
    let booklet = Booklet::new(request, figures.map_err(PrintError::Rules)?)?;
    let fonts = Fonts::new(&[]).map_err(PrintError::Font)?;
    let mut drawing = booklet.drawing(&fonts);
    if request.fold {
        drawing = folded(drawing);
    }
    let (facts, language) = (request.game.facts, request.language);
    let name = language.word(facts.id);
    Ok(Printable {
        drawing,
        title: format!("{name} – {}", language.text("rules", "title")),
        author: language.author(facts),
        subject: Some(language.format("booklet", "subject", &args![game: facts.id])),
        language: language.tag(),
        folds: request.fold,
        fonts: Vec::new(),
    })
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
        let (width, height) = (page.w, page.h);
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

    /// The same with another column and no heads beside it.
    #[must_use]
    pub fn with_column(self, column: Area) -> Format {
        Format {
            side: None,
            column,
            ..self
        }
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

/// A booklet with a cover or without one.
struct Trial {
    format: Format,
    /// Its text; the bookmarks are the sections that contents name.
    text: Flow,
    /// Whether it has a page of its own for what comes first.
    has_cover: bool,
    /// The last page.
    back: BackCover,
    /// How many pages are printed together: it has a multiple of that.
    together: usize,
}

impl Trial {
    /// How many pages there are with those for notes.
    fn all_pages(&self) -> usize {
        let pages = self.text.pages.len() + usize::from(self.has_cover) + 1;
        pages.next_multiple_of(self.together)
    }

    /// The names of the sections with the number of their page.
    fn contents(&self) -> Vec<(String, usize)> {
        let first = 1 + usize::from(self.has_cover);
        let entry = |mark: &Bookmark| (mark.name.clone(), mark.page + first);
        self.text.bookmarks.iter().map(entry).collect()
    }

    /// Where lines for notes can stand below the text: on its last page, if that is not full.
    fn notes_below(&self) -> Option<f32> {
        /// How much of its page is white at least.
        const MIN: f32 = 0.4;
        let (column, left) = (self.format.column, self.text.left());
        let top = column.bottom() - left + self.format.leading() * 1.6;
        (left > MIN * column.h).then_some(top)
    }
}

impl Booklet<'_> {
    /// The size of a page of the booklet.
    fn page(&self) -> Size {
        let setup = PageSetup {
            paper: self.request.paper,
            landscape: self.request.fold,
            ..PageSetup::default()
        };
        let mut page = setup.size();
        if self.request.fold {
            page.w /= 2.0;
        }
        page
    }

    fn drawing(&self, fonts: &Fonts<'_>) -> Drawing {
        let setter = Typesetter::new(fonts);
        let trial = self.best(&setter);
        let front = self.front(&trial.format, &setter);
        let contents = trial.contents();
        let mut pages = trial.text.pages.clone();
        if let (Some(top), Some(last)) = (trial.notes_below(), pages.last_mut()) {
            last.extend(self.notes(&trial.format, &setter, top));
        }
        if trial.has_cover {
            pages.insert(0, front.cover(&contents));
        } else {
            pages[0].splice(0..0, front.head(&contents).0);
        }
        for (index, items) in pages.iter_mut().enumerate() {
            if index > 0 || !trial.has_cover {
                items.extend(self.foot(&trial.format, &setter, index));
            }
        }
        while pages.len() + 1 < trial.all_pages() {
            pages.push(self.notes(&trial.format, &setter, trial.format.column.y));
        }
        let back = pages.len();
        pages.push(trial.back.items.clone());
        let aid = self
            .aid()
            .map(|(heading, _)| (heading.text.clone(), back + 1));
        let bookmark = |(name, page): (String, usize)| Bookmark {
            name,
            page: page - 1,
            y: 0.0,
            depth: 0,
        };
        let page = |own| Page::new(trial.format.page, own);
        Drawing {
            bookmarks: contents.into_iter().chain(aid).map(bookmark).collect(),
            pages: pages.into_iter().map(page).collect(),
            missing: setter.missing(),
        }
    }

    /// The booklet; where it is folded, with a cover if that takes no further sheet.
    fn best(&self, setter: &Typesetter<'_>) -> Trial {
        let format = Format::new(self.page());
        let plain = self.trial(format, false, setter);
        let covered = self.request.fold.then(|| self.trial(format, true, setter));
        let short = covered.filter(|covered| covered.all_pages() <= plain.all_pages());
        short.unwrap_or(plain)
    }

    fn front<'a>(&'a self, format: &'a Format, setter: &'a Typesetter<'a>) -> FrontMatter<'a> {
        FrontMatter {
            setter,
            format,
            booklet: self,
        }
    }

    fn trial(&self, format: Format, has_cover: bool, setter: &Typesetter<'_>) -> Trial {
        let back = self.back_cover(&format, setter);
        let strips = self.sections(&format, setter, !back.has_colophon);
        let taken = if has_cover {
            0.0
        } else {
            let marks = strips.iter().filter_map(|strip| strip.bookmark.as_ref());
            let contents: Vec<_> = marks.map(|mark| (mark.name.clone(), 0)).collect();
            self.front(&format, setter).head(&contents).1
        };
        let mut text = Flow::new(format.column, taken);
        text.add(&strips);
        Trial {
            text,
            format,
            has_cover,
            back,
            together: if self.request.fold { 4 } else { 2 },
        }
    }

    /// The edition, and whether the table has house rules of its own.
    pub fn edition(&self) -> String {
        let edition = args![edition: self.request.game.facts.edition];
        let edition = self.request.language.format("booklet", "edition", &edition);
        if self.house_rules.is_changed() {
            format!("{edition} · {}", self.booklet_text("of-this-table"))
        } else {
            edition
        }
    }

    /// The line at the foot of a page, its number outside.
    fn foot(&self, format: &Format, setter: &Typesetter<'_>, index: usize) -> Vec<Item> {
        let (y, edges) = (format.foot(), format.edges());
        let size = (format.size * 0.78).max(6.0);
        let top = y - leading(size);
        let cell = Area::new(edges.start, top, edges.length(), leading(size) * 1.4);
        let name = self.request.language.word(self.request.game.facts.id);
        let text = format!("{name} · {}", self.edition());
        let number = Style::plain(size).bold().ink(self.emblem.hue);
        let page = (index + 1).to_string();
        let (outside, inside) = if self.request.fold && index % 2 == 1 {
            (Align::Left, Align::Right)
        } else {
            (Align::Right, Align::Left)
        };
        vec![
            setter.line_in(cell, y, &text, Style::muted(size).align(inside)),
            setter.line_in(cell, y, &page, number.align(outside)),
        ]
    }

    /// Lines for notes from this height on, where a page has room left.
    fn notes(&self, format: &Format, setter: &Typesetter<'_>, top: f32) -> Vec<Item> {
        let column = format.column;
        let style = Style::head(format.head, self.emblem.hue);
        let pitch = leading(format.head);
        let cell = Area::new(column.x, top, column.w, pitch);
        let place = (column.x, top + pitch * BASELINE);
        let notes = self.request.language.text("pad", "notes");
        let notes = setter.text(&notes, style, place, cell);
        let mut items = Item::tagged(Role::Heading(2), [notes]);
        let mut y = top + pitch + NOTE_LINE;
        while y < column.bottom() {
            items.push(Item::level(column.edges(), y, HAIR, Ink::Line));
            y += NOTE_LINE;
        }
        items
    }
}

/// The pages of each side, left and right, from 0: the outside of the outermost sheet first, then its
/// inside, and so on. Printed on both sides, laid on each other and folded in the middle, the sheets
/// have their pages in order.
pub fn sides(pages: usize) -> Vec<(usize, usize)> {
    let all = pages.next_multiple_of(4);
    let side = |side: usize| {
        let (low, high) = (side, all - 1 - side);
        let is_outside = side.is_multiple_of(2);
        if is_outside { (high, low) } else { (low, high) }
    };
    (0..all / 2).map(side).collect()
}

/// The drawing of a booklet with two of its pages on each side of its sheets.
pub fn folded(drawing: Drawing) -> Drawing {
    let Some(first) = drawing.pages.first() else {
        return drawing;
    };
    let (width, height) = (first.width, first.height);
    let sides = sides(drawing.pages.len());
    let sheet = |(left, right): &(usize, usize)| {
        let half = |page: usize, x: f32| {
            let items = drawing.pages.get(page).into_iter().flat_map(Page::items);
            let items = items.map(|item| item.clone().moved(x, 0.0));
            Item::tagged(Role::Leaf(page), items)
        };
        let own = [half(*left, 0.0), half(*right, width)].concat();
        Page::new(Size::new(2.0 * width, height), own)
    };
    let side_of = |page: usize| {
        let has = |(left, right): &(usize, usize)| *left == page || *right == page;
        sides.iter().position(has).unwrap_or(0)
    };
    let pages = sides.iter().map(sheet).collect();
    let mut bookmarks = drawing.bookmarks;
    for bookmark in &mut bookmarks {
        bookmark.page = side_of(bookmark.page);
    }
    Drawing {
        pages,
        bookmarks,
        missing: drawing.missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_that_are_folded_have_their_pages_in_order() {
        assert_eq!(sides(4), [(3, 0), (1, 2)]);
        assert_eq!(sides(7), [(7, 0), (1, 6), (5, 2), (3, 4)]);
        assert_eq!(sides(12)[4..], [(7, 4), (5, 6)]);
        // A reader turns over: the right half of a side, then the left half of the one behind it.
        for pages in [4, 8, 12] {
            let sides = sides(pages);
            for sheet in sides.chunks(2) {
                let [(_, front), (behind, _)] = sheet else {
                    panic!("a sheet has two sides")
                };
                assert_eq!(front + 1, *behind);
            }
        }
    }
}
