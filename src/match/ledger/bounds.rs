//! The bounds of a match: its events, the bytes of its log, and the work of replaying it.
//!
//! What must stay possible in a full match has a reserve: the last events, bytes and judgings are kept for it.

use super::change::Change;
use super::event::EventKind;
use super::log::Match;
use overtrick_core::bounds::{
    HandWork, MAX_EVENTS, MAX_LOG_BYTES, RESERVED_EVENTS, RESERVED_JUDGINGS, RESERVED_LOG_BYTES,
};
use overtrick_core::{Finding, args};

/// Refuses an event with this number.
pub(super) fn check_events(number: usize, kind: &EventKind) -> Result<(), Finding> {
    let kept = reserve(kind, RESERVED_EVENTS);
    if number <= MAX_EVENTS - kept {
        return Ok(());
    }
    let args = args![most: MAX_EVENTS, kept: RESERVED_EVENTS];
    Err(Finding::rule("too-many-events", "", args))
}

/// Refuses a log of this many bytes.
pub(super) fn check_bytes(bytes: usize, kept: usize) -> Result<(), Finding> {
    if bytes <= MAX_LOG_BYTES - kept {
        return Ok(());
    }
    let kib = |bytes: usize| bytes.div_ceil(1024);
    let args = args![size: kib(bytes), most: kib(MAX_LOG_BYTES), kept: kib(RESERVED_LOG_BYTES)];
    Err(Finding::rule("match-too-large", "", args))
}

/// What of this reserve of a full match an event must leave.
fn reserve(kind: &EventKind, whole: usize) -> usize {
    match kind {
        EventKind::Changed(Change::Undo {} | Change::Finish {} | Change::Erase { .. })
        | EventKind::KeyRevoked { .. }
        | EventKind::Unpublished {} => 0,
        _ => whole,
    }
}

impl Match {
    /// Refuses a log that has become too large.
    pub(super) fn check_size(&self, kind: &EventKind) -> Result<(), Finding> {
        check_bytes(self.size(), reserve(kind, RESERVED_LOG_BYTES))
    }

    /// Counts what judging an event takes, after the event: the next hand alone, or the whole match.
    pub(super) fn count_judged(&mut self, kind: &EventKind) {
        let EventKind::Changed(change) = kind else {
            return;
        };
        let work = self.state.hand_work();
        match change {
            Change::Record { .. } | Change::SetCurrent { .. } => self.replayed.judge(work, 1),
            change => {
                let last = self.undo.made.back();
                let redone = last.and_then(|step| self.events.get(step.event));
                let made = match (change, redone.map(|event| &event.kind)) {
                    (Change::Redo {}, Some(EventKind::Changed(made))) => made,
                    _ => change,
                };
                // An edit takes about as long as judging a hand.
                let edits = match made {
                    Change::Correct { edits, .. } => edits.len(),
                    _ => 0,
                };
                if let Change::Redefine { .. } = made {
                    self.replayed.read_definition();
                }
                self.replayed.judge(HandWork::SHIPPED, edits);
                self.replayed.judge(work, self.state.judged_hands());
            }
        }
    }

    /// Refuses an event after which replaying the log takes too much work.
    pub(super) fn check_replayed(&self, kind: &EventKind) -> Result<(), Finding> {
        let mut work = self.replayed;
        let judgings = reserve(kind, RESERVED_JUDGINGS);
        work.judge(self.state.hand_work(), judgings * self.state.judged_hands());
        work.check("")
    }
}
