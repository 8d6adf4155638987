#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]
#![doc = include_str!("../README.md")]

pub mod adjudicate;
#[cfg(feature = "server")]
pub mod api;
#[cfg(feature = "cli")]
pub mod cli;
pub mod document;
pub mod games;
pub mod lang;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod ledger;
pub mod rules;
pub mod sheets;
#[cfg(feature = "store")]
pub mod service;
#[cfg(feature = "server")]
pub mod settings;
#[cfg(feature = "store")]
pub mod store;
