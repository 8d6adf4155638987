//! Published matches: frames, pages, pictures, sheets, lists and feeds that everybody may see.

pub mod board;
pub mod crawlers;
pub mod embed;
pub mod frame;
pub mod list_endpoints;
pub mod list_page;
pub mod match_endpoints;
pub mod match_page;
pub mod origins;
pub mod picture;
pub mod service;
