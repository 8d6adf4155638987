//! `overtrick score --batch`: one document per input line, one result per output line, in bounded memory.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use super::error::{CommandError, Outcome};
use super::{input, output};
use overtrick_core::{Faults, args};
use overtrick_match::document::{ErrorReport, MOST_BYTES, Report, check_size, score};
use overtrick_match::lang::Language;

/// Scores every line; the command fails if any line is refused.
pub fn run(file: &str, language: &'static Language) -> Outcome {
    let mut reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut sum = Sum::default();
    let mut line = Vec::new();
    for number in 1.. {
        match read_line(&mut reader, &mut line) {
            Ok(Line::End) => break,
            Ok(Line::Whole) if line.trim_ascii().is_empty() => {}
            Ok(Line::Whole) => {
                let is_scored = write_result(&mut out, number, &line, language)?;
                sum.count(number, is_scored);
            }
            Ok(Line::TooLong) => {
                sum.count(number, false);
                let too_large: Faults = check_size(usize::MAX).err().into_iter().collect();
                let report = ErrorReport::new(&too_large, Some(number), language);
                write_json(&mut out, &report)?;
            }
            Err(error) => {
                out.flush()?;
                return Err(CommandError::Files(format!("{file}: {error}")));
            }
        }
    }
    out.flush()?;
    output::message(&sum.text(language));
    match sum.first {
        None => Ok(()),
        Some(_) => Err(CommandError::Refused),
    }
}

/// What became of the lines.
#[derive(Default)]
struct Sum {
    lines: u64,
    refused: u64,
    /// The number of the first refused line in the file.
    first: Option<u64>,
}

impl Sum {
    fn count(&mut self, number: u64, is_scored: bool) {
        self.lines += 1;
        if !is_scored {
            self.refused += 1;
            self.first.get_or_insert(number);
        }
    }

    fn text(&self, language: &Language) -> String {
        let args = args![
            lines: i64::try_from(self.lines).unwrap_or(i64::MAX),
            count: grouped(self.lines, language), refused: grouped(self.refused, language),
            first: self.first.unwrap_or(0).to_string()
        ];
        let key = if self.refused == 0 {
            "batch-scored"
        } else {
            "batch-refused"
        };
        language.format("service", key, &args)
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64, language: &Language) -> String {
    let digits = number.to_string();
    let sign = language.text("ui", "group-sign");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text += &sign;
        }
        text.push(digit);
    }
    text
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line without its line end; the rest of a line that is too long is skipped.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let content = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + content.len() > MOST_BYTES;
        if !too_long {
            line.extend_from_slice(content);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}

/// Writes the result of one line and returns whether it was scored.
fn write_result(
    out: &mut impl Write,
    number: u64,
    line: &[u8],
    language: &'static Language,
) -> Result<bool, CommandError> {
    match score(line) {
        Ok(scored) => write_json(out, &Report::new(scored, language)).map(|()| true),
        Err(findings) => {
            write_json(out, &ErrorReport::new(&findings, Some(number), language)).map(|()| false)
        }
    }
}

fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_and_without_their_end() {
        let mut reader = BufReader::with_capacity(3, &b"one\n\ntwo"[..]);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while matches!(read_line(&mut reader, &mut line).unwrap(), Line::Whole) {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["one", "", "two"]);
    }

    #[test]
    fn long_numbers_are_in_groups() {
        let english = Language::english();
        let texts = [0, 999, 1_000, 10_002, 1_234_567].map(|number| grouped(number, english));
        assert_eq!(texts, ["0", "999", "1,000", "10,002", "1,234,567"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_without_being_stored() {
        let long = [vec![b'x'; MOST_BYTES + 1], b"\nnext".to_vec()].concat();
        let mut reader = BufReader::new(&long[..]);
        let mut line = Vec::new();
        let read = read_line(&mut reader, &mut line).unwrap();
        assert!(matches!(read, Line::TooLong));
        assert!(line.len() <= MOST_BYTES);
        let read = read_line(&mut reader, &mut line).unwrap();
        assert!(matches!(read, Line::Whole));
        assert_eq!(line, b"next");
    }
}
