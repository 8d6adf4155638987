//! `words/{tag}.json`: what the page says, in each language there is.

use std::sync::LazyLock;

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::files::{answered, short};
use crate::api::problem::{Kind, Problem};
use crate::lang::Language;

/// The sections of a catalog that the page is sent.
const SECTIONS: [&str; 2] = ["page", "word"];

static WORDS: LazyLock<Vec<(&'static str, String)>> = LazyLock::new(|| {
    Language::tags()
        .map(|tag| (tag, words(tag).to_string()))
        .collect()
});

/// What the page says in a language, over English where a message is missing.
fn words(tag: &str) -> Value {
    let mut said = json!({ "lang": tag, "languages": Language::tags().collect::<Vec<_>>() });
    for tag in [Language::english().tag(), tag] {
        for file in Language::files(tag).map(read) {
            if !file["forms"].is_null() {
                said["forms"] = file["forms"].clone();
            }
            for section in SECTIONS {
                let mut all = said[section].as_object().cloned().unwrap_or_default();
                all.extend(file[section].as_object().cloned().unwrap_or_default());
                said[section] = all.into();
            }
        }
    }
    said
}

fn read(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|_| Map::new().into())
}

/// What is said in every language.
pub fn all() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(_, text)| text.as_str())
}

/// Where it is, relative to the page.
pub fn paths() -> impl Iterator<Item = String> {
    WORDS.iter().map(|(tag, _)| format!("words/{tag}.json"))
}

/// The words of a language.
pub async fn served(request: HttpRequest, tag: Path<String>) -> Result<HttpResponse, Problem> {
    let (_, text) = WORDS
        .iter()
        .find(|(known, _)| *known == tag.as_str())
        .ok_or(Kind::NotFound)?;
    let digest = short(&Sha256::digest(text.as_bytes()));
    let body = text.as_bytes().into();
    Ok(answered(&request, &digest, "application/json", body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_has_both_sections_and_its_forms() {
        let words = words("en");
        assert_eq!(words["forms"], json!(["one", "other"]));
        assert!(words["word"]["brink-bid"].is_string(), "{words}");
    }
}
