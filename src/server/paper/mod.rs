//! Pads, sheets and booklets as PDF.

pub mod endpoints;
