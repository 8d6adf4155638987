//! `overtrick score --batch`: one document per input line, one result per output line, in bounded memory.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use super::error::{CommandError, Outcome};
use super::input;
use overtrick_core::Faults;
use overtrick_match::document::{ErrorReport, MOST_BYTES, Report, check_size, score};
use overtrick_match::lang::Language;

/// Scores every line; the command fails if any line is refused.
pub fn run(file: &str, language: &'static Language) -> Outcome {
    let mut reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut all_scored = true;
    let mut line = Vec::new();
    for number in 1.. {
        match read_line(&mut reader, &mut line) {
            Ok(Line::End) => break,
            Ok(Line::Whole) => all_scored &= write_result(&mut out, number, &line, language)?,
            Ok(Line::TooLong) => {
                all_scored = false;
                let too_large: Faults = check_size(usize::MAX).err().into_iter().collect();
                let report = ErrorReport::of(&too_large, Some(number), language);
                write_json(&mut out, &report)?;
            }
            Err(error) => {
                out.flush()?;
                return Err(CommandError::Files(format!("{file}: {error}")));
            }
        }
    }
    out.flush()?;
    if all_scored {
        Ok(())
    } else {
        Err(CommandError::Refused)
    }
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
        Ok(scored) => write_json(out, &Report::of(scored, language)).map(|()| true),
        Err(findings) => {
            write_json(out, &ErrorReport::of(&findings, Some(number), language)).map(|()| false)
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
