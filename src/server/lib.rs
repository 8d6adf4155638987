//! The service: its HTTP API, the page for phones, public pages and webhooks, on top of stored matches.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod api;
mod http;
pub mod service;
pub mod settings;
pub mod system;
pub mod web;
mod webhooks;
