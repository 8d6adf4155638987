//! Reads queries and bodies into structs. Serde reads the values and `validator` checks them. Every fault
//! has a pointer to its place.

use std::fmt::{self, Display};
use std::iter::once;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{self, Deserialize, DeserializeOwned, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use validator::{Validate, ValidationError};

use crate::http::query::METADATA;
use crate::http::shortened;
use overtrick_core::json::Json;
use overtrick_core::{Args, Faults, Finding, Name, args, segment};

/// The parameters of a query or the fields of an object, each with its name.
pub type Entries = Vec<(String, Json)>;

/// The fault code of an entry without a field in the struct.
const UNKNOWN: &str = "unknown-field";

/// Reads a struct from entries with text values. If a value cannot be read, adds a fault, and the field
/// gets its default. Faults are in the order of the entries.
///
/// The struct should have `#[serde(default, deny_unknown_fields)]`. A required field must be an `Option`
/// with `#[validate(required)]`. The message of a custom error becomes the code of the fault.
pub fn read<T: DeserializeOwned + Default + Validate>(entries: &Entries) -> (T, Faults) {
    let mut faults = Faults::new();
    let mut sound: Vec<&(String, Json)> = Vec::new();
    for entry in entries {
        let name = &entry.0;
        if sound.iter().any(|(earlier, _)| earlier == name) {
            faults.push(Finding::shape("parameter-twice", pointer(name), args![]));
            continue;
        }
        // Read each entry separately, so that every fault is found.
        match object::<T>(once(entry)) {
            Ok(_) => sound.push(entry),
            Err(Refused { code, args }) => {
                // Custom errors have no arguments, so add the value here.
                let args = match entry.1.as_text() {
                    Some(text) if args.is_empty() => args![found: shortened(text)],
                    _ => args,
                };
                faults.push(Finding::shape(code, pointer(name), args));
            }
        }
    }
    let value: T = object(sound.into_iter()).unwrap_or_default();
    let errors = value.validate().err().unwrap_or_default();
    for (field, errors) in errors.field_errors() {
        for error in errors {
            let at = error.params.get(AT).and_then(serde_json::Value::as_str);
            let name = at.unwrap_or(field.strip_prefix("r#").unwrap_or(&field));
            let found = entries.iter().find(|(own, _)| own == name);
            if error.code != "required" || found.is_none() {
                let text = found.and_then(|(_, json)| json.as_text());
                faults.push(invalid(name, error, text.unwrap_or_default()));
            }
        }
    }
    sort(&mut faults, entries.iter().map(|(name, _)| &**name));
    (value, faults)
}

/// Sorts faults in the order of the entries with these names.
pub fn sort<'a>(faults: &mut Faults, names: impl Iterator<Item = &'a str>) {
    let places: Vec<String> = names.map(pointer).collect();
    let place = |fault: &Finding| places.iter().position(|place| *place == fault.pointer);
    faults.sort_by_key(|fault| {
        let place = place(fault).unwrap_or(places.len());
        (place, fault.pointer.clone())
    });
}

/// The error parameter with the name of the field at which an error of a whole struct is shown.
const AT: &str = "at";

/// Returns an error of a whole struct, to be shown at this field.
pub fn at(field: &'static str, code: &'static str) -> ValidationError {
    let mut error = ValidationError::new(code);
    error.add_param(AT.into(), &field);
    error
}

/// Returns the JSON pointer to an entry.
pub fn pointer(name: &str) -> String {
    format!("/{}", segment(&shortened(name)))
}

/// Returns the fault for a value that `validator` refuses.
fn invalid(name: &str, error: &ValidationError, found: &str) -> Finding {
    let number = |key: &str| error.params.get(key).and_then(serde_json::Value::as_i64);
    let length = found.chars().count();
    let (code, args) = match &*error.code {
        "required" => return Finding::missing(pointer(name)),
        "range" => {
            let (least, most) = (number("min").unwrap_or_default(), number("max"));
            let most = most.unwrap_or(i64::MAX);
            let args = args![found: shortened(found), least: least, most: most];
            ("number-parameter".into(), args)
        }
        "length" if length == 0 => ("text-empty".into(), args![]),
        "length" => {
            let args = args![length: length, most: number("max").unwrap_or_default()];
            ("text-too-long".into(), args)
        }
        code => {
            let args = args![found: shortened(found)];
            (Name::from(code.to_owned()), args)
        }
    };
    Finding::rule(code, pointer(name), args)
}

/// The reason why an entry was refused.
#[derive(Debug)]
struct Refused {
    code: Name,
    args: Args,
}

impl Refused {
    fn new(code: &'static str, args: Args) -> Refused {
        let code = code.into();
        Refused { code, args }
    }
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)
    }
}

impl std::error::Error for Refused {}

impl de::Error for Refused {
    /// Uses the message as the code of the fault.
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
        let names = expected.iter().map(|name| match *name {
            METADATA => format!("{name}KEY"),
            name => name.to_owned(),
        });
        let names: Vec<String> = names.collect();
        let args = args![key: shortened(field), known: names.clone(), words: names];
        Refused::new(UNKNOWN, args)
    }
}

/// Reads a struct from these entries.
fn object<'de, T: Deserialize<'de>>(
    entries: impl Iterator<Item = &'de (String, Json)>,
) -> Result<T, Refused> {
    let entries = entries.map(|(name, json)| (name.as_str(), Value(json)));
    T::deserialize(MapDeserializer::new(entries))
}

/// A value.
struct Value<'a>(&'a Json);

impl<'de> Value<'de> {
    fn text(&self) -> Result<&'de str, Refused> {
        let wrong = || args![expected: "text", found: self.0.kind()];
        let text = self.0.as_text();
        text.ok_or_else(|| Refused::new("wrong-type", wrong()))
    }

    /// Returns the whole number in this text. For other texts, returns `i64::MAX`, which no range allows,
    /// so the fault's message shows the allowed range.
    fn whole(&self) -> Result<i64, Refused> {
        let text = self.text()?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        Ok(text.parse().ok().filter(|_| digits).unwrap_or(i64::MAX))
    }
}

impl<'de> IntoDeserializer<'de, Refused> for Value<'de> {
    type Deserializer = Value<'de>;

    fn into_deserializer(self) -> Value<'de> {
        self
    }
}

/// Defines deserializer methods that pass a value to a visitor.
macro_rules! values {
    ($($method:ident($self:ident) = $visit:ident($value:expr);)+) => {$(
        fn $method<V: Visitor<'de>>($self, visitor: V) -> Result<V::Value, Refused> {
            visitor.$visit($value)
        }
    )+};
}

impl<'de> de::Deserializer<'de> for Value<'de> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let Json::Object(entries) = self.0 else {
            return visitor.visit_borrowed_str(self.text()?);
        };
        let entries = entries.iter();
        let entries = entries.map(|(key, json)| (key.as_str(), Value(json)));
        visitor.visit_map(MapDeserializer::new(entries))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.text()? {
            "" | "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            text => Err(de::Error::unknown_variant(text, &["true", "false"])),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads an enum variant from its word.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.text()?))
    }

    values! {
        // A present field is never `None`; to set no value, the client leaves the field out.
        deserialize_option(self) = visit_some(self);
        deserialize_i64(self) = visit_i64(self.whole()?);
        deserialize_u32(self) = visit_i64(self.whole()?);
        deserialize_u64(self) = visit_i64(self.whole()?);
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}
