//! Booklets: the rules of a game on paper, to hand to a new player.
//!
//! The text of the rules becomes lines and rows (`blocks`), which stand on pages (`layout`) after a head or a cover
//! (`front_matter`) and before a player's aid (`back_cover`); pages that are to be folded stand two and two on sheets.

mod back_cover;
mod blocks;
pub(crate) mod content;
mod format;
mod front_matter;
mod house_rules;
mod layout;

pub use layout::booklet;
