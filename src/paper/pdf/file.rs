//! A file that is being written: every object goes into it at once, packed with others, so that a long
//! document is held in memory as bytes. `lopdf` writes a document from objects that it holds all, and for
//! packed ones twice: for the structure of 500 pads that would be 200 MB.

use std::io::Write;
use std::mem::take;

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat};

/// The file: its bytes so far, and where each object is, from object 1.
#[derive(Debug)]
pub struct File {
    bytes: Vec<u8>,
    places: Vec<Option<Place>>,
    /// Objects that go into the next packed stream, one after the other.
    waiting: Vec<u8>,
    /// The number of each of them, and where it begins.
    begins: Vec<(u32, usize)>,
    /// One for all streams: it is larger than most of them.
    packer: Compress,
}

/// Where an object is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// In the file, from this byte on.
    Offset(usize),
    /// In a packed stream: the number of that, and how many objects are before it there.
    Packed(u32, usize),
}

/// What is shorter than this is not packed: a page of two numbers, under which the rest lies.
const LEAST_PACKED: usize = 256;
/// How many objects are packed together. A reader unpacks all for one of them.
const MOST_TOGETHER: usize = 500;

impl File {
    /// A file of version 1.7, in which so many objects have their numbers already.
    pub fn new(objects: u32) -> File {
        let mut bytes = Vec::with_capacity(64 * 1024);
        // The second line tells programs that there is more in it than text.
        bytes.extend_from_slice(b"%PDF-1.7\n%\xBB\xAD\xC0\xDE\n");
        let objects = usize::try_from(objects).unwrap_or(0);
        File {
            bytes,
            places: vec![None; objects],
            waiting: Vec::new(),
            begins: Vec::new(),
            // For speed, not for the last byte.
            packer: Compress::new(Compression::new(5), true),
        }
    }

    /// A number for an object that is written later.
    pub fn new_object_id(&mut self) -> ObjectId {
        self.places.push(None);
        (number(self.places.len()), 0)
    }

    /// Writes an object.
    pub fn add_object(&mut self, object: impl Into<Object>) -> ObjectId {
        let id = self.new_object_id();
        self.set_object(id, object);
        id
    }

    /// Writes the object of a number.
    pub fn set_object(&mut self, id: ObjectId, object: impl Into<Object>) {
        let object = object.into();
        if let Object::Stream(stream) = &object {
            self.place(id.0, Place::Offset(self.bytes.len()));
            let out = &mut self.bytes;
            put(out, format_args!("{} {} obj\n", id.0, id.1));
            // Its length is in the dictionary from when it was made.
            write_dictionary(out, &stream.dict);
            out.extend_from_slice(b"\nstream\n");
            out.extend_from_slice(&stream.content);
            out.extend_from_slice(b"\nendstream\nendobj\n");
            return;
        }
        self.begins.push((id.0, self.waiting.len()));
        write_object(&mut self.waiting, &object);
        self.waiting.push(b'\n');
        if self.begins.len() == MOST_TOGETHER {
            self.pack_waiting();
        }
    }

    /// Packs what waits for it.
    fn pack_waiting(&mut self) {
        if self.begins.is_empty() {
            return;
        }
        let stream = self.new_object_id();
        let (begins, waiting) = (take(&mut self.begins), take(&mut self.waiting));
        let mut content = Vec::with_capacity(begins.len() * 12 + waiting.len());
        for (index, (number, begin)) in begins.iter().enumerate() {
            put(&mut content, format_args!("{number} {begin} "));
            self.place(*number, Place::Packed(stream.0, index));
        }
        let mut it = Dictionary::new();
        it.set("Type", "ObjStm");
        it.set("N", integer(begins.len()));
        it.set("First", integer(content.len()));
        content.extend_from_slice(&waiting);
        self.set_packed(stream, it, content);
    }

    fn place(&mut self, number: u32, place: Place) {
        let index = usize::try_from(number).unwrap_or(0).checked_sub(1);
        if let Some(known) = index.and_then(|index| self.places.get_mut(index)) {
            *known = Some(place);
        }
    }

    /// Writes a stream, packed.
    pub fn add_packed(&mut self, dictionary: Dictionary, content: Vec<u8>) -> ObjectId {
        let id = self.new_object_id();
        self.set_packed(id, dictionary, content);
        id
    }

    /// Writes the stream of a number, packed.
    pub fn set_packed(&mut self, id: ObjectId, mut dictionary: Dictionary, content: Vec<u8>) {
        let packed = match content.len() {
            0..LEAST_PACKED => None,
            _ => self.pack(&content),
        };
        let content = match packed {
            Some(packed) => {
                dictionary.set("Filter", "FlateDecode");
                packed
            }
            None => content,
        };
        self.set_object(id, Stream::new(dictionary, content));
    }

    fn pack(&mut self, content: &[u8]) -> Option<Vec<u8>> {
        self.packer.reset();
        // What does not become shorter is not worth it.
        let mut packed = Vec::with_capacity(content.len());
        let ended = self
            .packer
            .compress_vec(content, &mut packed, FlushCompress::Finish);
        matches!(ended, Ok(Status::StreamEnd)).then_some(packed)
    }

    /// Ends the file with the table of its objects; `trailer` says which to begin with.
    pub fn finish(mut self, mut trailer: Dictionary) -> Vec<u8> {
        self.pack_waiting();
        let start = self.bytes.len();
        let table = self.new_object_id();
        self.place(table.0, Place::Offset(start));
        let mut rows = Vec::with_capacity(7 * (self.places.len() + 1));
        let mut row = |kind: u8, place: u32, index: u16| {
            rows.push(kind);
            rows.extend_from_slice(&place.to_be_bytes());
            rows.extend_from_slice(&index.to_be_bytes());
        };
        row(0, 0, u16::MAX);
        for place in &self.places {
            match place {
                Some(Place::Offset(offset)) => row(1, number(*offset), 0),
                Some(Place::Packed(stream, index)) => {
                    row(2, *stream, u16::try_from(*index).unwrap_or(0));
                }
                None => row(0, 0, 0),
            }
        }
        trailer.set("Type", "XRef");
        trailer.set("Size", integer(self.places.len() + 1));
        trailer.set("W", [1, 4, 2].map(Object::Integer).to_vec());
        self.set_packed(table, trailer, rows);
        put(&mut self.bytes, format_args!("startxref\n{start}\n%%EOF\n"));
        self.bytes
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
}

fn write_object(out: &mut Vec<u8>, object: &Object) {
    match object {
        // A stream stands for itself and in nothing else.
        Object::Null | Object::Stream(_) => out.extend_from_slice(b"null"),
        Object::Boolean(it) => put(out, format_args!("{it}")),
        Object::Integer(it) => put(out, format_args!("{it}")),
        Object::Real(it) => put(out, format_args!("{it}")),
        Object::Name(name) => write_name(out, name),
        Object::String(text, StringFormat::Literal) => write_literal(out, text),
        Object::String(text, StringFormat::Hexadecimal) => {
            out.push(b'<');
            for byte in text {
                put(out, format_args!("{byte:02X}"));
            }
            out.push(b'>');
        }
        Object::Array(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(b' ');
                }
                write_object(out, item);
            }
            out.push(b']');
        }
        Object::Dictionary(dictionary) => write_dictionary(out, dictionary),
        Object::Reference((number, generation)) => {
            put(out, format_args!("{number} {generation} R"));
        }
    }
}

fn write_dictionary(out: &mut Vec<u8>, dictionary: &Dictionary) {
    out.extend_from_slice(b"<<");
    for (key, value) in dictionary {
        write_name(out, key);
        let delimited = matches!(
            value,
            Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_)
        );
        if !delimited {
            out.push(b' ');
        }
        write_object(out, value);
    }
    out.extend_from_slice(b">>");
}

fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    for byte in name {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
            out.push(*byte);
        } else {
            put(out, format_args!("#{byte:02X}"));
        }
    }
}

fn write_literal(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'(');
    for byte in text {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(*byte),
        }
    }
    out.push(b')');
}

/// A number of things.
pub fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_object_is_read_again() {
        let mut file = File::new(1);
        let mut it = Dictionary::new();
        it.set(
            "A b#",
            vec![Object::Null, Object::Real(-1.5), Object::Boolean(true)],
        );
        it.set("Text", lopdf::text_string("(Ann\\)\r"));
        it.set("Other", lopdf::text_string("Š"));
        it.set("Down", Dictionary::new());
        let first = file.add_object(it.clone());
        let stream = Stream::new(Dictionary::new(), b"endstream\r\n".to_vec());
        let second = file.add_object(stream.clone());
        let mut trailer = Dictionary::new();
        trailer.set("Root", first);
        trailer.set("Info", second);
        let bytes = file.finish(trailer);
        let read = lopdf::Document::load_mem(&bytes).unwrap();
        assert_eq!(read.version, "1.7");
        assert_eq!(read.get_dictionary(first).unwrap(), &it);
        let content = &read
            .get_object(second)
            .unwrap()
            .as_stream()
            .unwrap()
            .content;
        assert_eq!(content, &stream.content);
    }
}
