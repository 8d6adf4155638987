//! Matches on a real database: many writers, restarts, locks and a full disk.

mod changes;
mod codes;
mod damage;
mod imports;
mod lists;
mod migrating;
mod names;
mod opening;
mod postgres;
mod published;
mod table;
mod troubles;
mod writers;
