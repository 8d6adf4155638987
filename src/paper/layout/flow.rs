//! Flow: places strips one below another on as many pages as needed. Strips that belong together stay on one
//! page. A table header is repeated on each page of its table.

use std::rc::Rc;

use super::draw::{Bookmark, Item, moved};
use super::paper::Area;
use super::script::is_isolate;

/// Content that is never split between pages, and has the full width of its column.
#[derive(Debug, Clone, Default)]
pub struct Strip {
    /// The space above it, which is omitted at the top of a page.
    pub before: f32,
    /// Its height.
    pub height: f32,
    /// The items, positioned from the upper left corner of the strip.
    pub items: Vec<Item>,
    /// Whether the next strip must be on the same page.
    pub keep: bool,
    /// The table header that is repeated above the strip if the strip begins a page.
    pub again: Option<Rc<Strip>>,
    /// The bookmark of the strip.
    pub bookmark: Option<StripMark>,
}

/// A bookmark of a strip.
#[derive(Debug, Clone)]
pub struct StripMark {
    /// Its name.
    pub name: String,
    /// Its level; 0 is the outermost.
    pub depth: usize,
    /// Whether it is written only if the strip begins a page.
    pub only_at_top: bool,
}

impl StripMark {
    /// Creates a bookmark of this name and level.
    pub const fn new(name: String, depth: usize) -> StripMark {
        StripMark {
            name,
            depth,
            only_at_top: false,
        }
    }
}

impl Strip {
    /// Creates a strip of this height.
    pub fn new(height: f32, items: Vec<Item>) -> Strip {
        Strip {
            height,
            items,
            ..Strip::default()
        }
    }

    /// Joins strips, one below another, into one strip.
    pub fn joined(strips: Vec<Strip>) -> Strip {
        let stack = Stack::new(0.0, 0.0).with(strips);
        Strip::new(stack.y, stack.items)
    }
}

/// Sets the space above the first strip, and adds space below the last.
pub fn spaced(mut strips: Vec<Strip>, above: f32, below: f32) -> Vec<Strip> {
    if let Some(first) = strips.first_mut() {
        first.before = above;
    }
    if let Some(last) = strips.last_mut() {
        last.height += below;
    }
    strips
}

/// Keeps each of these strips on one page with the next strip.
pub fn keep(strips: &mut [Strip]) {
    for strip in strips {
        strip.keep = true;
    }
}

/// Returns the total height of strips, including the space above each strip.
pub fn height_of(strips: &[Strip]) -> f32 {
    strips.iter().map(|strip| strip.before + strip.height).sum()
}

/// Returns the strips of a table: its header and its rows. The header is repeated on each page, and each page
/// has at least two rows. A table that is not higher than `whole` is not split.
pub fn under_head(
    mut head: Strip,
    rows: impl IntoIterator<Item = Strip>,
    whole: f32,
) -> Vec<Strip> {
    head.keep = true;
    let again = Rc::new(head.clone());
    let mut strips = vec![head];
    strips.extend(rows);
    let last = strips.len() - 1;
    let is_low = height_of(&strips) <= whole;
    for (index, strip) in strips.iter_mut().enumerate() {
        strip.keep |= index < last && (is_low || index < 2 || index + 1 == last);
        strip.again = (index > 1).then(|| again.clone());
    }
    strips
}

/// Strips that are placed one below another, without page breaks.
#[derive(Debug)]
pub struct Stack {
    /// The drawn items.
    pub items: Vec<Item>,
    /// Where the next strip begins.
    pub y: f32,
    x: f32,
}

impl Stack {
    /// Creates a stack that begins at this point.
    pub const fn new(x: f32, y: f32) -> Stack {
        Stack {
            items: Vec::new(),
            y,
            x,
        }
    }

    /// Adds strips.
    pub fn add(&mut self, strips: Vec<Strip>) {
        for strip in strips {
            self.y += strip.before;
            self.items.extend(moved(strip.items, self.x, self.y));
            self.y += strip.height;
        }
    }

    /// Returns this stack with these strips added.
    #[must_use]
    pub fn with(mut self, strips: Vec<Strip>) -> Stack {
        self.add(strips);
        self
    }
}

/// Pages on which strips are placed.
#[derive(Debug)]
pub struct Flow {
    /// The items of each page.
    pub pages: Vec<Vec<Item>>,
    /// The bookmarks of the strips.
    pub bookmarks: Vec<Bookmark>,
    column: Area,
    y: f32,
    /// Whether the page is still empty.
    is_blank: bool,
}

impl Flow {
    /// Begins the first page. Other content already takes the height `taken` of the column.
    pub fn new(column: Area, taken: f32) -> Flow {
        Flow {
            pages: vec![Vec::new()],
            bookmarks: Vec::new(),
            column,
            y: column.y + taken,
            is_blank: taken == 0.0,
        }
    }

    /// Returns the remaining height of the page.
    pub fn left(&self) -> f32 {
        self.column.bottom() - self.y
    }

    /// Begins another page.
    pub fn turn(&mut self) {
        self.pages.push(Vec::new());
        self.y = self.column.y;
        self.is_blank = true;
    }

    /// Places strips one below another. Strips that are kept together are placed on one page.
    pub fn add(&mut self, strips: &[Strip]) {
        let mut rest = strips;
        while !rest.is_empty() {
            let last = rest.iter().position(|strip| !strip.keep);
            let (together, others) = rest.split_at(last.map_or(rest.len(), |last| last + 1));
            self.turn_unless(height_of(together));
            for strip in together {
                self.put(strip);
            }
            rest = others;
        }
    }

    fn turn_unless(&mut self, height: f32) {
        if height > self.left() + 0.01 && !self.is_blank {
            self.turn();
        }
    }

    fn put(&mut self, strip: &Strip) {
        self.turn_unless(strip.before + strip.height);
        let is_first = std::mem::take(&mut self.is_blank);
        if !is_first {
            self.y += strip.before;
        }
        let mark = strip.bookmark.as_ref();
        if let Some(mark) = mark.filter(|mark| is_first || !mark.only_at_top) {
            self.bookmarks.push(Bookmark {
                name: mark.name.replace(is_isolate, ""),
                page: self.pages.len() - 1,
                y: self.y,
                depth: mark.depth,
            });
        }
        if let Some(head) = strip.again.as_ref().filter(|_| is_first) {
            self.draw(head);
        }
        self.draw(strip);
    }

    fn draw(&mut self, strip: &Strip) {
        let (x, y) = (self.column.x, self.y);
        if let Some(page) = self.pages.last_mut() {
            page.extend(moved(strip.items.iter().cloned(), x, y));
        }
        self.y += strip.height;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_repeated_from_the_second_row_on() {
        let row = || Strip::new(10.0, Vec::new());
        let strips = under_head(row(), (0..4).map(|_| row()), 0.0);
        let again: Vec<bool> = strips.iter().map(|strip| strip.again.is_some()).collect();
        assert_eq!(again, [false, false, true, true, true]);
        let kept: Vec<bool> = strips.iter().map(|strip| strip.keep).collect();
        assert_eq!(kept, [true, true, false, true, false]);
        // The column has room for four strips. Each of the two pages has the header and two rows.
        let mut flow = Flow::new(Area::new(0.0, 0.0, 50.0, 40.0), 0.0);
        flow.add(&strips);
        assert_eq!((flow.pages.len(), flow.left()), (2, 10.0));
    }
}
