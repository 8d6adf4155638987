//! Backups, copies into another database, and checks of all stored data.

pub mod backup;
pub mod figures;
pub mod settings;
pub mod verified;
