//! Turns inline schemas that occur several times into components, so that generated clients have one type
//! for them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::openapi::unions::{Components, component, reference};

/// The place of an inline schema: the component around it, and the property.
type Place = (String, String);

/// Makes components of inline schemas that occur in more than one place. `prefixes` are the prefixes of
/// component names by game.
pub fn share(all: &mut Components, prefixes: &[String]) {
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (owner, schema) in all.iter() {
        each_inline(schema, "", &mut |property, inline| {
            let place = (owner.clone(), property.to_owned());
            places.entry(inline.to_string()).or_default().push(place);
        });
    }
    places.retain(|_, places| places.len() > 1);
    let mut taken: BTreeSet<String> = all.keys().cloned().collect();
    let names = places.into_iter().map(|(text, places)| {
        let inline = serde_json::from_str(&text).unwrap_or_default();
        let name = free_name(&inline, &places, prefixes, &mut taken);
        (text, name)
    });
    let names: BTreeMap<String, String> = names.collect();
    let mut shared = Components::new();
    for schema in all.values_mut() {
        refer_within(schema, &names, &mut shared);
    }
    all.extend(shared);
}

/// Calls `see` for each inline schema within a schema that could be a component, with its property.
fn each_inline(schema: &Value, property: &str, see: &mut impl FnMut(&str, &Value)) {
    if !property.is_empty() && could_be_component(schema) {
        see(property, schema);
    }
    let properties = schema["properties"].as_object().into_iter().flatten();
    for (name, inner) in properties {
        each_inline(inner, name, see);
    }
    let one = ["items", "additionalProperties"];
    for inner in one.iter().filter_map(|key| schema.get(key)) {
        each_inline(inner, property.strip_suffix('s').unwrap_or(property), see);
    }
    let any = ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(key));
    let any = any.filter_map(Value::as_array).flatten();
    any.for_each(|inner| each_inline(inner, property, see));
}

/// Whether clients would have a separate type for it.
fn could_be_component(schema: &Value) -> bool {
    let words = schema["enum"].as_array().map_or(0, Vec::len);
    let is_word = schema["type"] == "string" && words > 1;
    let by_name = schema["additionalProperties"].is_object();
    is_word || by_name || schema["properties"].is_object()
}

/// Components that belong to no single game, because they merge properties of several.
const MERGED: [&str; 6] = [
    "Dice",
    "HandDetail",
    "HouseRules",
    "MatchDetail",
    "RulingOutcome",
    "StillOpen",
];

/// The most frequent property name, prefixed with the game's name if all places belong to one game.
fn free_name(
    inline: &Value,
    places: &[Place],
    prefixes: &[String],
    taken: &mut BTreeSet<String>,
) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, property) in places {
        *counts.entry(property).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(_, count)| **count);
    let mut word = component(most.map_or("", |(word, _)| word));
    if is_played_card(inline) {
        "PlayedCard".clone_into(&mut word);
    }
    let has_all = |prefix: &&String| {
        let mut owners = places.iter().map(|(owner, _)| owner.as_str());
        let mut own = owners.clone().filter(|owner| !MERGED.contains(owner));
        let is_its_own = |owner: &str| owner.starts_with(prefix.as_str());
        own.any(is_its_own) && owners.all(|owner| is_its_own(owner) || MERGED.contains(&owner))
    };
    let prefix = prefixes.iter().find(has_all);
    let stem = prefix.map_or(String::new(), String::clone) + &word;
    let unfinished = places.iter().all(|(owner, _)| owner.contains("Unfinished"));
    let kind = match (unfinished, inline["enum"].is_array()) {
        (true, _) => "Unfinished",
        (_, true) => "Word",
        _ => "Part",
    };
    let mut name = stem;
    // `Hands`, by player, beside `Hand`.
    if name
        .strip_suffix('s')
        .is_some_and(|one| taken.contains(one))
    {
        name += "ByPlayer";
    }
    while !taken.insert(name.clone()) {
        name += kind;
    }
    name
}

/// A played card, whose property is named after the tricks that contain it.
fn is_played_card(schema: &Value) -> bool {
    let properties = schema["properties"].as_object();
    properties.is_some_and(|properties| properties.keys().eq(["card", "player", "suit"]))
}

/// Replaces shared schemas by references and moves them into `shared`.
fn refer_within(schema: &mut Value, names: &BTreeMap<String, String>, shared: &mut Components) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (_, inner) in properties.into_iter().flatten() {
        refer(inner, names, shared);
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(key) {
            refer(inner, names, shared);
        }
    }
    for key in ["anyOf", "oneOf"] {
        let any = schema.get_mut(key).and_then(Value::as_array_mut);
        for inner in any.into_iter().flatten() {
            refer(inner, names, shared);
        }
    }
}

fn refer(schema: &mut Value, names: &BTreeMap<String, String>, shared: &mut Components) {
    let name = names.get(&schema.to_string());
    refer_within(schema, names, shared);
    if let Some(name) = name {
        shared.insert(name.clone(), schema.take());
        *schema = reference(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_stands_in_two_places_is_shared_under_the_name_of_its_property() {
        let play = json!({ "type": "object", "properties": { "suit": { "type": "string", "enum": ["clubs", "hearts"] } } });
        let with = |key: &str| json!({ "type": "object", "properties": { key: { "type": "array", "items": play } } });
        let mut all = Components::new();
        all.insert("WhistRecord".into(), with("plays"));
        all.insert("WhistQuestion".into(), with("plays"));
        all.insert("Other".into(), json!({ "type": "object" }));
        share(&mut all, &["Whist".to_owned()]);
        let names: Vec<&str> = all.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "Other",
                "WhistPlay",
                "WhistQuestion",
                "WhistRecord",
                "WhistSuit"
            ]
        );
        assert_eq!(
            all["WhistRecord"]["properties"]["plays"]["items"],
            reference("WhistPlay")
        );
        assert_eq!(
            all["WhistPlay"]["properties"]["suit"],
            reference("WhistSuit")
        );
    }
}
