//! Checks values against schemas of the OpenAPI document, for the keywords that the document uses.

use serde_json::Value;

/// Keywords that do not affect which values are valid, or that repeat other keywords.
const ABOUT: [&str; 11] = [
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "example",
    "examples",
    "format",
    "pattern",
    "title",
];

/// The faults of a value according to a schema, each with its place.
///
/// # Panics
/// A keyword is not known here, or a reference leads nowhere.
pub fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut check = Check {
        document,
        faults: Vec::new(),
    };
    check.value(schema, value, "");
    check.faults
}

struct Check<'a> {
    document: &'a Value,
    faults: Vec<String>,
}

impl Check<'_> {
    fn fault(&mut self, place: &str, what: &str) {
        self.faults.push(format!("{place}: {what}"));
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        faults(self.document, schema, value).is_empty()
    }

    fn value(&mut self, schema: &Value, value: &Value, place: &str) {
        for (keyword, of) in schema.as_object().unwrap() {
            self.keyword(keyword, of, schema, value, place);
        }
    }

    fn keyword(&mut self, keyword: &str, of: &Value, schema: &Value, value: &Value, place: &str) {
        let number = |of: &Value| of.as_f64().unwrap();
        let count = |of: &Value| of.as_u64().unwrap();
        let length = match value {
            Value::String(text) => Some(text.chars().count()),
            Value::Array(items) => Some(items.len()),
            Value::Object(entries) => Some(entries.len()),
            _ => None,
        };
        let within = |most: &Value| length.is_none_or(|length| length as u64 <= count(most));
        let reaches = |least: &Value| length.is_none_or(|length| length as u64 >= count(least));
        let holds = match keyword {
            keyword if ABOUT.contains(&keyword) || keyword.starts_with("x-") => true,
            "$ref" => {
                let pointer = of.as_str().unwrap().strip_prefix('#').unwrap();
                let referred = self.document.pointer(pointer).unwrap();
                self.value(referred, value, place);
                true
            }
            "type" => match of {
                Value::Array(kinds) => kinds.iter().any(|kind| is_of(value, kind)),
                kind => is_of(value, kind),
            },
            "enum" => of.as_array().unwrap().contains(value),
            "const" => of == value,
            "minimum" => value.as_f64().is_none_or(|value| value >= number(of)),
            "maximum" => value.as_f64().is_none_or(|value| value <= number(of)),
            "multipleOf" => value.as_f64().is_none_or(|value| value % number(of) == 0.0),
            "minLength" | "minItems" | "minProperties" => reaches(of),
            "maxLength" | "maxItems" | "maxProperties" => within(of),
            "oneOf" | "anyOf" | "allOf" => {
                let schemas = of.as_array().unwrap();
                let fitting = schemas.iter().filter(|schema| self.is_valid(schema, value));
                match (keyword, fitting.count()) {
                    ("oneOf", count) => count == 1,
                    ("anyOf", count) => count > 0,
                    (_, count) => count == schemas.len(),
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.value(of, item, &format!("{place}/{index}"));
                }
                true
            }
            "required" => {
                let entries = value.as_object();
                let names = of
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap());
                entries.is_none_or(|entries| {
                    let mut names = names;
                    names.all(|name| entries.contains_key(name))
                })
            }
            "properties" => {
                for (name, property) in of.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        self.value(property, inner, &format!("{place}/{name}"));
                    }
                }
                true
            }
            "propertyNames" => {
                for name in value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name)
                {
                    self.value(of, &name.as_str().into(), place);
                }
                true
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object();
                let entries = value.as_object().into_iter().flatten();
                let more = entries.filter(|(name, _)| {
                    known.is_none_or(|known| !known.contains_key(name.as_str()))
                });
                let more: Vec<(&String, &Value)> = more.collect();
                if let Value::Object(_) = of {
                    for (name, inner) in more {
                        self.value(of, inner, &format!("{place}/{name}"));
                    }
                    true
                } else {
                    of == true || more.is_empty()
                }
            }
            other => panic!("the keyword {other} of a schema is not checked here"),
        };
        if !holds {
            self.fault(place, &format!("{value} against {keyword} {of}"));
        }
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        other => panic!("{other} is not a type"),
    }
}

#[test]
fn a_value_that_breaks_any_keyword_is_found() {
    use serde_json::json;

    let document = json!({ "named": { "type": "string", "enum": ["a", "b"] } });
    for (schema, good, bad) in [
        (json!({ "$ref": "#/named" }), json!("a"), json!("c")),
        (
            json!({ "type": ["integer", "null"] }),
            json!(null),
            json!(1.5),
        ),
        (json!({ "const": 1 }), json!(1), json!(2)),
        (json!({ "minimum": 1, "maximum": 3 }), json!(3), json!(4)),
        (json!({ "multipleOf": 0.5 }), json!(1.5), json!(1.25)),
        (json!({ "minLength": 2 }), json!("ab"), json!("a")),
        (json!({ "maxItems": 1 }), json!([1]), json!([1, 2])),
        (
            json!({ "items": { "type": "string" } }),
            json!(["a"]),
            json!(["a", 1]),
        ),
        (json!({ "required": ["a"] }), json!({ "a": 1 }), json!({})),
        (
            json!({ "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
            json!({ "a": "x" }),
            json!({ "a": "x", "b": 1 }),
        ),
        (
            json!({ "additionalProperties": { "type": "integer" } }),
            json!({ "a": 1 }),
            json!({ "a": "1" }),
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }),
            json!(1.5),
            json!(1),
        ),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }),
            json!(null),
            json!("a"),
        ),
        (
            json!({ "allOf": [{ "minimum": 1 }, { "maximum": 3 }] }),
            json!(2),
            json!(0),
        ),
    ] {
        assert!(
            faults(&document, &schema, &good).is_empty(),
            "{schema} {good}"
        );
        assert!(
            !faults(&document, &schema, &bad).is_empty(),
            "{schema} {bad}"
        );
    }
}
