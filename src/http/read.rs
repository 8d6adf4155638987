//! Reading an object by a field table: every fault of its form, each at its place.

use super::problem::Problem;
use crate::play::fields_within;
use crate::rules::form::{Field, Reading};
use crate::rules::json::Json;

/// An object of these fields, or every fault of its form.
///
/// # Errors
/// 400 or 422, with all faults.
pub fn object(fields: &[Field], entries: Vec<(String, Json)>) -> Result<Json, Problem> {
    let mut reading = Reading::default();
    let read = fields_within(&mut reading, fields, entries, "");
    if reading.findings.is_empty() {
        Ok(read)
    } else {
        Err(reading.findings.into())
    }
}
