//! Input from outside: its size, its encoding, and its JSON syntax.

use crate::form::wrong_type;
use crate::json::Json;
use crate::{Args, Finding, args, check_texts};

/// The maximum size of a document, in bytes: 8 MiB.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Refuses a document of more than [`MAX_BYTES`] bytes.
///
/// # Errors
/// `too-large`. The remedy is to split the document, or to leave out its notes and history.
///
/// ```
/// use overtrick_core::judging::{MAX_BYTES, check_size};
///
/// assert!(check_size(MAX_BYTES).is_ok());
/// assert_eq!(check_size(MAX_BYTES + 1).unwrap_err().code, "too-large");
/// ```
pub fn check_size(bytes: usize) -> Result<(), Finding> {
    let too_large = || Finding::shape("too-large", "", args![most: MAX_BYTES / 1024 / 1024]);
    (bytes <= MAX_BYTES).then_some(()).ok_or_else(too_large)
}

/// Returns the text of a document, without a byte order mark.
///
/// # Errors
/// `not-utf8`, with the line and column of the first invalid byte. The message depends on the likely
/// encoding: UTF-16, an encoding with one byte per character, or damaged UTF-8.
///
/// ```
/// use overtrick_core::judging::utf8;
///
/// assert_eq!(utf8(b"\xef\xbb\xbf{}"), Ok("{}"));
/// assert_eq!(utf8(b"{\xff}").unwrap_err().code, "not-utf8");
/// ```
pub fn utf8(document: &[u8]) -> Result<&str, Finding> {
    let document = document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document);
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] = document {
        return Err(Finding::shape("not-utf8", "", args![]).with_message("utf-16"));
    }
    std::str::from_utf8(document).map_err(|error| {
        let good = String::from_utf8_lossy(&document[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let is_damaged = document
            .utf8_chunks()
            .any(|chunk| !chunk.valid().is_ascii());
        let fault = Finding::shape("not-utf8", "", args![line: line, column: column]);
        fault.with_message(is_damaged.then_some("utf-8-damaged"))
    })
}

/// Reads any JSON text as a value.
///
/// # Errors
/// `invalid-json`, with the line and column of the mistake; the column is in bytes. `text-character` for a
/// text or a key with a [refused character](crate::refused_character).
///
/// ```
/// use overtrick_core::judging::read_json;
/// use overtrick_core::json::Json;
///
/// assert_eq!(read_json("[1, 2]"), Ok(Json::List(vec![Json::Int(1), Json::Int(2)])));
/// assert_eq!(read_json("[1, 2").unwrap_err().code, "invalid-json");
/// ```
pub fn read_json(text: &str) -> Result<Json, Finding> {
    let json = parse_json(text)?;
    check_texts(&json).map_or(Ok(json), Err)
}

/// Reads any JSON text like [`read_json`], but does not check its characters. The caller must check them.
///
/// # Errors
/// `invalid-json`.
pub fn parse_json(text: &str) -> Result<Json, Finding> {
    serde_json::from_str(text).map_err(|error| invalid_json(text, &error))
}

/// Returns the fault for invalid JSON, with the probable cause if it is a common one.
pub fn invalid_json(text: &str, error: &serde_json::Error) -> Finding {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or_default();
    let mut args = args![line: line, column: column, reason: reason.to_owned()];
    let message = cause(text, error).map(|(message, more)| {
        args.extend(more);
        message
    });
    Finding::shape("invalid-json", "", args).with_message(message)
}

/// Returns the probable cause of invalid JSON: a message key, and its arguments without the line and column.
fn cause(text: &str, error: &serde_json::Error) -> Option<(&'static str, Args)> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Some(("json-empty", args![]));
    }
    if error.is_eof() {
        return Some(("json-cut-off", args![]));
    }
    let line = text.lines().nth(error.line().saturating_sub(1));
    let line = line.unwrap_or_default();
    let mut column = error.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(column) {
        column -= 1;
    }
    let (before, after) = line.split_at(column);
    let found = after.chars().next()?;
    if error.to_string().starts_with("trailing characters") && found == '{' {
        return Some(("json-two-documents", args![]));
    }
    if "“”„‘’".contains(found) {
        return Some(("json-quotes", args![found: found.to_string()]));
    }
    if let Some((whole, rest)) = around_comma(before, after) {
        let (found, point) = (format!("{whole},{rest}"), format!("{whole}.{rest}"));
        return Some(("json-comma", args![found: found, point: point]));
    }
    let first = text.trim_start().lines().next().unwrap_or_default();
    let is_key = |key: &str| key.chars().all(|c| c.is_alphanumeric() || c == '_');
    let has_key = first.split_once(':').is_some_and(|(key, _)| is_key(key));
    (first.starts_with("---") || has_key).then(|| ("json-yaml", args![]))
}

/// Returns the digits on both sides of the comma that ends `before`.
fn around_comma<'t>(before: &'t str, after: &'t str) -> Option<(&'t str, &'t str)> {
    let before = before.strip_suffix(',')?;
    let whole = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let end = after
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(after.len());
    (!whole.is_empty() && end > 0).then_some((whole, &after[..end]))
}

/// Returns the entries of an object, in order.
///
/// # Errors
/// `wrong-type` if the value has another type.
///
/// ```
/// use overtrick_core::judging::{object_entries, read_json};
///
/// assert_eq!(object_entries(read_json(r#"{"game": "x"}"#).unwrap()).unwrap()[0].0, "game");
/// assert_eq!(object_entries(read_json("[]").unwrap()).unwrap_err().code, "wrong-type");
/// ```
pub fn object_entries(json: Json) -> Result<Vec<(String, Json)>, Finding> {
    match json {
        Json::Object(entries) => Ok(entries),
        other => Err(wrong_type("", "object", &other)),
    }
}
