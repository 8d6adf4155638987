//! API keys, which open all matches, as stored.

use std::fmt;

use super::error::StoreError;
use super::future::StoreFuture;
use super::right::Right;
use super::statement::{Readers, Row, Statement, Statements};
use super::values::unhex;
use overtrick_core::wire::words;
use overtrick_match::ledger::{Role, Timestamp, hex};

words! {
    /// What the holder of an API key may do in every match.
    ///
    /// ```
    /// use overtrick_match::ledger::Role;
    /// use overtrick_store::Scope;
    ///
    /// assert_eq!(Scope::from_word("read"), Some(Scope::Read));
    /// assert_eq!(Scope::Direct.role(), Role::Direct);
    /// ```
    pub enum Scope {
        /// Watch every match, and list them.
        Read = "read",
        /// Record hands, and undo the last change.
        Score = "score",
        /// Correct records, adjust, finish, publish, delete.
        Direct = "direct",
        /// The same as the administrator's token.
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

/// An API key. Its `Debug` output hides the digest.
#[derive(Clone, PartialEq, Eq)]
pub struct ProgramKey {
    /// Its id, which is part of the key: 16 hexadecimal digits.
    pub id: String,
    /// Its name, such as the program that uses it.
    pub name: String,
    /// What its holder may do.
    pub scope: Scope,
    /// SHA-256 of the whole key.
    pub digest: [u8; 32],
    /// When it was made.
    pub created_at: Timestamp,
    /// When it expires, if ever.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to the hour.
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
    /// When it stopped working, or will.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.revoked_at.into_iter().chain(self.expires_at).min()
    }
}

/// Stores a key, replacing the one with its id.
pub(super) fn put(key: &ProgramKey) -> Statement {
    let put = "INSERT INTO program_keys \
        (id, name, scope, digest, created_at, expires_at, used_at, revoked_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
        scope = excluded.scope, digest = excluded.digest, created_at = excluded.created_at, \
        expires_at = excluded.expires_at, used_at = excluded.used_at, revoked_at = excluded.revoked_at";
    let values = [
        key.id.clone().into(),
        key.name.clone().into(),
        key.scope.word().into(),
        hex(&key.digest).into(),
        key.created_at.into(),
        key.expires_at.into(),
        key.used_at.into(),
        key.revoked_at.into(),
    ];
    Statement::new(put, values)
}

/// All keys in the order of their ids.
async fn all(readers: Readers<'_>) -> Result<Vec<ProgramKey>, StoreError> {
    let all = "SELECT id, name, scope, digest, created_at, expires_at, used_at, revoked_at \
        FROM program_keys ORDER BY id";
    let rows = readers.rows(all, &[]).await?;
    rows.iter().map(key).collect()
}

fn key(row: &Row) -> Result<ProgramKey, StoreError> {
    let unreadable =
        |column| StoreError::Damaged(format!("a key for programs has an unreadable {column}"));
    let moment = |column| row.moment(column).map_err(|_| unreadable(column));
    Ok(ProgramKey {
        id: row.text("id")?,
        name: row.text("name")?,
        scope: Scope::from_word(&row.text("scope")?).ok_or_else(|| unreadable("scope"))?,
        digest: unhex(&row.text("digest")?).ok_or_else(|| unreadable("digest"))?,
        created_at: moment("created_at")?.ok_or_else(|| unreadable("created_at"))?,
        expires_at: moment("expires_at")?,
        used_at: moment("used_at")?,
        revoked_at: moment("revoked_at")?,
    })
}

/// A store of API keys.
pub trait ProgramKeyStore: Statements {
    /// All keys in the order of their ids.
    fn program_keys(&self) -> StoreFuture<'_, Vec<ProgramKey>> {
        Box::pin(all(self.readers()))
    }

    /// Stores a key, replacing the one with its id. Durable on return.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_program_key(&self, key: ProgramKey, right: Right) -> StoreFuture<'_, ()> {
        let put = put(&key);
        self.write_one(put, right)
    }

    /// Records when a key was last used.
    fn note_program_key(&self, id: String, at: Timestamp) -> StoreFuture<'_, ()> {
        let note = "UPDATE program_keys SET used_at = $2 \
            WHERE id = $1 AND coalesce(used_at, '') < $2";
        let note = Statement::new(note, [id.into(), at.into()]);
        self.write_one(note, Right::default())
    }

    /// Deletes the keys that were revoked or expired before a time.
    fn forget_program_keys(&self, before: Timestamp) -> StoreFuture<'_, ()> {
        let forget = "DELETE FROM program_keys WHERE revoked_at < $1 OR expires_at < $1";
        let forget = Statement::new(forget, [before.into()]);
        self.write_one(forget, Right::default())
    }
}
