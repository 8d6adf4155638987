//! Who may do what with a match.

use serde::{Deserialize, Serialize};

/// What somebody may do with a match. Roles are ordered: each may do all that the ones before it may.
///
/// ```
/// use overtrick::ledger::Role;
///
/// assert!(Role::View < Role::Score && Role::Score < Role::Direct);
/// assert_eq!(Role::from_word("direct"), Some(Role::Direct));
/// assert_eq!(Role::Direct.word(), "direct");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Watch.
    View,
    /// Record hands, and undo the last change.
    Score,
    /// Correct what was recorded, adjust, finish, delete.
    Direct,
    /// Administer the whole instance.
    Admin,
}

impl Role {
    /// The roles that a match has a key for.
    pub const KEYED: [Role; 3] = [Role::View, Role::Score, Role::Direct];

    /// Its name on the wire and in the store.
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
