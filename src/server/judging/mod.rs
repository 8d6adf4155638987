//! Judging without storing: scores, adjudications, comparisons.

pub mod endpoints;
