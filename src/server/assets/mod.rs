//! The files of the page for phones, which are embedded in the program.

pub mod bundle;
pub mod day;
pub mod embedded;
pub mod endpoints;
pub mod files;
pub mod folder;
pub mod forms;
pub mod look;
pub mod modules;
pub mod presets;
pub mod words;
