#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

pub mod adjudicate;
pub mod document;
pub mod games;
pub mod lang;
pub mod rules;
