//! Judging the matches of an import, in whatever form they stand.

use crate::error::ServiceError;
use crate::imports::service::JudgedLine;
use crate::matches::service::MatchService;
use overtrick_core::Faults;
use overtrick_core::json::Json;
use overtrick_match::document::ReadResults;
use overtrick_match::document::{read_json, utf8};

/// A match that is to be judged.
#[derive(Debug)]
pub enum Unjudged {
    /// The text of a line.
    Text(Vec<u8>),
    /// A value: a line that was read, or an item of a list.
    Value(Json),
    /// A match of a file of results.
    Results(Box<ReadResults>),
}

/// What lines were judged to be, each with its number.
pub type JudgedLines = Vec<(u64, Result<JudgedLine, Faults>)>;

impl MatchService {
    /// Judges lines with their numbers. A match of a file of results has its faults at the rows where
    /// they are.
    ///
    /// # Errors
    /// Those of the service; the faults of a line are no error.
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

/// What judging a match of results came to; its faults at the rows where they are.
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
