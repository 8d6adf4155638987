//! Reading a JSON object by a field table, with every fault of form at its place.

use crate::http::problem::Problem;
use overtrick_core::form::Field;
use overtrick_core::json::Json;
use overtrick_match::play::object_of;

/// Reads an object with these fields, collecting every fault of form.
///
/// # Errors
/// 400 or 422, with all faults.
pub fn object(fields: &[Field], entries: Vec<(String, Json)>) -> Result<Json, Problem> {
    Ok(object_of(fields, entries)?)
}
