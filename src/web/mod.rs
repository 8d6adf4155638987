//! The page for phones, and the frame that websites show of a match: their files and texts, without
//! any route. The handlers are in [`crate::api`].

pub(crate) mod board;
mod bundle;
pub(crate) mod embedded;
pub(crate) mod files;
mod forms;
pub(crate) mod frame;
pub(crate) mod problems;
pub(crate) mod rules;
pub(crate) mod theme;
mod words;
