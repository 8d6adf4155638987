//! Booklets: the rules of a game on paper, for new players.
//!
//! `blocks` converts the rules text to strips. `layout` places them on pages, after a title block or a cover
//! (`front_matter`) and before the player's aid (`back_cover`). A folded booklet has two pages on each side of a sheet.

mod back_cover;
mod blocks;
mod content;
mod format;
mod front_matter;
mod house_rules;
mod layout;

pub(crate) use blocks::Booklet;
pub(crate) use content::capitalized;
pub use layout::booklet;
