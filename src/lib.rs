#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

pub mod adjudicate;
#[cfg(feature = "cli")]
pub mod cli;
pub mod document;
pub mod games;
pub mod lang;
pub mod rules;
