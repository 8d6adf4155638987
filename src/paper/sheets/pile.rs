//! The pile: which of its pads one is, and where they are cut.

use super::canvas::{COLUMN, Canvas};
use super::draw::Ink;
use super::paper::PageSetup;
use overtrick_core::args;
use overtrick_core::pad::Text;

/// The position of a pad in the pile.
#[derive(Debug, Clone, Copy)]
pub struct PilePosition {
    /// The pad's number, from 1.
    pub number: usize,
    /// The number of pads in the pile.
    pub total: usize,
    /// The index of the pad among those of its match, from 0.
    pub part: usize,
    /// The number of pads over which a match goes.
    pub parts: usize,
}

impl PilePosition {
    /// The text that is printed; none on a single pad.
    pub fn text(self) -> Option<Text> {
        let PilePosition {
            number,
            total,
            part,
            parts,
        } = self;
        let (key, args) = match (total, parts) {
            (1, _) => return None,
            (_, 1) => ("pad-number", args![number: number, total: total]),
            _ => (
                "pad-part",
                args![number: number, total: total, part: part + 1, parts: parts],
            ),
        };
        Some(Text::Message(key, args))
    }
}

/// Short rules at the edges, and a cross in the middle, where the page is to be cut.
pub fn cut_marks(canvas: &mut Canvas<'_>, setup: PageSetup) {
    const MARK: f32 = 5.0;
    let (w, h) = setup.size();
    let (across, down) = setup.grid();
    let (x, y) = (w / 2.0, h / 2.0);
    let mut mark = |from, to| canvas.rule(from, to, COLUMN * 0.6, Ink::Muted);
    if across == 2 {
        mark((x, 0.0), (x, MARK));
        mark((x, h - MARK), (x, h));
    }
    if down == 2 {
        mark((0.0, y), (MARK, y));
        mark((w - MARK, y), (w, y));
    }
    if across == 2 && down == 2 {
        mark((x - MARK / 2.0, y), (x + MARK / 2.0, y));
        mark((x, y - MARK / 2.0), (x, y + MARK / 2.0));
    }
}
