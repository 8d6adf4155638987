//! Backups, copies into another database, and checking all that is stored.

pub mod backup;
pub mod copying;
pub mod figures;
pub mod settings;
pub mod verified;
