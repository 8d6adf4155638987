//! `overtrick score --batch`: many documents, one result per output line, in bounded memory.

use std::io::{self, BufReader, BufWriter, Write};

use super::documents::Documents;
use super::error::{CommandError, Outcome};
use super::{input, output};
use overtrick_core::{Faults, Finding, args};
use overtrick_match::document::{ErrorReport, MOST_BYTES, Report, Scored, read_json, score, utf8};
use overtrick_match::lang::Language;
use overtrick_server::{is_log, labeled};

/// Scores every document; the command fails if any is refused.
pub fn run(file: &str, language: &'static Language) -> Outcome {
    let failed = |error: io::Error| CommandError::Files(format!("{file}: {error}"));
    let reader = BufReader::with_capacity(1 << 16, input::open(file)?);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut sum = Sum::default();
    for document in Documents::new(reader, MOST_BYTES).map_err(failed)? {
        let document = document.map_err(failed)?;
        let scored = score_line(&document.text);
        sum.count(document.line, scored.is_ok());
        match scored {
            Ok(scored) => write_json(&mut out, &Report::new(scored, language))?,
            Err(faults) => {
                let report = ErrorReport::new(&faults, Some(document.line), language);
                write_json(&mut out, &report)?;
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

/// Scores a line of an export: a match document, or one in the field `document` beside its labels.
fn score_line(line: &[u8]) -> Result<Scored, Faults> {
    let faults = match score(line) {
        Ok(scored) => return Ok(scored),
        Err(faults) => faults,
    };
    let Ok(json) = utf8(line).and_then(read_json) else {
        return Err(faults);
    };
    if is_log(&json) {
        return Err(Finding::shape("log-not-scored", "/log", args![]).into());
    }
    if json.get("document").is_none() {
        return Err(faults);
    }
    let (document, _) = labeled(json)?;
    let text = serde_json::to_vec(&document).unwrap_or_default();
    score(&text).map_err(|faults| {
        let faults = faults.into_iter();
        faults.map(|fault| fault.under("/document")).collect()
    })
}

fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_in_groups() {
        let english = Language::english();
        let texts = [0, 999, 1_000, 10_002, 1_234_567].map(|number| grouped(number, english));
        assert_eq!(texts, ["0", "999", "1,000", "10,002", "1,234,567"]);
    }
}
