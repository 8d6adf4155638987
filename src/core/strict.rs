//! Reading JSON into types, without accepting arrays in place of objects.
//!
//! A derived `Deserialize` also reads the fields of a struct by position from an array. In a document that
//! can only be a mistake. The wrapper in this module forwards every call, but requests a map where a struct
//! is expected.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads a JSON text into a type.
///
/// # Errors
/// The fault of the syntax or of the form. To find every fault of form, read the text again with
/// [`Reading`](super::form::Reading).
///
/// ```
/// use overtrick_core::strict;
///
/// #[derive(serde::Deserialize)]
/// struct Bid {
///     tricks: i64,
/// }
///
/// assert_eq!(strict::from_str::<Bid>(r#"{"tricks": 3}"#).unwrap().tricks, 3);
/// assert!(strict::from_str::<Bid>("[3]").is_err());
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Strict(&mut json))?;
    json.end()?;
    Ok(value)
}

struct Strict<T>(T);

macro_rules! forward_methods {
    ($($method:ident),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(Strict(visitor))
        })+
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    // Types of known form are requested directly, which is faster than `deserialize_any`.
    forward_methods!(
        deserialize_any,
        deserialize_option,
        deserialize_bool,
        deserialize_i64,
        deserialize_u64,
        deserialize_f64,
        deserialize_str,
        deserialize_string,
        deserialize_seq,
        deserialize_map,
        deserialize_identifier,
        deserialize_ignored_any
    );

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Strict(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Strict(visitor))
    }

    // JSON values carry their own type.
    serde::forward_to_deserialize_any! {
        i8 i16 i32 u8 u16 u32 f32 char bytes byte_buf unit unit_struct tuple tuple_struct enum
    }
}

macro_rules! forward_visits {
    ($($method:ident: $type:ty),+) => {
        $(fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.0.$method(value)
        })+
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    forward_visits!(
        visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str,
        visit_borrowed_str: &'de str, visit_string: String
    );

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Strict(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Strict(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Strict(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Strict(entries))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        self.0.next_element_seed(Strict(seed))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.0.next_value_seed(Strict(seed))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(deserializer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        a: i64,
    }

    #[derive(Debug, Deserialize)]
    #[serde(bound(deserialize = "'de: 'a"))]
    struct Outer<'a> {
        inner: Vec<Inner>,
        raw: &'a RawValue,
    }

    #[test]
    fn an_array_is_no_object() {
        let read: Outer<'_> = from_str(r#"{"inner": [{"a": 1}], "raw": [2]}"#).unwrap();
        assert_eq!((read.inner, read.raw.get()), (vec![Inner { a: 1 }], "[2]"));
        assert!(from_str::<Inner>("[1]").is_err());
        assert!(from_str::<Outer<'_>>(r#"{"inner": [[1]], "raw": 2}"#).is_err());
        assert!(from_str::<Inner>(r#"{"a": 1} x"#).is_err());
    }
}
