//! Folding: the pages of a booklet two and two on the sides of sheets.

use std::sync::Arc;

use crate::layout::draw::{Bookmark, Drawing, Item, Page, Role};

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
