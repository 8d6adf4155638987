//! Input from outside: its size, its encoding, and its JSON syntax.

use crate::form::wrong_type;
use crate::json::Json;
use crate::{Finding, args, check_texts, may_have_refused_characters};

/// The most bytes of a document: 8 MiB.
pub const MOST_BYTES: usize = 8 * 1024 * 1024;

/// Refuses a document of more than [`MOST_BYTES`] bytes.
///
/// # Errors
/// `too-large`. Split the document, or leave out its notes and history.
///
/// ```
/// use overtrick_core::judging::{MOST_BYTES, check_size};
///
/// assert!(check_size(MOST_BYTES).is_ok());
/// assert_eq!(check_size(MOST_BYTES + 1).unwrap_err().code, "too-large");
/// ```
pub fn check_size(bytes: usize) -> Result<(), Finding> {
    let too_large = || Finding::shape("too-large", "", args![most: MOST_BYTES / 1024 / 1024]);
    (bytes <= MOST_BYTES).then_some(()).ok_or_else(too_large)
}

/// The text of a document, without a byte order mark.
///
/// # Errors
/// `not-utf8`, with line and column of the first bad byte. Save the file as UTF-8.
///
/// ```
/// use overtrick_core::judging::utf8;
///
/// assert_eq!(utf8(b"\xef\xbb\xbf{}"), Ok("{}"));
/// assert_eq!(utf8(b"{\xff}").unwrap_err().code, "not-utf8");
/// ```
pub fn utf8(document: &[u8]) -> Result<&str, Finding> {
    let document = document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document);
    std::str::from_utf8(document).map_err(|error| {
        let good = String::from_utf8_lossy(&document[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Finding::shape("not-utf8", "", args![line: line, column: column])
    })
}

/// Reads any JSON text as a value.
///
/// # Errors
/// `invalid-json`, with line and column of the mistake; columns count bytes. `text-character` for a text or a key
/// with a [refused character](crate::refused_character).
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
    if may_have_refused_characters(text)
        && let Some(fault) = check_texts(&json)
    {
        return Err(fault);
    }
    Ok(json)
}

/// Like [`read_json`], without looking at the characters of texts: whoever calls this does that.
///
/// # Errors
/// `invalid-json`.
pub fn parse_json(text: &str) -> Result<Json, Finding> {
    serde_json::from_str(text).map_err(|error| invalid_json(&error))
}

/// The fault of a text that is not JSON.
pub fn invalid_json(error: &serde_json::Error) -> Finding {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or_default();
    let args = args![line: line, column: column, reason: reason.to_owned()];
    Finding::shape("invalid-json", "", args)
}

/// Reads a JSON object: its keys with their values, in order.
///
/// # Errors
/// `invalid-json`, or `wrong-type` if the text is JSON of another type.
///
/// ```
/// use overtrick_core::judging::read_object;
///
/// assert_eq!(read_object(r#"{"game": "x"}"#).unwrap()[0].0, "game");
/// assert_eq!(read_object("[]").unwrap_err().code, "wrong-type");
/// ```
pub fn read_object(text: &str) -> Result<Vec<(String, Json)>, Finding> {
    object_entries(read_json(text)?)
}

/// The entries of an object, in order.
///
/// # Errors
/// `wrong-type` if the value has another type.
pub fn object_entries(json: Json) -> Result<Vec<(String, Json)>, Finding> {
    match json {
        Json::Object(entries) => Ok(entries),
        other => Err(wrong_type("", "object", &other)),
    }
}
