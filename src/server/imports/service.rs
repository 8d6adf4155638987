//! Importing judged lines: comparing them with the stored matches, storing all of them or none, and reporting the
//! outcome of each line.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ServiceError;
use crate::imports::judging::{JudgedLine, JudgedLines, placed};
use crate::matches::judged::judge_by_weight;
use crate::matches::service::{MatchService, match_id};
use overtrick_core::json::Json;
use overtrick_core::openapi::words as words_schema;
use overtrick_core::wire::words;
use overtrick_core::{
    Args, Faults, Finding, MAX_FINDINGS, MORE_FAULTS, args, more_faults, schemas,
};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::{DocumentDifference, Match, MatchId, Role};
use overtrick_match::verify::shown;
use overtrick_store::{Append, BulkChange, Identifiers, StoreError};

/// How long to wait until another process has finished its import.
const CLAIM_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of tries: an import starts again if a match that it corrects was changed meanwhile.
const MAX_TRIES: usize = 8;
/// The number of lines that are judged or looked up at once.
pub const BATCH: usize = 64;

/// The options of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether to compare all lines without storing anything.
    pub dry_run: bool,
    /// The reason recorded when hands of stored matches are corrected. `None` leaves the hands unchanged.
    pub replace: Option<String>,
}

/// The maximum number of differences listed for a match.
const MAX_DIFFERENCES: usize = 20;
/// The maximum number of differences listed in a report.
const MAX_LISTED: usize = 10_000;

words! {
    /// The outcome of a line, in an import or a dry run.
    pub enum ImportOutcome {
        /// Its match was created.
        Created = "created",
        /// Its match was already stored, and equals the line.
        Unchanged = "unchanged",
        /// Its match was already stored, and differs from the line.
        Differs = "differs",
        /// Its match was already stored, and its hands were corrected.
        Updated = "updated",
    }
}

schemas! {
    ImportOutcome = words_schema(ImportOutcome::WORDS.iter().copied());
}

/// An imported match.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ImportedMatch)]
pub struct ImportedLine {
    /// Its line number, or the CSV row of its first hand, from 1.
    #[schema(minimum = 1)]
    pub line: u64,
    /// Its id; absent for a match that a dry run would create.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Its id in the system from which it was exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The outcome of its import, or the expected outcome in a dry run.
    pub outcome: ImportOutcome,
    /// The differences between the file and the stored match: at most 20 per match and 10,000 per report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<DocumentDifference>,
    /// The number of differences that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_differences: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ImportedLine {
    /// Whether its match was already stored.
    pub fn is_already(&self) -> bool {
        self.outcome != ImportOutcome::Created
    }
}

/// The result of an import, or of a dry run.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// The imported matches, in the order of their lines.
    pub matches: Vec<ImportedLine>,
    /// The faults with their places, up to a limit. If there are more, a last fault gives the number of the
    /// others.
    pub faults: Vec<(FilePlace, Finding)>,
    /// The number of refused lines.
    pub refused: u64,
    /// The number of faults that are not listed.
    unlisted: usize,
    /// The number of listed differences.
    differing: usize,
}

impl ImportReport {
    /// Counts the lines with an outcome.
    pub fn count(&self, outcome: ImportOutcome) -> usize {
        let matches = self.matches.iter();
        matches.filter(|one| one.outcome == outcome).count()
    }

    /// Adds a refused line.
    pub(crate) fn refuse(&mut self, place: &FilePlace, faults: Faults) {
        self.refused += 1;
        let (more, faults): (Faults, Faults) = faults
            .into_iter()
            .partition(|fault| fault.code == MORE_FAULTS);
        let counts = more.iter().filter_map(|more| more.args.first()?.1.number());
        let counts = counts.filter_map(|count| usize::try_from(count).ok());
        let room = MAX_FINDINGS.saturating_sub(self.faults.len());
        self.unlisted += counts.sum::<usize>() + faults.len().saturating_sub(room);
        let listed = faults.into_iter().take(room);
        self.faults
            .extend(listed.map(|fault| (place.clone(), fault)));
    }

    /// Adds a line, and lists its differences up to the limits.
    pub(crate) fn add(&mut self, mut line: ImportedLine) {
        let room = MAX_LISTED
            .saturating_sub(self.differing)
            .min(MAX_DIFFERENCES);
        line.more_differences = line.differences.len().saturating_sub(room);
        line.differences.truncate(room);
        self.differing += line.differences.len();
        self.matches.push(line);
    }

    /// Adds a last fault with the number of unlisted faults, if there are any.
    pub(crate) fn count_unlisted(&mut self) {
        if self.unlisted > 0
            && let Some((place, _)) = self.faults.last()
        {
            let place = FilePlace::from(place.line);
            self.faults.push((place, more_faults(self.unlisted)));
        }
    }
}

impl MatchService {
    /// Imports all judged lines in one transaction, or none if a line is refused. Only one import runs at a
    /// time, so two imports of a file add its matches once. Completes even if the caller disconnects.
    ///
    /// # Errors
    /// [`StoreError::ExternalIdTaken`] if a match with that id was opened meanwhile; [`StoreError::Busy`] if another
    /// process imports for too long, or the matches to correct are changed too often; store errors. After an error,
    /// nothing is stored.
    pub async fn import(
        &self,
        lines: JudgedLines,
        options: ImportOptions,
    ) -> Result<ImportReport, ServiceError> {
        let matches = self.clone();
        let import = tokio::spawn(async move { matches.import_locked(&lines, &options).await });
        let imported = import.await;
        imported.map_err(ServiceError::other)?
    }

    async fn import_locked(
        &self,
        lines: &JudgedLines,
        options: &ImportOptions,
    ) -> Result<ImportReport, ServiceError> {
        let _importing = self.0.importing.lock().await;
        let store = &self.0.store;
        let _claim = if options.dry_run {
            None
        } else {
            Some(store.claim_import(CLAIM_TIMEOUT).await?)
        };
        for _ in 0..MAX_TRIES {
            let mut import = Import::new(self, options);
            for part in lines.chunks(BATCH) {
                import.add_part(part).await?;
            }
            let Import {
                mut report, change, ..
            } = import;
            report.count_unlisted();
            if options.dry_run {
                return Ok(report);
            }
            let is_correcting = !change.appended.is_empty();
            if report.refused > 0 || change.opened.is_empty() && !is_correcting {
                return Ok(report);
            }
            let change = Arc::new(change);
            let writing = store.write_together(change.clone());
            match self.write_together(&change, writing).await {
                Ok(()) => {
                    let created = report.matches.iter().filter(|one| !one.is_already());
                    for id in created.filter_map(|one| MatchId::read(one.id.as_deref()?)) {
                        self.0.cache.forget_floor(&id);
                    }
                    return Ok(report);
                }
                // A match was changed or deleted after it was compared.
                Err(StoreError::VersionConflict | StoreError::NoMatch) if is_correcting => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(ServiceError::Store(StoreError::Busy))
    }

    /// Returns the events that change the hands of a match to those of a file.
    fn corrections(
        &self,
        here: Arc<Match>,
        file: &Match,
        reason: &str,
    ) -> Result<Vec<Append>, ServiceError> {
        let now = self.clock().now();
        let changes = here.corrections(file, reason);
        let (mut last, mut events) = (here, Vec::new());
        for change in changes {
            let mut after = last.after(change, now, Role::Admin)?;
            events.push(self.sealed(Some(&last), &mut after)?);
            last = Arc::new(after);
        }
        Ok(events)
    }
}

/// The comparison of a stored match with a line.
struct Comparison {
    differences: Vec<DocumentDifference>,
    /// The events that correct the match; empty unless `replace` is set.
    events: Vec<Append>,
}

/// An import in progress.
struct Import<'a> {
    matches: &'a MatchService,
    options: &'a ImportOptions,
    report: ImportReport,
    change: BulkChange,
    /// The index of each document among the report's matches, by digest and external id.
    documents: HashMap<(&'a str, Option<&'a str>), usize>,
    /// The line number of each key that must be unique: an external id, the id of a log, or the id of a
    /// corrected match.
    seen: HashMap<(&'static str, String), u64>,
}

impl<'a> Import<'a> {
    fn new(matches: &'a MatchService, options: &'a ImportOptions) -> Import<'a> {
        Import {
            matches,
            options,
            report: ImportReport::default(),
            change: BulkChange::default(),
            documents: HashMap::new(),
            seen: HashMap::new(),
        }
    }

    async fn add_part(
        &mut self,
        part: &'a [(FilePlace, Result<JudgedLine, Faults>)],
    ) -> Result<(), ServiceError> {
        let mut wanted = Identifiers::default();
        for line in part.iter().filter_map(|(_, judged)| judged.as_ref().ok()) {
            let external_id = &line.stored.listing.external_id;
            wanted.ids.extend(line.was.clone());
            wanted.external_ids.extend(external_id.clone());
            wanted.sources.extend(line.stored.source.clone());
        }
        let store = &self.matches.0.store;
        let candidates = store.identified(&wanted).await?;
        let deleted = store.deleted(&wanted.ids).await?;
        for (place, judged) in part {
            match judged {
                Ok(line) => match self.add(place, line, &candidates, &deleted).await {
                    Err(ServiceError::Refused(faults)) => self.refuse(place, line, faults),
                    added => added?,
                },
                Err(faults) => self.report.refuse(place, faults.clone()),
            }
        }
        Ok(())
    }

    /// Refuses a line. If it was read from spreadsheet rows, its faults have their places in those rows.
    fn refuse(&mut self, place: &FilePlace, line: &JudgedLine, faults: Faults) {
        match &line.rows {
            Some(rows) => {
                for (place, fault) in rows.placed(faults) {
                    self.report.refuse(&place, fault.into());
                }
            }
            None => self.report.refuse(place, faults),
        }
    }

    /// # Errors
    /// [`ServiceError::Refused`] with the faults of the line; store errors.
    async fn add(
        &mut self,
        place: &FilePlace,
        line: &'a JudgedLine,
        candidates: &[Identifiers],
        deleted: &[String],
    ) -> Result<(), ServiceError> {
        let external_id = line.stored.listing.external_id.as_deref();
        let mut imported = ImportedLine {
            line: place.line,
            id: None,
            external_id: external_id.map(str::to_owned),
            was: line.was.clone(),
            outcome: ImportOutcome::Unchanged,
            differences: Vec::new(),
            more_differences: 0,
        };
        let by_id = line.was.as_ref();
        let by_id = by_id.and_then(|id| candidates.iter().find(|one| one.ids.contains(id)));
        let by_external_id = candidates
            .iter()
            .find(|one| external_id.is_some_and(|id| one.external_ids.iter().any(|own| own == id)));
        let Some(source) = line.stored.source.as_deref() else {
            if let (Some(found), Some(id)) = (by_id, &line.was) {
                // An imported log keeps its id, so it can be stored only once.
                let here = self.matches.0.stored(&match_id(&found.ids[0])?).await?;
                if here.head != line.stored.log.head {
                    return refused("another-log", "/log", args![id: id.clone()]);
                }
                imported.id = Some(id.clone());
                self.report.add(imported);
                return Ok(());
            }
            if let Some(id) = line.was.as_ref().filter(|id| deleted.contains(id)) {
                return refused("deleted-match", "/log", args![id: id.clone()]);
            }
            if by_external_id.is_some() {
                let id = external_id.unwrap_or_default().to_owned();
                return refused("external-id-taken", "/external_id", args![id: id]);
            }
            return self.create(imported, line);
        };
        // Two matches can have the same document. If they have different external ids, they are different matches.
        let is_same = |one: &&Identifiers| external_id.is_none() || one.external_ids.is_empty();
        let by_source = candidates
            .iter()
            .find(|one| one.sources.iter().any(|own| own == source) && is_same(one));
        let found = by_external_id
            .or(by_source)
            .or(by_id.filter(|one| is_same(one)));
        let document = (source, external_id);
        if let Some(earlier) = self.documents.get(&document) {
            imported.id.clone_from(&self.report.matches[*earlier].id);
            self.report.add(imported);
            return Ok(());
        }
        let index = self.report.matches.len();
        match found {
            Some(found) => self.compare(imported, line, found).await?,
            None => self.create(imported, line)?,
        }
        self.documents.insert(document, index);
        Ok(())
    }

    fn create(&mut self, imported: ImportedLine, line: &JudgedLine) -> Result<(), ServiceError> {
        let id = line.stored.log.head.as_ref().map(|head| head.id.clone());
        let log_id = id.clone().filter(|_| line.stored.source.is_none());
        for (id, pointer) in [
            (imported.external_id.clone(), "/external_id"),
            (log_id, "/log"),
        ] {
            if let Some(id) = id {
                self.check_unique(pointer, &id, &id, imported.line)?;
            }
        }
        self.report.add(ImportedLine {
            id: id.filter(|_| !self.options.dry_run),
            outcome: ImportOutcome::Created,
            ..imported
        });
        if self.report.refused == 0 {
            self.change.opened.push(line.stored.clone());
        }
        Ok(())
    }

    /// Compares a stored match with a line, and corrects the match if `replace` is set.
    async fn compare(
        &mut self,
        mut imported: ImportedLine,
        line: &JudgedLine,
        found: &Identifiers,
    ) -> Result<(), ServiceError> {
        let id = match_id(&found.ids[0])?;
        imported.id = Some(id.to_string());
        let source = line.stored.source.as_ref();
        let is_source = source.is_some_and(|source| found.sources.contains(source));
        // A match that was imported from this document and has not changed since is not compared.
        if is_source && found.version == 1 {
            self.report.add(imported);
            return Ok(());
        }
        let here = self.matches.0.read(&id).await?;
        let bytes = here.size() + line.stored.log.size();
        let (file, omitted) = (line.stored.log.clone(), line.omitted.clone());
        let (matches, reason) = (self.matches.clone(), self.options.replace.clone());
        let compare = move || {
            let file = file.open().map_err(ServiceError::other)?;
            let mut comparison = Comparison {
                differences: here.differences(&file, &omitted),
                events: Vec::new(),
            };
            if let Some(reason) = reason {
                let faults = fixed_faults(&comparison.differences, &here, &file);
                if !faults.is_empty() {
                    return Err(ServiceError::Refused(faults));
                }
                comparison.events = matches.corrections(here, &file, &reason)?;
            }
            Ok(comparison)
        };
        let compared = judge_by_weight(bytes, compare).await?;
        let Comparison {
            differences,
            events,
        } = compared.map_err(|error| match error {
            ServiceError::Refused(faults) => placed(faults, line.is_labeled).into(),
            error => error,
        })?;
        if !events.is_empty() {
            let shown = imported.external_id.as_deref().unwrap_or(id.as_str());
            self.check_unique("/external_id", &format!("match {id}"), shown, imported.line)?;
        }
        imported.outcome = match (differences.is_empty(), events.is_empty()) {
            (_, false) => ImportOutcome::Updated,
            (false, true) => ImportOutcome::Differs,
            (true, true) => ImportOutcome::Unchanged,
        };
        imported.differences = differences;
        self.report.add(imported);
        if self.report.refused == 0 {
            self.change.appended.extend(events);
        }
        Ok(())
    }

    /// # Errors
    /// [`ServiceError::Refused`] if an earlier line has this id; `shown` is the id in the message.
    fn check_unique(
        &mut self,
        pointer: &'static str,
        id: &str,
        shown: &str,
        line: u64,
    ) -> Result<(), ServiceError> {
        let earlier = self.seen.entry((pointer, id.to_owned())).or_insert(line);
        if *earlier == line {
            return Ok(());
        }
        let earlier = i64::try_from(*earlier).unwrap_or(i64::MAX);
        refused(
            "twice-in-import",
            pointer,
            args![id: shown.to_owned(), line: earlier],
        )
    }
}

fn refused<T>(code: &'static str, pointer: &'static str, args: Args) -> Result<T, ServiceError> {
    Err(ServiceError::Refused(
        Finding::rule(code, pointer, args).into(),
    ))
}

/// Returns a fault for each difference in a field that is fixed when a match is opened.
fn fixed_faults(differences: &[DocumentDifference], here: &Match, file: &Match) -> Faults {
    let fixed = differences.iter().filter(|one| one.is_fixed);
    // A different definition is reported only once, even if it differs in several places.
    let (definition, fixed): (Vec<_>, Vec<_>) =
        fixed.partition(|one| one.pointer.starts_with("/definition"));
    let definition = definition.first().map(|_| other_definition(here, file));
    let fixed = fixed.into_iter().map(|difference| {
        let value = |json: &Option<Json>| json.as_ref().map_or_else(String::new, shown);
        let args = args![here: value(&difference.here), file: value(&difference.file)];
        Finding::rule("fixed-when-opened", difference.pointer.clone(), args)
    });
    definition.into_iter().chain(fixed).collect()
}

/// Returns the fault of a file whose game definition differs from that of the stored match.
fn other_definition(here: &Match, file: &Match) -> Finding {
    let game = |played: &Match| played.match_game().name();
    let rules = |played: &Match| {
        let scored = played.scored();
        scored.map_or_else(|_| String::new(), |scored| scored.fingerprint().to_owned())
    };
    let args =
        args![here: game(here), here_rules: rules(here), file: game(file), file_rules: rules(file)];
    Finding::rule("other-definition", "/definition", args)
}
