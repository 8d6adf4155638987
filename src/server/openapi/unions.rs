//! Unions of named components, which a word at a tag tells apart.

use serde_json::{Map, Value, json};

/// The schemas of the OpenAPI document, by name.
pub type Components = Map<String, Value>;

/// A variant of a union: the word at its tag, and the name of its component.
pub type Variant = (String, String);

/// A reference to a component.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An id or a word as part of a component's name: in upper camel case.
pub fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_', '.']).map(upper).collect()
}

/// Puts a required word at a tag of an object.
pub fn tag(object: &mut Value, tag: &str, word: &str) {
    object["properties"][tag] = json!({ "type": "string", "const": word });
    require_first(object, &[tag]);
}

/// Requires these properties of an object before its own.
pub fn require_first(object: &mut Value, names: &[&str]) {
    let own = object["required"].as_array().cloned().unwrap_or_default();
    let names = names.iter().copied().map(Value::from);
    let own = own
        .into_iter()
        .filter(|name| !names.clone().any(|first| first == *name));
    object["required"] = names.clone().chain(own).collect();
}

/// Adds a union of these components under a name.
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

/// An object that has any of the properties of these objects. Where two of them have the same property,
/// it is of either kind.
///
/// It stands where nothing in the object says of which kind it is: what reads a union without a
/// discriminator may take the first kind that fits, and lose what that kind does not have.
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
                    *known = json!({ "anyOf": kinds });
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
