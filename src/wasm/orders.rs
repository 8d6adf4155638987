//! Requests to a module, as JSON.

use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::document::{read_json, utf8};
use overtrick_match::ledger::StoredLog;
use overtrick_match::play::LocalMatch;

/// Reads an input as JSON.
pub fn json_of(text: &[u8]) -> Result<Json, Vec<Finding>> {
    let json = utf8(text).and_then(read_json);
    json.map_err(|fault| vec![fault])
}

/// Opens the match of a log. The log is the whole JSON or its entry `log`, as in an export.
pub fn kept(log: &Json) -> Result<LocalMatch, Vec<Finding>> {
    let log = log.get("log").unwrap_or(log);
    let unreadable = || vec![Finding::shape("unreadable-log", "/log", args![])];
    let log = log.typed().filter(|log: &StoredLog| log.head.is_some());
    LocalMatch::open(log.ok_or_else(unreadable)?).map_err(|damage| {
        let args = args![reason: damage.to_string()];
        vec![Finding::rule("damaged-log", "/log", args)]
    })
}
