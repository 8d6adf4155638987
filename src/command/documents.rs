//! The documents in a file, one by one: each on a line, as the items of an array, or over several lines.

use std::io::{self, BufRead, Chain, Cursor, Read};

use serde::de::IgnoredAny;

/// The text of a document, which may be no JSON.
pub struct DocumentText {
    /// The number of its first line in the file.
    pub line: u64,
    /// Its text; one that is too long is cut, and has a byte more than it may have.
    pub text: Vec<u8>,
}

/// How documents are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By the ends of lines, so that a broken document does not hide those after it.
    Lines,
    /// By commas, up to the end of an array.
    Array,
    /// By nothing: a document ends with its last brace.
    Values,
}

/// A file that is read one document at a time.
pub struct Documents<R> {
    reader: Chain<Cursor<Vec<u8>>, R>,
    form: Form,
    line: u64,
    max_bytes: usize,
}

impl<R: BufRead> Documents<R> {
    /// Reads the beginning of a file whose documents have at most `max_bytes`. A bracket begins an array;
    /// if the first line is an incomplete document, documents go over several lines.
    pub fn new(mut reader: R, max_bytes: usize) -> io::Result<Documents<R>> {
        let mut line = 1;
        skip_blank(&mut reader, &mut line)?;
        let mut start = Vec::new();
        let form = if reader.fill_buf()?.starts_with(b"[") {
            reader.consume(1);
            Form::Array
        } else {
            let most = u64::try_from(max_bytes).unwrap_or(u64::MAX);
            (&mut reader).take(most).read_until(b'\n', &mut start)?;
            // A text editor may begin a file with a mark of its encoding.
            let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
            let read = serde_json::from_slice::<IgnoredAny>(text);
            if start.ends_with(b"\n") && read.is_err_and(|error| error.is_eof()) {
                Form::Values
            } else {
                Form::Lines
            }
        };
        Ok(Documents {
            reader: Cursor::new(start).chain(reader),
            form,
            line,
            max_bytes,
        })
    }

    /// Reads the next document; `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<DocumentText>> {
        skip_blank(&mut self.reader, &mut self.line)?;
        let mut text = Vec::new();
        let (line, mut scan) = (self.line, Scan::default());
        let last = loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break None;
            }
            let end = buffer.iter().position(|byte| scan.ends(*byte, self.form));
            let (used, last) = match end {
                Some(end) => (end + 1, Some(buffer[end])),
                None => (buffer.len(), None),
            };
            let is_separated = last.is_some() && self.form != Form::Values;
            let content = &buffer[..used - usize::from(is_separated)];
            let room = self.max_bytes.saturating_add(1) - text.len();
            text.extend_from_slice(&content[..content.len().min(room)]);
            let lines = buffer[..used].split(|byte| *byte == b'\n').skip(1).count();
            self.line += u64::try_from(lines).unwrap_or(0);
            self.reader.consume(used);
            if last.is_some() {
                break last;
            }
        };
        if self.form == Form::Array {
            // What is missing in an array is refused as an empty document: a cut file does not count as whole.
            if last != Some(b',') {
                self.form = Form::Lines;
            }
        } else if text.is_empty() {
            return Ok(None);
        }
        Ok(Some(DocumentText { line, text }))
    }
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = io::Result<DocumentText>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Skips white space, counting lines.
fn skip_blank(reader: &mut impl BufRead, line: &mut u64) -> io::Result<()> {
    while let Some(byte) = reader.fill_buf()?.first()
        && byte.is_ascii_whitespace()
    {
        *line += u64::from(*byte == b'\n');
        reader.consume(1);
    }
    Ok(())
}

/// The place in a document that is being read.
#[derive(Default)]
struct Scan {
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
}

impl Scan {
    /// Whether this byte is the last one of a document, or follows it.
    fn ends(&mut self, byte: u8, form: Form) -> bool {
        if form == Form::Lines {
            return byte == b'\n';
        }
        let was_in_text = self.is_in_text;
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = was_in_text,
            b'"' => self.is_in_text = !was_in_text,
            _ if was_in_text => {}
            b'{' | b'[' => self.depth += 1,
            b',' => return form == Form::Array && self.depth == 0,
            b'}' | b']' => {
                self.depth = match self.depth.checked_sub(1) {
                    Some(depth) => depth,
                    None => return true,
                };
                return form == Form::Values && self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 20;

    /// The first line of each document, and its text.
    fn texts(file: &str) -> Vec<(u64, String)> {
        let reader = io::BufReader::with_capacity(3, file.as_bytes());
        let documents = Documents::new(reader, MAX).unwrap().map(Result::unwrap);
        let text = |document: DocumentText| {
            let text = String::from_utf8(document.text).unwrap();
            (document.line, text.trim().to_owned())
        };
        documents.map(text).collect()
    }

    fn expect(file: &str, expected: &[(u64, &str)]) {
        let expected = expected
            .iter()
            .map(|(line, text)| (*line, (*text).to_owned()));
        assert_eq!(texts(file), expected.collect::<Vec<_>>(), "{file:?}");
    }

    #[test]
    fn a_broken_line_does_not_hide_those_after_it() {
        let file = "\n{\"a\": 1}\n\n{\"b\": \n{\"c\": 1}\nnonsense\n{]\n{\"d\"";
        let lines = [
            (2, "{\"a\": 1}"),
            (4, "{\"b\":"),
            (5, "{\"c\": 1}"),
            (6, "nonsense"),
            (7, "{]"),
            (8, "{\"d\""),
        ];
        expect(file, &lines);
        expect("", &[]);
    }

    #[test]
    fn an_array_is_read_item_by_item_and_a_cut_one_is_refused() {
        let items = [(1, "{\"a\": \"],\\\"\"}"), (2, "[1, {}]")];
        expect("[{\"a\": \"],\\\"\"},\n[1, {}]]\n", &items);
        expect("[1, 2", &[(1, "1"), (1, "2")]);
        expect("[1,", &[(1, "1"), (1, "")]);
        expect("[]", &[(1, "")]);
        expect("[1] x", &[(1, "1"), (1, "x")]);
    }

    #[test]
    fn a_document_may_go_over_several_lines() {
        let file = "{\n\"a\": [\n{\"b\":1}\n]}\n\n{\"c\": 1} {\n";
        let documents = [
            (1, "{\n\"a\": [\n{\"b\":1}\n]}"),
            (6, "{\"c\": 1}"),
            (6, "{"),
        ];
        expect(file, &documents);
    }

    #[test]
    fn a_document_that_is_too_long_is_cut() {
        let long = "x".repeat(3 * MAX);
        for (start, end) in [("", "\n{}"), ("{\"a\": \"", "\"}\n{}"), ("[\"", "\",\n{}]")] {
            let texts = texts(&format!("{start}{long}{end}"));
            assert_eq!((texts[0].0, texts[0].1.len()), (1, MAX + 1), "{texts:?}");
            assert_eq!(texts[1..], [(2, "{}".to_owned())], "{start}");
        }
    }
}
