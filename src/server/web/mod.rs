//! The page for phones, and the frame that websites show of a match: their files and texts, without
//! any route. The handlers are in [`crate::api`].

pub(crate) mod board;
mod bundle;
pub(crate) mod calendar;
pub(crate) mod day;
pub(crate) mod embedded;
pub(crate) mod files;
pub mod folder;
mod forms;
pub(crate) mod frame;
pub(crate) mod guide;
pub(crate) mod list_page;
pub(crate) mod listed;
pub(crate) mod look;
pub(crate) mod match_page;
pub(crate) mod modules;
pub(crate) mod oembed;
pub(crate) mod picture;
pub(crate) mod problems;
mod raster;
pub(crate) mod rules;
pub(crate) mod sitemap;
pub(crate) mod theme;
pub mod verify;
mod words;
