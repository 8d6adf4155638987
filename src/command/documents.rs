//! Reads the documents in a file, one by one. The file has one document per line, documents of several lines,
//! or an array of documents.

use std::io::{self, BufRead, Read};
use std::vec;

use serde::de::IgnoredAny;
use serde_json::Deserializer;

/// The text of a document, which may not be valid JSON.
pub struct DocumentText {
    /// The number of its first line in the file.
    pub line: u64,
    /// Its text. A line over the limit is cut to one byte more than the limit, so that the reader notices.
    pub text: Vec<u8>,
}

/// A file that is read one document at a time. Reading continues after a line that is not valid JSON.
pub struct Documents<R> {
    reader: R,
    /// The documents that have already been read: the first line, or all documents if the file has an array
    /// or documents of several lines.
    ahead: vec::IntoIter<DocumentText>,
    line: u64,
    max_bytes: usize,
}

impl<R: BufRead> Documents<R> {
    /// Reads the first line of a file whose lines have at most `max_bytes`. Reads the whole file if that line
    /// begins an array or is an incomplete document.
    pub fn new(mut reader: R, max_bytes: usize) -> io::Result<Documents<R>> {
        let mut line = 0;
        let first = read_line(&mut reader, &mut line, max_bytes)?;
        let mut ahead: Vec<DocumentText> = first.into_iter().collect();
        if let [first] = &mut ahead[..] {
            // Some text editors begin a file with a byte order mark.
            if first.text.starts_with(b"\xef\xbb\xbf") {
                first.text.drain(..3);
            }
            let begun = serde_json::from_slice::<IgnoredAny>(&first.text);
            let is_begun = begun.is_err_and(|error| error.is_eof()) && first.text.ends_with(b"\n");
            if is_begun || first.text.starts_with(b"[") {
                reader.read_to_end(&mut first.text)?;
                ahead = split(&first.text, first.line);
            }
        }
        Ok(Documents {
            reader,
            ahead: ahead.into_iter(),
            line,
            max_bytes,
        })
    }
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = io::Result<DocumentText>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.ahead.next() {
            Some(document) => Some(Ok(document)),
            None => read_line(&mut self.reader, &mut self.line, self.max_bytes).transpose(),
        }
    }
}

/// Reads the next line that is not blank.
fn read_line(
    reader: &mut impl BufRead,
    line: &mut u64,
    max_bytes: usize,
) -> io::Result<Option<DocumentText>> {
    let most = (max_bytes as u64).saturating_add(1);
    loop {
        let mut text = Vec::new();
        if reader.take(most).read_until(b'\n', &mut text)? == 0 {
            return Ok(None);
        }
        *line += 1;
        if !text.ends_with(b"\n") {
            reader.skip_until(b'\n')?;
        }
        if !text.trim_ascii().is_empty() {
            return Ok(Some(DocumentText { line: *line, text }));
        }
    }
}

/// Splits a text that begins at this line into documents. The rest of the text is the last document if it is
/// not JSON, and a missing array item is an empty document. Both are refused later.
fn split(text: &[u8], line: u64) -> Vec<DocumentText> {
    let document = |at: usize, end: usize| {
        let before = text[..at].split(|byte| *byte == b'\n').count() - 1;
        DocumentText {
            line: line + u64::try_from(before).unwrap_or(0),
            text: text[at..end].to_owned(),
        }
    };
    let after_blank = |at: usize| text.len() - text[at..].trim_ascii_start().len();
    let mut at = after_blank(0);
    let mut is_array = text[at..].starts_with(b"[");
    at += usize::from(is_array);
    let mut documents = Vec::new();
    loop {
        at = after_blank(at);
        if at == text.len() || (is_array && documents.is_empty() && text[at] == b']') {
            documents.extend(is_array.then(|| document(at, at)));
            return documents;
        }
        let mut values = Deserializer::from_slice(&text[at..]).into_iter::<IgnoredAny>();
        let Some(Ok(_)) = values.next() else {
            documents.push(document(at, text.len()));
            return documents;
        };
        let end = at + values.byte_offset();
        documents.push(document(at, end));
        at = after_blank(end);
        if is_array && let Some(b',' | b']') = text.get(at) {
            is_array = text[at] == b',';
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 20;

    /// Returns the first line number and the text of each document.
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
    fn an_array_is_read_item_by_item_and_an_incomplete_one_is_refused() {
        let items = [(1, "{\"a\": \"],\\\"\"}"), (2, "[1, {}]")];
        expect("[{\"a\": \"],\\\"\"},\n[1, {}]]\n", &items);
        expect("[1, 2", &[(1, "1"), (1, "2"), (1, "")]);
        expect("[1,", &[(1, "1"), (1, "")]);
        expect("[]", &[(1, "")]);
        expect("\n[1] x", &[(2, "1"), (2, "x")]);
    }

    #[test]
    fn a_document_may_have_several_lines() {
        let file = "{\n\"a\": [\n{\"b\":1}\n]}\n\n{\"c\": 1} {\n";
        let documents = [
            (1, "{\n\"a\": [\n{\"b\":1}\n]}"),
            (6, "{\"c\": 1}"),
            (6, "{"),
        ];
        expect(file, &documents);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let long = "x".repeat(3 * MAX);
        for start in ["", "{\"a\": \""] {
            let texts = texts(&format!("{start}{long}\n{{}}"));
            assert_eq!((texts[0].0, texts[0].1.len()), (1, MAX + 1), "{texts:?}");
            assert_eq!(texts[1..], [(2, "{}".to_owned())], "{start}");
        }
    }
}
