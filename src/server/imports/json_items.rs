//! Reading the matches in a JSON body one by one: a tree of all of them would need many times its memory.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Result};

/// Receives the text of each item; returns whether more are wanted.
type Each<'a> = &'a mut dyn FnMut(&str) -> bool;

/// Passes on each item of a list, or of the list `matches` if that is an object's only key, or otherwise the
/// whole value.
///
/// # Errors
/// The body is not JSON.
pub fn json_items(body: &[u8], each: Each<'_>) -> Result<()> {
    let mut whole = Deserializer::from_slice(body);
    let list = whole.deserialize_any(Outer)?;
    whole.end()?;
    match list {
        Some(list) => list_items(list.get(), each),
        None => match std::str::from_utf8(body) {
            Ok(text) if text.trim_start().starts_with('[') => list_items(text, each),
            Ok(text) => {
                each(text);
                Ok(())
            }
            Err(error) => Err(Error::custom(error)),
        },
    }
}

fn list_items(list: &str, each: Each<'_>) -> Result<()> {
    let mut list = Deserializer::from_str(list);
    list.deserialize_seq(Items(each))?;
    Ok(())
}

/// Finds the list `matches` of an object that has no other keys.
struct Outer;

impl<'de> Visitor<'de> for Outer {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut map: A,
    ) -> std::result::Result<Self::Value, A::Error> {
        let (mut list, mut count) = (None, 0);
        while let Some(key) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            count += 1;
            let is_list = key == "matches" && value.get().starts_with('[');
            list = is_list.then_some(value);
        }
        Ok(list.filter(|_| count == 1))
    }

    fn visit_seq<A: SeqAccess<'de>>(
        self,
        mut list: A,
    ) -> std::result::Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> std::result::Result<Self::Value, E> {
        Ok(None)
    }
}

/// Passes on each item of a list.
struct Items<'a>(Each<'a>);

impl<'de> Visitor<'de> for Items<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<(), A::Error> {
        let mut more = true;
        while more && let Some(item) = list.next_element::<&RawValue>()? {
            more = (self.0)(item.get());
        }
        // After the consumer has stopped, the rest is skipped.
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(body: &str) -> Option<Vec<String>> {
        let mut items = Vec::new();
        let mut each = |item: &str| {
            items.push(item.trim().to_owned());
            true
        };
        json_items(body.as_bytes(), &mut each).ok()?;
        Some(items)
    }

    #[test]
    fn items_are_handed_on_as_they_are_written() {
        for (body, expected) in [
            (
                r#" [ {"a": [1]}, "x" , 1.50 ] "#,
                vec![r#"{"a": [1]}"#, r#""x""#, "1.50"],
            ),
            (r#"{"matches": [1, 2]}"#, vec!["1", "2"]),
            (
                r#"{"matches": [1], "x": 2}"#,
                vec![r#"{"matches": [1], "x": 2}"#],
            ),
            (r#"{"matches": {}}"#, vec![r#"{"matches": {}}"#]),
            (r#"{"game": "x"}"#, vec![r#"{"game": "x"}"#]),
            ("[]", vec![]),
            (" 7 ", vec!["7"]),
            ("null", vec!["null"]),
        ] {
            assert_eq!(items(body).unwrap(), expected, "{body}");
        }
        for body in ["", "[1,", "[1] 2", r#"{"matches": [1]"#, "[1, oops]"] {
            assert_eq!(items(body), None, "{body}");
        }
    }
}
