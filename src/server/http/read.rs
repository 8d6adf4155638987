//! Reading an object by a field table: every fault of its form, each at its place.

use crate::http::problem::Problem;
use overtrick_core::form::Field;
use overtrick_core::json::Json;
use overtrick_match::play::object_of;

/// An object of these fields, or every fault of its form.
///
/// # Errors
/// 400 or 422, with all faults.
pub fn object(fields: &[Field], entries: Vec<(String, Json)>) -> Result<Json, Problem> {
    Ok(object_of(fields, entries)?)
}
