//! Requests that may be sent again and are carried out once.

pub mod header;
pub mod in_progress;
pub mod replay;
