//! Schemas of types whose JSON form differs from their fields.

use utoipa::openapi::{ObjectBuilder, Type};

use crate::{Points, QuestionKind};

/// Implements schemas for types: `Type = schema;`. The calling crate must depend on utoipa.
#[macro_export]
macro_rules! schemas {
    ($($type:ty = $schema:expr;)+) => {
        $(
            impl utoipa::PartialSchema for $type {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                    $schema.into()
                }
            }

            impl utoipa::ToSchema for $type {}
        )+
    };
}

/// Returns the schema of a string that must be one of these words.
pub fn words(words: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String);
    text.enum_values(Some(words))
}

schemas! {
    Points = ObjectBuilder::new().schema_type(Type::Number);
    QuestionKind = words(QuestionKind::WORDS.iter().copied());
}
