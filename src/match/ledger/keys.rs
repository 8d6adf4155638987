//! Roles, and which keys of a match are valid. The keys themselves are not in its log.

use overtrick_core::wire::words;
use overtrick_core::{Finding, args};

words! {
    /// A role in a match. Each role includes the rights of the ones before it.
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
    /// The roles for which a match has keys.
    pub const KEYED: [Role; 3] = [Role::View, Role::Score, Role::Direct];
}

/// The generation of each role's key, and whether it is revoked. The default is that of a newly opened match.
#[derive(Debug, Clone, Default)]
pub struct KeyGenerations([KeyGeneration; Role::KEYED.len()]);

#[derive(Debug, Clone, Default)]
struct KeyGeneration {
    number: u32,
    revoked: bool,
}

impl KeyGenerations {
    /// The generation of a role's key, or `None` if the role has no valid key.
    pub fn valid(&self, role: Role) -> Option<u32> {
        let key = &self.0[index(role)?];
        (!key.revoked).then_some(key.number)
    }

    /// The generation of the last key of a role, valid or not; `None` for a role without keys.
    pub fn last(&self, role: Role) -> Option<u32> {
        Some(self.0[index(role)?].number)
    }

    /// Replaces the key of a role.
    pub fn renew(&mut self, role: Role) -> Result<(), Finding> {
        let key = self.key(role)?;
        key.number += 1;
        key.revoked = false;
        Ok(())
    }

    /// Revokes the key of a role.
    pub fn revoke(&mut self, role: Role) -> Result<(), Finding> {
        self.key(role)?.revoked = true;
        Ok(())
    }

    fn key(&mut self, role: Role) -> Result<&mut KeyGeneration, Finding> {
        let none = || Finding::rule("no-such-key", "/role", args![]);
        Ok(&mut self.0[index(role).ok_or_else(none)?])
    }
}

fn index(role: Role) -> Option<usize> {
    Role::KEYED.iter().position(|keyed| *keyed == role)
}
