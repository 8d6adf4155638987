//! House rules in short, as a pad shows them.

use serde_json::Value;

use super::identity::{Extent, Identity};
use super::words::Words;

/// The house rules in force in one line: all of them or, in brief, those that are not the defaults.
/// ◇ marks those on which the rulebook is silent.
pub fn rules_text(words: &Words<'_>, identity: &Identity, extent: Extent) -> String {
    let Identity {
        facts,
        rules,
        defaults,
        ..
    } = identity;
    let mut parts = Vec::with_capacity(rules.len());
    for (key, value) in rules {
        let rule = facts.options.iter().find(|rule| rule.field.name == *key);
        let ours = rule.is_some_and(|rule| rule.ours);
        if matches!(value, Value::Array(items) if items.is_empty()) {
            continue;
        }
        if extent == Extent::Brief && defaults.contains(&(*key, value.clone())) {
            continue;
        }
        let label = words.caption(key);
        let mark = if ours { "◇\u{a0}" } else { "" };
        parts.push(format!("{mark}{label} {}", value_text(words, value)));
    }
    match extent {
        Extent::Full => parts.join(" · "),
        Extent::Brief if parts.is_empty() => words.text("house-rules-usual"),
        Extent::Brief => {
            parts.push(words.text("house-rules-else-usual"));
            parts.join(" · ")
        }
    }
}

fn value_text(words: &Words<'_>, value: &Value) -> String {
    match value {
        Value::Null => words.text("none"),
        Value::Bool(true) => words.text("yes"),
        Value::Bool(false) => words.text("no"),
        Value::String(text) => words.word(text),
        Value::Number(number) => number.to_string().replace('-', "−"),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| value_text(words, item)).collect();
            items.join(", ")
        }
        Value::Object(entries) => {
            if let Some(name) = entries.get("name").and_then(Value::as_str) {
                return name.to_owned();
            }
            let entry = |(key, value): (&String, &Value)| {
                let key = key.replace('_', "-");
                format!("{} {}", words.word(&key), value_text(words, value))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            entries.join(", ")
        }
    }
}
