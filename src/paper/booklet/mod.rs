//! Booklets: the rules of a game on paper, for new players.
//!
//! `blocks` converts the text of the rules to lines and rows. `layout` places them on pages, after a head or a cover
//! (`front_matter`) and before a player's aid (`back_cover`). A folded booklet has two pages on each side of a sheet.

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
