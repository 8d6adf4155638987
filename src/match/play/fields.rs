//! Reading an object by a field table, with every fault of form at its place.

use overtrick_core::form::{Field, Kind, Need, Reading};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, out_of_range, segment};

/// Reads an object with these fields.
///
/// # Errors
/// All faults, each at its place.
pub fn object_of(fields: &[Field], entries: Vec<(String, Json)>) -> Result<Json, Faults> {
    let mut reading = Reading::default();
    let read = fields_within(&mut reading, fields, entries, "");
    match reading.findings {
        faults if faults.is_empty() => Ok(read),
        faults => Err(faults),
    }
}

/// Reads the object at a pointer by a field table. Faults are added to `reading`: unknown fields, wrong
/// types, numbers out of range, and missing fields.
pub fn fields_within(
    reading: &mut Reading,
    fields: &[Field],
    entries: Vec<(String, Json)>,
    pointer: &str,
) -> Json {
    let read = reading.read_object(fields, entries, pointer);
    for field in fields {
        let at_field = format!("{pointer}/{}", segment(field.name));
        match (read.get(field.name), &field.kind) {
            (Some(Json::Int(number)), Kind::Int(least, most))
                if !(*least..=*most).contains(number) =>
            {
                reading.refuse(out_of_range(&at_field, *number, &(*least..=*most)));
            }
            (None, _) if field.need == Need::Required && !reading.is_left_out(&at_field) => {
                reading.refuse(Finding::shape("missing-field", at_field, args![]));
            }
            _ => {}
        }
    }
    read
}
