//! Published matches: frames, pages, pictures, sheets, lists and feeds that everybody may see.

pub mod board;
pub mod caches;
pub mod crawlers;
pub mod embed;
pub mod entry;
pub mod frame;
pub mod home;
pub mod list_endpoints;
pub mod list_page;
pub mod list_query;
pub mod match_endpoints;
pub mod match_page;
pub mod oembed;
pub mod origins;
pub mod picture;
pub mod raster;
pub mod service;
pub mod sheet;
pub mod sitemap;
pub mod theme;
pub mod updates;
