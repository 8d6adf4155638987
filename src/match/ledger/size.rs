//! The size of a match in its stored log and in memory, and the limits for both.
//!
//! Some events, such as an undo, must remain possible in a full match, so a number of events, bytes and
//! judgings is reserved for them.
//!
//! The size in memory is an estimate: one to four times the real size. A test compares both for matches of
//! every kind.

use std::sync::Arc;

use super::event::{Change, EventKind};
use super::log::Match;
use super::state::MatchState;
use super::stored::StoredEvent;
use overtrick_core::bounds::{
    HandWork, MAX_EVENTS, MAX_LOG_BYTES, RESERVED_EVENTS, RESERVED_JUDGINGS, RESERVED_LOG_BYTES,
    allocated,
};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};

/// The bytes of an event's row without its texts: numbers, time, role, and entries in two indexes.
const ROW: usize = 100;
/// The bytes of memory of a match without any records.
const MEMORY_OF_A_MATCH: usize = 8 * 1024;
/// The bytes of memory per byte of the log, for the event and the state.
const MEMORY_OF_A_BYTE: usize = 3;
/// The bytes of memory per value in the log, without its text.
const MEMORY_OF_A_VALUE: usize = 96;
/// The bytes of memory per hand, without its record and its score.
const MEMORY_OF_A_HAND: usize = 300;
/// The bytes of memory per person in a seat.
const MEMORY_OF_A_PERSON: usize = 32;

/// The size of events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Logged {
    /// The bytes of their rows.
    pub bytes: usize,
    /// An upper estimate of the number of values in their JSON.
    pub values: usize,
}

impl Logged {
    /// Adds the size of an event.
    pub fn count(&mut self, texts: &StoredEvent) {
        // Each value follows a bracket, a brace or a comma. Those inside texts are also counted.
        let begins = |text: &str| text.bytes().filter(|byte| b"[{,".contains(byte)).count();
        self.bytes += ROW + texts.kind.len() + texts.outcome.len();
        self.values += begins(&texts.kind) + begins(&texts.outcome);
    }
}

impl Match {
    /// Computes the size of its events again.
    pub(super) fn measure(&mut self) {
        self.logged = Logged::default();
        for event in &self.events {
            self.logged.count(&StoredEvent::new(event));
        }
    }

    /// Returns the bytes of its stored log: events and names.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// let before = played.size();
    /// played = played.after(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!((before + 20..before + 500).contains(&played.size()));
    /// ```
    pub fn size(&self) -> usize {
        self.logged.bytes + self.names.bytes()
    }

    /// Returns an upper estimate of the memory of the match in bytes: its log, its scored hands with every
    /// reason, a custom game's definition, and the states that an undo restores.
    pub fn memory(&self) -> usize {
        let scored = self.scoring.get().map_or(0, |scoring| {
            let hands = scoring.scored.hands.iter();
            hands.map(|hand| hand.memory()).sum::<usize>()
        });
        MEMORY_OF_A_MATCH
            + MEMORY_OF_A_BYTE * self.size()
            + MEMORY_OF_A_VALUE * self.logged.values
            + MEMORY_OF_A_HAND * self.state.hands.len()
            + scored
            + memory_of_game(&self.state)
            + self.memory_of_undo()
    }

    /// Returns the memory of the states before undoable changes, without the parts that they share with the states
    /// after them.
    fn memory_of_undo(&self) -> usize {
        let mut after = &self.state;
        let mut memory = 0;
        for step in self.undo.iter().rev() {
            memory += 64;
            let before = &step.before;
            memory += memory_of_lists(before);
            let shared = before.adjustments.iter().zip(&after.adjustments);
            let replaced = shared.filter(|(before, after)| !Arc::ptr_eq(before, after));
            let bytes_of = |json: &Json| allocated(16 + size_of::<Json>()) + json.memory();
            memory += replaced.map(|(before, _)| bytes_of(before)).sum::<usize>();
            if !Arc::ptr_eq(&before.frozen, &after.frozen) {
                memory += memory_of_game(before);
            }
            after = before;
        }
        memory
    }

    /// Whether nothing was played: the match has no recorded hand, no hand being played and no adjustment.
    pub fn is_empty(&self) -> bool {
        let state = &self.state;
        state.hands.is_empty() && state.current.is_none() && state.adjustments.is_empty()
    }

    /// Refuses a log that has become too large.
    pub(super) fn check_size(&self, kind: &EventKind) -> Result<(), Finding> {
        check_bytes(self.size(), reserve(kind, RESERVED_LOG_BYTES))
    }

    /// Adds the work of judging a newly applied change: one hand, or the whole match.
    pub(super) fn count_judged(&mut self, change: &Change) {
        let work = self.state.hand_work();
        if let Change::Record { .. } | Change::SetCurrent { .. } = change {
            self.replayed.judge(work, 1);
            return;
        }
        let last = self.undo.back();
        let redone = last.and_then(|step| self.events.get(step.event));
        let made = match (change, redone.map(|event| &event.kind)) {
            (Change::Redo {}, Some(EventKind::Changed(made))) => made,
            _ => change,
        };
        match made {
            // An edit takes about as long as judging a hand.
            Change::Correct { edits, .. } => self.replayed.judge(HandWork::SHIPPED, edits.len()),
            Change::Redefine { .. } => self.replayed.read_definition(),
            _ => {}
        }
        self.replayed.judge(work, self.state.judged_hands());
    }

    /// Refuses an event if replaying the log would then take too much work.
    pub(super) fn check_replayed(&self, kind: &EventKind) -> Result<(), Finding> {
        let mut work = self.replayed;
        let judgings = reserve(kind, RESERVED_JUDGINGS);
        work.judge(self.state.hand_work(), judgings * self.state.judged_hands());
        work.check("")
    }
}

/// Returns the bytes of a state's lists, without their contents.
fn memory_of_lists(state: &MatchState) -> usize {
    let people: usize = state.seats.iter().map(|seat| seat.people.len()).sum();
    let pointers = state.hands.len() + state.adjustments.len();
    allocated(size_of::<MatchState>())
        + allocated(pointers * size_of::<usize>())
        + MEMORY_OF_A_PERSON * people
}

/// Returns the bytes of a custom game's definition.
fn memory_of_game(state: &MatchState) -> usize {
    let definition = state.frozen.game.definition();
    definition.map_or(0, |definition| definition.memory())
}

/// Refuses an event if its number exceeds the limit.
pub(super) fn check_events(number: usize, kind: &EventKind) -> Result<(), Finding> {
    let kept = reserve(kind, RESERVED_EVENTS);
    if number <= MAX_EVENTS - kept {
        return Ok(());
    }
    let args = args![most: MAX_EVENTS, kept: RESERVED_EVENTS];
    Err(Finding::rule("too-many-events", "", args))
}

/// Refuses a log if its size exceeds the limit.
pub(super) fn check_bytes(bytes: usize, kept: usize) -> Result<(), Finding> {
    if bytes <= MAX_LOG_BYTES - kept {
        return Ok(());
    }
    let kib = |bytes: usize| bytes.div_ceil(1024);
    let args = args![size: kib(bytes), most: kib(MAX_LOG_BYTES), kept: kib(RESERVED_LOG_BYTES)];
    Err(Finding::rule("match-too-large", "", args))
}

/// Returns how much of a reserve an event must leave unused: nothing or all of it.
fn reserve(kind: &EventKind, whole: usize) -> usize {
    match kind {
        EventKind::Changed(Change::Undo {} | Change::Finish {} | Change::Erase { .. })
        | EventKind::KeyRevoked { .. }
        | EventKind::Unpublished {} => 0,
        _ => whole,
    }
}
