//! JSON, written faster than by serde_json, byte for byte the same.
//!
//! Writing is the largest part of a score over HTTP. Names of fields need no escapes, and texts are searched
//! for what needs one eight bytes at a time. Numbers are left to serde_json.

use std::fmt::Display;

use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::Error;

/// By this name of a struct, serde_json tells its serializer that the text within is JSON already.
const RAW: &str = "$serde_json::private::RawValue";

/// Writes a value behind what is written already.
///
/// # Errors
/// Those of the value; a key of a map that is no text and no number.
pub fn write(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> Result<(), Error> {
    value.serialize(Writer { out, is_raw: false })
}

/// Writes one value.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
    /// Whether a text is JSON already.
    is_raw: bool,
}

impl Writer<'_> {
    fn number(self, number: impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(self.out, &number)
    }

    fn word(self, word: &str) {
        self.out.extend_from_slice(word.as_bytes());
    }
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Entries<'a>;
    type SerializeStructVariant = Entries<'a>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.word(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if self.is_raw {
            self.word(text);
        } else {
            write_text(text, self.out);
        }
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.word("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.word("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.word("null");
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut entries = Entries::of(self.out, "}");
        entries.field(variant, value)?;
        entries.close();
        Ok(())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(Items::of(self.out, "]"))
    }

    fn serialize_tuple(self, _length: usize) -> Result<Items<'a>, Error> {
        Ok(Items::of(self.out, "]"))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Items<'a>, Error> {
        Ok(Items::of(self.out, "]"))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Items<'a>, Error> {
        open_variant(variant, self.out);
        Ok(Items::of(self.out, "]}"))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Entries<'a>, Error> {
        Ok(Entries::of(self.out, "}"))
    }

    fn serialize_struct(self, name: &'static str, _length: usize) -> Result<Entries<'a>, Error> {
        if name == RAW {
            return Ok(Entries::raw(self.out));
        }
        Ok(Entries::of(self.out, "}"))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Entries<'a>, Error> {
        open_variant(variant, self.out);
        Ok(Entries::of(self.out, "}}"))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.serialize_str(&value.to_string())
    }
}

fn open_variant(variant: &'static str, out: &mut Vec<u8>) {
    out.push(b'{');
    write_text(variant, out);
    out.push(b':');
}

/// The items of a list.
struct Items<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
    end: &'static str,
}

impl<'a> Items<'a> {
    fn of(out: &'a mut Vec<u8>, end: &'static str) -> Items<'a> {
        out.push(b'[');
        Items {
            out,
            is_first: true,
            end,
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        separate(&mut self.is_first, self.out);
        write(value, self.out)
    }

    fn close(self) {
        self.out.extend_from_slice(self.end.as_bytes());
    }
}

/// The entries of an object, or the one of a text that is JSON already.
struct Entries<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
    is_raw: bool,
    end: &'static str,
}

impl<'a> Entries<'a> {
    fn of(out: &'a mut Vec<u8>, end: &'static str) -> Entries<'a> {
        out.push(b'{');
        Entries {
            out,
            is_first: true,
            is_raw: false,
            end,
        }
    }

    fn raw(out: &'a mut Vec<u8>) -> Entries<'a> {
        Entries {
            out,
            is_first: true,
            is_raw: true,
            end: "",
        }
    }

    /// Writes a field. Its name comes from our code, and has nothing in it that needs an escape; a test of
    /// each of our answers would show one.
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        let is_raw = self.is_raw;
        let out = &mut *self.out;
        if !is_raw {
            separate(&mut self.is_first, out);
            out.push(b'"');
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\":");
        }
        value.serialize(Writer { out, is_raw })
    }

    fn close(self) {
        self.out.extend_from_slice(self.end.as_bytes());
    }
}

fn separate(is_first: &mut bool, out: &mut Vec<u8>) {
    if !std::mem::take(is_first) {
        out.push(b',');
    }
}

impl SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        separate(&mut self.is_first, self.out);
        let start = self.out.len();
        write(key, self.out)?;
        match self.out.get(start) {
            Some(b'"') => Ok(()),
            Some(b'-' | b'0'..=b'9') => {
                self.out.insert(start, b'"');
                self.out.push(b'"');
                Ok(())
            }
            _ => Err(Error::custom("key must be a string")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        write(value, self.out)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeStruct for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeStructVariant for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeSeq for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeTuple for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeTupleStruct for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

impl SerializeTupleVariant for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

/// Writes a text in quotes.
fn write_text(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    if is_plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
    } else {
        write_escaped(text, out);
    }
    out.push(b'"');
}

/// Whether a text has nothing in it that needs an escape.
fn is_plain(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks::<8>();
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    let needs = words.iter().fold(0, |found, word| found | needing(*word));
    needs | needing(last) == 0
}

/// A number that is not 0 if one of eight bytes needs an escape: a control character, `"` or `\`.
///
/// In each byte, a subtraction borrows from the highest bit if the byte is less than what is subtracted and
/// had not that bit itself. A borrow may reach the next byte, but only from one that was found.
fn needing(bytes: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = ONES << 7;
    let word = u64::from_le_bytes(bytes);
    let is_less = |word: u64, most: u64| word.wrapping_sub(ONES * most) & !word & HIGHEST;
    let is = |byte: u8| is_less(word ^ (ONES * u64::from(byte)), 1);
    is_less(word, 0x20) | is(b'"') | is(b'\\')
}

fn write_escaped(text: &str, out: &mut Vec<u8>) {
    for byte in text.bytes() {
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0x08 => b"\\b",
            0x0c => b"\\f",
            0..0x20 => {
                let digit = |half: u8| b"0123456789abcdef"[usize::from(half)];
                let digits = [digit(byte >> 4), digit(byte & 15)];
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&digits);
                continue;
            }
            _ => {
                out.push(byte);
                continue;
            }
        };
        out.extend_from_slice(escape);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::*;
    use crate::adjudicate::{RulingsReport, adjudicate};
    use crate::document::{Report, score};
    use crate::games;
    use crate::lang::Language;

    /// A value, as serde_json has written it and as we do.
    fn both(value: &(impl Serialize + ?Sized)) -> (String, String) {
        let mut out = Vec::new();
        write(value, &mut out).unwrap();
        let theirs = serde_json::to_string(value).unwrap();
        (theirs, String::from_utf8(out).unwrap())
    }

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(i8),
        Tuple(u8, f32),
        Struct { name: char, left_out: Option<()> },
    }

    #[derive(Serialize)]
    struct Nothing;

    #[derive(Serialize)]
    struct Pair(bool, Option<f64>);

    #[test]
    fn every_kind_of_value_is_written_as_by_serde_json() {
        let raw = RawValue::from_string(r#"{"a": [1, 2]}"#.to_owned()).unwrap();
        let strange = Shape::Struct {
            name: '"',
            left_out: None,
        };
        let shapes = [
            Shape::Unit,
            Shape::Newtype(-3),
            Shape::Tuple(2, 0.5),
            strange,
        ];
        let numbers = BTreeMap::from([(-1, u64::MAX), (7, 0)]);
        let odd = (f64::NAN, f64::MIN, 1.0, i64::MIN, u16::MAX, i32::MIN);
        let all = (shapes, numbers, odd, Nothing, Pair(true, None), raw, b"ab");
        let (theirs, ours) = both(&all);
        assert_eq!(ours, theirs);
        let nested = BTreeMap::from([(vec![1], 1)]);
        assert!(write(&nested, &mut Vec::new()).is_err(), "no key");
    }

    #[test]
    fn results_and_rulings_are_written_as_by_serde_json() {
        for language in Language::tags().filter_map(Language::find) {
            for entry in games::all() {
                let scored = score(entry.sample.as_bytes()).unwrap();
                let (theirs, ours) = both(&Report::of(scored, language));
                assert_eq!(ours, theirs);
                let examples: Value = serde_json::from_str(entry.examples).unwrap();
                for question in examples["questions"].as_array().unwrap() {
                    let answered = adjudicate(question.to_string().as_bytes()).unwrap();
                    let (theirs, ours) = both(&RulingsReport::of(answered, language));
                    assert_eq!(ours, theirs);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn every_text_is_written_as_by_serde_json(text in any::<String>(), at in 0_usize..40, byte in 0_u8..0x80) {
            let mut bytes = vec![b'x'; 40];
            bytes[at] = byte;
            let plain = String::from_utf8(bytes).unwrap();
            let (theirs, ours) = both(&json!({ "text": text, "plain": plain }));
            prop_assert_eq!(ours, theirs);
        }
    }
}
