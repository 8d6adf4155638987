//! The changes of all matches in commit order, for followers, with the hands and standings that they ask for.

use std::collections::HashMap;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::ObjectBuilder;

use crate::change_feed::report::{ChangeReport, Cursor};
use crate::error::ServiceError;
use crate::http::values::text;
use crate::matches::judged::judge_apart;
use crate::matches::service::MatchService;
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::wire::words;
use overtrick_match::ledger::{Change, Event, EventKind, Match, MatchId, Replay};
use overtrick_store::{StoredChange, WhatChanged};

/// The bytes of matches and of included hands after which a page ends. One correction can change every hand of a
/// match, and a page has many changes.
const MAX_BYTES: usize = MAX_ANSWER_BYTES / 2;
/// About how many bytes of hands are judged as fast as a hand.
const JUDGED: usize = 200;

words! {
    /// What reports of changes may have besides.
    pub enum Included {
        /// The hands that a change recorded or changed.
        Hand = "hand",
        /// The standings after each change.
        Standings = "standings",
    }
}

/// The schema of words separated by commas, as in `include=hand,standings`.
pub fn include_schema() -> ObjectBuilder {
    let words = Included::WORDS.join("|");
    let list = text().pattern(Some(format!("^({words})(,({words}))*$")));
    list.examples([Included::WORDS.join(",")])
}

/// What reports of changes have besides.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Include {
    /// The hands that a change recorded or changed.
    pub hands: bool,
    /// The standings after every change; otherwise, those after the last change of each match.
    pub standings: bool,
}

impl<'de> Deserialize<'de> for Include {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Include, D::Error> {
        let mut include = Include::default();
        for word in String::deserialize(deserializer)?.split(',') {
            match Included::from_word(word) {
                Some(Included::Hand) => include.hands = true,
                Some(Included::Standings) => include.standings = true,
                None => return Err(D::Error::unknown_variant(word, Included::WORDS)),
            }
        }
        Ok(include)
    }
}

/// A match whose changes are reported.
#[derive(Default)]
struct Reported {
    /// The match, once it was read.
    played: Option<Arc<Match>>,
    /// The match at an earlier version.
    replay: Option<Replay>,
}

impl Reported {
    /// The report of an event, and its match; `None` if the match that was read has no such event.
    fn report(&self, change: &StoredChange) -> Option<(ChangeReport, Arc<Match>)> {
        let played = self.played.as_ref()?;
        Some((ChangeReport::new(change, played)?, played.clone()))
    }
}

impl MatchService {
    /// At most `limit` changes after a position, of one match or of all, in commit order; fewer, but at least
    /// one, if their matches or what they include is large. A change that differs from what was recorded is
    /// reported as damaged; changes of deleted matches are left out.
    ///
    /// # Errors
    /// Store errors.
    pub async fn changes_since(
        &self,
        since: Cursor,
        of: Option<&MatchId>,
        limit: usize,
        include: Include,
    ) -> Result<Vec<ChangeReport>, ServiceError> {
        let changes = self.0.store.changes(since.0, of, limit).await?;
        let (mut reports, mut bytes) = (Vec::with_capacity(changes.len()), 0);
        let mut matches = HashMap::<&str, Reported>::new();
        for change in &changes {
            if bytes > MAX_BYTES && !reports.is_empty() {
                break;
            }
            match &change.what {
                WhatChanged::Deleted(game, at) => {
                    reports.push(ChangeReport::deleted(change, game, at));
                }
                WhatChanged::DeletedDamaged => reports.push(ChangeReport::damaged(change)),
                WhatChanged::Event(_) => {
                    let of_match = matches.entry(change.match_id.as_str()).or_default();
                    reports.extend(self.report(change, of_match, include, &mut bytes).await?);
                }
            }
        }
        Ok(reports)
    }

    /// The report of an event; `None` if its match was deleted since.
    async fn report(
        &self,
        change: &StoredChange,
        of_match: &mut Reported,
        include: Include,
        bytes: &mut usize,
    ) -> Result<Option<ChangeReport>, ServiceError> {
        if of_match.report(change).is_none() {
            let mut read = self.0.read(&change.match_id).await;
            // What is in memory may be older, or of a match that was deleted and imported again.
            if read
                .as_ref()
                .is_ok_and(|played| ChangeReport::new(change, played).is_none())
            {
                read = self.0.load(&change.match_id).await;
            }
            *of_match = Reported::default();
            match read {
                Ok(played) => {
                    *bytes += played.size();
                    of_match.played = Some(played);
                }
                Err(ServiceError::NotFound) => return Ok(None),
                Err(ServiceError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let Some((report, played)) = of_match.report(change) else {
            return Ok(Some(ChangeReport::damaged(change)));
        };
        let standings = include.standings || report.version == played.version();
        if !standings && !include.hands {
            return Ok(Some(report));
        }
        let is_replayed = include.hands || include.standings;
        let weight = if is_replayed { played.size() } else { 0 };
        let replay = of_match.replay.take();
        let hands = include.hands;
        let include = move || included(&played, report, Include { hands, standings }, replay);
        let (report, replay, included) = judge_apart(weight, include).await?;
        of_match.replay = replay;
        *bytes += included;
        Ok(Some(report))
    }
}

/// A report with what it includes; also returns the match at the version, if it was replayed, and the bytes of the
/// hands.
fn included(
    played: &Match,
    mut report: ChangeReport,
    include: Include,
    mut replay: Option<Replay>,
) -> (ChangeReport, Option<Replay>, usize) {
    let index = usize::try_from(report.version.saturating_sub(1)).unwrap_or(usize::MAX);
    let Some(event) = played.events().get(index) else {
        return (report, replay, 0);
    };
    let (mut before, mut bytes) = (Vec::new(), 0);
    let changes_any = include.hands && changes_any_hand(event);
    if changes_any && let Some(earlier) = at(played, &mut replay, report.version - 1) {
        before = written_hands(earlier, 1, &mut bytes);
    }
    if let Some(after) = at(played, &mut replay, report.version) {
        if include.hands {
            let mut hands = match &event.kind {
                EventKind::Changed(Change::Record { .. }) => {
                    written_hands(after, event.outcome.hands, &mut bytes)
                }
                kind if changes_any || matches!(kind, EventKind::Opened(_)) => {
                    written_hands(after, 1, &mut bytes)
                }
                _ => Vec::new(),
            };
            let mut earlier = before.iter();
            hands.retain(|hand| {
                let earlier = earlier.next();
                earlier.is_none_or(|earlier| earlier.get() != hand.get())
            });
            report.changed_hands = Some(hands);
        }
        if include.standings {
            report = report.with_standings(after);
        }
    }
    (report, replay, bytes)
}

/// Whether an event may change any hand, not only add one.
fn changes_any_hand(event: &Event) -> bool {
    match &event.kind {
        EventKind::Changed(change) => !matches!(
            change,
            Change::Record { .. } | Change::SetCurrent { .. } | Change::Describe(_)
        ),
        _ => false,
    }
}

/// The match at a version, replayed if it is not the current one; `None` if its log cannot be replayed.
fn at<'r>(played: &'r Match, replay: &'r mut Option<Replay>, version: u64) -> Option<&'r Match> {
    if version == played.version() {
        return Some(played);
    }
    if replay.is_none() {
        *replay = Replay::new(played).ok();
    }
    replay.as_mut()?.at(version).ok()
}

/// The hands of a match from a number on, as JSON; adds their bytes.
fn written_hands(played: &Match, from: usize, bytes: &mut usize) -> Vec<Box<RawValue>> {
    let hands = played.recorded_hands(from).unwrap_or_default();
    let hands = hands.iter().filter_map(|hand| to_raw_value(hand).ok());
    let written: Vec<Box<RawValue>> = hands.collect();
    *bytes += written
        .iter()
        .map(|hand| JUDGED + hand.get().len())
        .sum::<usize>();
    written
}
