//! Judging imported matches of every format.

use crate::error::ServiceError;
use crate::imports::service::JudgedLine;
use crate::matches::service::MatchService;
use overtrick_core::Faults;
use overtrick_core::json::Json;
use overtrick_match::document::ReadResults;
use overtrick_match::document::{read_json, utf8};

/// A match to be judged.
#[derive(Debug)]
pub enum Unjudged {
    /// The text of a line.
    Text(Vec<u8>),
    /// A parsed line, or an item of a list.
    Value(Json),
    /// A match from a CSV file.
    Results(Box<ReadResults>),
}

/// The results of judging lines, with their numbers.
pub type JudgedLines = Vec<(u64, Result<JudgedLine, Faults>)>;

impl MatchService {
    /// Judges numbered lines. Faults of a match from a CSV file get the numbers of their rows.
    ///
    /// # Errors
    /// Errors of the service; the faults of a line are not errors.
    pub fn judge_lines(&self, lines: Vec<(u64, Unjudged)>) -> Result<JudgedLines, ServiceError> {
        let mut all = Vec::with_capacity(lines.len());
        for (number, line) in lines {
            match line {
                Unjudged::Text(text) => {
                    let json = utf8(&text).and_then(read_json).map_err(Faults::from);
                    all.push((number, self.judge(json)?));
                }
                Unjudged::Value(json) => all.push((number, self.judge(Ok(json))?)),
                Unjudged::Results(mut read) => {
                    let json = std::mem::replace(&mut read.line, Json::Null);
                    all.extend(by_row(&read, self.judge(Ok(json))?));
                }
            }
        }
        Ok(all)
    }

    fn judge(
        &self,
        json: Result<Json, Faults>,
    ) -> Result<Result<JudgedLine, Faults>, ServiceError> {
        match json.map(|json| self.judge_line(json)) {
            Ok(Err(ServiceError::Refused(faults))) | Err(faults) => Ok(Err(faults)),
            Ok(judged) => judged.map(Ok),
        }
    }
}

/// The result for a match from a CSV file; its faults get the numbers of their rows.
fn by_row(read: &ReadResults, judged: Result<JudgedLine, Faults>) -> JudgedLines {
    let mut faults = read.faults.clone();
    match judged {
        Ok(judged) if faults.is_empty() => return vec![(read.row, Ok(judged))],
        Ok(_) => {}
        Err(found) => {
            let found = found.into_iter();
            faults.extend(found.map(|fault| (read.row_of(&fault.pointer), fault)));
        }
    }
    faults.sort_by_key(|(row, _)| *row);
    let alone = faults.into_iter();
    alone.map(|(row, fault)| (row, Err(vec![fault]))).collect()
}
