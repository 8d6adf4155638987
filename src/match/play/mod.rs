//! A match in play as JSON: its changes, its state, and the next match with the same players. These pure
//! functions are used by the service, and by pages without a server.

mod change;
mod game;
mod local_match;
mod state;

pub use change::{CHANGES, EDITS, Variants, fields_within, object_of, read, with_name};
pub use game::GameText;
pub use local_match::{LocalMatch, next_document};
pub use state::State;

#[cfg(feature = "openapi")]
pub use crate::openapi::metadata as metadata_schema;
