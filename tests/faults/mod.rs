//! Failing disks and power cuts: every step of recording, migrating, restoring and backing up fails once, and
//! the power is cut after any of them. Everything acknowledged is stored afterwards; everything else was
//! refused with a reason.

mod commands;
mod disk;
mod power;
mod stored;
