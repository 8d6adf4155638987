//! A change of a match as webhooks and the list of changes report it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use crate::document::{StandingReport, Status};
use crate::ledger::{Ledger, MatchId};
use crate::rules::wire::words;
use crate::store::{StoredAction, StoredChange};

words! {
    /// What kind of change it is.
    pub enum EventType {
        /// A match was opened.
        Opened = "match.opened",
        /// Something else was changed: a hand was recorded, a name corrected.
        Changed = "match.changed",
        /// The match is over now. It may have been opened so.
        Finished = "match.finished",
        /// The match was over, and goes on.
        Reopened = "match.reopened",
        /// Everybody may see the standings.
        Published = "match.published",
        /// They may no longer.
        Hidden = "match.hidden",
        /// The match was deleted, or expired.
        Deleted = "match.deleted",
    }
}

/// A place in the order of commits: what comes after it is what a follower has not seen yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub(super) u64);

impl Cursor {
    /// Before everything.
    pub const START: Cursor = Cursor(0);

    /// The place of a change.
    pub fn of(change: &StoredChange) -> Cursor {
        Cursor(change.position)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Cursor, ()> {
        let digits = text.strip_prefix('c').ok_or(())?;
        let canonical = digits == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c));
        let plain = canonical && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| plain);
        number.map(Cursor).ok_or(())
    }
}

impl Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A change of a match, as it is reported.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = MatchChange))]
pub struct ChangeReport {
    /// Its place: send it as `since` to get what comes after it.
    #[cfg_attr(feature = "server", schema(value_type = String))]
    pub cursor: Cursor,
    /// What kind of change it is.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// The match.
    #[serde(rename = "match")]
    #[cfg_attr(feature = "server", schema(value_type = String))]
    pub match_id: MatchId,
    /// The id of its game.
    pub game: String,
    /// The version of the match after it; of a deletion, the last one that it had.
    #[cfg_attr(feature = "server", schema(minimum = 0))]
    pub version: u64,
    /// When it was made.
    #[cfg_attr(feature = "server", schema(format = DateTime))]
    pub at: String,
    /// The role in which it was made; not of a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(nullable = false))]
    pub by: Option<String>,
    /// What was done, as the history of the match names it; not of a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(nullable = false))]
    pub action: Option<String>,
    /// How many hands count after it; not of a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(nullable = false))]
    pub hands: Option<u64>,
    /// Whether the match goes on after it; not of a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(nullable = false))]
    pub status: Option<Status>,
    /// The standings after it, best first. A list of changes has them where no later change of the match
    /// was made; a webhook is always sent them, except for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(nullable = false))]
    pub standings: Option<Vec<StandingReport>>,
    /// The winners, with the standings of a match that is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Arc<str>>,
}

impl EventType {
    /// The type of a change.
    pub fn of(change: &StoredChange) -> EventType {
        let Some(event) = &change.event else {
            return EventType::Deleted;
        };
        match (event.was_complete, event.complete, event.action.as_str()) {
            (false, true, _) => EventType::Finished,
            (true, false, _) => EventType::Reopened,
            (_, _, "opened") => EventType::Opened,
            (_, _, "shown") => EventType::Published,
            (_, _, "hidden") => EventType::Hidden,
            _ => EventType::Changed,
        }
    }
}

impl ChangeReport {
    /// A change without standings.
    pub fn of(change: &StoredChange) -> ChangeReport {
        let event = change.event.as_ref();
        let status = |event: &StoredAction| {
            if event.complete {
                Status::Complete
            } else {
                Status::InProgress
            }
        };
        ChangeReport {
            cursor: Cursor::of(change),
            kind: EventType::of(change),
            match_id: change.match_id.clone(),
            game: change.game.clone(),
            version: change.version,
            at: change.at.clone(),
            by: event.map(|event| event.by.clone()),
            action: event.map(|event| event.action.clone()),
            hands: event.map(|event| event.hands),
            status: event.map(status),
            standings: None,
            winners: Vec::new(),
        }
    }

    /// The same with the standings of the match at this version.
    pub(super) fn with_standings(mut self, ledger: &Ledger) -> ChangeReport {
        if let Ok(scored) = ledger.scored() {
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
        let change = |was_complete, complete, action: &str| StoredChange {
            position: 1,
            match_id: MatchId::read("abcdefghijklmnopqrstuv").unwrap(),
            game: "x".to_owned(),
            version: 1,
            at: String::new(),
            event: Some(StoredAction {
                by: "direct".to_owned(),
                action: action.to_owned(),
                hands: 1,
                complete,
                was_complete,
            }),
        };
        for (was_complete, complete, action, kind) in [
            (false, false, "opened", EventType::Opened),
            (false, true, "opened", EventType::Finished),
            (false, false, "record", EventType::Changed),
            (false, true, "record", EventType::Finished),
            (true, false, "undo", EventType::Reopened),
            (true, true, "describe", EventType::Changed),
            (true, true, "shown", EventType::Published),
            (false, false, "hidden", EventType::Hidden),
        ] {
            let change = change(was_complete, complete, action);
            assert_eq!(EventType::of(&change), kind, "{action}");
        }
    }
}
