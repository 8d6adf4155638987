//! Who may do what with a match.

use crate::rules::wire::words;

words! {
    /// What somebody may do with a match. Roles are ordered: each may do all that the ones before it
    /// may.
    ///
    /// ```
    /// use overtrick::ledger::Role;
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
        /// Correct what was recorded, adjust, finish, delete.
        Direct = "direct",
        /// Administer the whole instance.
        Admin = "admin",
    }
}

impl Role {
    /// The roles that a match has a key for.
    pub const KEYED: [Role; 3] = [Role::View, Role::Score, Role::Direct];
}
