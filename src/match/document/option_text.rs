//! House rules in the form `name=value`, as on the command line or in a query.

use overtrick_core::Facts;
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;

/// Reads a house rule such as `limit=500` as its name and value; `None` without a `=`.
///
/// The value is JSON; otherwise a list separated by commas if the rule is a list; otherwise text. A key
/// within an object follows a dot: `rates.seven=3`.
pub fn read_option(facts: &Facts, text: &str) -> Option<(String, Json)> {
    let (key, value) = text.split_once('=')?;
    let options: Vec<Field> = facts.options.iter().map(|rule| rule.field).collect();
    let Some((name, inner)) = key.split_once('.') else {
        let value = read_value(&kind_of(&options, key), value);
        return Some((key.to_owned(), value));
    };
    let kind = match kind_of(&options, name) {
        Kind::Object(fields) => kind_of(fields, inner),
        _ => Kind::Any,
    };
    let value = Json::object([(inner, read_value(&kind, value))]);
    Some((name.to_owned(), value))
}

fn kind_of(fields: &[Field], name: &str) -> Kind {
    let field = fields.iter().find(|field| field.name == name);
    field.map_or(Kind::Any, |field| field.kind)
}

/// JSON as it is; otherwise a list separated by commas if the kind is a list; otherwise text.
fn read_value(kind: &Kind, value: &str) -> Json {
    match (serde_json::from_str(value), kind) {
        (Ok(json), Kind::List(_)) if matches!(json, Json::List(_) | Json::Null) => json,
        (_, Kind::List(kind)) => value
            .split(',')
            .map(|item| read_value(kind, item.trim()))
            .collect(),
        (Ok(json), _) => json,
        (Err(_), _) => Json::from(value),
    }
}

/// House rules as one object; keys within an object are merged.
pub fn options_object(options: &[(String, Json)]) -> Json {
    let mut entries: Vec<(String, Json)> = Vec::new();
    for (key, value) in options {
        match (entries.iter_mut().find(|(name, _)| name == key), value) {
            (Some((_, Json::Object(object))), Json::Object(more)) => {
                object.extend(more.iter().cloned());
            }
            (Some((_, before)), value) => *before = value.clone(),
            (None, value) => entries.push((key.clone(), value.clone())),
        }
    }
    Json::Object(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_the_kind_of_their_field() {
        let read = |kind: &Kind, value| serde_json::to_string(&read_value(kind, value)).unwrap();
        assert_eq!(read(&Kind::Int(0, 9), "5"), "5");
        assert_eq!(read(&Kind::Word(&["at-least"]), "at-least"), "\"at-least\"");
        let texts = Kind::List(&Kind::Text);
        assert_eq!(read(&texts, "low,high"), "[\"low\",\"high\"]");
        assert_eq!(read(&Kind::List(&Kind::Int(0, 9)), "[1,0,-1]"), "[1,0,-1]");
        assert_eq!(read(&Kind::List(&Kind::Int(0, 9)), "2, 1,0"), "[2,1,0]");
        assert_eq!(read(&Kind::Nullable(&Kind::Int(0, 9)), "null"), "null");
    }

    #[test]
    fn keys_of_one_object_are_collected() {
        let option =
            |key: &str, value: i64| ("rates".to_owned(), Json::from([(key, Json::Int(value))]));
        let options = options_object(&[option("game", 2), option("seven", 3)]);
        let text = r#"{"rates":{"game":2,"seven":3}}"#;
        assert_eq!(serde_json::to_string(&options).unwrap(), text);
    }
}
