//! Booklets: the rules of a game on paper, to hand to a new player.
//!
//! The text of the rules becomes words with what they refer to (`words`), these become lines and
//! rows (`blocks`), which stand on pages (`pages`) after a head or a cover (`front`); pages that
//! are to be folded stand two and two on sheets (`fold`).

mod blocks;
mod content;
mod fold;
mod format;
mod front;
mod grid;
mod holding;
mod lines;
mod make;
mod order;
mod pages;
mod section;
mod strip;
mod words;

pub use make::booklet;
pub use order::BookletOrder;
