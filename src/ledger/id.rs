//! What a match is called, and who may do what with it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a stored match: at least 22 url-safe characters, 128 random bits that its maker drew.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct MatchId(String);

/// The fewest characters of an id.
const SHORTEST: usize = 22;
/// The most characters of an id.
const LONGEST: usize = 64;

impl MatchId {
    /// An id as written; nothing, if it cannot be one.
    pub fn read(text: &str) -> Option<MatchId> {
        let safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = (SHORTEST..=LONGEST).contains(&text.len()) && text.bytes().all(safe);
        fits.then(|| MatchId(text.to_owned()))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MatchId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<MatchId, Self::Error> {
        MatchId::read(&text).ok_or("no id of a match")
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What somebody may do with a match; each role may do all that the ones before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Look on.
    View,
    /// Record hands, and take the last change back.
    Score,
    /// Correct what was recorded, adjust, finish, delete.
    Direct,
    /// Keep the whole instance.
    Admin,
}

impl Role {
    /// The roles that a match has a key for.
    pub const KEYED: [Role; 3] = [Role::View, Role::Score, Role::Direct];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Role::View => "view",
            Role::Score => "score",
            Role::Direct => "direct",
            Role::Admin => "admin",
        }
    }

    /// The role of this name.
    pub fn from_word(word: &str) -> Option<Role> {
        [Role::View, Role::Score, Role::Direct, Role::Admin]
            .into_iter()
            .find(|role| role.word() == word)
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

    #[test]
    fn roles_are_in_order() {
        assert!(
            Role::View < Role::Score && Role::Score < Role::Direct && Role::Direct < Role::Admin
        );
        assert_eq!(Role::from_word("direct"), Some(Role::Direct));
        assert_eq!(Role::from_word("king"), None);
    }
}
