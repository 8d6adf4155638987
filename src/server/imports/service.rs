//! Importing matches: judged line by line, and stored all together or not at all.

use std::collections::HashMap;

use tokio::sync::OwnedMutexGuard;

use crate::error::ServiceError;
use crate::imports::correcting::{Comparison, Correction, KnownMatch};
use crate::imports::judging::{AboutDocument, JudgedLine, JudgedLines, sorted};
use crate::imports::options::ImportOptions;
use crate::imports::report::{ImportOutcome, ImportReport, ImportedLine, ListedDifferences};
use crate::matches::judged::judge_apart;
use crate::matches::service::MatchService;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, MORE_FAULTS, MOST_FINDINGS, args, more_faults};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::MatchId;
use overtrick_store::{ImportedMatch, Known};

/// An import in progress. Only one runs at a time, so that two imports of the same file add its matches once.
#[derive(Debug)]
pub struct Import {
    pub(crate) matches: MatchService,
    pub(crate) report: ImportReport,
    /// The matches to be stored.
    pub(crate) stored: Vec<ImportedMatch>,
    /// The matches to be corrected.
    pub(crate) corrections: Vec<Correction>,
    pub(crate) options: ImportOptions,
    /// The number of listed differences.
    pub(crate) differing: usize,
    /// The lines by digest of document, external id, and log id.
    pub(crate) seen: HashMap<String, u64>,
    pub(crate) alone: OwnedMutexGuard<()>,
}

impl MatchService {
    /// Begins an import after any other has finished.
    pub async fn import(&self, options: ImportOptions) -> Import {
        Import {
            matches: self.clone(),
            report: ImportReport::default(),
            stored: Vec::new(),
            corrections: Vec::new(),
            options,
            differing: 0,
            seen: HashMap::new(),
            alone: self.0.importing.clone().lock_owned().await,
        }
    }
}

impl Import {
    /// Adds judged lines, in order. Matches that are already stored are recognized.
    ///
    /// # Errors
    /// Store errors.
    pub async fn add(&mut self, lines: JudgedLines) -> Result<(), ServiceError> {
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
                Ok(judged) => self.add_one(&line, judged, &known, &deleted).await?,
                Err(faults) => self.refuse(&line, faults),
            }
        }
        Ok(())
    }

    /// The report so far.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Records that a line is refused. Earlier results are dropped, because nothing will be stored.
    pub fn refuse(&mut self, place: &FilePlace, faults: Faults) {
        self.report.refused += 1;
        self.stored = Vec::new();
        self.corrections = Vec::new();
        let (more, faults): (Faults, Faults) = faults
            .into_iter()
            .partition(|fault| fault.code == MORE_FAULTS);
        let counts = more.iter().filter_map(|more| more.args.first()?.1.number());
        let counts = counts.filter_map(|count| usize::try_from(count).ok());
        let room = MOST_FINDINGS.saturating_sub(self.report.faults.len());
        self.report.unlisted += counts.sum::<usize>() + faults.len().saturating_sub(room);
        let listed = faults.into_iter().take(room);
        let listed = listed.map(|fault| (place.clone(), fault));
        self.report.faults.extend(listed);
    }

    async fn add_one(
        &mut self,
        place: &FilePlace,
        judged: JudgedLine,
        known: &[Known],
        deleted: &[String],
    ) -> Result<(), ServiceError> {
        let JudgedLine {
            stored,
            was,
            document,
            about,
        } = judged;
        let listing = &stored.listing;
        let mut imported = ImportedLine {
            line: place.line,
            id: None,
            external_id: listing.external_id.clone(),
            was: was.clone(),
            outcome: ImportOutcome::Unchanged,
            differences: ListedDifferences::default(),
        };
        let find = |is_it: &dyn Fn(&Known) -> bool| known.iter().find(|one| is_it(one));
        let external_id = listing.external_id.as_ref();
        let by_external = external_id.and_then(|id| find(&|one| one.external_ids.contains(id)));
        let of_id = was.as_ref();
        let of_id = of_id.and_then(|id| find(&|one| one.ids.contains(id)));
        // Two matches may have been the same: those with external ids of their own are two.
        let is_other = |one: &Known| external_id.is_some() && !one.external_ids.is_empty();
        let by_source = stored.source.as_ref();
        let by_source = by_source
            .and_then(|source| find(&|one| one.sources.contains(source) && !is_other(one)));
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
                self.refuse(place, Finding::rule("another-log", "/log", args).into());
            }
            return Ok(());
        }
        if stored.source.is_none()
            && let Some(id) = was.as_ref().filter(|id| deleted.contains(id))
        {
            self.refuse(
                place,
                Finding::rule("deleted-match", "/log", args![id: id.clone()]).into(),
            );
            return Ok(());
        }
        if let Some(found) = by_external {
            // Directors can set external ids that begin with their match's id, so such an id proves nothing.
            let is_another = was.as_ref() != Some(&found.ids[0])
                && is_of_director(listing.external_id.as_deref(), found);
            if self.options.again || stored.source.is_none() || is_another {
                let args = args![id: listing.external_id.clone().unwrap_or_default()];
                let fault = Finding::rule("external-id-taken", "/external_id", args);
                self.refuse(place, fault.into());
            } else {
                self.compare(imported, (stored, about), found).await?;
            }
            return Ok(());
        }
        if !self.options.again {
            if let Some(found) = by_source.or(of_id.filter(|_| self.options.update.is_some())) {
                return self.compare(imported, (stored, about), found).await;
            }
            let mut same = None;
            if let (Some(found), Some(document)) = (of_id, &document) {
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
        if let Some(fault) = self.twice(place.line, &stored, &mut imported) {
            self.refuse(place, fault.into());
            return Ok(());
        }
        if imported.is_already() {
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
        imported.outcome = ImportOutcome::Created;
        if let (Some(source), false) = (&stored.source, self.options.again) {
            let earlier = *self.seen.entry(format!("source {source}")).or_insert(line);
            let earlier = match &stored.listing.external_id {
                None => earlier,
                Some(id) => *self
                    .seen
                    .entry(format!("source {source} {id}"))
                    .or_insert(line),
            };
            if earlier != line {
                imported.outcome = ImportOutcome::Unchanged;
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
        for one in self
            .report
            .matches
            .iter_mut()
            .filter(|one| !one.is_already())
        {
            one.id = None;
        }
        if self.report.unlisted > 0
            && let Some((place, _)) = self.report.faults.last()
        {
            let place = FilePlace::from(place.line);
            let more = more_faults(self.report.unlisted);
            self.report.faults.push((place, more));
        }
        self.report
    }
}

impl Import {
    /// Compares a match that is there with a line, and corrects it if the import does that.
    pub(crate) async fn compare(
        &mut self,
        mut imported: ImportedLine,
        (stored, about): (ImportedMatch, AboutDocument),
        found: &Known,
    ) -> Result<(), ServiceError> {
        let id = &found.ids[0];
        imported.id = Some(id.clone());
        let is_source = stored
            .source
            .as_ref()
            .is_some_and(|one| found.sources.contains(one));
        let says_more = about.labels.metadata.is_some()
            || self.options.update.is_some() && self.options.publish.is_some();
        // A match that was imported from this very document, and not changed since, is not read.
        if is_source && found.version == 1 && !says_more {
            self.report.matches.push(imported);
            return Ok(());
        }
        let known = KnownMatch {
            id: id_of(id)?,
            file: stored.log,
            about,
        };
        let Comparison {
            differences,
            events,
            faults,
        } = self.matches.compare_known(&known, &self.options).await?;
        let line = FilePlace::from(imported.line);
        if !faults.is_empty() {
            match &known.about.rows {
                Some(rows) => {
                    for (place, fault) in rows.placed(faults) {
                        self.refuse(&place, fault.into());
                    }
                }
                None => self.refuse(&line, faults),
            }
            return Ok(());
        }
        if !events.is_empty() {
            let source = stored.source.unwrap_or_default();
            let number = imported.line;
            let same = *self
                .seen
                .entry(format!("corrected {id} {source}"))
                .or_insert(number);
            let earlier = *self.seen.entry(format!("corrected {id}")).or_insert(number);
            if same != number {
                self.report.matches.push(imported);
                return Ok(());
            }
            if earlier != number {
                let id = imported.external_id.unwrap_or_else(|| id.clone());
                let args = args![id: id, line: i64::try_from(earlier).unwrap_or(i64::MAX)];
                let fault = Finding::rule("twice-in-import", "/external_id", args);
                self.refuse(&line, fault.into());
                return Ok(());
            }
        }
        imported.outcome = match (differences.is_empty(), events.is_empty()) {
            (_, false) => ImportOutcome::Updated,
            (false, true) => ImportOutcome::Differs,
            (true, true) => ImportOutcome::Unchanged,
        };
        imported.differences = ListedDifferences::new(differences, self.differing);
        self.differing += imported.differences.listed.len();
        self.report.matches.push(imported);
        if !events.is_empty() && self.report.refused == 0 {
            self.corrections.push(Correction { known, events });
        }
        Ok(())
    }

    /// Makes the events of all corrections anew, because a match was changed since.
    ///
    /// # Errors
    /// Faults that a correction has by now; store errors.
    pub(crate) async fn correct_again(&mut self) -> Result<(), ServiceError> {
        for correction in &mut self.corrections {
            let compared = self
                .matches
                .compare_known(&correction.known, &self.options)
                .await?;
            if !compared.faults.is_empty() {
                return Err(ServiceError::Refused(compared.faults));
            }
            correction.events = compared.events;
        }
        Ok(())
    }
}

/// Whether the match's director could have set this external id.
fn is_of_director(external_id: Option<&str>, found: &Known) -> bool {
    let rest = external_id.and_then(|id| id.strip_prefix(&*found.ids[0]));
    rest.is_some_and(|rest| rest.starts_with('/'))
}

pub(crate) fn id_of(id: &str) -> Result<MatchId, ServiceError> {
    MatchId::read(id).ok_or(ServiceError::NotFound)
}
