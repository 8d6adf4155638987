//! Shared parts of the fuzz targets: seeds, JSON mutations and an in-process service.

pub mod mutate;
pub mod seeds;
#[cfg(feature = "service")]
pub mod service;

use overtrick_match::lang::Language;

/// Returns the languages in which the targets render every report.
pub fn languages() -> [&'static Language; 2] {
    ["en", "cs"].map(|tag| Language::find(tag).expect("the language is built in"))
}
