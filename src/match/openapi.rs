//! Schemas of types whose JSON differs from their fields.

use overtrick_core::openapi::words;
use overtrick_core::schemas;
use utoipa::openapi::{ObjectBuilder, Type};

use crate::document::Status;
use crate::ledger::{MatchId, Role};

schemas! {
    MatchId = ObjectBuilder::new().schema_type(Type::String);
    Role = words(Role::KEYED.map(Role::word));
    Status = words(Status::WORDS.iter().copied());
}
