//! Importing matches: judged line by line, and stored all together or not at all.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use tokio::sync::OwnedMutexGuard;

use crate::access::secret::random_id;
use crate::error::ServiceError;
use crate::matches::index_entry;
use crate::matches::judged::judge_apart;
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use crate::publish::updates::publication_update;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, MORE_FAULTS, MOST_FINDINGS, args, more_faults};
use overtrick_match::ledger::{
    Bounds, Labels, Ledger, MatchId, Role, StoredLog, Timestamp, hex, in_log,
};
use overtrick_store::{Idempotency, ImportedMatch, KeyInUse, Known};

/// A judged line, ready to be stored.
#[derive(Debug)]
pub struct JudgedLine {
    stored: ImportedMatch,
    /// The match's id in the system that it comes from.
    was: Option<String>,
    /// Its document, if it had an id: a stored match with this id may be the same.
    document: Option<Json>,
}

/// An imported match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedLine {
    /// The line, counted from 1.
    pub line: u64,
    /// The match's id; absent in a dry run.
    pub id: Option<String>,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its id in the system that it comes from.
    pub was: Option<String>,
    /// Whether it was already stored.
    pub already: bool,
}

/// The result of an import, or of a dry run.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// Every match, by line.
    pub matches: Vec<ImportedLine>,
    /// The faults with their lines, up to the limit of listed faults.
    pub faults: Vec<(u64, Finding)>,
    /// The number of refused lines.
    pub refused: u64,
    /// The number of faults beyond those listed.
    unlisted: usize,
}

/// An import in progress. Only one runs at a time, so that two imports of the same file add its matches once.
#[derive(Debug)]
pub struct Import {
    pub(crate) matches: MatchService,
    pub(crate) report: ImportReport,
    /// The matches to be stored.
    pub(crate) stored: Vec<ImportedMatch>,
    /// Whether documents imported before are imported again.
    pub(crate) again: bool,
    /// The key of the importing program, if a program imports.
    pub(crate) program: Option<KeyInUse>,
    /// The lines by digest of document, external id, and log id.
    seen: HashMap<String, u64>,
    pub(crate) alone: OwnedMutexGuard<()>,
}

impl MatchService {
    /// Begins an import after any other has finished. With `again`, documents imported before become new
    /// matches.
    pub async fn import(&self, again: bool) -> Import {
        Import {
            matches: self.clone(),
            report: ImportReport::default(),
            stored: Vec::new(),
            again,
            program: None,
            seen: HashMap::new(),
            alone: self.0.importing.clone().lock_owned().await,
        }
    }

    /// Judges a line: a match document; an object with `document`, `external_id` and `metadata`; or one with
    /// a complete `log`.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the line.
    pub fn judge_line(&self, line: Json) -> Result<JudgedLine, ServiceError> {
        if let Json::Object(entries) = &line
            && is_log(&line)
        {
            // Only administrators import.
            let bounds = Bounds {
                now: Some(self.clock().now()),
                has_admin: true,
                ..Bounds::default()
            };
            only(entries, &["log"])?;
            return Ok(judge_log(&line, &bounds)?.0);
        }
        let is_labeled = line.get("document").is_some();
        let (document, labels) = labeled(line)?;
        let judged = self.judge_document(document, labels);
        judged.map_err(|error| match error {
            ServiceError::Refused(faults) if is_labeled => {
                ServiceError::Refused(within("/document", faults))
            }
            error => error,
        })
    }

    fn judge_document(&self, document: Json, labels: Labels) -> Result<JudgedLine, ServiceError> {
        let id = random_id(self.random())?;
        let now = self.clock().now();
        let mut ledger = Ledger::begin_labeled(&id, &document, labels, now, Role::Direct)?;
        let (listing, listed) = (ledger.listing(), index_entry::digest(&ledger));
        let source = digest(&document);
        let sealed = ledger.seal(None, |salts| self.random().fill(salts))?;
        let was = document.text("id").map(str::to_owned);
        Ok(JudgedLine {
            stored: ImportedMatch {
                log: StoredLog::from(sealed),
                listing,
                listed,
                publication: None,
                source: Some(source),
                request: None,
            },
            document: was.is_some().then_some(document),
            was,
        })
    }
}

impl JudgedLine {
    /// Adds the mark of the request.
    pub(crate) fn of_request(mut self, request: Option<(Idempotency, Timestamp)>) -> JudgedLine {
        self.stored.request = request;
        self
    }
}

/// Judges the complete log in an object's `log`, and returns its match.
pub(crate) fn judge_log(object: &Json, bounds: &Bounds) -> Result<(JudgedLine, Ledger), Faults> {
    let log: Option<StoredLog> = object.get("log").and_then(Json::typed);
    let unreadable = || Faults::from(Finding::shape("unreadable-log", "/log", args![]));
    let log = log.filter(|log| log.head.is_some());
    let log = log.ok_or_else(unreadable)?;
    let ledger = log.clone().judge(bounds).map_err(in_log)?;
    let judged = JudgedLine {
        was: Some(ledger.id().to_string()),
        stored: ImportedMatch {
            listing: ledger.listing(),
            listed: index_entry::digest(&ledger),
            publication: publication_update(None, &ledger),
            log,
            source: None,
            request: None,
        },
        document: None,
    };
    Ok((judged, ledger))
}

impl Import {
    /// Imports with the caller's right: if it ends before everything is stored, nothing is stored.
    #[must_use]
    pub fn by(self, caller: &Caller) -> Import {
        Import {
            program: caller.key_in_use(),
            ..self
        }
    }

    /// Adds judged lines, in order. Matches that are already stored are recognized.
    ///
    /// # Errors
    /// Store errors.
    pub async fn add(
        &mut self,
        lines: Vec<(u64, Result<JudgedLine, Faults>)>,
    ) -> Result<(), ServiceError> {
        let judged = lines.iter().filter_map(|(_, judged)| judged.as_ref().ok());
        let mut asked = Known::default();
        for one in judged {
            asked.ids.extend(one.was.clone());
            asked
                .external_ids
                .extend(one.stored.listing.external_id.clone());
            asked.sources.extend(one.stored.source.clone());
        }
        let store = &self.matches.0.store;
        let known = store.known(&asked).await?;
        let deleted = store.deleted(&asked.ids).await?;
        for (line, judged) in lines {
            match judged {
                Ok(judged) => self.add_one(line, judged, &known, &deleted).await?,
                Err(faults) => self.refuse(line, faults),
            }
        }
        Ok(())
    }

    /// The report so far.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Records that a line is refused. Earlier results are dropped, because nothing will be stored.
    pub fn refuse(&mut self, line: u64, faults: Faults) {
        self.report.refused += 1;
        self.stored = Vec::new();
        let (more, faults): (Faults, Faults) = faults
            .into_iter()
            .partition(|fault| fault.code == MORE_FAULTS);
        let counts = more.iter().filter_map(|more| more.args.first()?.1.number());
        let counts = counts.filter_map(|count| usize::try_from(count).ok());
        let room = MOST_FINDINGS.saturating_sub(self.report.faults.len());
        self.report.unlisted += counts.sum::<usize>() + faults.len().saturating_sub(room);
        let listed = faults.into_iter().take(room).map(|fault| (line, fault));
        self.report.faults.extend(listed);
    }

    async fn add_one(
        &mut self,
        line: u64,
        judged: JudgedLine,
        known: &[Known],
        deleted: &[String],
    ) -> Result<(), ServiceError> {
        let JudgedLine {
            stored,
            was,
            document,
        } = judged;
        let listing = &stored.listing;
        let mut imported = ImportedLine {
            line,
            id: None,
            external_id: listing.external_id.clone(),
            was: was.clone(),
            already: true,
        };
        let by_external = listing.external_id.as_ref().and_then(|id| {
            let mut known = known.iter();
            known.find(|one| one.external_ids.contains(id))
        });
        let of_id = was.as_ref().and_then(|id| {
            let mut known = known.iter();
            known.find(|one| one.ids.contains(id))
        });
        let by_source = stored.source.as_ref().and_then(|source| {
            let mut known = known.iter();
            known.find(|one| one.sources.contains(source))
        });
        if stored.source.is_none()
            && let Some(found) = of_id
        {
            // A log keeps its id and is stored only once.
            let here = self.matches.0.stored(&id_of(&found.ids[0])?).await?;
            if here.head == stored.log.head {
                imported.id.clone_from(&was);
                self.report.matches.push(imported);
            } else {
                let args = args![id: found.ids[0].clone()];
                self.refuse(line, Finding::rule("another-log", "/log", args).into());
            }
            return Ok(());
        }
        if stored.source.is_none()
            && let Some(id) = was.as_ref().filter(|id| deleted.contains(id))
        {
            self.refuse(
                line,
                Finding::rule("deleted-match", "/log", args![id: id.clone()]).into(),
            );
            return Ok(());
        }
        if let Some(found) = by_external {
            // Directors can set external ids that begin with their match's id, so such an id proves nothing.
            let is_another = was.as_ref() != Some(&found.ids[0])
                && is_of_director(listing.external_id.as_deref(), found);
            if self.again || stored.source.is_none() || is_another {
                let args = args![id: listing.external_id.clone().unwrap_or_default()];
                let fault = Finding::rule("external-id-taken", "/external_id", args);
                self.refuse(line, fault.into());
            } else {
                imported.id = Some(found.ids[0].clone());
                self.report.matches.push(imported);
            }
            return Ok(());
        }
        if !self.again {
            let mut same = by_source.map(|found| found.ids[0].clone());
            if let (None, Some(found), Some(document)) = (&same, of_id, &document) {
                let here = self.matches.0.stored(&id_of(&found.ids[0])?).await?;
                let document = document.clone();
                let is_same = move || {
                    let same_as = |here: &Json| sorted(here) == sorted(&document);
                    here.open().is_ok_and(|here| same_as(&here.document()))
                };
                let is_same = judge_apart(usize::MAX, is_same).await?;
                same = is_same.then(|| found.ids[0].clone());
            }
            if same.is_some() {
                imported.id = same;
                self.report.matches.push(imported);
                return Ok(());
            }
        }
        if let Some(fault) = self.twice(line, &stored, &mut imported) {
            self.refuse(line, fault.into());
            return Ok(());
        }
        if imported.already {
            self.report.matches.push(imported);
            return Ok(());
        }
        imported.id = stored.log.head.as_ref().map(|head| head.id.clone());
        self.report.matches.push(imported);
        if self.report.refused == 0 {
            self.stored.push(stored);
        }
        Ok(())
    }

    /// Records what identifies a line; returns a fault if an earlier line has the same id. A document that
    /// repeats an earlier line counts as already stored.
    fn twice(
        &mut self,
        line: u64,
        stored: &ImportedMatch,
        imported: &mut ImportedLine,
    ) -> Option<Finding> {
        imported.already = false;
        if let (Some(source), false) = (&stored.source, self.again) {
            let earlier = *self.seen.entry(format!("source {source}")).or_insert(line);
            if earlier != line {
                imported.already = true;
                let mut matches = self.report.matches.iter();
                let first = matches.find(|one| one.line == earlier);
                imported.id = first.and_then(|one| one.id.clone());
                return None;
            }
        }
        let id = stored.log.head.as_ref().map(|head| head.id.clone());
        let log = id.filter(|_| stored.source.is_none());
        let keys = [
            (
                stored.listing.external_id.clone(),
                "external",
                "/external_id",
            ),
            (log, "log", "/log"),
        ];
        for (key, kind, place) in keys {
            let Some(key) = key else { continue };
            let earlier = *self.seen.entry(format!("{kind} {key}")).or_insert(line);
            if earlier != line {
                let args = args![id: key, line: i64::try_from(earlier).unwrap_or(i64::MAX)];
                return Some(Finding::rule("twice-in-import", place, args));
            }
        }
        None
    }

    /// Ends a dry run; returns the report of what the import would do.
    pub fn rehearsed(mut self) -> ImportReport {
        for one in self.report.matches.iter_mut().filter(|one| !one.already) {
            one.id = None;
        }
        if self.report.unlisted > 0
            && let Some(line) = self.report.faults.last().map(|(line, _)| *line)
        {
            let more = more_faults(self.report.unlisted);
            self.report.faults.push((line, more));
        }
        self.report
    }
}

/// Whether the match's director could have set this external id.
fn is_of_director(external_id: Option<&str>, found: &Known) -> bool {
    let rest = external_id.and_then(|id| id.strip_prefix(&*found.ids[0]));
    rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a line has a complete log.
fn is_log(line: &Json) -> bool {
    line.get("log").is_some()
}

/// The document of a line, and its labels.
///
/// # Errors
/// The faults of the labels, and unknown keys.
fn labeled(line: Json) -> Result<(Json, Labels), Faults> {
    let Json::Object(entries) = &line else {
        return Ok((line, Labels::default()));
    };
    let Some(document) = value(entries, "document") else {
        return Ok((line, Labels::default()));
    };
    only(entries, &["document", "external_id", "metadata"])?;
    let labels = Labels::read(value(entries, "external_id"), value(entries, "metadata"))?;
    Ok((document.clone(), labels))
}

pub(crate) fn id_of(id: &str) -> Result<MatchId, ServiceError> {
    MatchId::read(id).ok_or(ServiceError::NotFound)
}

fn value<'a>(entries: &'a [(String, Json)], key: &str) -> Option<&'a Json> {
    let mut entries = entries.iter();
    Some(&entries.find(|(known, _)| known == key)?.1)
}

/// Refuses unknown and repeated keys.
fn only(entries: &[(String, Json)], keys: &[&str]) -> Result<(), Faults> {
    let mut faults = Faults::new();
    for (index, (key, _)) in entries.iter().enumerate() {
        let place = format!("/{}", overtrick_core::segment(key));
        if !keys.contains(&key.as_str()) {
            let known: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let args = args![key: key.clone(), known: known];
            faults.push(Finding::shape("unknown-field", place, args));
        } else if entries[..index].iter().any(|(earlier, _)| earlier == key) {
            faults.push(Finding::shape(
                "duplicate-key",
                place,
                args![key: key.clone()],
            ));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

/// Prefixes the pointers of faults with the place of their part.
pub(crate) fn within(place: &str, faults: Faults) -> Faults {
    let moved = faults.into_iter().map(|fault| Finding {
        pointer: format!("{place}{}", fault.pointer),
        ..fault
    });
    moved.collect()
}

/// A digest of a document that does not depend on the order of its keys.
fn digest(document: &Json) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick imported document");
    digest.update(sorted(document).to_string());
    hex(&digest.finalize())
}

/// A document with sorted keys: programs write them in any order.
fn sorted(document: &Json) -> serde_json::Value {
    serde_json::to_value(document).unwrap_or_default()
}
