//! The size of events as they are stored, counted without writing them.

use std::io;
use std::ops::AddAssign;

use serde::Serialize;

use super::event::Event;

/// Bytes of a row beside its texts: numbers, time, role, and its place in two indexes.
const ROW: usize = 100;

/// The size of events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Logged {
    /// Bytes of their rows in the store.
    pub(super) bytes: usize,
    /// About how many values their JSON has, rather too many than too few.
    pub(super) values: usize,
}

impl AddAssign for Logged {
    fn add_assign(&mut self, other: Logged) {
        self.bytes += other.bytes;
        self.values += other.values;
    }
}

impl Event {
    /// The size of its row in the store.
    pub(super) fn size(&self) -> Logged {
        let (kind, outcome) = (Counter::of(&self.kind), Counter::of(&self.outcome));
        Logged {
            bytes: ROW + kind.bytes + outcome.bytes,
            values: kind.values + outcome.values,
        }
    }
}

/// The bytes of a value's JSON, which is not kept.
pub fn json_size(value: &impl Serialize) -> usize {
    Counter::of(value).bytes
}

/// Counts what is written to it.
#[derive(Default)]
struct Counter {
    bytes: usize,
    values: usize,
}

impl Counter {
    fn of(value: &impl Serialize) -> Counter {
        let mut counter = Counter::default();
        // Counting does not fail, and what cannot be written as JSON is not stored either.
        drop(serde_json::to_writer(&mut counter, value));
        counter
    }
}

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        // A value begins a list or an object, or comes after another one. Texts may have commas too.
        let begins = bytes.iter().filter(|byte| b"[{,".contains(byte));
        self.values += begins.count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
