//! Stored API keys. An API key opens every match.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use super::error::StoreError;
use super::statement::{Row, unhex};
use super::store::Store;
use overtrick_core::openapi::words as schema_of_words;
use overtrick_core::schemas;
use overtrick_core::wire::words;
use overtrick_match::ledger::{Role, Timestamp, hex};

words! {
    /// The permission that an API key gives in every match.
    ///
    /// ```
    /// use overtrick_match::ledger::Role;
    /// use overtrick_store::Scope;
    ///
    /// assert_eq!(Scope::from_word("read"), Some(Scope::Read));
    /// assert_eq!(Scope::Direct.role(), Role::Direct);
    /// ```
    pub enum Scope {
        /// Watch all matches, and list them.
        Read = "read",
        /// Record hands, and undo the last change.
        Score = "score",
        /// Correct records, and adjust, finish, publish or delete matches.
        Direct = "direct",
        /// Do everything that the administrator's token allows.
        Admin = "admin",
    }
}

schemas! {
    Scope = schema_of_words(Scope::WORDS.iter().copied());
}

impl Scope {
    /// Returns the role that a key of this scope has in every match.
    pub fn role(self) -> Role {
        match self {
            Scope::Read => Role::View,
            Scope::Score => Role::Score,
            Scope::Direct => Role::Direct,
            Scope::Admin => Role::Admin,
        }
    }
}

/// An API key. The full key is shown only once, when it is created.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ProgramKey)]
pub struct ApiKey {
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When it expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Timestamp>,
    /// Its id, which is the public part of the key.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub id: String,
    /// Its name, such as the name of the program that uses it.
    pub name: String,
    /// Its permission in every match, which is that of a match key for the same role. `read` also allows
    /// listing all matches; `admin` allows everything that the administrator's token allows.
    pub scope: Scope,
    /// The SHA-256 digest of the full key.
    #[serde(skip)]
    pub digest: [u8; 32],
}

// Hides the digest.
impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, scope) = (&self.name, self.scope);
        write!(f, "ApiKey({} {name:?} {scope:?})", self.id)
    }
}

impl Store {
    /// Returns all keys, ordered by id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn api_keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        let all = "SELECT id, name, scope, digest, created_at, expires_at \
            FROM program_keys ORDER BY id";
        let rows = self.rows(all, &[]).await?;
        rows.iter().map(key).collect()
    }

    /// Stores a new key durably.
    ///
    /// # Errors
    /// Database errors.
    pub async fn put_api_key(&self, key: ApiKey) -> Result<(), StoreError> {
        let put = "INSERT INTO program_keys (id, name, scope, digest, created_at, expires_at) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let values = [
            key.id.into(),
            key.name.into(),
            key.scope.word().into(),
            hex(&key.digest).into(),
            key.created_at.into(),
            key.expires_at.into(),
        ];
        self.write(put, values).await
    }

    /// Deletes a key durably.
    ///
    /// # Errors
    /// Database errors.
    pub async fn delete_api_key(&self, id: String) -> Result<(), StoreError> {
        let delete = "DELETE FROM program_keys WHERE id = $1";
        self.write(delete, [id.into()]).await
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
    })
}
