//! The club: its document, the tables of its seasons as JSON, CSV, pages and frames.

pub mod endpoints;
pub mod evening;
pub mod frames;
pub mod names;
pub mod pages;
pub mod state;
