//! Finding the texts that still contain an erased name. The hash chain of the log prevents changes to these texts.

use std::collections::HashSet;

use super::event::EventKind;
use super::log::Match;
use overtrick_core::json::Json;
use overtrick_core::{folded, segment};

impl Match {
    /// Returns the places that still contain a name that this person had in `before`, as JSON pointers into
    /// the state of the match: texts of the document, labels, and `/history` for texts of the log. Names are
    /// compared word by word, ignoring case.
    pub fn name_remains(&self, before: &Match, person: usize) -> Vec<String> {
        let now: HashSet<String> = self.names.of_person(person).map(folded).collect();
        let erased = before.names.of_person(person).map(folded);
        let erased: Vec<String> = erased.filter(|name| !now.contains(name)).collect();
        let mut places = Vec::new();
        let mut document = self.document();
        document.take("players");
        document.take("history");
        let labels = self.labels();
        let external_id = labels.external_id.as_deref().unwrap_or_default();
        let state = Json::object([
            ("document", document),
            ("external_id", external_id.into()),
            ("metadata", labels.metadata.clone().unwrap_or_default()),
        ]);
        find(&state, "", &erased, &mut places);
        let has_name = |kind: &EventKind| {
            let text = serde_json::to_string(kind).unwrap_or_default();
            let json: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
            let mut found = Vec::new();
            find(&json, "", &erased, &mut found);
            !found.is_empty()
        };
        if self.events().iter().any(|event| has_name(&event.kind)) {
            places.push("/history".to_owned());
        }
        places
    }
}

/// Adds the places of the texts in a value that contain one of these names.
fn find(value: &Json, place: &str, names: &[String], places: &mut Vec<String>) {
    match value {
        Json::Text(text) if names.iter().any(|name| has_words(&folded(text), name)) => {
            places.push(place.to_owned());
        }
        Json::List(items) => {
            for (index, item) in items.iter().enumerate() {
                find(item, &format!("{place}/{index}"), names, places);
            }
        }
        Json::Object(entries) => {
            for (key, item) in entries {
                let place = format!("{place}/{}", segment(key));
                find(item, &place, names, places);
            }
        }
        _ => {}
    }
}

/// Whether a text has these words, with no letter or digit before or after them.
fn has_words(text: &str, words: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !found.is_empty() && !is_letter(before) && !is_letter(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_a_word() {
        for (text, is_found) in [
            ("ann at home", true),
            ("at ann's", true),
            ("anna", false),
            ("joann", false),
            ("joann and ann", true),
        ] {
            assert_eq!(has_words(text, "ann"), is_found, "{text}");
        }
        assert!(!has_words("ann", ""));
    }
}
