//! Two servers on one PostgreSQL, asked in turn: what holds of one holds of both.

#![cfg(feature = "server")]

mod following;
mod pair;
mod queue;
#[path = "../served/mod.rs"]
mod served;
mod sharing;
mod webhooks;
mod writing;
