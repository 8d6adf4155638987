//! Damage to stored matches.

use std::fmt;

/// Damage to a stored match: a part of it was lost, or was changed outside this program. The match can be
/// recovered from an intact backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The row of the match differs from its log.
    Match,
    /// The event with this number was changed, is missing, or cannot follow the events before it.
    Event(u64),
    /// The score recorded with this event differs from the computed score.
    Outcome(u64),
    /// The name with this number was changed or is missing.
    Name(usize),
    /// The number of events or the last digest is wrong.
    End,
    /// The match cannot be read from the database.
    Unreadable,
}

impl Damage {
    /// Returns its word in kebab case, which is also the key of its message.
    pub fn word(self) -> &'static str {
        match self {
            Damage::Match => "match",
            Damage::Event(_) => "event",
            Damage::Outcome(_) => "outcome",
            Damage::Name(_) => "name",
            Damage::End => "end",
            Damage::Unreadable => "unreadable",
        }
    }

    /// Returns its place in the log.
    pub fn pointer(self) -> String {
        let index = || self.number().unwrap_or(1).saturating_sub(1);
        match self {
            Damage::Match => "/head".to_owned(),
            Damage::Event(_) => format!("/events/{}", index()),
            Damage::Outcome(_) => format!("/events/{}/outcome", index()),
            Damage::Name(_) => format!("/names/{}", index()),
            Damage::End => "/head/digest".to_owned(),
            Damage::Unreadable => String::new(),
        }
    }

    /// Returns the number of the damaged event or name.
    pub fn number(self) -> Option<usize> {
        match self {
            Damage::Event(number) | Damage::Outcome(number) => usize::try_from(number).ok(),
            Damage::Name(number) => Some(number),
            Damage::Match | Damage::End | Damage::Unreadable => None,
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Match => f.write_str("the stored data differs from the log"),
            Damage::Event(number) => write!(f, "event {number} is damaged"),
            Damage::Outcome(number) => write!(f, "the score after event {number} differs"),
            Damage::Name(number) => write!(f, "name {number} was changed"),
            Damage::End => f.write_str("the last events differ"),
            Damage::Unreadable => f.write_str("the match cannot be read"),
        }
    }
}

impl std::error::Error for Damage {}
