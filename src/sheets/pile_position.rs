//! The position of a pad in the pile.

use crate::rules::args;
use crate::rules::pad::Text;

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
