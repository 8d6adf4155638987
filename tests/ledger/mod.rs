//! Matches as logs: changes, undo, corrections and reports.

mod bounds;
mod corrections;
mod logs;
mod matches;
mod names;
mod own;
mod properties;
mod scoring;
mod table;
mod undoing;
