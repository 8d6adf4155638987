//! The files of the page for phones, which are embedded in the program.

pub mod bundle;
pub mod files;
pub mod folder;
pub mod forms;
pub mod words;
