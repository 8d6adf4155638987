//! Sheets: what a game puts on paper, laid out before anything is a PDF.
//!
//! A game describes its pad as data ([`data::Pad`]): fields, rows, a legend. With the feature `pdf`
//! a layout ([`template::Template`]) says which field goes where, and out comes a list of what is
//! drawn ([`draw::Drawing`]), which [`crate::pdf`] renders.

pub use crate::rules::pad as data;

#[cfg(feature = "pdf")]
pub mod canvas;
#[cfg(feature = "pdf")]
mod cells;
#[cfg(feature = "pdf")]
mod columns;
#[cfg(feature = "pdf")]
mod compose;
#[cfg(feature = "pdf")]
mod corrections;
#[cfg(feature = "pdf")]
pub mod draw;
#[cfg(feature = "pdf")]
mod error;
#[cfg(feature = "pdf")]
mod filled;
#[cfg(feature = "pdf")]
pub mod fonts;
#[cfg(feature = "pdf")]
mod footing;
#[cfg(feature = "pdf")]
mod heading;
#[cfg(feature = "pdf")]
mod house_rules;
#[cfg(feature = "pdf")]
mod identity;
#[cfg(feature = "pdf")]
mod order;
#[cfg(feature = "pdf")]
mod pads;
#[cfg(feature = "pdf")]
pub mod paper;
#[cfg(feature = "pdf")]
mod pile_position;
#[cfg(feature = "pdf")]
mod played;
#[cfg(feature = "pdf")]
mod table;
#[cfg(feature = "pdf")]
pub mod template;
#[cfg(feature = "pdf")]
mod track;
#[cfg(feature = "pdf")]
mod words;

#[cfg(feature = "pdf")]
pub use compose::{Printable, fits, least_size, pads, sheet};
#[cfg(feature = "pdf")]
pub use error::PrintError;
#[cfg(feature = "pdf")]
pub use order::{Labels, PadOrder, Press, SheetOrder, Who};
#[cfg(feature = "pdf")]
pub use pads::{MOST_PAGES, TooSmall};
