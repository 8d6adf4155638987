//! Disks that fail and power that is cut: every step of recording, migrating, restoring and backing up
//! fails once, and the power is cut after any of them. What was acknowledged is there afterwards, and
//! what was not is refused with a reason.

mod commands;
mod disk;
mod power;
mod stored;
