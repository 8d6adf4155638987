//! The club: its document, the tables of its seasons as JSON, CSV, pages and frames.

pub mod endpoints;
pub mod frames;
pub mod pages;
pub mod state;
