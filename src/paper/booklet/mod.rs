//! Booklets: the rules of a game on paper, to hand to a new player.
//!
//! The text of the rules becomes words with what they refer to (`text`), these become lines and
//! rows (`blocks`), which stand on pages (`pages`) after a head or a cover (`front_matter`) and before
//! a player's aid (`back_cover`); pages that are to be folded stand two and two on sheets (`fold`).

mod back_cover;
mod blocks;
pub(crate) mod content;
mod front_matter;
mod house_rules;
mod layout;
mod pages;
pub(crate) mod typesetter;

pub use layout::booklet;
