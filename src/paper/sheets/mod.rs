//! Sheets: what a game puts on paper, laid out before anything is a PDF.
//!
//! A game describes its pad as data ([`Pad`](overtrick_core::pad::Pad)): fields, rows, a legend. A layout
//! ([`template::Template`]) says which field goes where, and out comes a list of what is drawn
//! ([`draw::Drawing`]), which [`crate::pdf`] renders.

mod bidi;
pub mod canvas;
mod cells;
pub mod code;
mod columns;
mod compose;
mod corrections;
mod counting;
pub mod draw;
pub mod emblem;
mod error;
mod faces;
mod filled;
mod fit;
pub mod fonts;
mod foot;
mod footing;
mod heading;
mod identity;
mod label_line;
mod links;
mod listing;
mod logo;
mod names;
mod order;
mod pads;
pub mod paper;
pub mod picture;
mod pile;
mod played;
pub mod requests;
mod script;
mod shaping;
mod table;
pub mod template;
mod words;
mod worked;

pub use compose::{MOST_HANDS, Printable, fits, least_size, pads, sheet};
pub use error::PrintError;
pub use links::{check_link, check_links};
pub use order::{Labels, PadOrder, PadPlayers, PrintSettings, SheetOrder};
pub use pads::{MOST_PAGES, TooSmall};
