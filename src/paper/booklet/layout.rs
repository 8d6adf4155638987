//! The layout of a booklet: its text on pages, with what comes first and last.

use std::sync::Arc;

use super::back_cover::BackCover;
use super::content::Booklet;
use super::front_matter::FrontMatter;
use super::pages::{BASELINE, Placed, Section, place};
use super::pages::{Format, leading};
use super::typesetter::TextStyle;
use super::typesetter::Typesetter;
use crate::layout::canvas::HAIR;
use crate::layout::draw::{Bookmark, Drawing, Ink, Item, Page, Role};
use crate::layout::fonts::{Cut, Fonts};
use crate::layout::paper::{Area, PageSetup, Size, Span};
use crate::requests::{BookletRequest, check_link};
use crate::{PrintError, Printable};
use overtrick_core::args;
use overtrick_match::describe::PlayerRange;

/// How far apart the lines for notes are.
const NOTE_LINE: f32 = 9.0;

/// Draws the rules of a game as a booklet.
///
/// # Errors
/// [`PrintError::Faults`] of the house rules, `Link`, `LinkScheme` and `Rules`; nothing is drawn then.
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
    sections: Vec<Section>,
    placed: Placed,
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
        let pages = self.placed.pages.len() + usize::from(self.has_cover) + 1;
        pages.next_multiple_of(self.together)
    }

    /// The names of the sections with the number of their page.
    fn contents(&self) -> Vec<(String, usize)> {
        let first = if self.has_cover { 2 } else { 1 };
        let sections = self.sections.iter().zip(&self.placed.starts);
        sections
            .filter(|(section, _)| section.listed)
            .map(|(section, start)| (section.heading.clone(), start + first))
            .collect()
    }

    /// Where lines for notes can stand below the text: on its last page, if that is not full.
    fn notes_below(&self) -> Option<f32> {
        /// Up to what part of its page the text reaches at the most.
        const MOST: f32 = 0.6;
        let column = self.format.column;
        let bottom = column.y + column.h * self.placed.last + self.format.leading() * 1.6;
        (self.placed.last < MOST).then_some(bottom)
    }
}

impl Booklet<'_> {
    /// The size of a page of the booklet.
    fn page(&self) -> Size {
        let setup = PageSetup {
            paper: self.request.paper,
            landscape: self.request.fold,
            per_page: 1,
            gutter: 0,
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
        let mut pages = trial.placed.pages.clone();
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
        let starts = trial.sections.iter().zip(&trial.placed.starts);
        let bookmark = |name: &str, page: usize| Bookmark {
            name: name.to_owned(),
            page,
            y: 0.0,
            depth: 0,
        };
        let bookmarks = starts
            .filter(|(section, _)| section.listed)
            .map(|(section, start)| bookmark(&section.heading, start + first));
        let aid = self.aid();
        let bookmarks = bookmarks.chain(aid.map(|(heading, _)| bookmark(&heading.text, back)));
        let Size {
            w: width,
            h: height,
        } = trial.format.page;
        let page = |own: Vec<Item>| Page {
            width,
            height,
            shared: Arc::default(),
            own,
        };
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

    fn trial(&self, format: Format, has_cover: bool, setter: &Typesetter<'_>) -> Trial {
        let back = self.back_cover(&format, setter);
        let sections = self.sections(&format, setter, !back.has_colophon);
        let first = if has_cover {
            0.0
        } else {
            let listed = sections.iter().filter(|section| section.listed);
            let contents: Vec<_> = listed.map(|section| (section.heading.clone(), 0)).collect();
            self.front(&format, setter).head(&contents).1
        };
        Trial {
            placed: place(&sections, &format, first),
            format,
            sections,
            has_cover,
            back,
            together: if self.request.fold { 4 } else { 2 },
        }
    }

    fn front<'a>(&'a self, format: &'a Format, setter: &'a Typesetter<'a>) -> FrontMatter<'a> {
        let (facts, language) = (self.request.game.facts, self.request.language);
        let players = PlayerRange::new(facts).in_words(language);
        FrontMatter {
            setter,
            format,
            emblem: &self.emblem,
            name: language.word(facts.id),
            about: language.text("game", facts.id),
            facts: format!("{players} · {}", language.text("rules", "title")),
            kind: self.edition(),
            contents: language.text("rules", "contents"),
        }
    }

    /// The edition, and whether the table has house rules of its own.
    fn edition(&self) -> String {
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
        let muted = TextStyle::plain(size).ink(Ink::Muted);
        let name = self.request.language.word(self.request.game.facts.id);
        let number = muted.cut(Cut::Bold).ink(self.emblem.hue);
        let page = (index + 1).to_string();
        let head = TextStyle {
            size: size * 1.12,
            ..muted
        }
        .cut(Cut::Head)
        .ink(self.emblem.hue);
        let edition = self.edition();
        let fonts = setter.fonts;
        let wide = fonts.width(Cut::Head, &name, head.size) + 2.0;
        let is_left = self.request.fold && index % 2 == 1;
        if is_left {
            let before = fonts.width(Cut::Regular, &edition, size) + 2.0;
            vec![
                setter.text(&page, number, (left, y), cell),
                setter.text_ending(&edition, muted, (right, y), cell),
                setter.text_ending(&name, head, (right - before, y), cell),
            ]
        } else {
            vec![
                setter.text(&name, head, (left, y), cell),
                setter.text(&edition, muted, (left + wide, y), cell),
                setter.text_ending(&page, number, (right, y), cell),
            ]
        }
    }

    /// Lines for notes from this height on, where a page has room left.
    fn notes(&self, format: &Format, setter: &Typesetter<'_>, top: f32) -> Vec<Item> {
        let column = format.column;
        let style = TextStyle::plain(format.head)
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
        Page {
            width: 2.0 * width,
            height,
            shared: Arc::default(),
            own: [half(*left, 0.0), half(*right, width)].concat(),
        }
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
