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

/// Defines functions that return references to schemas. A schema is defined once or for each game.
macro_rules! references {
    ($($name:ident = $schema:literal;)+) => {$(
        #[doc = concat!("The schema `", $schema, "`.")]
        pub fn $name() -> utoipa::openapi::Ref {
            utoipa::openapi::Ref::from_schema_name($schema)
        }
    )+};
}

references! {
    hand = "Hand";
    hand_detail = "HandDetail";
    match_detail = "MatchDetail";
    match_document = "MatchDocument";
    metadata = "Metadata";
    ruling_outcome = "RulingOutcome";
    still_open = "StillOpen";
}
