//! A schema shared by fields of several answers.

use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The schema of a flag that is always true.
pub fn always_true() -> Object {
    let flag = ObjectBuilder::new().schema_type(Type::Boolean);
    flag.enum_values(Some([true])).build()
}
