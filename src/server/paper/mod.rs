//! Pads, sheets and booklets as PDF.

pub mod booklets;
pub mod endpoints;
pub mod print;
