//! Who sends a request, and whether they may: keys of matches, cookies, the administrator's token.

pub mod caller;
pub mod endpoints;
pub mod extractors;
pub mod match_keys;
pub mod secret;
