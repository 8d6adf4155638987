//! The caller of a request and their rights: match keys, API keys, join codes, cookies, the administrator's token.

pub mod caller;
pub mod join_codes;
pub mod match_keys;
pub mod program_keys;
pub mod secret;
