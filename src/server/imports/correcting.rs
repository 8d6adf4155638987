//! Matches that are there already: what a file says otherwise, and correcting them by it.

use std::sync::Arc;

use crate::error::ServiceError;
use crate::imports::judging::{AboutDocument, sorted};
use crate::imports::options::ImportOptions;
use crate::matches::judged::judge_apart;
use crate::matches::service::MatchService;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{
    Change, DocumentDifference, Labels, Match, MatchId, PublishedPart, Role, StoredLog, Timestamp,
};
use overtrick_match::verify::shown;
use overtrick_store::Append;

/// What a line says of a match that is there.
#[derive(Debug)]
pub struct KnownMatch {
    /// The match.
    pub(crate) id: MatchId,
    /// The match that its document alone would be.
    pub(crate) file: StoredLog,
    /// What else is to be known of its document.
    pub(crate) about: AboutDocument,
}

/// A match that is to be corrected, with the events that do it.
#[derive(Debug)]
pub struct Correction {
    pub(crate) known: KnownMatch,
    pub(crate) events: Vec<Append>,
}

/// The comparison of a match with a line.
#[derive(Debug, Default)]
pub struct Comparison {
    /// What the line says otherwise.
    pub(crate) differences: Vec<DocumentDifference>,
    /// The events that correct the match, if the import does that.
    pub(crate) events: Vec<Append>,
    /// Why it cannot be corrected.
    pub(crate) faults: Faults,
}

impl MatchService {
    /// Compares a match with a line; with `update`, also makes the events that correct it.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; a damaged match; store errors.
    pub(crate) async fn compare_known(
        &self,
        known: &KnownMatch,
        options: &ImportOptions,
    ) -> Result<Comparison, ServiceError> {
        let here = self.0.read(&known.id).await?;
        let (file, about) = (known.file.clone(), known.about.clone());
        let (options, matches, now) = (options.clone(), self.clone(), self.clock().now());
        let bytes = here.size() + file.size();
        let compare = move || -> Result<Comparison, ServiceError> {
            let file = file.open();
            let file = file.map_err(|damage| ServiceError::Store(damage.to_string()))?;
            let mut comparison = Comparison {
                differences: here.differences(&file, &about.unsaid),
                ..Comparison::default()
            };
            let labels = merged(here.labels(), &about.labels);
            comparison
                .differences
                .extend(other_labels(here.labels(), &labels));
            let Some(reason) = &options.update else {
                return Ok(comparison);
            };
            let fixed = comparison.differences.iter().filter(|one| one.is_fixed);
            // A definition is one thing, in however many places two of them differ.
            let (definition, fixed): (Vec<_>, Vec<_>) =
                fixed.partition(|one| one.pointer.starts_with("/definition"));
            let definition = definition.first().map(|_| other_definition(&here, &file));
            let faults = definition
                .into_iter()
                .chain(fixed.into_iter().map(fixed_fault));
            comparison.faults = faults.map(|one| about.placed(one)).collect();
            if !comparison.faults.is_empty() {
                return Ok(comparison);
            }
            let correcting = Correcting {
                matches: &matches,
                file: &file,
                now,
                last: here.clone(),
                events: Vec::new(),
            };
            match correcting.events(reason, &about, labels, &options) {
                Err(ServiceError::Refused(faults)) => {
                    comparison.faults = faults.into_iter().map(|one| about.placed(one)).collect();
                }
                events => comparison.events = events?,
            }
            Ok(comparison)
        };
        judge_apart(bytes, compare).await?
    }
}

/// A match that is being corrected.
struct Correcting<'a> {
    matches: &'a MatchService,
    file: &'a Match,
    now: Timestamp,
    last: Arc<Match>,
    events: Vec<Append>,
}

impl Correcting<'_> {
    fn events(
        mut self,
        reason: &str,
        about: &AboutDocument,
        labels: Labels,
        options: &ImportOptions,
    ) -> Result<Vec<Append>, ServiceError> {
        while let Some(change) = self.next(&about.unsaid, reason) {
            let after = self.last.after(change, self.now, Role::Admin)?;
            self.add(after)?;
        }
        if labels != *self.last.labels() {
            let after = self
                .last
                .after(labels.into_change(), self.now, Role::Admin)?;
            self.add(after)?;
        }
        let more = match (self.last.published_part(), options.publish) {
            (None, publish) => publish.is_some(),
            (Some(here), publish) => {
                here == PublishedPart::Standings && publish == Some(PublishedPart::Sheet)
            }
        };
        if more {
            let mut after = (*self.last).clone();
            after.publish(options.publish, self.now, Role::Admin)?;
            self.add(after)?;
        }
        Ok(self.events)
    }

    fn next(&self, unsaid: &[&'static str], reason: &str) -> Option<Change> {
        self.last.next_correction(self.file, unsaid, reason)
    }

    fn add(&mut self, mut after: Match) -> Result<(), ServiceError> {
        let append = self.matches.sealed(Some(&self.last), &mut after)?;
        self.events.push(append);
        self.last = Arc::new(after);
        Ok(())
    }
}

/// The labels of a match with those that a line has.
fn merged(here: &Labels, file: &Labels) -> Labels {
    let is_other = |file: &&Json| here.metadata.as_ref().map(sorted) != Some(sorted(file));
    let metadata = file.metadata.as_ref().filter(is_other);
    Labels {
        external_id: file.external_id.clone().or(here.external_id.clone()),
        metadata: metadata.or(here.metadata.as_ref()).cloned(),
    }
}

fn other_labels(here: &Labels, file: &Labels) -> Vec<DocumentDifference> {
    let text = |id: &Option<String>| id.as_deref().map(Json::from);
    let labels = [
        (
            "/external_id",
            text(&here.external_id),
            text(&file.external_id),
        ),
        ("/metadata", here.metadata.clone(), file.metadata.clone()),
    ];
    let others = labels.into_iter().filter(|(_, here, file)| here != file);
    let others = others.map(|(pointer, here, file)| DocumentDifference {
        pointer: pointer.to_owned(),
        here,
        file,
        is_fixed: false,
    });
    others.collect()
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

fn fixed_fault(difference: &DocumentDifference) -> Finding {
    let value = |json: &Option<Json>| json.as_ref().map_or_else(String::new, shown);
    let args = args![here: value(&difference.here), file: value(&difference.file)];
    Finding::rule("fixed-when-opened", difference.pointer.clone(), args)
}
