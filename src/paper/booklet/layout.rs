//! The layout of a booklet: its text on pages, with what comes first and last.

use super::back_cover::BackCover;
use super::content::Booklet;
use super::format::Format;
use super::front_matter::FrontMatter;
use crate::layout::canvas::{Align, HAIR, Style};
use crate::layout::draw::{Bookmark, Drawing, Ink, Item, Page, Role};
use crate::layout::flow::Flow;
use crate::layout::fonts::{Cut, Fonts};
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
    let booklet = Booklet::new(request)?;
    let fonts = Fonts::new(&[]).map_err(PrintError::Font)?;
    let drawing = booklet.drawing(&fonts);
    let (facts, language) = (request.game.facts, request.language);
    let name = language.word(facts.id);
    Ok(Printable {
        drawing: if request.fold {
            folded(drawing)
        } else {
            drawing
        },
        title: format!("{name} – {}", language.text("rules", "title")),
        author: language.author(facts),
        subject: Some(language.format("booklet", "subject", &args![game: facts.id])),
        language: language.tag(),
        folds: request.fold,
        fonts: Vec::new(),
    })
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
        let first = if self.has_cover { 2 } else { 1 };
        let marks = self.text.bookmarks.iter();
        marks
            .map(|mark| (mark.name.clone(), mark.page + first))
            .collect()
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
        let page = setup.size();
        if self.request.fold {
            Size::new(page.w / 2.0, page.h)
        } else {
            page
        }
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
        } else if let Some(first) = pages.first_mut() {
            let (mut head, _) = front.head(&contents);
            head.append(first);
            *first = head;
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
        let first = usize::from(trial.has_cover);
        let sections = trial.text.bookmarks.iter().map(|mark| Bookmark {
            page: mark.page + first,
            y: 0.0,
            ..mark.clone()
        });
        let aid = self.aid().map(|(heading, _)| Bookmark {
            name: heading.text.clone(),
            page: back,
            y: 0.0,
            depth: 0,
        });
        let bookmarks = sections.chain(aid);
        let page = |own| Page::new(trial.format.page, own);
        Drawing {
            bookmarks: bookmarks.collect(),
            pages: pages.into_iter().map(page).collect(),
            missing: setter.missing(),
        }
    }

    /// The booklet; where it is folded, with a cover if that takes no further sheet.
    fn best(&self, setter: &Typesetter<'_>) -> Trial {
        let format = Format::new(self.page());
        let plain = self.trial(format, false, setter);
        if !self.request.fold {
            return plain;
        }
        let covered = self.trial(format, true, setter);
        if covered.all_pages() <= plain.all_pages() {
            covered
        } else {
            plain
        }
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
        let y = format.foot();
        let Span {
            start: left,
            end: right,
        } = format.edges();
        let size = (format.size * 0.78).max(6.0);
        let cell = Area::new(left, y - leading(size), right - left, leading(size) * 1.4);
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
        let style = Style::plain(format.head)
            .cut(Cut::Head)
            .ink(self.emblem.hue);
        let pitch = leading(format.head);
        let cell = Area::new(column.x, top, column.w, pitch);
        let place = (column.x, top + pitch * BASELINE);
        let notes = self.request.language.text("pad", "notes");
        let notes = setter.text(&notes, style, place, cell);
        let mut items = Item::tagged(Role::Heading(2), [notes]);
        let mut y = top + pitch + NOTE_LINE;
        while y < column.bottom() {
            items.push(Item::Rule(
                (column.x, y),
                (column.right(), y),
                HAIR,
                Ink::Line,
            ));
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
        if side.is_multiple_of(2) {
            (high, low)
        } else {
            (low, high)
        }
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
    let bookmarks = drawing.bookmarks.iter();
    Drawing {
        pages: sides.iter().map(sheet).collect(),
        bookmarks: bookmarks
            .map(|bookmark| Bookmark {
                page: side_of(bookmark.page),
                ..bookmark.clone()
            })
            .collect(),
        missing: drawing.missing.clone(),
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
