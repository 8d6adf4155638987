//! The statements that both databases run, one file per capability.

mod answers;
mod api_keys;
mod change_feed;
mod expiry;
mod figures;
mod join_codes;
mod match_index;
mod match_log;
mod public_list;
mod servers;
mod webhook_cursors;

pub use api_keys::{ApiKey, Scope};
pub use change_feed::{StoredChange, WhatChanged};
pub use expiry::Expiry;
pub use figures::{Figures, ImportClaim};
pub use join_codes::StoredCode;
pub use match_log::CutLog;
pub use servers::TaskLock;
