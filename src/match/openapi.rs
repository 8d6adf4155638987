//! Schemas of types whose JSON differs from their fields.

use overtrick_core::openapi::words;
use overtrick_core::schemas;

use crate::document::{Detail, Status};
use crate::ledger::{MatchId, Role};

schemas! {
    Detail = words(Detail::WORDS.iter().copied()).default(Some(Detail::Full.word().into()));
    MatchId = <String as utoipa::PartialSchema>::schema();
    Role = words(Role::KEYED.map(Role::word));
    Status = words(Status::WORDS.iter().copied());
}
