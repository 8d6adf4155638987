//! Where a pad stands in the pile.

use super::data::Text;
use crate::rules::args;

/// Which pad of how many it is.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// From 1, in the order of the pile.
    pub number: usize,
    /// Of so many.
    pub total: usize,
    /// Which pad of its match, from 0.
    pub part: usize,
    /// On how many pads a match goes.
    pub parts: usize,
}

impl Place {
    /// What is printed of it; nothing on a pad that is alone.
    pub fn text(self) -> Option<Text> {
        let Place {
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
