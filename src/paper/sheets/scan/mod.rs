//! Pads that a camera can read: boxes to tick and white wells for single digits in fixed places, which are known
//! from the pad's identity, and marks at the edges by which a picture of it is straightened.
//!
//! Places depend on the game, its house rules, the number of players and the paper alone, never on names, titles
//! or a language.

mod draw;
mod layout;
mod places;
mod plan;
mod reading;
#[cfg(test)]
mod tests;

pub(super) use draw::pads;
pub use layout::{
    ScanEntry, ScanLayout, ScanMarks, ScanPage, ScanPlace, ScanRecord, ScanRow, ScanTick,
};
pub use places::scan_layout;
pub use reading::Marked;

use crate::error::PrintError;
use crate::layout::paper::{Area, PageSetup, Paper};

/// The most players of a pad on A5.
const MOST_ON_A5: usize = 4;
/// How far the marks stay from the edge at the sides: what is punched must not reach them.
const EDGE: f32 = 9.0;
/// The side of the squares in three corners.
const SQUARE: f32 = 3.5;
/// The side of the code in the fourth, and what stays white around it.
const CODE: f32 = 13.0;
const QUIET: f32 = 2.1;

/// The place of everything that is read, with the marks in its corners.
fn frame(setup: PageSetup) -> Area {
    let (w, h) = setup.size();
    // A page of A4 comes out whole when it is printed on Letter.
    let top = if setup.paper == Paper::A4 { 14.5 } else { EDGE };
    Area::new(EDGE, top, w - 2.0 * EDGE, h - 2.0 * top)
}

/// The black squares in the corners: above at the left, below at the left and at the right.
fn squares(frame: Area) -> [Area; 3] {
    let (right, bottom) = (frame.right() - SQUARE, frame.bottom() - SQUARE);
    let corners = [(frame.x, frame.y), (frame.x, bottom), (right, bottom)];
    corners.map(|(x, y)| Area::new(x, y, SQUARE, SQUARE))
}

/// The place of the code with the pad's identity, above at the right.
fn code(frame: Area) -> Area {
    Area::new(frame.right() - CODE, frame.y, CODE, CODE)
}

/// Whether so many players have a pad on this page.
fn has_places(setup: PageSetup, seats: usize) -> bool {
    let large = match setup.paper {
        Paper::A4 => true,
        Paper::A5 => seats <= MOST_ON_A5,
        Paper::A6 | Paper::Letter => false,
    };
    large && setup.per_page == 1 && !setup.landscape && f32::from(setup.gutter) <= EDGE
}

/// Refuses a page on which the marks have no places.
fn check_setup(setup: PageSetup, seats: usize) -> Result<(), PrintError> {
    if has_places(setup, seats) {
        return Ok(());
    }
    let bound = PageSetup { gutter: 0, ..setup };
    let nearest = bound.nearest(|setup| has_places(setup, seats));
    let nearest = nearest.unwrap_or_default();
    Err(PrintError::ScanPaper { nearest })
}
