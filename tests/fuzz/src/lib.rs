//! Shared parts of the fuzz targets: seeds, and mutations of JSON.

pub mod mutate;
pub mod seeds;
#[cfg(feature = "service")]
pub mod service;

use overtrick_match::lang::Language;

/// The languages in which everything must be rendered.
pub fn languages() -> [&'static Language; 2] {
    ["en", "cs"].map(|tag| Language::find(tag).expect("it is shipped"))
}
