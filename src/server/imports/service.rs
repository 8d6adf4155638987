//! Importing judged lines: comparing them with the stored matches, and storing all of them or none.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::error::ServiceError;
use crate::imports::judging::{JudgedLine, JudgedLines, placed};
use crate::imports::report::{ImportOutcome, ImportReport, ImportedLine};
use crate::matches::judged::judge_apart;
use crate::matches::service::{MatchService, match_id};
use overtrick_core::json::Json;
use overtrick_core::{Args, Faults, Finding, args};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::{DocumentDifference, Match, MatchId, Role};
use overtrick_match::verify::shown;
use overtrick_store::{Append, BulkChange, Known, StoreError};

/// How long to wait for another process that is importing.
const CLAIM_TIMEOUT: Duration = Duration::from_secs(5);
/// How often an import is compared anew because a match that it corrects was changed meanwhile.
const MAX_TRIES: usize = 8;
/// The number of matches looked up at once.
const BATCH: usize = 64;

/// What is to be done with the lines of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether to compare everything and store nothing.
    pub dry_run: bool,
    /// The reason with which hands of stored matches are corrected; `None` leaves them as they are.
    pub replace: Option<String>,
}

impl MatchService {
    /// Imports judged lines: in one transaction, or not at all if one of them is refused. One import runs on a
    /// database at a time, so that two of the same file add its matches once. Completes even if the caller
    /// disconnects.
    ///
    /// # Errors
    /// [`StoreError::ExternalIdTaken`] if such a match was opened meanwhile; [`StoreError::Busy`] if another
    /// process imports for too long, or the matches to correct are changed all the time; store errors. Nothing
    /// remains after an error.
    pub async fn import(
        &self,
        lines: JudgedLines,
        options: ImportOptions,
    ) -> Result<ImportReport, ServiceError> {
        let matches = self.clone();
        let import = tokio::spawn(async move { matches.import_alone(&lines, &options).await });
        let imported = import.await;
        imported.map_err(ServiceError::other)?
    }

    async fn import_alone(
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
                let created = report.matches.iter_mut().filter(|one| !one.is_already());
                created.for_each(|one| one.id = None);
                return Ok(report);
            }
            let is_correcting = !change.appended.is_empty();
            if report.refused > 0 || change.opened.is_empty() && !is_correcting {
                return Ok(report);
            }
            match self.write_together(&Arc::new(change)).await {
                Ok(()) => {
                    let created = report.matches.iter().filter(|one| !one.is_already());
                    for id in created.filter_map(|one| MatchId::read(one.id.as_deref()?)) {
                        self.0.cache.forget_floor(&id);
                    }
                    return Ok(report);
                }
                // A match was changed or deleted since it was compared.
                Err(StoreError::VersionConflict | StoreError::NoMatch) if is_correcting => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(ServiceError::Store(StoreError::Busy))
    }

    /// Compares a match with a line of it. With a reason, also makes the events that correct its hands.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] with the reasons why it cannot be corrected; a damaged match; store errors.
    async fn compare(
        &self,
        id: &MatchId,
        line: &JudgedLine,
        reason: Option<&str>,
    ) -> Result<Comparison, ServiceError> {
        let here = self.0.read(id).await?;
        let bytes = here.size() + line.stored.log.size();
        let (file, unsaid) = (line.stored.log.clone(), line.unsaid.clone());
        let (matches, reason) = (self.clone(), reason.map(str::to_owned));
        let compare = move || {
            let file = file.open();
            let file = file.map_err(ServiceError::other)?;
            let differences = here.differences(&file, &unsaid);
            let mut events = Vec::new();
            if let Some(reason) = reason {
                let faults = fixed_faults(&differences, &here, &file);
                if !faults.is_empty() {
                    return Err(ServiceError::Refused(faults));
                }
                events = matches.corrections(here, &file, &unsaid, &reason)?;
            }
            Ok(Comparison {
                differences,
                events,
            })
        };
        judge_apart(bytes, compare).await?
    }

    /// The events that make the hands of a match equal to those of a file.
    fn corrections(
        &self,
        here: Arc<Match>,
        file: &Match,
        unsaid: &[&'static str],
        reason: &str,
    ) -> Result<Vec<Append>, ServiceError> {
        let now = self.clock().now();
        let (mut last, mut events) = (here, Vec::new());
        while let Some(change) = last.next_correction(file, unsaid, reason) {
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
    /// The events that correct the match, if the import does that.
    events: Vec<Append>,
}

/// An import in progress.
struct Import<'a> {
    matches: &'a MatchService,
    options: &'a ImportOptions,
    report: ImportReport,
    change: BulkChange,
    /// The places of documents in the report, by digest and external id.
    documents: HashMap<(&'a str, Option<&'a str>), usize>,
    /// The lines by what must not occur twice: an external id, the id of a log, the id of a corrected match.
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
        let mut wanted = Known::default();
        for line in part.iter().filter_map(|(_, judged)| judged.as_ref().ok()) {
            let external_id = &line.stored.listing.external_id;
            wanted.ids.extend(line.was.clone());
            wanted.external_ids.extend(external_id.clone());
            wanted.sources.extend(line.stored.source.clone());
        }
        let store = &self.matches.0.store;
        let known = store.known(&wanted).await?;
        let deleted = store.deleted(&wanted.ids).await?;
        for (place, judged) in part {
            match judged {
                Ok(line) => match self.add(place, line, &known, &deleted).await {
                    Err(ServiceError::Refused(faults)) => self.refuse(place, line, faults),
                    added => added?,
                },
                Err(faults) => self.report.refuse(place, faults.clone()),
            }
        }
        Ok(())
    }

    /// Refuses a line, at the rows of a spreadsheet that it was read from.
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
        known: &[Known],
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
        let by_id = by_id.and_then(|id| known.iter().find(|one| one.ids.contains(id)));
        let by_external_id = known
            .iter()
            .find(|one| external_id.is_some_and(|id| one.external_ids.iter().any(|own| own == id)));
        let Some(source) = line.stored.source.as_deref() else {
            if let (Some(found), Some(id)) = (by_id, &line.was) {
                // A log keeps its id and is stored only once.
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
        // Two matches may have had the same document: those with external ids of their own are two.
        let is_same = |one: &&Known| external_id.is_none() || one.external_ids.is_empty();
        let by_source = known
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
                self.only_once(pointer, &id, &id, imported.line)?;
            }
        }
        self.report.add(ImportedLine {
            id,
            outcome: ImportOutcome::Created,
            ..imported
        });
        if self.report.refused == 0 {
            self.change.opened.push(line.stored.clone());
        }
        Ok(())
    }

    /// Compares a stored match with a line, and corrects it if the import does that.
    async fn compare(
        &mut self,
        mut imported: ImportedLine,
        line: &JudgedLine,
        found: &Known,
    ) -> Result<(), ServiceError> {
        let id = match_id(&found.ids[0])?;
        imported.id = Some(id.to_string());
        let source = line.stored.source.as_ref();
        let is_source = source.is_some_and(|source| found.sources.contains(source));
        // A match that was imported from this very document, and not changed since, is not read.
        if is_source && found.version == 1 {
            self.report.add(imported);
            return Ok(());
        }
        let reason = self.options.replace.as_deref();
        let compared = self.matches.compare(&id, line, reason).await;
        let Comparison {
            differences,
            events,
        } = compared.map_err(|error| match error {
            ServiceError::Refused(faults) => placed(faults, line.is_labeled).into(),
            error => error,
        })?;
        if !events.is_empty() {
            let shown = imported.external_id.as_deref().unwrap_or(id.as_str());
            self.only_once("/external_id", &format!("match {id}"), shown, imported.line)?;
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
    /// [`ServiceError::Refused`] if an earlier line has this id; `shown` is its name in the fault.
    fn only_once(
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

/// The faults of a file that differs in what is fixed when a match is opened.
fn fixed_faults(differences: &[DocumentDifference], here: &Match, file: &Match) -> Faults {
    let fixed = differences.iter().filter(|one| one.is_fixed);
    // A definition is one thing, in however many places two of them differ.
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

/// The fault of a file whose match is played by another definition.
fn other_definition(here: &Match, file: &Match) -> Finding {
    let game = |played: &Match| played.match_game().argument();
    let rules = |played: &Match| {
        let scored = played.scored();
        scored.map_or_else(|_| String::new(), |scored| scored.fingerprint().to_owned())
    };
    let args =
        args![here: game(here), here_rules: rules(here), file: game(file), file_rules: rules(file)];
    Finding::rule("other-definition", "/definition", args)
}
