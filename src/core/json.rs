//! A JSON value that keeps the order of keys, including duplicate keys.

use std::fmt;
use std::sync::Arc;

use serde::de::value::{Error as ValueError, MapDeserializer, SeqDeserializer};
use serde::de::{Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Points;
use crate::args::conversions;
use crate::bounds::allocated;

/// Any JSON value, as written.
///
/// ```
/// use overtrick_core::json::Json;
///
/// let json: Json = serde_json::from_str(r#"{"b": 1.0, "a": 2.5, "b": 3}"#).unwrap();
/// assert_eq!(json.get("b"), Some(&Json::Int(1)));
/// assert_eq!(json.get("a"), Some(&Json::Float(2.5)));
/// assert_eq!(serde_json::to_string(&json).unwrap(), r#"{"b":1,"a":2.5,"b":3}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number that fits in 64 bits, even if it is written with a decimal point.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object: its entries in order, including duplicate keys.
    #[serde(serialize_with = "as_map")]
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Returns the approximate heap memory of the value, in bytes.
    pub fn memory(&self) -> usize {
        match self {
            Json::Text(text) => allocated(text.capacity()),
            Json::List(items) => {
                let below: usize = items.iter().map(Json::memory).sum();
                allocated(items.capacity() * size_of::<Json>()) + below
            }
            Json::Object(entries) => {
                let below = entries.iter();
                let below = below.map(|(key, json)| allocated(key.capacity()) + json.memory());
                let below: usize = below.sum();
                allocated(entries.capacity() * size_of::<(String, Json)>()) + below
            }
            _ => 0,
        }
    }

    /// Returns the entries of an object, or an empty list for any other value.
    pub fn entries(&self) -> &[(String, Json)] {
        match self {
            Json::Object(entries) => entries,
            _ => &[],
        }
    }

    /// An object without entries.
    pub const EMPTY: Json = Json::Object(Vec::new());

    /// Returns an object with these entries.
    pub fn object<'k>(entries: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
        let entries = entries.into_iter();
        let entries = entries.map(|(key, value)| (key.to_owned(), value));
        Json::Object(entries.collect())
    }

    /// Returns the first value of a key; `None` if this is not an object or has no such key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let mut entries = self.entries().iter();
        entries.find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Returns the first value of a key as a mutable reference.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        let Json::Object(entries) = self else {
            return None;
        };
        let mut entries = entries.iter_mut();
        entries.find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Returns the text value of a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// Returns the whole-number value of a key.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    ///
    /// assert_eq!(Json::object([("bid", Json::Int(7))]).int("bid"), Some(7));
    /// assert_eq!(Json::object([("bid", Json::from("7"))]).int("bid"), None);
    /// ```
    pub fn int(&self, key: &str) -> Option<i64> {
        self.get(key)?.typed()
    }

    /// Whether the value of a key is `true`.
    pub fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Json::Bool(true)))
    }

    /// Returns the items of the list at a key; empty if there is no list.
    pub fn list(&self, key: &str) -> &[Json] {
        match self.get(key) {
            Some(Json::List(items)) => items,
            _ => &[],
        }
    }

    /// Returns the text of a string; `None` for any other value.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Sets the value of a key in an object; does nothing to any other value.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    ///
    /// let mut json = Json::object([("bid", Json::Int(7))]);
    /// json.set("bid", Json::Int(8));
    /// json.set("tricks", Json::Int(8));
    /// assert_eq!((json.int("bid"), json.int("tricks")), (Some(8), Some(8)));
    /// ```
    pub fn set(&mut self, key: &str, value: impl Into<Json>) {
        if let Some(old) = self.get_mut(key) {
            *old = value.into();
        } else if let Json::Object(entries) = self {
            entries.push((key.to_owned(), value.into()));
        }
    }

    /// Removes and returns the first value of a key; `None` if this is not an object or has no such key.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    ///
    /// let mut json = Json::object([("bid", Json::Int(7))]);
    /// assert_eq!(json.take("bid"), Some(Json::Int(7)));
    /// assert_eq!(json, Json::EMPTY);
    /// ```
    pub fn take(&mut self, key: &str) -> Option<Json> {
        let Json::Object(entries) = self else {
            return None;
        };
        let index = entries.iter().position(|(known, _)| known == key)?;
        Some(entries.remove(index).1)
    }

    /// Converts the value to a type; `None` if it does not fit the type.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    ///
    /// assert_eq!(Json::Int(3).typed::<i64>(), Some(3));
    /// assert_eq!(Json::Float(3.5).typed::<i64>(), None);
    /// ```
    pub fn typed<'de, T: Deserialize<'de>>(&'de self) -> Option<T> {
        T::deserialize(self).ok()
    }

    /// Returns the name of the JSON type, which the language files translate.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    ///
    /// assert_eq!(Json::from("pass").kind(), "text");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "flag",
            Json::Int(_) => "whole number",
            Json::Float(_) => "number",
            Json::Text(_) => "text",
            Json::List(_) => "list",
            Json::Object(_) => "object",
        }
    }
}

conversions! { Json:
    &str: text => Json::Text(text.to_owned());
    &Arc<str>: text => Json::Text(text.to_string());
    String: text => Json::Text(text);
    bool: flag => Json::Bool(flag);
    i64: number => Json::Int(number);
    usize: number => Json::Int(i64::try_from(number).unwrap_or(i64::MAX));
    Points: points => Json::from(points.decimal());
}

/// Converts a whole number to [`Json::Int`].
impl From<f64> for Json {
    fn from(number: f64) -> Json {
        #[expect(clippy::cast_possible_truncation, reason = "whole, below 2^53")]
        let whole = || Json::Int(number as i64);
        if number.fract() == 0.0 && number.abs() < 9e15 {
            whole()
        } else {
            Json::Float(number)
        }
    }
}

/// An object without entries.
impl Default for Json {
    fn default() -> Json {
        Json::EMPTY
    }
}

/// Sets these entries of an object.
impl<'k> Extend<(&'k str, Json)> for Json {
    fn extend<I: IntoIterator<Item = (&'k str, Json)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.set(key, value);
        }
    }
}

impl<T: Into<Json>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Json {
        Json::List(items.into_iter().map(Into::into).collect())
    }
}

fn as_map<S: Serializer>(entries: &[(String, Json)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }
            fn visit_unit<E: Error>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }
            fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
                Ok(Json::Bool(flag))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
                Ok(Json::Int(number))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
                #[expect(clippy::cast_precision_loss, reason = "too big to be a count")]
                Ok(i64::try_from(number).map_or(Json::Float(number as f64), Json::Int))
            }
            fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
                Ok(Json::from(number))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
                Ok(Json::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let items = std::iter::from_fn(|| seq.next_element().transpose());
                items.collect::<Result<_, _>>().map(Json::List)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let entries = std::iter::from_fn(|| map.next_entry().transpose());
                entries.collect::<Result<_, _>>().map(Json::Object)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Deserializes a value. A struct is only read from an object, although a derived `Deserialize` would accept
/// an array too. A newtype needs `#[serde(transparent)]`.
impl<'de> Deserializer<'de> for &'de Json {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Json::Null => visitor.visit_unit(),
            Json::Bool(flag) => visitor.visit_bool(*flag),
            Json::Int(number) => visitor.visit_i64(*number),
            Json::Float(number) => visitor.visit_f64(*number),
            Json::Text(text) => visitor.visit_borrowed_str(text),
            Json::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            Json::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.as_str(), value));
                visitor.visit_map(MapDeserializer::new(entries))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Json::Null => visitor.visit_none(),
            json => visitor.visit_some(json),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self {
            Json::Object(_) => self.deserialize_any(visitor),
            json => Err(ValueError::custom(json.kind())),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, ValueError> for &'de Json {
    type Deserializer = &'de Json;

    fn into_deserializer(self) -> &'de Json {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_duplicates_are_kept() {
        let text = r#"{"b":1,"a":[null,true,2.5,"x"],"b":-2}"#;
        let json: Json = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&json).unwrap(), text);
    }

    #[test]
    fn whole_numbers_may_have_a_decimal_point() {
        let read = |text: &str| serde_json::from_str::<Json>(text).unwrap();
        assert_eq!(
            ["2.0", "1e9", "-3.00"].map(read),
            [2, 1_000_000_000, -3].map(Json::Int)
        );
        for text in ["2.5", "1e300", "18446744073709551615"] {
            assert!(matches!(read(text), Json::Float(_)), "{text}");
        }
    }
}
