//! What is judged without being stored: scores, adjudications, comparisons.

pub mod endpoints;
