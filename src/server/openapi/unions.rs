//! Unions of named components, distinguished by a tag.

use serde_json::{Map, Value, json};

/// The schemas of the OpenAPI document, by name.
pub type Components = Map<String, Value>;

/// A variant of a union: the value of its tag, and the name of its component.
pub type Variant = (String, String);

/// A reference to a component.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An id or a word in upper camel case, as part of a component's name.
pub fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_', '.']).map(upper).collect()
}

/// Adds a required tag with this value to an object.
pub fn tag(object: &mut Value, tag: &str, word: &str) {
    object["properties"][tag] = json!({ "type": "string", "const": word });
    require_first(object, &[tag]);
}

/// Adds required properties before the existing ones.
pub fn require_first(object: &mut Value, names: &[&str]) {
    let own = object["required"].as_array().cloned().unwrap_or_default();
    let names = names.iter().copied().map(Value::from);
    let own = own
        .into_iter()
        .filter(|name| !names.clone().any(|first| first == *name));
    object["required"] = names.clone().chain(own).collect();
}

/// Adds a named union of these components.
pub fn add(all: &mut Components, name: &str, about: &str, tag: &str, variants: &[Variant]) {
    let mapping: Map<String, Value> = variants
        .iter()
        .map(|(word, name)| (word.clone(), reference(name)["$ref"].clone()))
        .collect();
    let any: Vec<Value> = variants.iter().map(|(_, name)| reference(name)).collect();
    let union = json!({
        "description": about,
        "oneOf": any,
        "discriminator": { "propertyName": tag, "mapping": mapping },
    });
    all.insert(name.to_owned(), union);
}

/// An object with the properties of all of these objects. A property that occurs in several accepts the
/// values of each.
///
/// It is used where nothing in an object determines its kind: readers of a union without a discriminator
/// might choose the first kind that fits, and lose properties that this kind lacks.
pub fn merged(about: Option<&str>, objects: Vec<Value>) -> Value {
    let mut properties = Map::new();
    for mut object in objects {
        let own = object["properties"].as_object_mut();
        for (name, mut schema) in own.map(std::mem::take).into_iter().flatten() {
            if let Some(schema) = schema.as_object_mut() {
                schema.remove("default");
            }
            match properties.get_mut(&name) {
                None => drop(properties.insert(name, schema)),
                Some(known) if *known == schema => {}
                Some(known)
                    if known["properties"].is_object() && schema["properties"].is_object() =>
                {
                    *known = merged(None, vec![known.take(), schema]);
                }
                Some(known) => {
                    let before = known.get_mut("anyOf").map(Value::take);
                    let mut kinds = match before {
                        Some(Value::Array(kinds)) => kinds,
                        _ => vec![known.take()],
                    };
                    kinds.retain(|kind| *kind != schema);
                    kinds.push(schema);
                    // A list beside something else is left open: generators for Java cannot name its type.
                    let is_open = |kind: &Value| kind["type"] == "array" || *kind == json!({});
                    *known = if kinds.iter().any(is_open) {
                        json!({})
                    } else {
                        json!({ "anyOf": kinds })
                    };
                }
            }
        }
    }
    let mut merged =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if let Some(about) = about {
        merged["description"] = about.into();
    }
    merged
}
