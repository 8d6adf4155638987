//! How large a match is: in the log that is stored of it, and in memory.

use std::io;

use serde::Serialize;

use super::event::Event;
use super::log::Ledger;
use super::seats::SeatHistory;

/// Bytes of a row beside its texts: numbers, time, role, and its place in two indexes.
const ROW: usize = 100;
/// How many bytes of memory a byte of the log takes, at most: its event, the record in the state, the
/// document written out, and the score with its explanations. Measured of logs of long texts (5) and
/// of opened matches with thousands of short hands (29), which few matches are.
const MEMORY_OF_A_BYTE: usize = 12;
/// Bytes of memory that a match takes before anything was recorded.
const MEMORY_OF_A_MATCH: usize = 16 * 1024;
/// Bytes of memory that a hand takes once it is scored, beside those of its text.
const MEMORY_OF_A_HAND: usize = 2048;
/// Bytes of memory that whoever took a seat takes.
const MEMORY_OF_A_PERSON: usize = 32;

impl Ledger {
    /// The bytes of its log as it is stored: events and names.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/opened.rs"));
    /// # use overtrick::ledger::{Change, Ledger, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut ledger = opened();
    /// let before = ledger.size();
    /// ledger.apply(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!((before + 20..before + 500).contains(&ledger.size()));
    /// assert_eq!(Ledger::open(ledger.log()).unwrap().size(), ledger.size());
    /// ```
    pub fn size(&self) -> usize {
        self.logged + self.names.bytes()
    }

    /// About how many bytes of memory it takes, rather too many than too few. A change that can be
    /// undone keeps a list of the hands and of whoever sat in the seats as they were.
    pub fn memory(&self) -> usize {
        let hands = self.state.hands.len();
        let people: usize = self.state.seats.iter().map(SeatHistory::people).sum();
        let undone = size_of::<usize>() * hands + MEMORY_OF_A_PERSON * people;
        MEMORY_OF_A_MATCH
            + MEMORY_OF_A_BYTE * self.size()
            + MEMORY_OF_A_HAND * hands
            + self.undo.made.len() * undone
    }

    /// How many hands are recorded.
    pub fn hands(&self) -> usize {
        self.state.hands.len()
    }

    /// Whether nothing was played: it has no hand, nor one being played.
    pub fn is_empty(&self) -> bool {
        self.state.hands.is_empty() && self.state.current.is_none()
    }
}

impl Event {
    /// The bytes of its row in the store.
    pub(super) fn size(&self) -> usize {
        ROW + json_size(&self.kind) + json_size(&self.outcome)
    }
}

/// The bytes of a value's JSON, which is not kept.
pub fn json_size(value: &impl Serialize) -> usize {
    let mut counter = Counter(0);
    // Counting does not fail, and what cannot be written as JSON is not stored either.
    drop(serde_json::to_writer(&mut counter, value));
    counter.0
}

struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
