//! Disks that fail and power that is cut: every step of recording, migrating, restoring and backing up
//! fails once, and the power is cut after any of them. What was acknowledged is there afterwards, and
//! what was not is refused with a reason.

#![cfg(all(feature = "server", target_os = "linux"))]
#![expect(clippy::disallowed_methods, reason = "a test reads files")]

#[path = "../served/mod.rs"]
mod served;
#[path = "../support/mod.rs"]
mod support;

mod commands;
mod disk;
mod power;
mod stored;
