//! Sheets: blank pads, and pads filled with a match.
//!
//! A game describes its pad as data ([`Pad`](overtrick_core::pad::Pad)): fields, rows, a legend. A layout
//! ([`Template`](crate::layout::template::Template)) places each field.

mod back;
mod cells;
mod columns;
mod curve;
mod derivation;
mod filled_pad;
mod header;
mod heads;
mod identity;
mod initials;
mod match_sheet;
mod pad_layout;
mod pads;
mod played_table;
mod sheet;
mod table;
mod table_foot;

pub use match_sheet::sheet;
pub use pad_layout::PadLayouts;
pub use pads::pads;
pub use sheet::Sheet;
