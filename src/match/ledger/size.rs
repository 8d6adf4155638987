//! The size of a match: in its stored log, and in memory.
//!
//! The memory size is estimated from measurements of samples of all games: newly opened and played, with 600
//! hands, with long remarks, and with long histories. The estimate was one to three times the real size.

use super::log::Match;
use super::seats::SeatHistory;

/// Bytes of memory of a match before anything is recorded.
const MEMORY_OF_A_MATCH: usize = 8 * 1024;
/// Bytes of memory per byte of the log: its event, the state, the serialized document.
const MEMORY_OF_A_BYTE: usize = 3;
/// Bytes of memory per value in the log, besides its text.
const MEMORY_OF_A_VALUE: usize = 96;
/// Bytes of memory per scored and explained hand, besides its record.
const MEMORY_OF_A_HAND: usize = 3200;
/// Bytes of memory per person who took a seat.
const MEMORY_OF_A_PERSON: usize = 32;

impl Match {
    /// The bytes of its log as stored: events and names.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Match, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// let before = played.size();
    /// played.apply(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!((before + 20..before + 500).contains(&played.size()));
    /// assert_eq!(Match::open(played.log()).unwrap().size(), played.size());
    /// ```
    pub fn size(&self) -> usize {
        self.logged.bytes + self.names.bytes()
    }

    /// The approximate bytes of memory that it takes, rather too many than too few. Each undoable change
    /// keeps a list of the earlier hands and seats.
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

    /// The number of recorded hands.
    pub fn hands(&self) -> usize {
        self.state.hands.len()
    }

    /// Whether nothing was played: it has no hand, none being played, and no adjustment of its totals.
    pub fn is_empty(&self) -> bool {
        let state = &self.state;
        state.hands.is_empty() && state.current.is_none() && state.adjustments.is_empty()
    }
}
