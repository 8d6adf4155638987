//! Reports of the changes of all matches in commit order, with hands and standings if requested.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::error::ServiceError;
use crate::http::text;
use crate::matches::judged::judge_by_weight;
use crate::matches::service::MatchService;
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::schemas;
use overtrick_core::wire::words;
use overtrick_match::document::{RecordedHand, StandingReport, Status};
use overtrick_match::ledger::{Change, Event, EventKind, Match, MatchId, Replay};
use overtrick_store::{StoredChange, WhatChanged};

words! {
    /// The kind of a change.
    pub enum EventType {
        /// A match was opened.
        Opened = "match.opened",
        /// Something else changed, such as a recorded hand or a corrected name.
        Changed = "match.changed",
        /// The match is over. It may have been opened as a finished match.
        Finished = "match.finished",
        /// A match that was over continues.
        Reopened = "match.reopened",
        /// The standings are public now.
        Published = "match.published",
        /// The standings are no longer public.
        Unpublished = "match.unpublished",
        /// The match was deleted or has expired.
        Deleted = "match.deleted",
        /// The stored change does not match its digest: the disk failed, or somebody edited the database.
        Damaged = "match.damaged",
    }
}

/// A position in the commit order. It marks the last change that a client has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cursor(pub(crate) u64);

impl Cursor {
    /// The position before all changes.
    pub const START: Cursor = Cursor(0);
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Cursor, ()> {
        let number = text
            .strip_prefix('c')
            .and_then(|digits| digits.parse().ok());
        let cursor = number.map(Cursor).ok_or(())?;
        (cursor.to_string() == text).then_some(cursor).ok_or(())
    }
}

impl Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A change of a match.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = FeedEntry)]
pub struct ChangeReport {
    /// The position of the change. Send it as `cursor` to get later changes.
    #[schema(value_type = String)]
    pub cursor: Cursor,
    /// The kind of the change.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = String)]
    pub match_id: MatchId,
    /// The id of the game; absent if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The name of a custom game; absent for other games, for a deletion, and if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_name: Option<String>,
    /// The version of the match after the change; for a deletion, the last version plus one.
    #[schema(minimum = 0)]
    pub version: u64,
    /// The current title of the match; absent if it has none, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The current day of the match (if unknown, the day it was opened); absent for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date)]
    pub day: Option<String>,
    /// The current location of the match; absent if it has none, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The current external id of the match; absent if it has none, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// The time of the change; absent if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    pub at: Option<String>,
    /// The role of the person or program that made the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The action, as in the history of the match; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The number of hands that count, after the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<u64>,
    /// Whether the match continues after the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// With `include=hand`, the hands that the change recorded or whose record, points or names it changed.
    /// To keep a copy, store each hand by its number, and delete hands with numbers above `hands`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<RecordedHand>)]
    pub changed_hands: Option<Vec<Box<RawValue>>>,
    /// The standings after the change, best first. Without `include=standings`, only the last change of a
    /// match has them; a deletion has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<StandingReport>>,
    /// The names of the winners, if the match is finished and its standings are included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Arc<str>>,
}

impl EventType {
    /// Returns the type of an event. `was_complete` tells whether the match was over before the event.
    fn new(event: &Event, was_complete: bool) -> EventType {
        match (was_complete, event.outcome.complete, &event.kind) {
            (false, true, _) => EventType::Finished,
            (true, false, _) => EventType::Reopened,
            (_, _, EventKind::Opened(_)) => EventType::Opened,
            (_, _, EventKind::Published { .. }) => EventType::Published,
            (_, _, EventKind::Unpublished {}) => EventType::Unpublished,
            _ => EventType::Changed,
        }
    }
}

impl ChangeReport {
    /// Returns the report of a change with damaged data.
    fn damaged(change: &StoredChange) -> ChangeReport {
        ChangeReport {
            cursor: Cursor(change.position),
            kind: EventType::Damaged,
            match_id: change.match_id.clone(),
            game: None,
            game_name: None,
            version: change.version,
            title: None,
            day: None,
            location: None,
            external_id: None,
            at: None,
            by: None,
            action: None,
            hands: None,
            status: None,
            changed_hands: None,
            standings: None,
            winners: Vec::new(),
        }
    }

    /// Returns the report of a match's deletion.
    fn deleted(change: &StoredChange, game: &str, at: &str) -> ChangeReport {
        ChangeReport {
            kind: EventType::Deleted,
            game: Some(game.to_owned()),
            at: Some(at.to_owned()),
            ..ChangeReport::damaged(change)
        }
    }

    /// Returns the report of an event of a match, without standings.
    fn new(change: &StoredChange, played: &Match, event: &Event) -> ChangeReport {
        let index = usize::try_from(event.sequence).ok();
        let index = index.and_then(|number| number.checked_sub(2));
        let before = index.and_then(|index| played.events().get(index));
        let was_complete = before.is_some_and(|before| before.outcome.complete);
        let listing = played.listing();
        ChangeReport {
            kind: EventType::new(event, was_complete),
            game: Some(played.game().to_owned()),
            game_name: played.match_game().custom_name().map(ToString::to_string),
            title: listing.title,
            day: Some(listing.day),
            location: listing.location,
            external_id: listing.external_id,
            at: Some(event.at.to_string()),
            by: Some(event.by.word().to_owned()),
            action: Some(event.kind.action()),
            hands: u64::try_from(event.outcome.hands).ok(),
            status: Some(Status::new(event.outcome.complete)),
            ..ChangeReport::damaged(change)
        }
    }

    /// Adds the standings of this version of the match.
    fn add_standings(&mut self, played: &Match) {
        if let Ok(scored) = played.scored() {
            let name = |seat| scored.table.name(seat).clone();
            self.standings = Some(StandingReport::all(&scored));
            self.winners = scored.winners().into_iter().map(name).collect();
        }
    }
}

/// Returns the event of a stored change from the log of its match, or `None` if the digests differ.
fn event_of<'m>(change: &StoredChange, played: &'m Match) -> Option<&'m Event> {
    let WhatChanged::Event(digest) = &change.what else {
        return None;
    };
    let index = usize::try_from(change.version).ok()?.checked_sub(1)?;
    let event = played.events().get(index)?;
    let stored = played.digest_at(change.version)?;
    (stored.to_string() == *digest).then_some(event)
}

/// The size in bytes of matches and judged hands at which a page ends. One correction may require judging
/// every hand of a match twice, and a page has many changes.
const MAX_BYTES: usize = MAX_ANSWER_BYTES / 2;
/// The approximate cost of judging one hand, expressed in bytes.
const JUDGED: usize = 200;

words! {
    /// An optional part of a change report.
    pub enum Included {
        /// The hands that a change recorded or changed.
        Hand = "hand",
        /// The standings after each change.
        Standings = "standings",
    }
}

schemas! {
    // Words separated by commas, as in `include=hand,standings`.
    Include = {
        let words = Included::WORDS.join("|");
        let list = text().pattern(Some(format!("^({words})(,({words}))*$")));
        list.examples([Included::WORDS.join(",")])
    };
}

/// The optional parts to include in change reports.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Include {
    /// The hands that a change recorded or changed.
    pub hands: bool,
    /// The standings after every change. Otherwise only the last change of each match has standings.
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

/// A change and its match, which is `None` for a deletion or if the stored data is damaged.
type FoundChange = (StoredChange, Option<Arc<Match>>);

impl MatchService {
    /// Returns at most `limit` changes after a position, of one match or of all matches, in commit order. If
    /// the matches or the included parts are large, returns fewer changes, but at least one. A change that
    /// does not match its digest is reported as damaged. Skips changes of matches that were just deleted.
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
        let mut found: Vec<FoundChange> = Vec::new();
        let mut matches = HashMap::<MatchId, Arc<Match>>::new();
        let mut bytes = 0;
        for change in self.0.store.changes(since.0, of, limit).await? {
            if bytes > MAX_BYTES {
                break;
            }
            let mut played = matches.get(&change.match_id).cloned();
            played = played.filter(|played| event_of(&change, played).is_some());
            if played.is_none() && matches!(change.what, WhatChanged::Event(_)) {
                match self.match_with(&change).await {
                    Err(ServiceError::NotFound) => continue,
                    Err(ServiceError::Damaged { .. }) => {}
                    read => {
                        let read = read?;
                        bytes += read.size();
                        matches.insert(change.match_id.clone(), read.clone());
                        played = Some(read);
                    }
                }
            }
            found.push((change, played));
        }
        let is_replayed = include.hands || include.standings;
        let weight = if is_replayed { bytes } else { 0 };
        judge_by_weight(weight, move || reports(&found, include)).await
    }

    /// Returns the match of an event, from the store if the match in memory does not contain the event.
    async fn match_with(&self, change: &StoredChange) -> Result<Arc<Match>, ServiceError> {
        match self.0.read(&change.match_id).await {
            Ok(played) if event_of(change, &played).is_none() => {
                self.0.load(&change.match_id).await
            }
            read => read,
        }
    }
}

/// Returns the reports of changes. If they are large, returns only the first ones, but at least one.
fn reports(found: &[FoundChange], include: Include) -> Vec<ChangeReport> {
    let mut replays = HashMap::<*const Match, Option<Replay>>::new();
    let (mut reports, mut bytes) = (Vec::with_capacity(found.len()), 0);
    for (change, played) in found {
        if bytes > MAX_BYTES {
            break;
        }
        let event = played.as_ref().and_then(|played| {
            let event = event_of(change, played)?;
            Some((played, event))
        });
        reports.push(match (&change.what, event) {
            (WhatChanged::Deleted(game, at), _) => ChangeReport::deleted(change, game, at),
            (_, None) => ChangeReport::damaged(change),
            (_, Some((played, event))) => {
                let replay = replays.entry(Arc::as_ptr(played)).or_insert_with(|| {
                    bytes += played.size();
                    None
                });
                let mut report = ChangeReport::new(change, played, event);
                if include.hands {
                    report.changed_hands = Some(changed_hands(played, replay, event, &mut bytes));
                }
                if (include.standings || change.version == played.version())
                    && let Some(after) = at(played, replay, change.version)
                {
                    report.add_standings(after);
                }
                report
            }
        });
    }
    reports
}

/// Returns the hands that an event recorded or changed, as JSON. Adds the cost of all judged hands to `bytes`.
fn changed_hands(
    played: &Match,
    replay: &mut Option<Replay>,
    event: &Event,
    bytes: &mut usize,
) -> Vec<Box<RawValue>> {
    let changes_any = changes_any_hand(event);
    let first = match &event.kind {
        EventKind::Changed(Change::Record { .. }) => event.outcome.hands,
        EventKind::Opened(_) => 1,
        _ if changes_any => 1,
        _ => return Vec::new(),
    };
    let mut written = |version| {
        let played = at(played, replay, version);
        let hands = played.and_then(|played| played.recorded_hands(first).ok());
        let hands = hands.into_iter().flatten();
        let hands = hands.filter_map(|hand| to_raw_value(&hand).ok());
        let hands: Vec<Box<RawValue>> = hands.collect();
        let sizes = hands.iter().map(|hand| JUDGED + hand.get().len());
        *bytes += sizes.sum::<usize>();
        hands
    };
    let mut before = Vec::new();
    if changes_any {
        before = written(event.sequence - 1);
    }
    let mut hands = written(event.sequence);
    let mut before = before.iter();
    hands.retain(|hand| before.next().is_none_or(|old| old.get() != hand.get()));
    hands
}

/// Whether an event may change existing hands, instead of only adding one.
fn changes_any_hand(event: &Event) -> bool {
    match &event.kind {
        EventKind::Changed(change) => !matches!(
            change,
            Change::Record { .. } | Change::SetCurrent { .. } | Change::Describe(_)
        ),
        _ => false,
    }
}

/// Returns a match at a version. For an earlier version, replays the log; returns `None` if that fails.
fn at<'r>(played: &'r Match, replay: &'r mut Option<Replay>, version: u64) -> Option<&'r Match> {
    if version == played.version() {
        return Some(played);
    }
    if replay.is_none() {
        *replay = Replay::new(played).ok();
    }
    replay.as_mut()?.at(version).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_match::ledger::{Outcome, PublishedPart, Role, Timestamp};

    #[test]
    fn only_a_written_cursor_is_read() {
        for number in [0, 7, 1234] {
            assert_eq!(Cursor(number).to_string().parse(), Ok(Cursor(number)));
        }
        for bad in [
            "",
            "c",
            "7",
            "c07",
            "c+7",
            "c-1",
            "c99999999999999999999",
            "cx",
        ] {
            assert_eq!(bad.parse::<Cursor>(), Err(()), "{bad}");
        }
    }

    #[test]
    fn the_type_depends_on_the_event_and_the_end_of_the_match() {
        let event = |complete, kind| Event {
            sequence: 1,
            at: Timestamp::from_millis(0),
            by: Role::Direct,
            kind,
            outcome: Outcome {
                hands: 1,
                totals: Vec::new(),
                complete,
            },
        };
        let undo = || EventKind::Changed(Change::Undo {});
        let shown = || EventKind::Published {
            part: PublishedPart::Standings,
        };
        for (was_complete, complete, kind, expected) in [
            (false, false, undo(), EventType::Changed),
            (false, true, undo(), EventType::Finished),
            (true, false, undo(), EventType::Reopened),
            (true, true, undo(), EventType::Changed),
            (true, true, shown(), EventType::Published),
            (
                false,
                false,
                EventKind::Unpublished {},
                EventType::Unpublished,
            ),
        ] {
            let event = event(complete, kind);
            assert_eq!(EventType::new(&event, was_complete), expected, "{event:?}");
        }
    }
}
