//! Layout: the common parts of pads, sheets and booklets. Text is split into pieces of one font and broken
//! into lines. A drawing is a list of items in millimeters ([`draw::Drawing`]), which [`crate::pdf`] renders.

pub mod canvas;
pub mod draw;
pub mod emblem;
pub(crate) mod flow;
pub mod fonts;
pub(crate) mod lines;
pub mod paper;
pub mod picture;
pub(crate) mod script;
mod shaping;
pub(crate) mod table;
pub mod template;
pub(crate) mod typesetter;
pub mod words;
