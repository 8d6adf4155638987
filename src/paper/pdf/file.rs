//! A file that is being written: every object goes into it at once, so that a long document is held
//! in memory as bytes and not as objects.

use std::io::Write;

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat};

/// The file: its bytes so far, and where each object begins, from object 1.
#[derive(Debug)]
pub struct File {
    bytes: Vec<u8>,
    offsets: Vec<Option<usize>>,
    /// One for all streams: it is larger than most of them.
    packer: Compress,
}

/// What is shorter than this is not packed: a page of two numbers, under which the rest lies.
const LEAST_PACKED: usize = 256;

impl File {
    /// A file of version 1.7, in which so many objects have their numbers already.
    pub fn new(objects: u32) -> File {
        let mut bytes = Vec::with_capacity(64 * 1024);
        // The second line tells programs that there is more in it than text.
        bytes.extend_from_slice(b"%PDF-1.7\n%\xBB\xAD\xC0\xDE\n");
        let objects = usize::try_from(objects).unwrap_or(0);
        File {
            bytes,
            offsets: vec![None; objects],
            // For speed, not for the last byte.
            packer: Compress::new(Compression::new(5), true),
        }
    }

    /// A number for an object that is written later.
    pub fn new_object_id(&mut self) -> ObjectId {
        self.offsets.push(None);
        (u32::try_from(self.offsets.len()).unwrap_or(u32::MAX), 0)
    }

    /// Writes an object.
    pub fn add_object(&mut self, object: impl Into<Object>) -> ObjectId {
        let id = self.new_object_id();
        self.set_object(id, object);
        id
    }

    /// Writes the object of a number.
    pub fn set_object(&mut self, id: ObjectId, object: impl Into<Object>) {
        let index = usize::try_from(id.0).unwrap_or(0).checked_sub(1);
        if let Some(offset) = index.and_then(|index| self.offsets.get_mut(index)) {
            *offset = Some(self.bytes.len());
        }
        self.put(format_args!("{} {} obj\n", id.0, id.1));
        self.object(&object.into());
        self.bytes.extend_from_slice(b"\nendobj\n");
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
        let start = self.bytes.len();
        let count = self.offsets.len() + 1;
        self.put(format_args!("xref\n0 {count}\n"));
        // Numbers without an object are chained, each naming the next, and the last the first.
        let free: Vec<usize> = (0..count)
            .filter(|number| self.offset(*number).is_none())
            .collect();
        for number in 0..count {
            match self.offset(number) {
                Some(offset) => self.put(format_args!("{offset:010} 00000 n \n")),
                None => {
                    let place = free.partition_point(|other| other <= &number);
                    let next = free.get(place).copied().unwrap_or(0);
                    let generation = if number == 0 { 65535 } else { 0 };
                    self.put(format_args!("{next:010} {generation:05} f \n"));
                }
            }
        }
        trailer.set("Size", i64::try_from(count).unwrap_or(i64::MAX));
        self.bytes.extend_from_slice(b"trailer\n");
        self.dictionary(&trailer);
        self.put(format_args!("\nstartxref\n{start}\n%%EOF\n"));
        self.bytes
    }

    fn offset(&self, number: usize) -> Option<usize> {
        *self.offsets.get(number.checked_sub(1)?)?
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let written = self.bytes.write_fmt(text);
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
    }

    fn object(&mut self, object: &Object) {
        match object {
            Object::Null => self.bytes.extend_from_slice(b"null"),
            Object::Boolean(it) => self.put(format_args!("{it}")),
            Object::Integer(it) => self.put(format_args!("{it}")),
            Object::Real(it) => self.put(format_args!("{it}")),
            Object::Name(name) => self.name(name),
            Object::String(text, StringFormat::Literal) => self.literal(text),
            Object::String(text, StringFormat::Hexadecimal) => {
                self.bytes.push(b'<');
                for byte in text {
                    self.put(format_args!("{byte:02X}"));
                }
                self.bytes.push(b'>');
            }
            Object::Array(items) => {
                self.bytes.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.bytes.push(b' ');
                    }
                    self.object(item);
                }
                self.bytes.push(b']');
            }
            Object::Dictionary(dictionary) => self.dictionary(dictionary),
            Object::Stream(stream) => {
                // Its length is in the dictionary from when it was made.
                self.dictionary(&stream.dict);
                self.bytes.extend_from_slice(b"\nstream\n");
                self.bytes.extend_from_slice(&stream.content);
                self.bytes.extend_from_slice(b"\nendstream");
            }
            Object::Reference((number, generation)) => {
                self.put(format_args!("{number} {generation} R"));
            }
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        self.bytes.extend_from_slice(b"<<");
        for (key, value) in dictionary {
            self.name(key);
            let delimited = matches!(
                value,
                Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_)
            );
            if !delimited {
                self.bytes.push(b' ');
            }
            self.object(value);
        }
        self.bytes.extend_from_slice(b">>");
    }

    fn name(&mut self, name: &[u8]) {
        self.bytes.push(b'/');
        for byte in name {
            if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
                self.bytes.push(*byte);
            } else {
                self.put(format_args!("#{byte:02X}"));
            }
        }
    }

    fn literal(&mut self, text: &[u8]) {
        self.bytes.push(b'(');
        for byte in text {
            match byte {
                b'(' | b')' | b'\\' => self.bytes.extend_from_slice(&[b'\\', *byte]),
                b'\r' => self.bytes.extend_from_slice(b"\\r"),
                _ => self.bytes.push(*byte),
            }
        }
        self.bytes.push(b')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_object_is_read_again() {
        let mut file = File::new(2);
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
