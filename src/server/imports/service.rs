//! Bringing matches in: judged line by line, and stored all together or not at all.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use tokio::sync::OwnedMutexGuard;

use crate::access::secret::random_id;
use crate::error::ServiceError;
use crate::imports::lines::{Left, Lines};
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

/// A line that was judged, and can be stored.
#[derive(Debug)]
pub struct JudgedLine {
    stored: ImportedMatch,
    /// The id that the match had where it comes from.
    was: Option<String>,
    /// Its document, if it had an id: a match of this id may be the same.
    document: Option<Json>,
}

/// A match of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedLine {
    /// The line, from 1.
    pub line: u64,
    /// The id of the match, unless it would only be made.
    pub id: Option<String>,
    /// What a program calls it.
    pub external_id: Option<String>,
    /// The id that it had where it comes from.
    pub was: Option<String>,
    /// Whether it was there already.
    pub already: bool,
}

/// What an import came to, or would come to.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// Every match, by line.
    pub matches: Vec<ImportedLine>,
    /// Every fault with its line, up to as many as are listed.
    pub faults: Vec<(u64, Finding)>,
    /// How many lines were refused.
    pub refused: u64,
    /// How many faults there are beside those that are listed.
    unlisted: usize,
}

/// An import that goes on. There is one at a time, so that two of the same file add it once.
#[derive(Debug)]
pub struct Import {
    pub(crate) matches: MatchService,
    pub(crate) report: ImportReport,
    pub(crate) stored: Lines,
    /// What the same import has stored before it was cut off.
    pub(crate) left: Option<Left>,
    /// Whether a document that was imported before is imported again.
    pub(crate) again: bool,
    /// The key of the program that imports, if it is one.
    pub(crate) program: Option<KeyInUse>,
    /// The lines of digests of documents, of external ids, and of ids of logs.
    seen: HashMap<String, u64>,
    pub(crate) alone: OwnedMutexGuard<()>,
}

impl MatchService {
    /// Begins an import, when no other goes on. With `again`, a document that was imported before
    /// becomes another match.
    pub async fn import(&self, again: bool) -> Import {
        Import {
            matches: self.clone(),
            report: ImportReport::default(),
            stored: Vec::new(),
            left: None,
            again,
            program: None,
            seen: HashMap::new(),
            alone: self.0.importing.clone().lock_owned().await,
        }
    }

    /// Judges a line: a match document; one beside what a program calls it, as `document`,
    /// `external_id` and `metadata`; or a whole log, as `log`.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with every fault of the line.
    pub fn judge_line(&self, line: Json) -> Result<JudgedLine, ServiceError> {
        if let Json::Object(entries) = &line
            && is_log(&line)
        {
            // Only an administrator imports.
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
    /// The same with the mark of the request that brings it.
    pub(crate) fn of_request(mut self, request: Option<(Idempotency, Timestamp)>) -> JudgedLine {
        self.stored.request = request;
        self
    }
}

/// Judges a whole log, which stands as `log` in an object; and its match.
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
    /// The same in the right of a caller: if it ends before everything is stored, nothing is.
    #[must_use]
    pub fn by(self, caller: &Caller) -> Import {
        Import {
            program: caller.key_in_use(),
            ..self
        }
    }

    /// Adds lines that were judged, in their order. What is there already is recognized.
    ///
    /// # Errors
    /// Those of the store.
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

    /// What there is so far.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Notes that a line is refused. What was judged before is no longer needed: nothing is stored.
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
        let left = self.left.as_ref();
        if let Some(id) = left.and_then(|left| left.matches.get(&line)) {
            imported.id = Some(id.to_string());
            imported.external_id.clone_from(&listing.external_id);
            // Later lines may have the same document.
            self.twice(line, &stored, &mut imported);
            imported.already = false;
            self.report.matches.push(imported);
            return Ok(());
        }
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
            // A log keeps its id, and is stored once.
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
            // Whoever directs a match sets external ids that begin with its own, so that such a one says nothing.
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
            self.stored.push((line, stored));
        }
        Ok(())
    }

    /// Notes by what a line is recognized; the fault, if an earlier line of the import has the same id.
    /// A document that was on an earlier line is there already.
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

    /// Ends an import that stores nothing: what it would have come to.
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

/// Whether whoever directs the match could have set this external id.
fn is_of_director(external_id: Option<&str>, found: &Known) -> bool {
    let rest = external_id.and_then(|id| id.strip_prefix(&*found.ids[0]));
    rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a line has a whole log.
fn is_log(line: &Json) -> bool {
    line.get("log").is_some()
}

/// The document of a line, and what a program calls the match, and notes of it.
///
/// # Errors
/// The faults of the labels, and what stands beside them.
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

/// Refuses every other key than these, and each that comes twice.
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

/// Faults of a part of a line at its place.
pub(crate) fn within(place: &str, faults: Faults) -> Faults {
    let moved = faults.into_iter().map(|fault| Finding {
        pointer: format!("{place}{}", fault.pointer),
        ..fault
    });
    moved.collect()
}

/// A digest of a document, whatever the order of its keys.
fn digest(document: &Json) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick imported document");
    digest.update(sorted(document).to_string());
    hex(&digest.finalize())
}

/// A document with its keys in an order of their own: programs write them in any.
fn sorted(document: &Json) -> serde_json::Value {
    serde_json::to_value(document).unwrap_or_default()
}
