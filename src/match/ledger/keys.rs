//! The ids of stored matches, the roles, and the validity of a match's keys. The log does not contain the keys.

use std::fmt;

use serde::{Deserialize, Serialize};

use overtrick_core::wire::words;

words! {
    /// A role in a match. Each role includes the rights of the previous roles.
    ///
    /// ```
    /// use overtrick_match::ledger::Role;
    ///
    /// assert!(Role::View < Role::Score && Role::Score < Role::Direct);
    /// assert_eq!(Role::from_word("direct"), Some(Role::Direct));
    /// assert_eq!(Role::Direct.word(), "direct");
    /// ```
    pub enum Role {
        /// Watch.
        View = "view",
        /// Record hands, and undo the last change.
        Score = "score",
        /// Correct records, adjust, finish, delete.
        Direct = "direct",
        /// Administer the whole instance.
        Admin = "admin",
    }
}

impl Role {
    /// The roles for which a match has keys: all except the administrator's, in order.
    pub const KEYED: [Role; 3] = [Role::View, Role::Score, Role::Direct];
}

/// The last key of a role. The default is the key of a newly opened match.
#[derive(Debug, Clone, Default)]
pub struct KeyGeneration {
    /// Its generation: the number of renewals so far.
    pub number: u32,
    /// Whether it is no longer valid.
    pub revoked: bool,
}

/// The id of a stored match: 22 to 64 URL-safe characters, usually drawn at random when the match is opened.
///
/// ```
/// use overtrick_match::ledger::MatchId;
///
/// assert!(MatchId::read("abcdefghijklmnopqrstuv").is_some());
/// assert!(MatchId::read("../secrets").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct MatchId(String);

/// The fewest characters of an id.
const SHORTEST: usize = 22;
/// The most characters of an id.
const LONGEST: usize = 64;

impl MatchId {
    /// Parses an id; `None` if the text is not an id.
    pub fn read(text: &str) -> Option<MatchId> {
        let safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = (SHORTEST..=LONGEST).contains(&text.len()) && text.bytes().all(safe);
        fits.then(|| MatchId(text.to_owned()))
    }

    /// Whether it has the length of random ids. A longer id was chosen by a person.
    pub fn is_drawn(&self) -> bool {
        self.0.len() == SHORTEST
    }

    /// Returns its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MatchId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<MatchId, Self::Error> {
        MatchId::read(&text).ok_or("not the id of a match")
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_long_and_safe_in_a_path() {
        assert!(MatchId::read("abcdefghijklmnopqrstuv").is_some());
        for bad in [
            "",
            "short",
            "abcdefghijklmnopqrst/.",
            "abcdefghijklmnopqrstuvé",
        ] {
            assert_eq!(MatchId::read(bad), None, "{bad}");
        }
        assert_eq!(MatchId::read(&"a".repeat(65)), None);
    }
}
