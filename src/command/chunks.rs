//! Documents one after another in a file, each beginning on a line of its own: a broken one does not hide
//! those after it.

use std::io::{self, BufRead, Chain, Cursor, Read};

use overtrick_core::json::Json;

/// A part of a file: a document, or several on one line.
pub struct Chunk {
    /// The number of its first line.
    pub line: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Chunk {
    /// The documents in it.
    ///
    /// # Errors
    /// It is not a sequence of documents, or the last one is incomplete.
    pub fn read(&self) -> Result<Vec<Json>, serde_json::Error> {
        let documents = serde_json::Deserializer::from_slice(&self.bytes);
        documents.into_iter::<Json>().collect()
    }

    /// Whether it ends before a line: it does not begin as a document, or is complete. Only a line that does
    /// not look like the inside of a document is worth reading it for.
    fn is_over(&self, line: &Chunk) -> bool {
        if !self.bytes.trim_ascii_start().starts_with(b"{") {
            return true;
        }
        let is_inside = |byte: &u8| b" \t]},\"".contains(byte);
        let ends = self.bytes.trim_ascii_end().ends_with(b"}");
        ends && !line.bytes.first().is_some_and(is_inside) && self.read().is_ok()
    }
}

/// A file in parts. A part begins with a line that begins with a brace, and an incomplete one goes on in the
/// next, unless that is complete by itself.
pub struct Chunks<R> {
    reader: R,
    /// A line that was read and belongs to the next part.
    next: Option<Chunk>,
    /// A part that was read and is not what an incomplete one went on with.
    later: Option<Chunk>,
    /// The number of lines read.
    lines: u64,
}

impl<R: BufRead> Chunks<R> {
    /// A file that has not been read.
    pub fn new(reader: R) -> Chunks<R> {
        Chunks {
            reader,
            next: None,
            later: None,
            lines: 0,
        }
    }

    /// Whether the first line that is not blank begins with this byte.
    pub fn begins_with(&mut self, byte: u8) -> io::Result<bool> {
        self.next = self.line()?;
        let first = self.next.as_ref();
        Ok(first.is_none_or(|line| line.bytes.trim_ascii_start().starts_with(&[byte])))
    }

    /// The file from its first line on that is not blank.
    pub fn into_rest(self) -> Chain<Cursor<Vec<u8>>, R> {
        let first = self.next.map(|line| line.bytes).unwrap_or_default();
        Cursor::new(first).chain(self.reader)
    }

    /// The next part.
    pub fn next(&mut self) -> io::Result<Option<Chunk>> {
        let first = match self.later.take() {
            Some(first) => Some(first),
            None => self.part()?,
        };
        let Some(mut chunk) = first else {
            return Ok(None);
        };
        while chunk.read().is_err_and(|error| error.is_eof()) {
            let Some(more) = self.part()? else { break };
            let whole = Chunk {
                line: chunk.line,
                bytes: [&chunk.bytes[..], &more.bytes].concat(),
            };
            let goes_on = match whole.read() {
                Ok(_) => true,
                Err(error) => error.is_eof(),
            };
            if more.read().is_ok() || !goes_on {
                self.later = Some(more);
                break;
            }
            chunk = whole;
        }
        Ok(Some(chunk))
    }

    /// The lines up to the next that begins with a brace, or with which a document is complete.
    fn part(&mut self) -> io::Result<Option<Chunk>> {
        let first = match self.next.take() {
            Some(first) => Some(first),
            None => self.line()?,
        };
        let Some(mut part) = first else {
            return Ok(None);
        };
        while let Some(line) = self.line()? {
            if line.bytes.starts_with(b"{") || part.is_over(&line) {
                self.next = Some(line);
                break;
            }
            part.bytes.extend(line.bytes);
        }
        Ok(Some(part))
    }

    /// The next line that is not blank.
    fn line(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let mut bytes = Vec::new();
            if self.reader.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.lines += 1;
            if !bytes.trim_ascii().is_empty() {
                let line = self.lines;
                return Ok(Some(Chunk { line, bytes }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line of each part, and the number of its documents; none if it cannot be read.
    fn parts(text: &str) -> Vec<(u64, Option<usize>)> {
        let mut chunks = Chunks::new(text.as_bytes());
        assert!(chunks.begins_with(b'{').unwrap());
        let mut parts = Vec::new();
        while let Some(chunk) = chunks.next().unwrap() {
            parts.push((chunk.line, chunk.read().ok().map(|all| all.len())));
        }
        parts
    }

    #[test]
    fn a_broken_line_does_not_hide_those_after_it() {
        let text =
            "{\"a\": 1}\n\n{\"b\": \n{\"c\": 1}\nnonsense\n{]\n{\"d\": 1} {\"e\": 2}\n{\"f\"";
        let all = [
            (1, Some(1)),
            (3, None),
            (4, Some(1)),
            (5, None),
            (6, None),
            (7, Some(2)),
            (8, None),
        ];
        assert_eq!(parts(text), all);
    }

    #[test]
    fn a_document_may_go_over_several_lines() {
        let text = "{\n  \"a\": [\n    {\"b\": 1}\n  ]\n}\n{\"c\": 1}\n{\n\"d\": [\n{\"e\": 1},\n{\"f\": 1}\n]}\n";
        assert_eq!(parts(text), [(1, Some(1)), (6, Some(1)), (7, Some(1))]);
    }
}
