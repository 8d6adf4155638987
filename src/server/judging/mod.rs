//! Judging without storing: scores, adjudications, comparisons, definitions.

pub mod endpoints;
