//! Labels that programs set on a match: an external id and metadata.

use serde::{Deserialize, Serialize};

use overtrick_core::form::wrong_type;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, Lines, args, check_text, segment};

/// The most characters of an external id.
const LONGEST_EXTERNAL_ID: usize = 200;
/// The most entries of metadata.
const MAX_METADATA: usize = 32;
/// The most bytes of metadata, as JSON.
const LARGEST_METADATA: usize = 4096;
/// The most characters of a key of metadata.
const LONGEST_KEY: usize = 64;

/// Labels that programs set on a match. They are not part of the match document and do not affect scoring.
///
/// ```
/// use overtrick_match::ledger::Labels;
/// use overtrick_core::json::Json;
///
/// let round = Json::object([("round", Json::Int(3))]);
/// assert!(Labels::read(Some(&"league-7".into()), Some(&round)).is_ok());
/// let faults = Labels::read(Some(&" ".into()), Some(&Json::Int(3))).unwrap_err();
/// let places: Vec<&str> = faults.iter().map(|fault| &*fault.pointer).collect();
/// assert_eq!(places, ["/external_id", "/metadata"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Labels {
    /// The id of the match in another system, unique within an instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// An object with texts, numbers, flags and `null` as values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
}

impl Labels {
    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        *self == Labels::default()
    }

    /// Reads labels as sent in a request; `null` means none.
    ///
    /// # Errors
    /// Every fault: a wrong type, an empty or too long text, too much metadata.
    pub fn read(external_id: Option<&Json>, metadata: Option<&Json>) -> Result<Labels, Faults> {
        Labels::default().changed(external_id, metadata)
    }

    /// Returns the labels after a change. A label that is given replaces the old label; `null` removes the
    /// label; `None` keeps it.
    ///
    /// # Errors
    /// Same as [`Labels::read`].
    pub fn changed(
        &self,
        external_id: Option<&Json>,
        metadata: Option<&Json>,
    ) -> Result<Labels, Faults> {
        let (mut labels, mut faults) = (self.clone(), Faults::new());
        match external_id {
            None => {}
            Some(Json::Null) => labels.external_id = None,
            Some(Json::Text(text)) => {
                faults.extend(fault_of_id(text));
                labels.external_id = Some(text.clone());
            }
            Some(other) => faults.push(wrong_type("/external_id", "text", other)),
        }
        match metadata {
            None => {}
            Some(Json::Null) => labels.metadata = None,
            Some(metadata) => {
                check_metadata(metadata, &mut faults);
                labels.metadata = Some(metadata.clone()).filter(|json| !json.entries().is_empty());
            }
        }
        faults.is_empty().then_some(labels).ok_or(faults)
    }
}

fn fault_of_id(text: &str) -> Option<Finding> {
    let place = "/external_id";
    let length = text.chars().count();
    if text.trim().is_empty() || text.trim() != text {
        return Some(Finding::rule("bad-external-id", place, args![]));
    }
    if length > LONGEST_EXTERNAL_ID {
        let args = args![length: length, most: LONGEST_EXTERNAL_ID];
        return Some(Finding::rule("text-too-long", place, args));
    }
    check_text(text, place, Lines::One)
}

fn check_metadata(metadata: &Json, faults: &mut Faults) {
    let place = "/metadata";
    let Json::Object(entries) = metadata else {
        faults.push(wrong_type(place, "object", metadata));
        return;
    };
    let size = serde_json::to_string(metadata).unwrap_or_default().len();
    if entries.len() > MAX_METADATA || size > LARGEST_METADATA {
        let args =
            args![count: entries.len(), most: MAX_METADATA, size: size, bytes: LARGEST_METADATA];
        faults.push(Finding::rule("metadata-too-large", place, args));
        return;
    }
    for (index, (key, value)) in entries.iter().enumerate() {
        let at_key = format!("{place}/{}", segment(key));
        if entries[..index].iter().any(|(known, _)| known == key) {
            let args = args![key: key.clone()];
            faults.push(Finding::shape("duplicate-key", at_key, args));
        } else if key.is_empty() || key.chars().count() > LONGEST_KEY {
            let args = args![length: key.chars().count(), most: LONGEST_KEY];
            faults.push(Finding::rule("bad-metadata-key", at_key, args));
        } else if matches!(value, Json::List(_) | Json::Object(_)) {
            faults.push(wrong_type(&at_key, "text", value));
        } else {
            let text = value.as_text().unwrap_or_default();
            // A fault in a key points to the object: a pointer with the key would contain the refused character.
            let key_fault = check_text(key, place, Lines::One);
            faults.extend(key_fault.or_else(|| check_text(text, &at_key, Lines::One)));
        }
    }
}
