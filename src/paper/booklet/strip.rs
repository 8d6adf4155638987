//! Strips: what no page divides.

use std::rc::Rc;

use crate::sheets::draw::Item;

/// Where the line stands in the height of a line.
pub const BASELINE: f32 = 0.7;

/// What stands on one page, at the full width of the column.
#[derive(Debug, Clone, Default)]
pub struct Strip {
    /// The white above it, left out at the top of a page.
    pub before: f32,
    /// Its height.
    pub height: f32,
    /// What is drawn, from the upper left corner of the strip.
    pub items: Vec<Item>,
    /// Whether what follows must stand on the same page.
    pub keep: bool,
    /// What is repeated above it at the top of a page: the head of a table.
    pub again: Option<Rc<Strip>>,
}
