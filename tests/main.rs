//! All tests of the library, the command, the service and the page in one program. The dependencies
//! are linked only once.
//!
//! Each folder or file is a group of tests; `cargo test api::` runs one group. `served` starts a service in
//! the test program, `support` has other shared helpers, and `paper` reads printed files.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod paper;
mod served;
mod support;

mod api;
mod architecture;
mod archive;
mod browser;
mod cases;
mod cli;
mod conformance;
#[cfg(target_os = "linux")]
mod cost;
mod damage;
#[cfg(target_os = "linux")]
mod faults;
mod finish;
mod games;
mod golden;
mod instances;
mod keep;
mod languages;
mod ledger;
mod limits;
mod page;
mod print;
mod readme;
mod reports;
mod rules_markup;
mod rules_text;
mod sheets;
mod store;
mod wasm;
