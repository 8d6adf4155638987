//! Values of house rules in words.

use serde_json::Value;

use crate::lang::Language;

/// The value of a house rule in words; empty if it is not set.
///
/// ```
/// use overtrick_match::describe::value_in_words;
/// use overtrick_match::lang::Language;
///
/// let say = |value| value_in_words(&value, Language::english());
/// assert_eq!(say(serde_json::json!(-2)), "−2");
/// assert_eq!(say(serde_json::json!([1, true])), "1, yes");
/// assert_eq!(say(serde_json::Value::Null), "");
/// ```
pub fn value_in_words(value: &Value, language: &Language) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(is_so) => language.text("ui", if *is_so { "yes" } else { "no" }),
        Value::Number(number) => number.to_string().replace('-', "−"),
        Value::String(word) => language.word(word),
        Value::Array(items) => {
            let items = items.iter().map(|item| value_in_words(item, language));
            items.collect::<Vec<String>>().join(", ")
        }
        Value::Object(entries) => {
            let entry = |(name, item): (&String, &Value)| {
                let name = language.word(&name.replace('_', "-"));
                format!("{name} {}", value_in_words(item, language))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            entries.join(", ")
        }
    }
}
