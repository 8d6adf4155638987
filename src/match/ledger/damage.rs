//! How a stored match can be damaged.

use std::fmt;

/// How a stored match was changed outside of this program, or lost a part. The match can be recovered
/// from a backup in which it is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The row of the match does not fit its log.
    Match,
    /// The event of this number was changed, is missing, or does not follow from those before it.
    Event(u64),
    /// The score that was recorded with the event of this number is not what the match comes to.
    Outcome(u64),
    /// The name of this number was changed, or is missing.
    Name(usize),
    /// There are other events than the match had last.
    End,
    /// The match cannot be read from the database.
    Unreadable,
}

impl Damage {
    /// A word for it, in kebab case: the message that says it is named after it.
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

    /// Its place in the log.
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

    /// The number of the event or of the name that is damaged.
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
            Damage::Match => f.write_str("the row of the match does not fit its log"),
            Damage::Event(number) => write!(f, "event {number} does not follow"),
            Damage::Outcome(number) => write!(f, "the score after event {number} is another"),
            Damage::Name(number) => write!(f, "name {number} was changed"),
            Damage::End => f.write_str("the last events are others"),
            Damage::Unreadable => f.write_str("the match cannot be read"),
        }
    }
}

impl std::error::Error for Damage {}
