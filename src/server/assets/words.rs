//! `words/{tag}.json`: the texts of the page, in each language, and `words/{tag}.{section}.json`: those that few of its
//! screens need.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use overtrick_match::lang::Language;

/// The sections of a catalog that the page receives.
const SECTIONS: [&str; 2] = ["page", "word"];
/// The sections that it receives when a screen needs them.
const LATER: [&str; 1] = ["own"];
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
        .flat_map(|tag| {
            let later = LATER.map(|name| {
                let path = format!("words/{tag}.{name}.json");
                (path, section(name, tag).to_string())
            });
            [(format!("words/{tag}.json"), words(tag).to_string())]
                .into_iter()
                .chain(later)
        })
        .collect()
});

/// The texts of a section in a language, with English for missing messages.
fn section(name: &str, tag: &str) -> Value {
    let tags = [Language::english().tag(), tag];
    let files = tags.into_iter().flat_map(Language::files).map(read);
    let texts = files.filter_map(|file| file[name].as_object().cloned());
    Value::Object(texts.flatten().collect())
}

/// The page's texts in a language, with English for missing messages.
fn words(tag: &str) -> Value {
    let mut words = json!({ "lang": tag, "languages": Language::tags().collect::<Vec<_>>() });
    for name in SECTIONS {
        words[name] = section(name, tag);
    }
    for tag in [Language::english().tag(), tag] {
        for file in Language::files(tag).map(read) {
            if !file["forms"].is_null() {
                words["forms"] = file["forms"].clone();
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
    fn what_few_screens_need_is_apart() {
        let path = format!("words/{}.own.json", Language::english().tag());
        let texts: Value = serde_json::from_str(find(&path).unwrap()).unwrap();
        assert!(texts["own.build"].is_string(), "{texts}");
        assert!(words("en")["page"]["own.build"].is_null());
    }

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
