//! Schemas of the OpenAPI document as rows of a table: a row for each field, in words.

use serde_json::{Map, Value};

use crate::openapi::markdown::{escaped, with_code};

/// How deep the fields of fields are listed.
const DEEPEST: usize = 2;
/// The most fields of an object that are listed below another one.
const MOST_BELOW: usize = 20;
/// The most words of an enumeration that are listed.
const MOST_WORDS: usize = 16;

/// A field or a parameter.
pub struct Row {
    /// How many fields it is in.
    pub depth: usize,
    pub name: String,
    /// What it is, in words.
    pub kind: String,
    /// Where a parameter stands: `path`, `query` or `header`.
    pub place: String,
    pub is_required: bool,
    /// What it means, as HTML.
    pub about: String,
}

/// A part of the document, where it refers to another one that one.
pub fn resolved<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    let reference = part["$ref"]
        .as_str()
        .and_then(|text| text.strip_prefix('#'));
    let referred = reference.and_then(|pointer| document.pointer(pointer));
    referred.unwrap_or(part)
}

/// The fields of a schema: of an object, of the items of a list, or of each variant of a union.
pub fn rows_of(document: &Value, schema: &Value) -> Vec<Row> {
    let mut rows = Vec::new();
    let schema = item(document, schema);
    for variant in variants(schema) {
        let variant = resolved(document, variant);
        let tag = variant["properties"].as_object().into_iter().flatten();
        let mut tag = tag.filter(|(_, field)| field["const"].is_string());
        let Some((name, field)) = tag.next() else {
            continue;
        };
        let about = variant["description"].as_str().unwrap_or_default();
        rows.push(Row {
            depth: 0,
            name: name.clone(),
            kind: field["const"].to_string(),
            place: String::new(),
            is_required: true,
            about: with_code(&escaped(about)),
        });
        add_fields(document, variant, 1, &mut rows);
    }
    if variants(schema).is_empty() {
        add_fields(document, schema, 0, &mut rows);
    }
    rows
}

fn add_fields(document: &Value, schema: &Value, depth: usize, rows: &mut Vec<Row>) {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.contains(&name.into()));
    let fields = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<_> = fields
        .filter(|(_, field)| depth == 0 || !field["const"].is_string())
        .collect();
    fields.sort_by_key(|(name, _)| !is_required(name));
    for (name, field) in fields {
        let inner = item(document, field);
        let about = field["description"]
            .as_str()
            .or(inner["description"].as_str());
        rows.push(Row {
            depth,
            name: name.clone(),
            kind: kind_of(document, field),
            place: String::new(),
            is_required: is_required(name),
            about: with_code(&escaped(about.unwrap_or_default())),
        });
        let below = inner["properties"].as_object().map_or(0, Map::len);
        if depth + 1 < DEEPEST && (1..=MOST_BELOW).contains(&below) {
            add_fields(document, inner, depth + 1, rows);
        }
    }
}

/// The schema behind references, lists and `null`.
fn item<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let schema = resolved(document, schema);
    if schema["items"].is_object() {
        return item(document, &schema["items"]);
    }
    match present(schema)[..] {
        [one] => item(document, one),
        _ => schema,
    }
}

fn variants(schema: &Value) -> Vec<&Value> {
    let variants = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    variants.into_iter().flatten().collect()
}

/// The variants besides `null`.
fn present(schema: &Value) -> Vec<&Value> {
    let mut variants = variants(schema);
    variants.retain(|variant| variant["type"] != "null");
    variants
}

/// What a schema admits, in words.
pub fn kind_of(document: &Value, schema: &Value) -> String {
    let schema = resolved(document, schema);
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().map(|word| match word {
            Value::String(word) => word.clone(),
            other => other.to_string(),
        });
        let words: Vec<String> = words.collect();
        if words.len() > MOST_WORDS {
            return format!("one of {} words", words.len());
        }
        return words.join(", ");
    }
    let mapping = schema["discriminator"]["mapping"].as_object();
    if let Some(mapping) = mapping {
        let words: Vec<&str> = mapping.keys().map(String::as_str).collect();
        let tag = schema["discriminator"]["propertyName"].as_str();
        return format!(
            "object, by {}: {}",
            tag.unwrap_or_default(),
            words.join(", ")
        );
    }
    let present = present(schema);
    if !present.is_empty() {
        let mut kinds: Vec<String> = Vec::new();
        for variant in &present {
            let kind = kind_of(document, variant);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if present.len() < variants(schema).len() {
            kinds.push("null".to_owned());
        }
        return kinds.join(" or ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        _ => return "anything".to_owned(),
    };
    let kinds = types
        .into_iter()
        .map(|kind| in_words(document, schema, kind));
    kinds.collect::<Vec<String>>().join(" or ")
}

fn in_words(document: &Value, schema: &Value, kind: &str) -> String {
    match kind {
        "array" => format!("list of {}", kind_of(document, &schema["items"])),
        "object" => match &schema["additionalProperties"] {
            values @ Value::Object(_) => {
                format!("object of {} by name", kind_of(document, values))
            }
            _ => "object".to_owned(),
        },
        "string" => match schema["format"].as_str() {
            Some("date") => "date".to_owned(),
            Some("date-time") => "time".to_owned(),
            Some("uri") => "address".to_owned(),
            Some("binary") => "bytes".to_owned(),
            _ => "text".to_owned(),
        },
        "boolean" => "true or false".to_owned(),
        "integer" | "number" => {
            let bound = |key: &str| schema[key].as_i64();
            match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => format!("{least} to {most}"),
                (Some(least), None) => format!("number from {least}"),
                (None, Some(most)) => format!("number up to {most}"),
                (None, None) => "number".to_owned(),
            }
        }
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_is_told_in_words() {
        let document = json!({ "components": { "schemas": {
            "Word": { "type": "string", "enum": ["a", "b"] },
        } } });
        for (schema, expected) in [
            (json!({ "$ref": "#/components/schemas/Word" }), "a, b"),
            (
                json!({ "type": "array", "items": { "type": "string" } }),
                "list of text",
            ),
            (json!({ "type": ["string", "null"] }), "text or null"),
            (
                json!({ "anyOf": [{ "type": "boolean" }, { "type": "null" }] }),
                "true or false or null",
            ),
            (
                json!({ "type": "integer", "minimum": 1, "maximum": 9 }),
                "1 to 9",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                "object of number by name",
            ),
            (json!({}), "anything"),
        ] {
            assert_eq!(kind_of(&document, &schema), expected, "{schema}");
        }
    }

    #[test]
    fn fields_are_listed_needed_ones_first_and_those_of_a_variant_below_its_tag() {
        let inner = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let schema = json!({ "oneOf": [{ "type": "object", "required": ["action", "z"], "properties": {
            "action": { "const": "go" }, "a": { "type": "array", "items": inner }, "z": { "type": "string" },
        } }, { "type": "object", "properties": { "action": { "const": "stop" } } }] });
        let rows = rows_of(&json!({}), &schema);
        let rows: Vec<_> = rows
            .iter()
            .map(|row| (row.depth, &*row.name, row.is_required))
            .collect();
        let go = [(0, "action", true), (1, "z", true), (1, "a", false)];
        assert_eq!(rows[..3], go);
        assert_eq!(rows[3..], [(0, "action", true)]);
        let rows = rows_of(
            &json!({}),
            &json!({ "type": "object", "properties": { "a": inner } }),
        );
        let rows: Vec<_> = rows.iter().map(|row| (row.depth, &*row.name)).collect();
        assert_eq!(rows, [(0, "a"), (1, "x")]);
    }
}
