//! The layout of a booklet: its text on pages, between the front matter and the back cover.

use super::blocks::{Blocks, Booklet};
use super::format::Format;
use crate::figures::Figures;
use crate::layout::canvas::{Align, HAIR, Style};
use crate::layout::draw::{Bookmark, Drawing, Ink, Item, Page, Role, moved};
use crate::layout::flow::{Flow, Strip};
use crate::layout::fonts::Fonts;
use crate::layout::paper::{Area, PageSetup, Size};
use crate::layout::typesetter::{BASELINE, Typesetter, leading};
use crate::requests::{BookletRequest, check_link};
use crate::{PrintError, Printable};
use overtrick_core::args;

/// The distance between ruled lines for notes.
const NOTE_LINE: f32 = 9.0;

/// Draws the rules of a game as a booklet.
///
/// # Errors
/// [`PrintError::Faults`] for the house rules or the address, and [`PrintError::Rules`] for the rules text.
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
    let figures = Figures::new(request.game, request.language).map_err(PrintError::Rules)?;
    let booklet = Booklet::new(request, Some(figures))?;
    let fonts = Fonts::new(&[]).map_err(PrintError::Font)?;
    let mut drawing = booklet.drawing(&fonts);
    if request.fold {
        drawing = folded(drawing);
    }
    let (facts, language) = (request.game.facts, request.language);
    Ok(Printable {
        drawing,
        title: format!("{} – {}", booklet.name(), language.text("rules", "title")),
        author: language.author(facts),
        subject: Some(language.format("booklet", "subject", &args![game: facts.id])),
        language: language.tag(),
        folds: request.fold,
        fonts: Vec::new(),
    })
}

impl Booklet<'_> {
    /// Returns the size of a page of the booklet.
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
        let format = Format::new(self.page());
        let blocks = self.blocks(&format, &setter);
        let (back, has_colophon) = blocks.back_cover();
        let (text, has_cover) = blocks.text(&blocks.sections(!has_colophon));
        let first = 1 + usize::from(has_cover);
        let entry = |mark: &Bookmark| (mark.name.clone(), mark.page + first);
        let contents: Vec<(String, usize)> = text.bookmarks.iter().map(entry).collect();
        let notes_top = blocks.notes_top(text.left());
        let mut pages = text.pages;
        if let (Some(top), Some(last)) = (notes_top, pages.last_mut()) {
            last.extend(blocks.notes(top));
        }
        if has_cover {
            pages.insert(0, blocks.cover(&contents));
        } else {
            pages[0].splice(0..0, blocks.front_head(&contents).0);
        }
        for (index, items) in pages.iter_mut().enumerate() {
            if index > 0 || !has_cover {
                items.extend(blocks.foot(index));
            }
        }
        while pages.len() + 1 < self.all_pages(pages.len()) {
            pages.push(blocks.notes(format.column.y));
        }
        let aid = self.aid().map(|(heading, _)| heading.text.clone());
        let aid = aid.map(|name| (name, pages.len() + 1));
        let bookmark = |(name, page): (String, usize)| Bookmark {
            name,
            page: page - 1,
            y: 0.0,
            depth: 0,
        };
        let bookmarks = contents.into_iter().chain(aid).map(bookmark).collect();
        pages.push(back);
        let page = |own| Page::new(format.page, own);
        Drawing {
            bookmarks,
            pages: pages.into_iter().map(page).collect(),
            missing: setter.missing(),
        }
    }

    /// Returns the total number of pages: this many, then pages for notes, then the back cover.
    fn all_pages(&self, pages: usize) -> usize {
        let together = if self.request.fold { 4 } else { 2 };
        (pages + 1).next_multiple_of(together)
    }
}

impl Blocks<'_> {
    /// Places the text on pages. Returns the pages, and whether there is a cover. Only a folded booklet has a
    /// cover, and only if the cover needs no additional sheet. The sections in the contents become bookmarks.
    fn text(&self, strips: &[Strip]) -> (Flow, bool) {
        let flow = |taken: f32| {
            let mut text = Flow::new(self.format.column, taken);
            text.add(strips);
            text
        };
        let marks = strips.iter().filter_map(|strip| strip.bookmark.as_ref());
        let contents: Vec<_> = marks.map(|mark| (mark.name.clone(), 0)).collect();
        let plain = flow(self.front_head(&contents).1);
        if self.booklet.request.fold {
            let covered = flow(0.0);
            let pages = |before: usize| self.booklet.all_pages(before);
            if pages(covered.pages.len() + 1) <= pages(plain.pages.len()) {
                return (covered, true);
            }
        }
        (plain, false)
    }

    /// Returns the top of the lines for notes on the last page; `None` if too little of its height is left.
    fn notes_top(&self, left: f32) -> Option<f32> {
        /// The smallest fraction of the column that must be free.
        const MIN: f32 = 0.4;
        let column = self.format.column;
        let top = column.bottom() - left + self.format.leading() * 1.6;
        (left > MIN * column.h).then_some(top)
    }

    /// Draws the footer of a page. The page number is at the outer edge.
    fn foot(&self, index: usize) -> Vec<Item> {
        let (booklet, format) = (self.booklet, self.format);
        let (y, edges) = (format.foot(), format.edges());
        let size = (format.size * 0.78).max(6.0);
        let top = y - leading(size);
        let cell = Area::new(edges.start, top, edges.length(), leading(size) * 1.4);
        let text = format!("{} · {}", booklet.name(), booklet.edition());
        let number = Style::plain(size).bold().ink(booklet.emblem.hue);
        let page = (index + 1).to_string();
        let (outside, inside) = if booklet.request.fold && index % 2 == 1 {
            (Align::Left, Align::Right)
        } else {
            (Align::Right, Align::Left)
        };
        let muted = Style::muted(size).align(inside);
        vec![
            self.setter.line_in(cell, y, &text, muted),
            self.setter.line_in(cell, y, &page, number.align(outside)),
        ]
    }

    /// Draws a heading and ruled lines for notes, from this height down.
    fn notes(&self, top: f32) -> Vec<Item> {
        let (format, column) = (self.format, self.format.column);
        let style = Style::head(format.head, self.booklet.emblem.hue);
        let pitch = leading(format.head);
        let cell = Area::new(column.x, top, column.w, pitch);
        let place = (column.x, top + pitch * BASELINE);
        let notes = self.booklet.request.language.text("pad", "notes");
        let notes = self.setter.text(&notes, style, place, cell);
        let mut items = Item::tagged(Role::Heading(2), [notes]);
        let mut y = top + pitch + NOTE_LINE;
        while y < column.bottom() {
            items.push(Item::level(column.edges(), y, HAIR, Ink::Line));
            y += NOTE_LINE;
        }
        items
    }
}

/// Returns the left and right page, from 0, of each side: the outside of the outermost sheet, then its inside, and so
/// on. When the sheets are printed on both sides, stacked and folded in the middle, the pages are in order.
pub fn sides(pages: usize) -> Vec<(usize, usize)> {
    let all = pages.next_multiple_of(4);
    let side = |side: usize| {
        let (low, high) = (side, all - 1 - side);
        let is_outside = side.is_multiple_of(2);
        if is_outside { (high, low) } else { (low, high) }
    };
    (0..all / 2).map(side).collect()
}

/// Arranges a booklet with two pages on each side of a sheet.
pub fn folded(drawing: Drawing) -> Drawing {
    let Some(first) = drawing.pages.first() else {
        return drawing;
    };
    let (width, height) = (first.width, first.height);
    let sides = sides(drawing.pages.len());
    let sheet = |(left, right): &(usize, usize)| {
        let half = |page: usize, x: f32| {
            let items = drawing.pages.get(page).into_iter().flat_map(Page::items);
            Item::tagged(Role::Leaf(page), moved(items.cloned(), x, 0.0))
        };
        let own = [half(*left, 0.0), half(*right, width)].concat();
        Page::new(Size::new(2.0 * width, height), own)
    };
    let side_of = |page: usize| {
        let has = |(left, right): &(usize, usize)| *left == page || *right == page;
        sides.iter().position(has).unwrap_or(0)
    };
    let mut bookmarks = drawing.bookmarks;
    for bookmark in &mut bookmarks {
        bookmark.page = side_of(bookmark.page);
    }
    Drawing {
        pages: sides.iter().map(sheet).collect(),
        bookmarks,
        ..drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_sheets_have_their_pages_in_order() {
        assert_eq!(sides(4), [(3, 0), (1, 2)]);
        assert_eq!(sides(7), [(7, 0), (1, 6), (5, 2), (3, 4)]);
        assert_eq!(sides(12)[4..], [(7, 4), (5, 6)]);
        // A reader turns from the right half of a sheet's outside to the left half of its inside.
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
