//! Keys for programs, over all matches, as a store has them.

use std::fmt;

use super::future::StoreFuture;
use super::right::Right;
use overtrick_core::wire::words;
use overtrick_match::ledger::{Role, Timestamp};

words! {
    /// What a key for programs lets its holder do, in every match.
    ///
    /// ```
    /// use overtrick_server::{Role, Scope};
    ///
    /// assert_eq!(Scope::from_word("read"), Some(Scope::Read));
    /// assert_eq!(Scope::Direct.role(), Role::Direct);
    /// ```
    pub enum Scope {
        /// Watch every match, and list them.
        Read = "read",
        /// Record hands, and undo the last change.
        Score = "score",
        /// Correct what was recorded, adjust, finish, publish, delete.
        Direct = "direct",
        /// What the administrator's token does.
        Admin = "admin",
    }
}

impl Scope {
    /// The role that a key of this scope has in every match.
    pub fn role(self) -> Role {
        match self {
            Scope::Read => Role::View,
            Scope::Score => Role::Score,
            Scope::Direct => Role::Direct,
            Scope::Admin => Role::Admin,
        }
    }
}

/// A key for programs. Its `Debug` shows no digest.
#[derive(Clone, PartialEq, Eq)]
pub struct ProgramKey {
    /// Its id, which is a part of the key: 16 hexadecimal digits.
    pub id: String,
    /// What it is called, such as the program that has it.
    pub name: String,
    /// What it lets its holder do.
    pub scope: Scope,
    /// SHA-256 of the whole key.
    pub digest: [u8; 32],
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it opens nothing; never, if there is no such moment.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to an hour.
    pub used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

impl fmt::Debug for ProgramKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, scope) = (&self.name, self.scope);
        write!(f, "ProgramKey({} {name:?} {scope:?})", self.id)
    }
}

impl ProgramKey {
    /// When it stopped opening anything, or will.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.revoked_at.into_iter().chain(self.expires_at).min()
    }
}

/// A place where keys for programs are stored.
pub trait ProgramKeyStore {
    /// Every key, in the order of their ids.
    fn program_keys(&self) -> StoreFuture<'_, Vec<ProgramKey>>;

    /// Stores a key, in the place of one with its id. Durable when answered.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_program_key(&self, key: ProgramKey, right: Right) -> StoreFuture<'_, ()>;

    /// Notes when a key was last used.
    fn note_program_key(&self, id: String, at: Timestamp) -> StoreFuture<'_, ()>;

    /// Deletes the keys that were revoked, or expired, before a moment.
    fn forget_program_keys(&self, before: Timestamp) -> StoreFuture<'_, ()>;
}
