//! The language of custom games, in which a file defines a game.
//!
//! A [`Definition`] describes the record of a hand and its points. The whole definition is read and checked
//! first. The engine then judges matches of the game like those of a shipped game.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod check;
mod definition;
mod document;
#[cfg(feature = "files")]
mod file;
mod game;
mod judge;
mod pad;
mod read;
mod record;
mod settled;
mod syntax;
mod types;
mod value;

pub use definition::{Definition, EMBLEMS, MAX_BYTES};
pub use document::{DOCUMENT, is_own, read_in_match, rules_in_force, score};
#[cfg(feature = "files")]
pub use file::{PRESETS, ReadFile, preset, preset_json, read_file};
pub use game::{OWN, Options, Own};
pub use read::read;
pub use record::{Record, State};
