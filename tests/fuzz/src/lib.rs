//! What the fuzz targets share: the inputs that they start from, and how JSON is changed.

pub mod mutate;
pub mod seeds;
#[cfg(feature = "service")]
pub mod service;

use overtrick_match::lang::Language;

/// The languages in which everything must be told.
pub fn languages() -> [&'static Language; 2] {
    ["en", "cs"].map(|tag| Language::find(tag).expect("it is shipped"))
}
