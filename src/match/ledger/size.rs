//! How large a match is: in the log that is stored of it, and in memory.
//!
//! What it takes in memory is estimated, from figures measured of samples of all games, opened and played,
//! of 600 hands, of long remarks and of long histories: the estimate was one to three times as much.

use super::log::Ledger;
use super::seats::SeatHistory;

/// Bytes of memory that a match takes before anything was recorded.
const MEMORY_OF_A_MATCH: usize = 8 * 1024;
/// Bytes of memory that a byte of the log takes: its event, the state, the document written out.
const MEMORY_OF_A_BYTE: usize = 3;
/// Bytes of memory that a value in the log takes, beside those of its text.
const MEMORY_OF_A_VALUE: usize = 96;
/// Bytes of memory that a hand takes once it is scored and explained, beside those of its record.
const MEMORY_OF_A_HAND: usize = 3200;
/// Bytes of memory that whoever took a seat takes.
const MEMORY_OF_A_PERSON: usize = 32;

impl Ledger {
    /// The bytes of its log as it is stored: events and names.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Ledger, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut ledger = opened();
    /// let before = ledger.size();
    /// ledger.apply(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!((before + 20..before + 500).contains(&ledger.size()));
    /// assert_eq!(Ledger::open(ledger.log()).unwrap().size(), ledger.size());
    /// ```
    pub fn size(&self) -> usize {
        self.logged.bytes + self.names.bytes()
    }

    /// About how many bytes of memory it takes, rather too many than too few. A change that can be
    /// undone keeps a list of the hands and of whoever sat in the seats as they were.
    pub fn memory(&self) -> usize {
        let hands = self.state.hands.len();
        let people: usize = self.state.seats.iter().map(SeatHistory::people).sum();
        let undone = size_of::<usize>() * hands + MEMORY_OF_A_PERSON * people;
        MEMORY_OF_A_MATCH
            + MEMORY_OF_A_BYTE * self.size()
            + MEMORY_OF_A_VALUE * self.logged.values
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
