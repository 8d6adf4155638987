//! Reading queries and bodies into structs that serde reads and `validator` checks, with every fault at its place.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use validator::{Validate, ValidationError};

use crate::http::problem::shortened;
use crate::http::query::METADATA;
use overtrick_core::json::Json;
use overtrick_core::{Args, Faults, Finding, Name, args, segment};

/// Where entries come from, which decides how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A query: every value is a text.
    Query,
    /// A JSON object.
    Body,
}

/// The parameters of a query or the fields of an object, each with its name.
pub type Entries = Vec<(String, Json)>;

/// Reads a struct from entries. What cannot be read is a fault, and has its default in the struct.
///
/// A struct has `#[serde(default, deny_unknown_fields)]`; a field that must be there is an `Option` with
/// `#[validate(required)]`. The message of an error of its own is the code of the fault.
pub fn read<T: DeserializeOwned + Default + Validate>(
    entries: &Entries,
    source: Source,
) -> (T, Faults) {
    let mut reading = Reading {
        entries,
        source,
        left: (0..entries.len()).collect(),
        faults: Vec::new(),
    };
    let mut value = reading.value::<T>();
    let Reading {
        ref mut left,
        ref mut faults,
        ..
    } = reading;
    if let Err(errors) = value.validate() {
        for (field, errors) in errors.field_errors() {
            for error in errors {
                let at = error.params.get(AT).and_then(serde_json::Value::as_str);
                let name = at.unwrap_or(field.strip_prefix("r#").unwrap_or(&field));
                let index = entries.iter().position(|(own, _)| own == name);
                let found = index.map(|index| &entries[index].1);
                let invalid = invalid(name, error, found);
                // A second entry of the same name is a fault of its own.
                let is_known = |(place, fault): &(usize, Finding)| {
                    Some(*place) == index || index.is_none() && fault.pointer == invalid.pointer
                };
                if !faults.iter().any(is_known) {
                    faults.push((index.unwrap_or(entries.len()), invalid));
                    left.retain(|one| Some(*one) != index);
                }
            }
        }
        value = reading.value::<T>();
    }
    let mut faults = reading.faults;
    faults.sort_by(|(one, first), (other, second)| {
        one.cmp(other)
            .then_with(|| first.pointer.cmp(&second.pointer))
    });
    (value, faults.into_iter().map(|(_, fault)| fault).collect())
}

/// The reading of a struct.
struct Reading<'a> {
    entries: &'a Entries,
    source: Source,
    /// The places of the entries without faults.
    left: Vec<usize>,
    /// The faults, each with the place of its entry.
    faults: Vec<(usize, Finding)>,
}

impl Reading<'_> {
    /// The struct of the entries that can be read; the others become faults.
    fn value<T: DeserializeOwned + Default>(&mut self) -> T {
        loop {
            let next = Cell::new(None);
            let given = Object {
                entries: self
                    .left
                    .iter()
                    .map(|index| &self.entries[*index])
                    .collect(),
                next: &next,
                source: self.source,
            };
            match T::deserialize(given) {
                Ok(value) => return value,
                Err(refused) => {
                    let Some(place) = next.get().filter(|place| *place < self.left.len()) else {
                        return T::default();
                    };
                    let index = self.left.remove(place);
                    let finding = refused.finding(&self.entries[index], self.source);
                    self.faults.push((index, finding));
                }
            }
        }
    }
}

/// The parameter of an error that concerns a whole struct: the field where it is shown.
const AT: &str = "at";

/// An error of a whole struct, which is shown at a field.
pub fn at(field: &'static str, code: &'static str) -> ValidationError {
    let mut error = ValidationError::new(code);
    error.add_param(AT.into(), &field);
    error
}

/// The pointer to an entry.
pub fn pointer(name: &str) -> String {
    format!("/{}", segment(&shortened(name)))
}

/// The fault of a value that `validator` refuses.
fn invalid(name: &str, error: &ValidationError, found: Option<&Json>) -> Finding {
    let number = |key: &str| error.params.get(key).and_then(serde_json::Value::as_i64);
    let length = || {
        found
            .and_then(Json::as_text)
            .unwrap_or_default()
            .chars()
            .count()
    };
    let (code, args) = match &*error.code {
        "required" => return Finding::shape("missing-field", pointer(name), args![]),
        "range" => {
            let (least, most) = (number("min").unwrap_or_default(), number("max"));
            let found = found.and_then(Json::as_text).unwrap_or_default();
            let args = args![found: shortened(found), least: least, most: most.unwrap_or(i64::MAX)];
            ("number-parameter".into(), args)
        }
        "length" if length() == 0 => ("text-empty".into(), args![]),
        "length" => {
            let args = args![length: length(), most: number("max").unwrap_or_default()];
            ("text-too-long".into(), args)
        }
        code => {
            let found = found.and_then(Json::as_text).unwrap_or_default();
            (Name::from(code.to_owned()), args![found: shortened(found)])
        }
    };
    Finding::rule(code, pointer(name), args)
}

/// Why an entry is refused.
#[derive(Debug)]
struct Refused {
    code: Name,
    args: Args,
}

impl Refused {
    fn new(code: &'static str, args: Args) -> Refused {
        Refused {
            code: code.into(),
            args,
        }
    }

    fn wrong_type(expected: &'static str, found: &Json) -> Refused {
        Refused::new("wrong-type", args![expected: expected, found: found.kind()])
    }

    fn finding(self, (name, _): &(String, Json), source: Source) -> Finding {
        let Refused { code, args } = self;
        let code = match (&*code, source) {
            ("unknown-field", Source::Query) => "unknown-parameter".into(),
            ("duplicate-key", Source::Query) => "parameter-twice".into(),
            _ => code,
        };
        Finding::shape(code, pointer(name), args)
    }
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)
    }
}

impl std::error::Error for Refused {}

impl de::Error for Refused {
    /// The message is the code of the fault.
    fn custom<T: Display>(message: T) -> Refused {
        Refused {
            code: Name::from(message.to_string()),
            args: args![],
        }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Refused {
        let words: Vec<String> = expected.iter().map(|word| (*word).to_owned()).collect();
        let args = args![found: shortened(variant), words: words];
        Refused::new("unknown-value", args)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Refused {
        let known = expected.iter().map(|name| match *name {
            METADATA => format!("{name}KEY"),
            name => name.to_owned(),
        });
        let known: Vec<String> = known.collect();
        let args = args![key: shortened(field), known: known.clone(), words: known];
        Refused::new("unknown-field", args)
    }

    fn duplicate_field(field: &'static str) -> Refused {
        Refused::new("duplicate-key", args![key: field.to_owned()])
    }
}

/// The entries of an object, which reports how far it was read.
struct Object<'a> {
    entries: Vec<&'a (String, Json)>,
    /// The place of the entry that is being read; the number of entries at the end.
    next: &'a Cell<Option<usize>>,
    source: Source,
}

impl<'de> MapAccess<'de> for Object<'de> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refused> {
        let place = self.next.get().map_or(0, |place| place + 1);
        self.next.set(Some(place));
        let entry = self.entries.get(place);
        entry
            .map(|(name, _)| seed.deserialize(name.as_str().into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refused> {
        let place = self.next.get().unwrap_or_default();
        let entry = self.entries.get(place);
        let (_, json) = entry.ok_or_else(|| Refused::new("missing-field", args![]))?;
        let source = self.source;
        let read = seed.deserialize(Value { json, source });
        read.map_err(|refused| match json {
            // An error of the type's own says only what is wrong.
            Json::Text(text) if refused.args.is_empty() => Refused {
                args: args![found: shortened(text)],
                ..refused
            },
            _ => refused,
        })
    }
}

impl<'de> de::Deserializer<'de> for Object<'de> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A value.
struct Value<'a> {
    json: &'a Json,
    source: Source,
}

impl<'de> IntoDeserializer<'de, Refused> for Value<'de> {
    type Deserializer = Value<'de>;

    fn into_deserializer(self) -> Value<'de> {
        self
    }
}

impl Value<'_> {
    /// The whole number that is written here. A parameter that is not one reads as the largest number, which no
    /// range allows: so its refusal names the range.
    fn whole(&self) -> Result<i64, Refused> {
        match (self.json, self.source) {
            (Json::Int(number), Source::Body) => Ok(*number),
            (Json::Text(text), Source::Query) => {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                Ok(text.parse().ok().filter(|_| digits).unwrap_or(i64::MAX))
            }
            (found, _) => Err(Refused::wrong_type("whole number", found)),
        }
    }
}

/// Reads numbers of these types.
macro_rules! whole_numbers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            visitor.visit_i64(self.whole()?)
        }
    )+};
}

impl<'de> de::Deserializer<'de> for Value<'de> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let source = self.source;
        let inside = move |json| Value { json, source };
        match self.json {
            Json::Null => visitor.visit_unit(),
            Json::Bool(flag) => visitor.visit_bool(*flag),
            Json::Int(number) => visitor.visit_i64(*number),
            Json::Float(number) => visitor.visit_f64(*number),
            Json::Text(text) => visitor.visit_borrowed_str(text),
            Json::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter().map(inside))),
            Json::Object(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(key, json)| (key.as_str(), inside(json)));
                visitor.visit_map(MapDeserializer::new(entries))
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let flag = match (self.json, self.source) {
            (Json::Bool(flag), Source::Body) => *flag,
            (Json::Text(text), Source::Query) => match text.as_str() {
                "" | "true" => true,
                "false" => false,
                text => return Err(de::Error::unknown_variant(text, &["true", "false"])),
            },
            (found, _) => return Err(Refused::wrong_type("flag", found)),
        };
        visitor.visit_bool(flag)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.json {
            Json::Text(text) => visitor.visit_borrowed_str(text),
            found => Err(Refused::wrong_type("text", found)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_str(visitor)
    }

    /// Reads a value; `null` is none, because a field that is not needed can be left out.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a word of an enum.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.json {
            Json::Text(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            found => Err(Refused::wrong_type("text", found)),
        }
    }

    whole_numbers! { deserialize_i64 deserialize_u32 deserialize_u64 }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
