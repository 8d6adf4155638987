#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]
#![doc = include_str!("../README.md")]

pub mod adjudicate;
#[cfg(feature = "server")]
pub mod api;
#[cfg(feature = "pdf")]
pub mod booklet;
#[cfg(feature = "cli")]
pub mod cli;
pub mod describe;
pub mod document;
pub mod games;
#[cfg(feature = "server")]
mod http;
pub mod judging;
pub mod lang;
pub mod ledger;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod play;
#[cfg(feature = "qr")]
pub mod qr;
pub mod rules;
pub mod schema;
#[cfg(feature = "store")]
pub mod service;
#[cfg(feature = "server")]
pub mod settings;
#[cfg(feature = "pdf")]
pub mod sheets;
#[cfg(feature = "store")]
pub mod store;
#[cfg(feature = "store")]
pub mod system;
pub mod verify;
#[cfg(feature = "server")]
pub mod web;
#[cfg(feature = "server")]
mod webhooks;
