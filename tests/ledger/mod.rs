//! A match as a log: what is done to it, taken back, corrected, and what is told of it.

mod corrections;
mod logs;
mod matches;
mod names;
mod properties;
mod scoring;
mod table;
mod undoing;
