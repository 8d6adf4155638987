//! `include`: what the report of a change has besides, for followers that want to ask no second question.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::ObjectBuilder;

use crate::change_feed::report::{ChangeReport, Cursor, EventType};
use crate::http::values::text;
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::wire::words;
use overtrick_match::ledger::{Change, Event, EventKind, Match, Replay};

/// The bytes of hands and of replayed events after which a page ends. One correction can change every hand of a
/// match, and a page has many changes.
const MOST_BYTES: usize = MAX_ANSWER_BYTES / 2;
/// About how many bytes of a log an event has, and how many bytes of hands are judged as fast as a hand.
const EVENT: usize = 100;
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

/// Which reported changes get the standings after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standings {
    /// The last change of each match.
    OfLast,
    /// Every change.
    OfAll,
}

/// What reports of changes have besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Include {
    standings: Standings,
    hands: bool,
}

impl Default for Include {
    fn default() -> Include {
        let standings = Standings::OfLast;
        let hands = false;
        Include { standings, hands }
    }
}

impl<'de> Deserialize<'de> for Include {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Include, D::Error> {
        let mut include = Include::default();
        for word in String::deserialize(deserializer)?.split(',') {
            match Included::from_word(word) {
                Some(Included::Hand) => include.hands = true,
                Some(Included::Standings) => include.standings = Standings::OfAll,
                None => return Err(D::Error::unknown_variant(word, Included::WORDS)),
            }
        }
        Ok(include)
    }
}

impl Include {
    /// What webhooks send: the standings after each change.
    pub fn sent() -> Include {
        Include {
            standings: Standings::OfAll,
            hands: false,
        }
    }

    /// Whether the reports of a match need more than its current state.
    pub fn is_costly(self) -> bool {
        self.hands || self.standings == Standings::OfAll
    }
}

/// How much more a page of reports may have.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// The first change of the page, which is reported in any case.
    first: Cursor,
    /// The change before which the page ends, if there is no room for it.
    pub end: Option<Cursor>,
    bytes: usize,
}

impl Room {
    /// An empty page that begins with this change.
    pub fn new(first: Cursor) -> Room {
        Room {
            first,
            end: None,
            bytes: MOST_BYTES,
        }
    }

    fn spend(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Whether there is room for a change; if there is not, the page ends before it.
    fn has(&mut self, cursor: Cursor) -> bool {
        if self.bytes > 0 || cursor == self.first {
            return true;
        }
        self.end = Some(self.end.map_or(cursor, |end| end.min(cursor)));
        false
    }
}

/// The reports of changes of a match, in order, with what they include; those that the page has no room for are
/// left out.
pub fn with_included(
    played: &Match,
    reports: Vec<ChangeReport>,
    include: Include,
    mut room: Room,
) -> (Vec<ChangeReport>, Room) {
    let mut replay = None;
    let mut done = Vec::with_capacity(reports.len());
    for report in reports {
        if !room.has(report.cursor) {
            break;
        }
        done.push(included(played, report, include, &mut replay, &mut room));
    }
    (done, room)
}

fn included(
    played: &Match,
    mut report: ChangeReport,
    include: Include,
    replay: &mut Option<Replay>,
    room: &mut Room,
) -> ChangeReport {
    let has_standings = match include.standings {
        Standings::OfLast => report.version == played.version(),
        Standings::OfAll => true,
    };
    if report.kind == EventType::Damaged || !(has_standings || include.hands) {
        return report;
    }
    let index = usize::try_from(report.version.saturating_sub(1)).unwrap_or(usize::MAX);
    let Some(event) = played.events().get(index) else {
        return report;
    };
    let changes_any = include.hands && changes_any_hand(event);
    let mut before = Vec::new();
    if changes_any && let Some(earlier) = at(played, replay, report.version - 1, room) {
        before = written_hands(earlier, 1, room);
    }
    let Some(after) = at(played, replay, report.version, room) else {
        return report;
    };
    if include.hands {
        let mut hands = match &event.kind {
            EventKind::Changed(Change::Record { .. }) => {
                written_hands(after, event.outcome.hands, room)
            }
            kind if changes_any || matches!(kind, EventKind::Opened(_)) => {
                written_hands(after, 1, room)
            }
            _ => Vec::new(),
        };
        let mut earlier = before.iter();
        hands.retain(|hand| {
            earlier
                .next()
                .is_none_or(|earlier| earlier.get() != hand.get())
        });
        report.changed_hands = Some(hands);
    }
    if has_standings {
        report = report.with_standings(after);
    }
    report
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
fn at<'r>(
    played: &'r Match,
    replay: &'r mut Option<Replay>,
    version: u64,
    room: &mut Room,
) -> Option<&'r Match> {
    if version == played.version() {
        return Some(played);
    }
    if replay.is_none() {
        room.spend(EVENT * played.events().len());
        *replay = Replay::new(played).ok();
    }
    replay.as_mut()?.at(version).ok()
}

/// The hands of a match from a number on, as JSON.
fn written_hands(played: &Match, from: usize, room: &mut Room) -> Vec<Box<RawValue>> {
    let hands = played.recorded_hands(from).unwrap_or_default();
    let written: Vec<_> = hands
        .iter()
        .filter_map(|hand| to_raw_value(hand).ok())
        .collect();
    room.spend(written.iter().map(|hand| JUDGED + hand.get().len()).sum());
    written
}
