//! Judging imported matches of every format.

use sha2::{Digest, Sha256};

use crate::access::secret::random_id;
use crate::error::ServiceError;
use crate::matches::service::MatchService;
use crate::publish::publication_update;
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, check_texts};
use overtrick_match::document::{FilePlace, ReadResults, read_json, utf8};
use overtrick_match::ledger::{
    Bounds, EventKind, Labels, Match, Opening, PublishedPart, Role, StoredLog, hex, in_log,
};
use overtrick_match::play::object_of;
use overtrick_store::ImportedMatch;

/// A match to be judged.
#[derive(Debug)]
pub enum Unjudged {
    /// The JSON text of a line, or of an item of a JSON list.
    Text(Vec<u8>),
    /// A match from a CSV file.
    Results(Box<ReadResults>),
}

impl Unjudged {
    /// Returns a line with this JSON value.
    pub fn json(json: &Json) -> Unjudged {
        Unjudged::Text(serde_json::to_vec(json).unwrap_or_default())
    }
}

/// The result for each judged line, with its place in the file.
pub type JudgedLines = Vec<(FilePlace, Result<JudgedLine, Faults>)>;

/// A judged line, ready to be stored.
#[derive(Debug)]
pub struct JudgedLine {
    pub(crate) stored: ImportedMatch,
    /// The id of the match in the system from which it is imported.
    pub(crate) was: Option<String>,
    /// The keys that its document lacks because the CSV file has no such columns.
    pub(crate) omitted: Vec<&'static str>,
    /// Whether the line has its document in the field `document`, beside labels.
    pub(crate) is_labeled: bool,
    /// The spreadsheet rows from which it was read.
    pub(crate) rows: Option<Box<ReadResults>>,
}

impl MatchService {
    /// Judges numbered lines. `publish` is the part of each new match to publish. The faults of a match from
    /// a CSV file have the places of its cells.
    ///
    /// # Errors
    /// Errors of the service; the faults of a line are not errors.
    pub fn judge_lines(
        &self,
        lines: Vec<(u64, Unjudged)>,
        publish: Option<PublishedPart>,
    ) -> Result<JudgedLines, ServiceError> {
        let mut all = Vec::with_capacity(lines.len());
        for (number, line) in lines {
            let place = FilePlace::from(number);
            match line {
                Unjudged::Text(text) => {
                    let json = utf8(&text).and_then(read_json).map_err(Faults::from);
                    all.push((place, self.judge(json, &[], publish)?));
                }
                Unjudged::Results(mut read) => {
                    let json = std::mem::replace(&mut read.line, Json::Null);
                    let fault = check_texts(&json).map(Faults::from);
                    let json = fault.map_or(Ok(json), Err);
                    let judged = self.judge(json, &read.absent, publish)?;
                    all.extend(by_row(*read, judged));
                }
            }
        }
        Ok(all)
    }

    fn judge(
        &self,
        json: Result<Json, Faults>,
        omitted: &[&'static str],
        publish: Option<PublishedPart>,
    ) -> Result<Result<JudgedLine, Faults>, ServiceError> {
        match json.map(|json| self.judge_line(json, omitted, publish)) {
            Ok(Err(ServiceError::Refused(faults))) | Err(faults) => Ok(Err(faults)),
            Ok(judged) => judged.map(Ok),
        }
    }

    /// Judges a line: a match document; an object with `document`, `external_id` and `metadata`; or an object
    /// with a complete `log`. `omitted` are the keys that the document lacks because the CSV file has no such
    /// columns. `publish` is the part of a new match to publish; it does not apply to a log.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the line.
    pub fn judge_line(
        &self,
        line: Json,
        omitted: &[&'static str],
        publish: Option<PublishedPart>,
    ) -> Result<JudgedLine, ServiceError> {
        let is_log = is_log(&line);
        match line {
            Json::Object(entries) if is_log => {
                let line = object_of(LOG_LINE, entries)?;
                // Only administrators import.
                let bounds = Bounds {
                    now: None,
                    has_admin: true,
                };
                Ok(judge_log(read_log(&line)?, &bounds)?.0)
            }
            line => self.judge_document(line, omitted, publish),
        }
    }

    fn judge_document(
        &self,
        line: Json,
        omitted: &[&'static str],
        publish: Option<PublishedPart>,
    ) -> Result<JudgedLine, ServiceError> {
        let is_labeled = line.get("document").is_some();
        let (document, labels) = labeled(line)?;
        let mut omitted = omitted.to_vec();
        omitted.extend(Some("edition").filter(|key| document.get(key).is_none()));
        let id = random_id(self.random())?;
        let now = self.clock().now();
        let opening = Opening {
            labels,
            ..Opening::default()
        };
        let begun = Match::begin(&id, &document, opening, now, Role::Direct);
        let mut played = begun.map_err(|faults| placed(faults, is_labeled))?;
        let mut log = StoredLog::from(played.seal(None, |salts| self.random().fill(salts))?);
        if let Some(part) = publish {
            let mut published = played.clone();
            published.record(EventKind::Published { part }, now, Role::Direct)?;
            log.append(published.seal(Some(&played), |salts| self.random().fill(salts))?);
            played = published;
        }
        Ok(JudgedLine {
            stored: imported(&played, log, Some(digest(&document))),
            was: document.text("id").map(str::to_owned),
            omitted,
            is_labeled,
            rows: None,
        })
    }
}

/// Returns a match and its log in stored form.
fn imported(played: &Match, log: StoredLog, source: Option<String>) -> ImportedMatch {
    ImportedMatch {
        log,
        listing: played.listing(),
        publication: publication_update(None, played),
        source,
    }
}

/// Returns the faults of a document or its correction, with their places in the whole line.
pub fn placed(faults: Faults, is_labeled: bool) -> Faults {
    let is_change_field = |place: &str| place.starts_with("/reason") || place.starts_with("/edits");
    let place = |fault: Finding| {
        if is_labeled && !is_change_field(&fault.pointer) {
            fault.under("/document")
        } else {
            fault
        }
    };
    faults.into_iter().map(place).collect()
}

/// Returns the results for a match from a CSV file. Each fault has the place of its cell.
fn by_row(mut read: ReadResults, judged: Result<JudgedLine, Faults>) -> JudgedLines {
    let mut faults = std::mem::take(&mut read.faults);
    let row = read.row;
    match judged {
        Ok(judged) if faults.is_empty() => {
            let rows = Some(Box::new(read));
            return vec![(row.into(), Ok(JudgedLine { rows, ..judged }))];
        }
        Ok(_) => {}
        Err(found) => {
            // A cell that already has a fault gets no second one.
            let is_new = |(place, _): &(FilePlace, Finding)| {
                place.column.is_none() || faults.iter().all(|(reported, _)| reported != place)
            };
            let found = read.placed(found).into_iter().filter(is_new);
            let found: Vec<_> = found.collect();
            faults.extend(found);
        }
    }
    faults.sort_by_key(|(place, _)| place.line);
    let refused = |(place, fault)| (place, Err(vec![fault]));
    faults.into_iter().map(refused).collect()
}

/// Reads the complete log in the field `log` of an object, without judging it.
///
/// # Errors
/// The object does not have the form of a log.
pub fn read_log(object: &Json) -> Result<StoredLog, Faults> {
    let log: Option<StoredLog> = object.get("log").and_then(Json::typed);
    let log = log.filter(|log| log.head.is_some());
    log.ok_or_else(|| Finding::shape("unreadable-log", "/log", args![]).into())
}

/// Judges a complete log, and returns its match.
///
/// # Errors
/// The faults of the log with their places; the match is too large.
pub(crate) fn judge_log(log: StoredLog, bounds: &Bounds) -> Result<(JudgedLine, Match), Faults> {
    let played = log.judge(bounds).map_err(in_log)?;
    let judged = JudgedLine {
        was: Some(played.id().to_string()),
        stored: imported(&played, log, None),
        omitted: Vec::new(),
        is_labeled: false,
        rows: None,
    };
    Ok((judged, played))
}

/// Whether a line has a complete log.
pub fn is_log(line: &Json) -> bool {
    // A match document may also contain a log, added by another program; that log is ignored.
    line.get("log").is_some() && line.get("game").is_none()
}

/// The fields of a line with a complete log.
const LOG_LINE: &[Field] = &[Field::required("log", Kind::Any)];
/// The fields of a line with a document and its labels. The other fields occur in exports; they are ignored.
const LABELED: &[Field] = &[
    Field::required("document", Kind::Any),
    Field::optional("external_id", Kind::Any),
    Field::optional("metadata", Kind::Any),
    Field::optional("day", Kind::Any),
    Field::optional("standings", Kind::Any),
    Field::optional("seats", Kind::Any),
];

/// Returns the document of a line and its labels.
///
/// # Errors
/// The faults of the labels, and unknown keys.
pub fn labeled(line: Json) -> Result<(Json, Labels), Faults> {
    match line {
        Json::Object(entries) if entries.iter().any(|(key, _)| key == "document") => {
            let line = object_of(LABELED, entries)?;
            let labels = Labels::read(line.get("external_id"), line.get("metadata"))?;
            let document = line.get("document").cloned();
            Ok((document.unwrap_or(Json::Null), labels))
        }
        line => Ok((line, Labels::default())),
    }
}

/// Returns a digest of a document that does not depend on the order of its keys.
fn digest(document: &Json) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick imported document");
    // The keys are sorted, because programs write them in different orders.
    let sorted: serde_json::Value = serde_json::to_value(document).unwrap_or_default();
    digest.update(sorted.to_string());
    hex(&digest.finalize())
}
