//! `words/{tag}.json`: the texts of the page, in each language.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use overtrick_match::lang::Language;

/// The sections of a catalog that the page receives.
const SECTIONS: [&str; 2] = ["page", "word"];
/// The faults that the page reports itself when offline, in the service's words.
const FINDINGS: [&str; 5] = [
    "name-empty",
    "name-taken",
    "out-of-range",
    "tricks-sum",
    "wrong-type",
];

/// The path of each language's texts, and the texts as JSON.
static WORDS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    Language::tags()
        .map(|tag| (format!("words/{tag}.json"), words(tag).to_string()))
        .collect()
});

/// The page's texts in a language, with English for missing messages.
fn words(tag: &str) -> Value {
    let mut words = json!({ "lang": tag, "languages": Language::tags().collect::<Vec<_>>() });
    for tag in [Language::english().tag(), tag] {
        for file in Language::files(tag).map(read) {
            if !file["forms"].is_null() {
                words["forms"] = file["forms"].clone();
            }
            for section in SECTIONS {
                let mut all = words[section].as_object().cloned().unwrap_or_default();
                all.extend(file[section].as_object().cloned().unwrap_or_default());
                words[section] = all.into();
            }
            for code in FINDINGS {
                if file["finding"][code].is_string() {
                    words["finding"][code] = file["finding"][code].clone();
                }
            }
        }
    }
    words
}

fn read(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|_| Map::new().into())
}

/// The texts of every language.
pub fn all() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(_, text)| text.as_str())
}

/// The paths of all texts, relative to the page.
pub fn paths() -> impl Iterator<Item = String> {
    WORDS.iter().map(|(path, _)| path.clone())
}

/// The texts at a path, relative to the page.
pub fn find(path: &str) -> Option<&'static str> {
    let words = WORDS.iter().find(|(own, _)| own == path);
    words.map(|(_, text)| text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_games as games;

    #[test]
    fn english_has_both_sections_and_its_forms() {
        let words = words("en");
        assert_eq!(words["forms"], json!(["one", "other"]));
        for code in FINDINGS {
            assert!(words["finding"][code].is_string(), "{code}");
        }
        for entry in games::all() {
            assert!(words["word"][entry.facts.id].is_string(), "{words}");
        }
    }
}
