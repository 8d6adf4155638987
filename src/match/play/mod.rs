//! A match in play as JSON: changes, the current match, the next match of the same players. Pure; used by the
//! service and by pages without a server.

mod change;
mod fields;
mod game;
mod local_match;
mod named;
mod next_match;
mod state;

pub use change::{CHANGES, EDITS, GAME, Variants, read, written};
pub use fields::{fields_within, object_of};
pub use game::GameText;
pub use local_match::LocalMatch;
pub use named::with_name;
pub use next_match::next_document;
pub use state::State;
#[cfg(feature = "openapi")]
pub use state::metadata_schema;
