//! A change of a match, as reported by the list of changes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use overtrick_core::wire::words;
use overtrick_match::document::{RecordedHand, StandingReport, Status};
use overtrick_match::ledger::{Event, EventKind, Match, MatchId};
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
        /// The match was over and continues.
        Reopened = "match.reopened",
        /// The standings are public now.
        Published = "match.published",
        /// The standings are no longer public.
        Unpublished = "match.unpublished",
        /// The match was deleted or has expired.
        Deleted = "match.deleted",
        /// The stored change differs from what was recorded: the disk failed, or somebody edited the
        /// database.
        Damaged = "match.damaged",
    }
}

/// A position in the commit order; a follower has not seen the changes after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cursor(pub(crate) u64);

impl Cursor {
    /// Before all changes.
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

/// A reported change of a match.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = FeedEntry)]
pub struct ChangeReport {
    /// Its position: send it as `cursor` to get the changes after it.
    #[schema(value_type = String)]
    pub cursor: Cursor,
    /// The kind of the change.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = String)]
    pub match_id: MatchId,
    /// The id of its game; absent if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What an own game is called; absent for other games, for a deletion, and if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_name: Option<String>,
    /// The version of the match after the change; for a deletion, the one after the last.
    #[schema(minimum = 0)]
    pub version: u64,
    /// The title of the match, today; absent if it has none, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The day it was played, or else opened, as it is known today; absent for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date)]
    pub day: Option<String>,
    /// Where it was played, as it is known today; absent if unknown, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// What its program calls the match, today; absent if nothing, for a deletion, or if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// The time of the change; absent if damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    pub at: Option<String>,
    /// The role that made the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The action, as in the history of the match; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The number of counting hands after the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<u64>,
    /// Whether the match continues after the change; absent for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// With `include=hand`, the hands that the change recorded, or that have another record, other points or
    /// other names after it. Keep each by its number, and drop those beyond `hands`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<RecordedHand>)]
    pub changed_hands: Option<Vec<Box<RawValue>>>,
    /// The standings after the change, best first. In lists, only the last change of a match has them, unless
    /// `include=standings`; a deletion has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<StandingReport>>,
    /// The winners, with the standings of a finished match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Arc<str>>,
}

impl EventType {
    /// The type of an event, given whether the match was over before it.
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
    /// The report of a change whose stored data cannot be trusted.
    pub(crate) fn damaged(change: &StoredChange) -> ChangeReport {
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

    /// The deletion of a match.
    pub(crate) fn deleted(change: &StoredChange, game: &str, at: &str) -> ChangeReport {
        ChangeReport {
            kind: EventType::Deleted,
            game: Some(game.to_owned()),
            at: Some(at.to_owned()),
            ..ChangeReport::damaged(change)
        }
    }

    /// An event without standings, from the log of its match; `None` if the log has another event there.
    pub(crate) fn new(change: &StoredChange, played: &Match) -> Option<ChangeReport> {
        let WhatChanged::Event(digest) = &change.what else {
            return None;
        };
        let known = played.digest_at(change.version).map(ToString::to_string);
        let index = usize::try_from(change.version).ok()?.checked_sub(1)?;
        let event = played
            .events()
            .get(index)
            .filter(|_| known.as_ref() == Some(digest))?;
        let before = index
            .checked_sub(1)
            .and_then(|index| played.events().get(index));
        let listing = played.listing();
        let was_complete = before.is_some_and(|before| before.outcome.complete);
        let status = if event.outcome.complete {
            Status::Complete
        } else {
            Status::InProgress
        };
        Some(ChangeReport {
            kind: EventType::new(event, was_complete),
            game: Some(played.game().to_owned()),
            game_name: played.match_game().called().map(ToString::to_string),
            title: listing.title,
            day: Some(listing.day),
            location: listing.location,
            external_id: listing.external_id,
            at: Some(event.at.to_string()),
            by: Some(event.by.word().to_owned()),
            action: Some(event.kind.action()),
            hands: u64::try_from(event.outcome.hands).ok(),
            status: Some(status),
            ..ChangeReport::damaged(change)
        })
    }

    /// The report with the standings of the match at this version.
    pub(crate) fn with_standings(mut self, played: &Match) -> ChangeReport {
        if let Ok(scored) = played.scored() {
            let name = |seat| scored.table.name(seat).clone();
            self.standings = Some(StandingReport::all(&scored));
            self.winners = scored.winners().into_iter().map(name).collect();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_match::ledger::{Change, Outcome, PublishedPart, Role, Timestamp};

    #[test]
    fn a_cursor_is_read_only_as_it_was_written() {
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
    fn the_type_says_what_became_of_the_match() {
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
