//! The stored size of events.

use std::ops::AddAssign;

use super::event::Event;

/// Bytes of a row besides its texts: numbers, time, role, and entries in two indexes.
const ROW: usize = 100;

/// The stored JSON of an event.
#[derive(Debug, Clone)]
pub(super) struct EventJson {
    /// What happened.
    pub kind: String,
    /// The score after it.
    pub outcome: String,
}

impl EventJson {
    pub fn new(event: &Event) -> EventJson {
        EventJson {
            kind: serde_json::to_string(&event.kind).unwrap_or_default(),
            outcome: serde_json::to_string(&event.outcome).unwrap_or_default(),
        }
    }

    /// The size of its row.
    pub fn size(&self) -> Logged {
        Logged::new(&self.kind, &self.outcome)
    }
}

/// The size of events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Logged {
    /// Bytes of the rows.
    pub(super) bytes: usize,
    /// The approximate number of values in their JSON, rather too high than too low.
    pub(super) values: usize,
}

impl AddAssign for Logged {
    fn add_assign(&mut self, other: Logged) {
        self.bytes += other.bytes;
        self.values += other.values;
    }
}

impl Logged {
    /// The size of the row of an event with these texts.
    pub(super) fn new(kind: &str, outcome: &str) -> Logged {
        // A value begins a list or an object, or follows another one. Commas in texts count too.
        let begins = |text: &str| text.bytes().filter(|byte| b"[{,".contains(byte)).count();
        Logged {
            bytes: ROW + kind.len() + outcome.len(),
            values: begins(kind) + begins(outcome),
        }
    }
}
