//! API keys, which open all matches, as stored.

use std::fmt;

use super::error::StoreError;
use super::statement::{Row, unhex};
use super::store::Store;
use overtrick_core::openapi::words as schema_of_words;
use overtrick_core::schemas;
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

schemas! {
    Scope = schema_of_words(Scope::WORDS.iter().copied());
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
pub struct ApiKey {
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

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, scope) = (&self.name, self.scope);
        write!(f, "ApiKey({} {name:?} {scope:?})", self.id)
    }
}

impl ApiKey {
    /// When it stopped working, or will.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.revoked_at.into_iter().chain(self.expires_at).min()
    }
}

impl Store {
    /// Every key, in the order of their ids.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn api_keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        let all = "SELECT id, name, scope, digest, created_at, expires_at, used_at, revoked_at \
            FROM program_keys ORDER BY id";
        let rows = self.rows(all, &[]).await?;
        rows.iter().map(key).collect()
    }

    /// Stores a key, in the place of one with its id. Durable when answered.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn put_api_key(&self, key: ApiKey) -> Result<(), StoreError> {
        let put = "INSERT INTO program_keys \
            (id, name, scope, digest, created_at, expires_at, used_at, revoked_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET \
            name = excluded.name, scope = excluded.scope, digest = excluded.digest, \
            created_at = excluded.created_at, expires_at = excluded.expires_at, \
            used_at = excluded.used_at, revoked_at = excluded.revoked_at";
        let values = [
            key.id.into(),
            key.name.into(),
            key.scope.word().into(),
            hex(&key.digest).into(),
            key.created_at.into(),
            key.expires_at.into(),
            key.used_at.into(),
            key.revoked_at.into(),
        ];
        self.write(put, values).await
    }

    /// Notes when a key was last used.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn note_api_key(&self, id: String, at: Timestamp) -> Result<(), StoreError> {
        let note = "UPDATE program_keys SET used_at = $2 \
            WHERE id = $1 AND coalesce(used_at, '') < $2";
        self.write(note, [id.into(), at.into()]).await
    }

    /// Deletes the keys that were revoked, or expired, before a moment.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn forget_api_keys(&self, before: Timestamp) -> Result<(), StoreError> {
        let forget = "DELETE FROM program_keys WHERE revoked_at < $1 OR expires_at < $1";
        self.write(forget, [before.into()]).await
    }
}

fn key(row: &Row) -> Result<ApiKey, StoreError> {
    let unreadable =
        |column| StoreError::Damaged(format!("a key for programs has an unreadable {column}"));
    let moment = |column| row.moment(column).map_err(|_| unreadable(column));
    Ok(ApiKey {
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
