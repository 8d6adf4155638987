//! The statements that both databases run, one file per capability.

mod answers;
mod api_keys;
mod bulk;
mod change_feed;
mod expiry;
mod instances;
mod join_codes;
mod match_index;
mod match_log;
mod public_list;
mod snapshot;
mod webhook_reads;
mod webhook_writes;

pub use api_keys::{ApiKey, Scope};
pub use bulk::{BulkWrite, CopyMark, Figures, ImportClaim};
pub use change_feed::{StoredChange, WhatChanged};
pub use expiry::Expiry;
pub use join_codes::StoredCode;
pub use match_log::CutLog;
pub use snapshot::Snapshot;
